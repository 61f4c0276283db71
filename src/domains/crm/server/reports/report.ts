/** Puts a report together. */
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Report, ReportName, ReportQuestion, Section } from '../../contract/reports.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { accuracy } from './forecast-accuracy.ts';
import { activity } from './activity.ts';
import { cohorts } from './cohorts.ts';
import { conversion } from './conversion.ts';
import { outcomes, velocity } from './won-lost.ts';
import { people } from './people.ts';
import { type Asked, asked, missingRates } from './scope.ts';
import { sources } from './sources.ts';

type Names = ReadonlyMap<string, string>;
const BUILDERS: Record<
  ReportName,
  (scope: Asked, names: Names) => Promise<Pick<Report, 'figures' | 'sections'> & { missing?: readonly string[] }>
> = { conversion, velocity, outcomes, sources, activity, cohorts, accuracy, people };

async function names(): Promise<Names> {
  const rows = await query<{ id: string; name: string }>('select id, name from workspace_people');
  return new Map(rows.map((row) => [row.id, row.name]));
}

const REPORTS = new Memory({
  paths: [
    CRM.opportunities,
    CRM.leads,
    CRM.activities,
    CRM.pipelines,
    CRM.salesGoals,
    CRM.exchangeRates,
    CRM.closeReasons,
    CRM.channelCosts,
  ],
  longest: 10_000,
  most: 500,
});

/** The report of this moment, worked out once for all who ask until something in it changes. @throws as `readReport` */
export async function currentReport(report: ReportName, question: ReportQuestion): Promise<Report> {
  const { timeZone, currency } = await workspaceSettings();
  return REPORTS.read(
    currentWorkspaceId(),
    JSON.stringify([
      report,
      timeZone,
      currency,
      Object.entries(question).toSorted(([one], [other]) => one.localeCompare(other)),
    ]),
    () => readReport(report, question),
  );
}

const CLOSED_IN_SPAN = '(o.closed_at >= $2::timestamptz and o.closed_at < $3::timestamptz)';
const CLOSED = `(${CLOSED_IN_SPAN} or (o.closed_at >= $9::timestamptz and o.closed_at < $10::timestamptz))`;
/** Opportunities whose amounts are in each report or its comparison. Reports not listed count records only. */
const AMOUNTS_OF: Partial<Record<ReportName, string>> = {
  velocity: `o.state = 'won' and ${CLOSED}`,
  outcomes: CLOSED,
  people: `(o.state = 'open' or (o.state = 'won' and ${CLOSED}))`,
  accuracy: `(o.state = 'open' or (o.state = 'won' and ${CLOSED_IN_SPAN}))`,
  // Deals created in the period, whenever they were won. Only their counts are compared.
  sources: `o.state = 'won' and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz`,
};

/**
 * All figures of one moment.
 * @throws AppError `validation` for an impossible period, `not_found` for an unknown pipeline.
 */
export function readReport(report: ReportName, question: ReportQuestion, now = new Date()): Promise<Report> {
  return transaction(
    async () => {
      const scope = await asked(question, now);
      const { missing: others = [], ...parts } = await BUILDERS[report](scope, await names());
      const amounts = AMOUNTS_OF[report];
      const missing = [...new Set([...(amounts ? await missingRates(scope, amounts) : []), ...others])].toSorted();
      return { report, period: scope.span, previous: scope.previous, currency: scope.currency, ...parts, missing };
    },
    { isolation: 'repeatable read' },
  );
}

/** The tables of a report one after the other, each under its title. Money is decimal text of the report's currency. */
export function reportCsv(report: Report): string {
  const table = ({ title, columns, rows }: Section) => [
    [title],
    columns.map(({ label, unit }) =>
      unit === 'money' ? `${label} (${report.currency})` : unit === 'percent' ? `${label} (%)` : label,
    ),
    ...rows.map((row) => columns.map(({ key }) => String(row.cells[key] ?? ''))),
    [],
  ];
  const head = [['From', report.period.from], ['To', report.period.to], []];
  return [...head, ...report.sections.flatMap(table)].map((cells) => csvRow(cells)).join('');
}
