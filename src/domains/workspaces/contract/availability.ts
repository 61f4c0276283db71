/** When a member works: usual hours, and days away. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams } from '../../../kernel/endpoint.ts';
import { TimeZone } from '../../identity/contract.ts';

/** A stretch of a day in minutes after midnight, on the wall clock: 540 to 1020 is nine to five. */
export const Span = z
  .strictObject({ from: z.number().int().min(0).max(1439), to: z.number().int().min(1).max(1440) })
  .refine(({ from, to }) => to > from, { message: 'The end must be after the start.', path: ['to'] });
export type Span = z.infer<typeof Span>;

/** The spans of each day of the week, Monday first; an empty day is free. */
export const WorkDays = z
  .array(
    z
      .array(Span)
      .max(4, 'Add up to 4 time ranges per day.')
      .refine((spans) => spans.every((span, i) => i === 0 || span.from >= spans[i - 1]!.to), 'These hours overlap.'),
  )
  .length(7);
export type WorkDays = z.infer<typeof WorkDays>;

export const Absence = z.object({ id: Id, firstDay: Day, lastDay: Day, note: z.string() });
export type Absence = z.infer<typeof Absence>;
export const NewAbsence = z
  .strictObject({ firstDay: Day, lastDay: Day, note: z.string().trim().max(200).default('') })
  .refine(({ firstDay, lastDay }) => lastDay >= firstDay, {
    message: 'The last day must not be before the first day.',
    path: ['lastDay'],
  });

/** `working` within the usual hours, `off` outside of them, `away` on a day of absence; `unknown` without hours. */
export const Presence = z.object({
  state: z.enum(['working', 'off', 'away', 'unknown']),
  /** With `away`: the last day of it. */
  until: Day.nullable(),
});
export type Presence = z.infer<typeof Presence>;

export const Availability = z.object({
  /** 0 while no hours were set. */
  version: z.number().int(),
  timeZone: z.string(),
  days: WorkDays,
  presence: Presence,
  /** Present and coming days away, the next first. */
  absences: z.array(Absence),
});
export type Availability = z.infer<typeof Availability>;
export const HoursUpdate = z.strictObject({ version: z.number().int().min(0), timeZone: TimeZone, days: WorkDays });

const tag = 'Team';
export const availability = {
  get: endpoint({
    method: 'GET',
    path: '/api/team/members/{id}/availability',
    tag,
    access: 'user',
    summary: 'Get the availability of a teammate',
    params: IdParams,
    response: Availability,
    errors: ['not_found'],
  }),
  setHours: endpoint({
    method: 'PUT',
    path: '/api/team/members/{id}/availability',
    tag,
    access: 'user',
    summary: 'Set usual hours',
    description: "Your own, or anyone's as an administrator.",
    params: IdParams,
    body: HoursUpdate,
    response: Availability,
    errors: ['validation', 'not_found', 'stale'],
  }),
  addAbsence: endpoint({
    method: 'POST',
    path: '/api/team/members/{id}/absences',
    tag,
    access: 'user',
    summary: 'Add days away',
    status: 201,
    params: IdParams,
    body: NewAbsence,
    response: Absence,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  removeAbsence: endpoint({
    method: 'DELETE',
    path: '/api/team/members/{id}/absences/{absenceId}',
    tag,
    access: 'user',
    summary: 'Delete days away',
    params: z.object({ id: Id, absenceId: Id }),
    errors: ['not_found'],
  }),
} as const;
