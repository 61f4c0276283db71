/** What other domains' pages may use of workspaces: its parts of the settings, and the dialogs about clients. */
import { lazy } from 'react';

export const AvailabilityPanel = lazy(() => import('./settings/availability-panel.tsx'));
export const AccountPanel = lazy(() => import('./settings/account-panel.tsx'));
export const AddClientDialog = lazy(() => import('./team/add-client-dialog.tsx'));
export const StepInDialog = lazy(() => import('./step-in-dialog.tsx'));
