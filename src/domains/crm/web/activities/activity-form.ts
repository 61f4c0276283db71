/** The form of an activity: what is entered, and how that becomes what the server takes. */
import * as z from 'zod';
import { isDay } from '../../../../kernel/days.ts';
import { instantAt, wallAt } from '../../../../kernel/wall-clock.ts';
import { type Activity, ActivityType, type NewActivity, Priority } from '../../contract/activities.ts';
import { text } from '../../../../records/contract/field-values.ts';
import type { Option } from '../../../../web/ui/use-options.ts';
import { deviceZone } from './times.ts';

const Choice = z.object({ value: z.string(), label: z.string(), detail: z.string().optional() }).nullable();

export const ActivityForm = z
  .object({
    type: ActivityType,
    subject: text(300).min(1, 'Enter a subject.'),
    date: z.string().refine((value) => value === '' || isDay(value), 'Enter a valid date.'),
    time: z.string(),
    zone: z.string(),
    /** Minutes, as a choice's text; blank: none. */
    duration: z.string(),
    rule: z.string(),
    priority: Priority,
    body: text(20_000),
    place: text(300),
    link: text(500),
    outcome: z.string(),
    owner: Choice,
    contact: Choice,
    company: Choice,
    opportunity: Choice,
    lead: Choice,
    attendees: z.array(z.object({ value: z.string(), label: z.string(), detail: z.string().optional() })),
    reminders: z.array(z.string()),
    /** It has been done already. */
    done: z.boolean(),
  })
  .refine((form) => form.time === '' || form.date !== '', { path: ['date'], message: 'Choose a date for this time.' })
  .refine((form) => form.rule === '' || form.date !== '', {
    path: ['date'],
    message: 'Choose a date for the first occurrence.',
  });
export type ActivityForm = z.infer<typeof ActivityForm>;

/** Whom the activity is about from the beginning: the record that it is logged from. */
export interface Links {
  contact?: Option;
  company?: Option;
  opportunity?: Option;
  lead?: Option;
}

/**
 * Where what is typed of a new activity is kept: what was begun for one record, or for one hour, is not gone on with
 * for another.
 */
export function draftName(
  { contact, company, opportunity, lead }: Links,
  { date, time }: Partial<ActivityForm> = {},
): string {
  return [
    'activity:new',
    ...[contact, company, opportunity, lead].map((link) => link?.value ?? ''),
    date ?? '',
    time ?? '',
  ]
    .join(':')
    .replace(/:+$/, '');
}

export function blankForm(type: ActivityType, links: Links, more: Partial<ActivityForm> = {}): ActivityForm {
  return {
    type,
    subject: '',
    date: '',
    time: '',
    zone: deviceZone(),
    duration: '',
    rule: '',
    priority: 'normal',
    body: '',
    place: '',
    link: '',
    outcome: '',
    owner: null,
    contact: links.contact ?? null,
    company: links.company ?? null,
    opportunity: links.opportunity ?? null,
    lead: links.lead ?? null,
    attendees: [],
    reminders: [],
    done: false,
    ...more,
  };
}

const option = (ref: { id: string; name: string } | null): Option | null => ref && { value: ref.id, label: ref.name };

export function formOf(activity: Activity, ownerName: string): ActivityForm {
  const { type, subject, body, place, link, outcome, priority, day, dueAt, zone, durationMinutes } = activity;
  const wall = dueAt === null ? '' : wallAt(dueAt, zone);
  return {
    type,
    subject,
    body,
    place,
    link,
    outcome,
    priority,
    zone,
    date: day ?? wall.slice(0, 10),
    time: day === null ? wall.slice(11) : '',
    duration: durationMinutes === null ? '' : String(durationMinutes),
    rule: activity.series?.rule ?? '',
    owner: activity.ownerId ? { value: activity.ownerId, label: ownerName } : null,
    contact: option(activity.contact),
    company: option(activity.company),
    opportunity: option(activity.opportunity),
    lead: option(activity.lead),
    attendees: activity.attendees.map(attendeeOption),
    reminders: activity.reminders.map(String),
    done: activity.status === 'done',
  };
}

/** Attendees travel through a list of choices by their kind: `user:…`, `contact:…`, or an address. */
function attendeeOption({ userId, contactId, email, name }: Activity['attendees'][number]): {
  value: string;
  label: string;
  detail?: string;
} {
  return {
    value: userId ? `user:${userId}` : contactId ? `contact:${contactId}` : email,
    label: name || email,
    ...(name && email ? { detail: email } : {}),
  };
}

function attendeeOf({ value, label }: Option): NonNullable<NewActivity['attendees']>[number] {
  if (value.startsWith('user:')) return { userId: value.slice(5) };
  if (value.startsWith('contact:')) return { contactId: value.slice(8) };
  return label === value ? { email: value } : { email: value, name: label };
}

/** The form's values as API input. @param now for activities done just now */
export function inputOf(form: ActivityForm, now: Date): NewActivity {
  const { type, subject, body, place, link, priority, zone, date, time } = form;
  const dueAt = date !== '' && time !== '' ? instantAt(`${date}T${time}`, zone) : null;
  return {
    type,
    subject,
    body,
    place,
    link,
    priority,
    zone,
    dueAt: date === '' || time !== '' ? dueAt : undefined,
    day: date !== '' && time === '' ? date : undefined,
    durationMinutes: form.duration === '' ? null : Number(form.duration),
    outcome: form.done ? form.outcome : '',
    ownerId: form.owner?.value ?? null,
    contactId: form.contact?.value ?? null,
    companyId: form.company?.value ?? null,
    opportunityId: form.opportunity?.value ?? null,
    leadId: form.lead?.value ?? null,
    attendees: form.attendees.map(attendeeOf),
    reminders: date === '' ? [] : form.reminders.map(Number),
    rule: form.rule === '' ? null : form.rule,
    doneAt: form.done ? doneAt(dueAt, now) : null,
  };
}

/** Only the changed values, so that untouched ones such as a time's seconds are not rewritten. */
export function changesOf(before: ActivityForm, after: ActivityForm, now: Date): Partial<NewActivity> {
  const was: Record<string, unknown> = inputOf(before, now);
  const { doneAt: done, ...input } = inputOf(after, now);
  const is = before.done === after.done ? input : { ...input, doneAt: done };
  return Object.fromEntries(
    Object.entries(is).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field])),
  );
}

/** A past activity was done at its time; any other one was done now. */
function doneAt(dueAt: string | null, now: Date): string {
  return dueAt !== null && new Date(dueAt) < now ? dueAt : now.toISOString();
}
