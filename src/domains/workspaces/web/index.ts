/** Dialogs about clients for other domains' pages. */
import { lazy } from 'react';

export const AddClientDialog = lazy(() => import('./team/add-client-dialog.tsx'));
export const StepInDialog = lazy(() => import('./step-in-dialog.tsx'));
