/** What other domains' pages may use of the public pages. */
import { lazy } from 'react';

export const PublicPagesPanel = lazy(() => import('./public-pages-panel.tsx'));
