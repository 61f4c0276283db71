/** The parts of messaging that other domains' pages may use. */
import { lazy } from 'react';

export const MessagesAndConsent = lazy(() => import('./messages-and-consent.tsx'));
export { PURPOSE_LABELS } from './labels.ts';
