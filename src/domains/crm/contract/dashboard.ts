/** What needs me now: figures, tasks and what happened lately, for the page that people begin their day on. */
import * as z from 'zod';
import { Day, endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { Ref } from './fields.ts';
import { Activity, Opportunity } from './pipeline.ts';

/** A sum in one currency; sums of several currencies are never added up. */
export const MoneySum = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** Decimal text with two places. */
  amount: z.string(),
});
export type MoneySum = z.infer<typeof MoneySum>;

export const StageSum = z.object({
  id: Id,
  name: z.string(),
  probability: z.number().int(),
  count: z.number().int(),
  amounts: z.array(MoneySum),
});
export type StageSum = z.infer<typeof StageSum>;

export const Dashboard = z.object({
  /** Today in the workspace's time zone; months and days below are its own. */
  today: Day,
  timeZone: z.string(),
  contacts: z.object({
    total: z.object({ count: z.number().int(), capped: z.boolean() }),
    addedThisMonth: z.number().int(),
    /** The twelve months that end with this one. */
    byMonth: z.array(z.object({ month: Day, count: z.number().int() })),
  }),
  /** Open stages of each pipeline, in order, with what lies in them. */
  pipelines: z.array(z.object({ id: Id, name: z.string(), stages: z.array(StageSum) })),
  open: z.object({
    count: z.number().int(),
    amounts: z.array(MoneySum),
    /** Each amount times its probability. */
    weighted: z.array(MoneySum),
  }),
  /** Opportunities whose stage is won, by the day they were last moved. */
  won: z.object({ thisMonth: z.array(MoneySum), lastMonth: z.array(MoneySum), countThisMonth: z.number().int() }),
  leads: z.object({ open: z.number().int(), newThisWeek: z.number().int() }),
  tasks: z.object({
    overdue: z.number().int(),
    today: z.number().int(),
    /** The signed-in user's next tasks, overdue ones first. */
    mine: z.array(Activity),
  }),
  /** Open opportunities that are expected to close within thirty days or should have, the nearest first. */
  closing: z.array(Opportunity),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const RecentActivity = z.object({
  id: Id,
  type: z.enum(['task', 'call', 'meeting', 'mail', 'note']),
  subject: z.string(),
  at: Instant,
  by: Ref.nullable(),
  contact: Ref.nullable(),
});
export type RecentActivity = z.infer<typeof RecentActivity>;

export const dashboard = {
  get: endpoint({ method: 'GET', path: '/api/dashboard', tag: 'Dashboard', access: 'user', summary: 'What needs you now', response: Dashboard }),
  recent: endpoint({
    method: 'GET', path: '/api/recent-activities', tag: 'Dashboard', access: 'user', summary: 'What was done lately, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(5) }), response: z.object({ items: z.array(RecentActivity) }),
  }),
} as const;
