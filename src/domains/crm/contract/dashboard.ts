/** The dashboard: figures, tasks, and recent events for the start of the day. */
import * as z from 'zod';
import { Day, endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { Ref } from '../../../records/contract/field-values.ts';
import { Activity, ActivityType } from './activities.ts';
import { OpportunityRow } from './opportunities.ts';
import { Agent } from '../../../records/contract/field-values.ts';

/** A sum in one currency. */
export const MoneySum = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** Decimal text with two places. */
  amount: z.string(),
});
export type MoneySum = z.infer<typeof MoneySum>;

/** All of it in the workspace's currency; null when a currency has no rate: then nothing is added up. */
const Total = MoneySum.nullable();

export const StageSum = z.object({
  id: Id,
  name: z.string(),
  probability: z.number().int(),
  count: z.number().int(),
  amounts: z.array(MoneySum),
  /** At today's rates, as on the board. */
  total: Total,
});
export type StageSum = z.infer<typeof StageSum>;

export const WIDGETS = [
  'figures',
  'needs',
  'tasks',
  'closing',
  'stuck',
  'goals',
  'pipelines',
  'won',
  'done',
  'growth',
  'recent',
  'status',
] as const;
export const WidgetName = z.enum(WIDGETS);
export type WidgetName = z.infer<typeof WidgetName>;

/** A kept report as a widget: "report:" and its id. */
const ReportWidget = z.templateLiteral(['report:', Id]);

const WidgetId = z.union([WidgetName, ReportWidget]);
export type WidgetId = z.infer<typeof WidgetId>;

/** Kept reports that one dashboard may show: each is a question of its own. */
export const MAX_REPORT_WIDGETS = 8;

/** The widgets that someone sees, in order; wide ones take the whole row. */
export const DashboardLayout = z.object({ widgets: z.array(z.object({ id: WidgetId, wide: z.boolean() })) });
export type DashboardLayout = z.infer<typeof DashboardLayout>;

/** The layout until a person arranges their own. */
export const STANDARD_LAYOUT: DashboardLayout['widgets'] = [
  { id: 'figures', wide: true },
  { id: 'needs', wide: false },
  { id: 'tasks', wide: false },
  { id: 'closing', wide: false },
  { id: 'stuck', wide: false },
  { id: 'goals', wide: false },
  { id: 'won', wide: false },
  { id: 'pipelines', wide: true },
  { id: 'growth', wide: false },
  { id: 'recent', wide: false },
];

/** How many in a month, which its first day names. */
const MonthCount = z.object({ month: Day, count: z.number().int() });
export type MonthCount = z.infer<typeof MonthCount>;

export const Dashboard = z.object({
  layout: DashboardLayout,
  /** Today in the workspace's time zone; months and days below are its own. */
  today: Day,
  timeZone: z.string(),
  contacts: z.object({
    total: z.object({ count: z.number().int(), capped: z.boolean() }),
    addedThisMonth: z.number().int(),
    /** The twelve months that end with this one. */
    byMonth: z.array(MonthCount),
  }),
  /** Open stages of each pipeline, in order, with what lies in them. */
  pipelines: z.array(z.object({ id: Id, name: z.string(), stages: z.array(StageSum) })),
  open: z.object({
    count: z.number().int(),
    amounts: z.array(MoneySum),
    /** At today's rates, as on the board and in the forecast. */
    total: Total,
    /** Each amount times its probability. */
    weighted: z.array(MoneySum),
    weightedTotal: Total,
  }),
  /** Opportunities that were won, by the day on which they were; each at the rate of that day, as in the reports. */
  won: z.object({
    thisMonth: z.array(MoneySum),
    thisMonthTotal: Total,
    lastMonth: z.array(MoneySum),
    lastMonthTotal: Total,
    countThisMonth: z.number().int(),
  }),
  /** Over the same twelve months: opportunities won, and activities done. */
  trends: z.object({ won: z.array(MonthCount), done: z.array(MonthCount) }),
  /**
   * Open opportunities in which nothing has moved for longer than their stage allows: how many in all, and the user's
   * own first.
   */
  stuck: z.object({ count: z.number().int(), mine: z.number().int(), items: z.array(OpportunityRow) }),
  leads: z.object({ open: z.number().int(), newThisWeek: z.number().int() }),
  tasks: z.object({
    overdue: z.number().int(),
    today: z.number().int(),
    /** The signed-in user's next tasks, overdue ones first. */
    mine: z.array(Activity),
  }),
  /** Open opportunities that are expected to close within thirty days or should have, the nearest first. */
  closing: z.array(OpportunityRow),
  /** Open opportunities whose expected day has passed. */
  late: z.number().int(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const RecentActivity = z.object({
  id: Id,
  type: ActivityType,
  subject: z.string(),
  at: Instant,
  by: Ref.nullable(),
  /** The automation that completed it. */
  through: Agent.optional(),
  contact: Ref.nullable(),
});
export type RecentActivity = z.infer<typeof RecentActivity>;

const NewLayout = z.strictObject({
  widgets: z
    .array(z.strictObject({ id: WidgetId, wide: z.boolean() }))
    .max(WIDGETS.length + MAX_REPORT_WIDGETS)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each widget can be added only once.')
    .refine(
      (list) => list.filter(({ id }) => id.startsWith('report:')).length <= MAX_REPORT_WIDGETS,
      `A dashboard can show up to ${MAX_REPORT_WIDGETS} reports.`,
    ),
});

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    tag: 'Dashboard',
    access: 'user',
    summary: 'Get the dashboard',
    response: Dashboard,
  }),
  layout: endpoint({
    method: 'GET',
    path: '/api/dashboard/layout',
    tag: 'Dashboard',
    access: 'user',
    summary: 'Get your dashboard layout',
    response: DashboardLayout,
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/api/dashboard/layout',
    tag: 'Dashboard',
    access: 'user',
    summary: 'Update your dashboard layout',
    description: 'What is left out is not shown, nor is a kept report that the caller cannot open. Only yours changes.',
    body: NewLayout,
    response: DashboardLayout,
    errors: ['validation'],
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/dashboard/layout',
    tag: 'Dashboard',
    access: 'user',
    summary: 'Reset your dashboard to the default',
    response: DashboardLayout,
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/recent-activities',
    tag: 'Dashboard',
    access: 'user',
    summary: 'Recently completed activities, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(5) }),
    response: z.object({ items: z.array(RecentActivity) }),
  }),
} as const;
