/** Invitations to activities by mail, and the answers that come back by the link in them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Activity, Answer } from './activities.ts';

/** The part of an activity that an invited person can see. */
export const Invitation = z.object({
  subject: z.string(),
  dueAt: Instant.nullable(),
  day: z.iso.date().nullable(),
  zone: z.string(),
  durationMinutes: z.number().int().nullable(),
  place: z.string(),
  link: z.string(),
  organizer: z.string(),
  /** Whom the link was sent to. */
  name: z.string(),
  answer: Answer,
  /** `over` when it has taken place, `off` when it was canceled: neither can be answered any more. */
  state: z.enum(['open', 'over', 'off']),
});
export type Invitation = z.infer<typeof Invitation>;

const tag = 'Activities';
const Token = z.string().max(200);

export const invitations = {
  send: endpoint({
    tag,
    access: 'user',
    scope: 'activities:write',
    method: 'POST',
    path: '/api/activities/{id}/invitations',
    summary: 'Invite attendees by email, or send them an update',
    description:
      'Each gets a mail with the event (iCalendar, METHOD:REQUEST) and a link to answer. Without `attendeeIds`: everyone who has an address.',
    params: IdParams,
    body: z.strictObject({ attendeeIds: z.array(Id).max(50).optional() }),
    response: Activity,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  get: endpoint({
    tag,
    access: 'public',
    method: 'GET',
    path: '/api/invitation',
    summary: 'Get an invitation by its link',
    query: z.object({ token: Token }),
    response: Invitation,
    errors: ['not_found', 'rate_limited'],
  }),
  answer: endpoint({
    tag,
    access: 'public',
    method: 'POST',
    path: '/api/invitation',
    summary: 'Respond to an invitation by its link',
    body: z.strictObject({ token: Token, answer: z.enum(['accepted', 'tentative', 'declined']) }),
    response: Invitation,
    errors: ['not_found', 'conflict', 'rate_limited', 'validation'],
  }),
} as const;
