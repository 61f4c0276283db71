/** Puts a report together. */
import { query, transaction } from '../../../../server/db/index.ts';
import type { Report, ReportName, ReportQuestion, Section } from '../../contract/reports.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import { accuracy } from './accuracy.ts';
import { activity } from './activity.ts';
import { cohorts } from './cohorts.ts';
import { conversion } from './conversion.ts';
import { outcomes, velocity } from './outcomes.ts';
import { people } from './people.ts';
import { type Asked, asked, missingRates } from './scope.ts';
import { sources } from './sources.ts';

type Names = ReadonlyMap<string, string>;
const BUILDERS: Record<ReportName, (scope: Asked, names: Names) => Promise<Pick<Report, 'figures' | 'sections'>>> = {
  conversion, velocity, outcomes, sources, activity, cohorts, accuracy, people,
};

async function names(): Promise<Names> {
  const rows = await query<{ id: string; name: string }>('select id, name from workspace_people');
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** All figures of one moment. @throws AppError `validation` for an impossible period, `not_found` for an unknown pipeline. */
export function readReport(report: ReportName, question: ReportQuestion, now = new Date()): Promise<Report> {
  return transaction(async () => {
    const scope = await asked(question, now);
    const parts = await BUILDERS[report](scope, await names());
    const missing = report === 'activity' ? [] : await missingRates(scope, '(o.closed_at is null or (o.closed_at >= s.since and o.closed_at < s.until))');
    return { report, period: scope.span, previous: scope.previous, currency: scope.currency, ...parts, missing };
  }, { isolation: 'repeatable read' });
}

/** The tables of a report one after the other, each under its title. Money is decimal text of the report's currency. */
export function reportCsv(report: Report): string {
  const table = ({ title, columns, rows }: Section) => [
    [title], columns.map(({ label, unit }) => (unit === 'money' ? `${label} (${report.currency})` : unit === 'percent' ? `${label} (%)` : label)),
    ...rows.map((row) => columns.map(({ key }) => String(row.cells[key] ?? ''))), [],
  ];
  const head = [['From', report.period.from], ['To', report.period.to], []];
  return [...head, ...report.sections.flatMap(table)].map((cells) => csvRow(cells)).join('');
}
