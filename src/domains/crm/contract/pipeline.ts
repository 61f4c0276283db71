/** Leads, opportunities and activities, as they show on contacts and companies. */
import * as z from 'zod';
import { endpoint, Id, Instant, Day, pageOf } from '../../../kernel/endpoint.ts';
import { Ref } from './fields.ts';

export const LeadStatus = z.enum(['new', 'working', 'qualified', 'unqualified', 'converted']);
export const Lead = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  companyName: z.string(),
  email: z.string(),
  phone: z.string(),
  status: LeadStatus,
  source: z.string(),
  /** 0 to 100; null when not rated. */
  score: z.number().int().nullable(),
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Lead = z.infer<typeof Lead>;

export const Stage = z.object({ id: Id, name: z.string(), position: z.number().int(), probability: z.number().int(), outcome: z.enum(['open', 'won', 'lost']) });
export const Pipeline = z.object({ id: Id, name: z.string(), stages: z.array(Stage) });
export type Pipeline = z.infer<typeof Pipeline>;

export const Opportunity = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  /** Decimal text with up to four places, `12500.0000`. */
  amount: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  pipelineId: Id,
  stage: Stage,
  /** Percent, 0 to 100. */
  probability: z.number().int(),
  expectedClose: Day.nullable(),
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
  company: Ref.nullable(),
  businessLicenseId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Opportunity = z.infer<typeof Opportunity>;

export const ActivityType = z.enum(['task', 'call', 'meeting', 'mail', 'note']);
export const Activity = z.object({
  id: Id,
  version: z.number().int(),
  type: ActivityType,
  subject: z.string(),
  body: z.string(),
  dueAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
  opportunity: Ref.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Activity = z.infer<typeof Activity>;

const ListQuery = z.object({
  contactId: Id.optional(),
  companyId: Id.optional(),
  ownerId: Id.optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const list = { method: 'GET', access: 'user', errors: ['validation', 'bad_request'] } as const;

export const leads = {
  list: endpoint({ ...list, path: '/api/leads', tag: 'Leads', scope: 'leads:read', summary: 'Leads, newest first', query: ListQuery, response: pageOf(Lead) }),
} as const;

export const opportunities = {
  list: endpoint({
    ...list, path: '/api/opportunities', tag: 'Opportunities', scope: 'opportunities:read', summary: 'Opportunities, newest first',
    query: ListQuery, response: pageOf(Opportunity),
  }),
  contextList: endpoint({
    ...list, path: '/api/business-context/opportunities', tag: 'Opportunities', scope: 'opportunities:read',
    summary: 'Opportunities of one business licence, or of all',
    query: ListQuery.pick({ cursor: true, limit: true }).extend({ businessLicenseId: Id.optional() }), response: pageOf(Opportunity),
  }),
  pipelines: endpoint({
    method: 'GET', access: 'user', path: '/api/pipelines', tag: 'Opportunities', scope: 'opportunities:read', summary: 'Pipelines with their stages',
    response: z.object({ items: z.array(Pipeline) }),
  }),
} as const;

export const activities = {
  list: endpoint({
    ...list, path: '/api/activities', tag: 'Activities', scope: 'activities:read', summary: 'Activities, newest first', query: ListQuery, response: pageOf(Activity),
  }),
} as const;
