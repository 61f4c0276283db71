/** Reports on leads, opportunities and activities: figures, tables, and what may be drawn of them. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Filter } from '../../../kernel/filter.ts';
import { Ref, text, Version } from '../../../records/contract/field-values.ts';

export const REPORTS = [
  'conversion',
  'velocity',
  'outcomes',
  'sources',
  'activity',
  'cohorts',
  'accuracy',
  'people',
] as const;
export const ReportName = z.enum(REPORTS);
export type ReportName = z.infer<typeof ReportName>;

export const REPORT_TITLES: Record<ReportName, string> = {
  conversion: 'Conversion',
  velocity: 'Velocity',
  outcomes: 'Won and lost',
  sources: 'Sources',
  activity: 'Activity',
  cohorts: 'Cohorts',
  accuracy: 'Forecast accuracy',
  people: 'People and goals',
};

/** Periods relative to the day on which they are asked for, in the workspace's zone. `custom` names its days. */
export const PERIODS = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'last_30_days',
  'last_90_days',
  'last_12_months',
  'custom',
] as const;
export const COMPARISONS = ['none', 'previous', 'year'] as const;

/** Days that one report may span. */
export const MAX_DAYS = 1100;

export const ReportQuestion = z.strictObject({
  period: z.enum(PERIODS).default('last_12_months'),
  /** First and last day, of the period `custom`. */
  from: Day.optional(),
  to: Day.optional(),
  /** The comparison period: the days before, or the same days a year ago. */
  compare: z.enum(COMPARISONS).default('none'),
  pipelineId: Id.optional(),
  ownerId: Id.optional(),
  source: text(120).optional(),
});
export type ReportQuestion = z.infer<typeof ReportQuestion>;

/**
 * `money` is decimal text in the report's currency; `percent` 0 to 100; `days` a length of time; `month` its first day.
 */
export const Unit = z.enum(['text', 'count', 'money', 'percent', 'days', 'month', 'day']);
export type Unit = z.infer<typeof Unit>;
/** Null: there is nothing to say, which is not zero. */
const Cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof Cell>;

/** The list that holds what was counted. */
const Behind = z.object({ path: z.enum(['/opportunities', '/leads', '/activities']), filter: Filter });
export type Behind = z.infer<typeof Behind>;

const Figure = z.object({
  key: z.string(),
  label: z.string(),
  unit: Unit,
  value: Cell,
  /** Of the period that it is compared with. */
  previous: Cell,
  /** Which direction is good news. */
  better: z.enum(['up', 'down']).nullable(),
  behind: Behind.optional(),
});
export type Figure = z.infer<typeof Figure>;

const Column = z.object({ key: z.string(), label: z.string(), unit: Unit });
const Row = z.object({
  cells: z.record(z.string(), Cell),
  /** The records that a click on the row opens. */
  behind: Behind.optional(),
  /** The records behind single cells, by column. */
  behindCells: z.record(z.string(), Behind).optional(),
});
export type ReportRow = z.infer<typeof Row>;

const Section = z.object({
  key: z.string(),
  title: z.string(),
  /** How the report is calculated, in one sentence. */
  note: z.string().optional(),
  columns: z.array(Column),
  rows: z.array(Row),
  /** The default chart: the column for the axis, and the columns drawn. */
  chart: z
    .object({
      kind: z.enum(['bars', 'stacked', 'lines', 'funnel', 'heat']),
      category: z.string(),
      series: z.array(z.string()),
    })
    .optional(),
});
export type Section = z.infer<typeof Section>;

const Days = z.object({ from: Day, to: Day });
export const Report = z.object({
  report: ReportName,
  period: Days,
  previous: Days.nullable(),
  /** The reporting currency: all money of the report is in it. */
  currency: z.string(),
  figures: z.array(Figure),
  sections: z.array(Section),
  /** Currencies without an exchange rate: their amounts are in no sum. */
  missing: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;

export const ReportSchedule = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  /** Of a week 1 (Monday) to 7, of a month 1 to 28; not of a day. */
  day: z.number().int().min(1).max(28).default(1),
  /** Full hour in the workspace's zone. */
  hour: z.number().int().min(0).max(23),
  /** People of the workspace. */
  recipients: z.array(Id).min(1, 'Choose at least one recipient.').max(50),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const SavedReport = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  report: ReportName,
  question: ReportQuestion,
  shared: z.boolean(),
  owner: Ref.nullable(),
  editable: z.boolean(),
  schedule: ReportSchedule.nullable(),
  nextAt: Instant.nullable(),
  lastSentAt: Instant.nullable(),
  updatedAt: Instant,
  /**
   * It is not sent, because its owner left: until it is handed over, or an administrator changes it and so takes it
   * over.
   */
  waiting: z.boolean(),
});
export type SavedReport = z.infer<typeof SavedReport>;

