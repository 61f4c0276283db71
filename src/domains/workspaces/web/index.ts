/** What other domains' pages may use of workspaces: the dialogs about clients. */
import { lazy } from 'react';

export const AddClientDialog = lazy(() => import('./team/add-client-dialog.tsx'));
export const StepInDialog = lazy(() => import('./step-in-dialog.tsx'));
