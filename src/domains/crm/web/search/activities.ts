import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { Activity } from '../../contract/activities.ts';
import { CRM } from '../../paths.ts';

/** A whole day goes by its name, whatever zone it was planned in. */
export const dueText = ({ day, dueAt }: Pick<Activity, 'day' | 'dueAt'>): string | null =>
  day
    ? new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { timeZone: 'UTC' })
    : dueAt && new Date(dueAt).toLocaleDateString();

/** Activities whose subject, text, place, outcome or own fields fit. */
export default defineSearchSource<Activity>({
  id: 'activities',
  label: 'Activities',
  page: '/activities',
  list: CRM.activities,
  hit: (one) => ({
    id: one.id,
    title: one.subject,
    detail: [one.contact?.name ?? one.company?.name, dueText(one)].filter(Boolean).join(' · '),
    to: `/activities/${one.id}`,
  }),
});