const SavedName = text(80).min(1, 'Enter a name for the report.');
export const NewSavedReport = z.strictObject({
  name: SavedName,
  report: ReportName,
  question: ReportQuestion,
  shared: z.boolean().default(false),
  schedule: ReportSchedule.nullable().default(null),
});
export type NewSavedReport = z.infer<typeof NewSavedReport>;
export const SavedReportUpdate = z.strictObject({
  name: SavedName.optional(),
  question: ReportQuestion.optional(),
  shared: z.boolean().optional(),
  schedule: ReportSchedule.nullable().optional(),
  version: Version,
});
export type SavedReportUpdate = z.infer<typeof SavedReportUpdate>;

/** Reports that one workspace may keep. */
export const MAX_SAVED_REPORTS = 500;

const access = { access: 'user', tag: 'Reports' } as const;
const ReportParams = z.object({ report: ReportName });

export const reports = {
  read: endpoint({
    ...access,
    scope: 'opportunities:read',
    method: 'GET',
    path: '/api/reports/{report}',
    summary: 'Get a report',
    description:
      "Amounts won are counted at the exchange rate of their day, open ones at the latest. Days and months are those of the workspace's time zone.",
    params: ReportParams,
    query: ReportQuestion,
    response: Report,
    errors: ['validation', 'not_found'],
    tool: { name: 'read_report', effect: 'read' },
  }),
  download: endpoint({
    ...access,
    scope: 'opportunities:read',
    method: 'GET',
    path: '/api/reports/{report}/csv',
    summary: 'The tables of a report as CSV',
    params: ReportParams,
    query: ReportQuestion,
    produces: 'text/csv',
    errors: ['validation', 'not_found'],
  }),
} as const;

export const savedReports = {
  list: endpoint({
    ...access,
    scope: 'opportunities:read',
    method: 'GET',
    path: '/api/saved-reports',
    summary: "List saved reports: the caller's and shared ones",
    response: z.object({ items: z.array(SavedReport) }),
  }),
  create: endpoint({
    ...access,
    scope: 'opportunities:write',
    method: 'POST',
    path: '/api/saved-reports',
    summary: 'Save a report',
    status: 201,
    body: NewSavedReport,
    response: SavedReport,
    errors: ['validation', 'conflict'],
  }),
  update: endpoint({
    ...access,
    scope: 'opportunities:write',
    method: 'PUT',
    path: '/api/saved-reports/{id}',
    summary: 'Update a saved report',
    description:
      'Its owner, and administrators where it is shared, or is sent by mail and its owner left: whoever changes it then becomes its owner.',
    params: IdParams,
    body: SavedReportUpdate,
    response: SavedReport,
    errors: ['validation', 'not_found', 'forbidden', 'stale'],
  }),
  remove: endpoint({
    ...access,
    scope: 'opportunities:write',
    method: 'DELETE',
    path: '/api/saved-reports/{id}',
    summary: 'Delete a saved report',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
} as const;

/** A link that shows a report to someone without an account. */
export const ReportShare = z.object({
  id: Id,
  name: z.string(),
  report: ReportName,
  question: ReportQuestion,
  /** The whole address. */
  url: z.string(),
  /** `ended`: its day has passed. `revoked`: someone took it back. `orphaned`: who shared it left the workspace. */
  state: z.enum(['open', 'ended', 'revoked', 'orphaned']),
  createdBy: Ref.nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  lastOpenedAt: Instant.nullable(),
  editable: z.boolean(),
});
export type ReportShare = z.infer<typeof ReportShare>;

/** Days for which a link may be open. */
export const SHARE_DAYS = [1, 7, 30, 90, 365] as const;
/** Open links that one workspace may have. */
export const MAX_REPORT_SHARES = 200;

export const NewReportShare = z.strictObject({
  name: SavedName,
  report: ReportName,
  question: ReportQuestion,
  days: z.literal([...SHARE_DAYS]).default(30),
});

export const reportShares = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: '/api/report-shares',
    summary: 'Links that show reports to people without an account, newest first',
    response: z.object({ items: z.array(ReportShare) }),
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: '/api/report-shares',
    summary: 'Share a report by a link',
    description: 'Whoever has the link sees the report as the caller would, in figures of that moment, until it ends.',
    status: 201,
    body: NewReportShare,
    response: ReportShare,
    errors: ['validation', 'conflict', 'not_found'],
  }),
  revoke: endpoint({
    ...access,
    method: 'DELETE',
    path: '/api/report-shares/{id}',
    summary: 'End a link at once',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
} as const;
