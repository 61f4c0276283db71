/** What other domains' pages may use of templates. */
import { lazy } from 'react';

/** What is left of setting a business up; nothing where no checklist was started or all is done. */
export const ChecklistCard = lazy(() => import('./checklist-card.tsx'));
