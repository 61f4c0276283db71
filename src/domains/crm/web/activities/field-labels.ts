/** Names of an activity's fields and their values in words, for the timeline. */
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import type { KindWords } from '../../../../records/web/field-labels.ts';
import { choiceWords, dayWords, momentWords, type ValueWords } from '../../../../records/web/value-text.ts';
import { lengthText, reminderText } from './times.ts';
import { outcomeWord, PRIORITY_WORDS, TYPE_WORDS } from './labels.tsx';

const LABELS = {
  subject: 'subject',
  type: 'type',
  body: 'notes',
  dueAt: 'due',
  day: 'day',
  zone: 'time zone',
  durationMinutes: 'length',
  priority: 'priority',
  doneAt: 'done',
  outcome: 'outcome',
  place: 'place',
  link: 'link',
  contactId: 'contact',
  companyId: 'company',
  leadId: 'lead',
  opportunityId: 'opportunity',
  reminders: 'reminders',
};

/** The entry itself names the linked record, if its reader can see it. */
const linked = (one: string) => (value: unknown) => (value ? one : '');

const VALUES: ValueWords = {
  type: choiceWords(TYPE_WORDS),
  priority: choiceWords(PRIORITY_WORDS),
  outcome: (value) => (typeof value === 'string' && value ? outcomeWord(value) : ''),
  dueAt: (value) => (typeof value === 'string' && value.length === 10 ? dayWords(value) : momentWords(value)),
  day: dayWords,
  doneAt: momentWords,
  zone: (value) => (typeof value === 'string' ? value.replaceAll('_', ' ') : ''),
  durationMinutes: (value) => (typeof value === 'number' ? lengthText(value) : ''),
  reminders: (value) => (Array.isArray(value) ? value.map((minutes) => reminderText(Number(minutes))).join(', ') : ''),
  contactId: linked('a contact'),
  companyId: linked('a company'),
  leadId: linked('a lead'),
  opportunityId: linked('an opportunity'),
};

/** Events of earlier versions tell of all own fields at once: those of them that differ. */
function ownApart({ field, from, to }: FieldChange): FieldChange[] {
  const [before, after] = [from ?? {}, to ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  if (field !== 'custom') return [{ field, from, to }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ field: `custom.${key}`, from: before[key] ?? null, to: after[key] ?? null }));
}

/** A whole day is kept as its day and as the instant at which that begins; people know one time at which it is due. */
function told(kept: readonly FieldChange[]): FieldChange[] {
  const changes = kept.flatMap(ownApart);
  const day = changes.find(({ field }) => field === 'day');
  if (!day) return changes;
  const due = changes.find(({ field }) => field === 'dueAt');
  const one = { field: 'dueAt', from: day.from ?? due?.from ?? null, to: day.to ?? due?.to ?? null };
  return [one, ...changes.filter(({ field }) => field !== 'day' && field !== 'dueAt')];
}

export const ACTIVITY_WORDS: KindWords = { labels: LABELS, values: VALUES, told };
