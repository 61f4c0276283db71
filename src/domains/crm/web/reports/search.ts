/** The address of the reports: which one, and its question. */
import { addDays, isDay } from '../../../../kernel/days.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { COMPARISONS, PERIODS, type ReportName, REPORTS, type ReportQuestion } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { CRM } from '../../paths.ts';

export interface ReportsSearch {
  report: ReportName;
  period: (typeof PERIODS)[number];
  /** Days of a period of one's own; blank otherwise. */
  from: string;
  to: string;
  compare: (typeof COMPARISONS)[number];
  pipeline: string;
  owner: string;
  source: string;
  /** Id of the kept report that it started from. */
  saved: string;
}

/** Data behind the reports; a change runs them again. */
export const REPORT_FOLLOWS = [CRM.opportunities, CRM.leads, CRM.activities];

const STANDARD = { report: 'outcomes', period: 'last_12_months', compare: 'none' } as const;
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const day = (value: unknown): string => (isDay(text(value)) ? text(value) : '');
const id = (value: unknown): string => (/^[0-9a-f-]{36}$/i.test(text(value)) ? text(value) : '');

/** Reads the address; what does not fit is left out. */
export function parseReportsSearch(raw: RawSearch): ReportsSearch {
  return {
    report: REPORTS.find((one) => one === raw['report']) ?? STANDARD.report,
    period: PERIODS.find((one) => one === raw['period']) ?? STANDARD.period,
    from: day(raw['from']),
    to: day(raw['to']),
    compare: COMPARISONS.find((one) => one === raw['compare']) ?? STANDARD.compare,
    pipeline: id(raw['pipeline']),
    owner: id(raw['owner']),
    source: text(raw['source']).slice(0, 120),
    saved: id(raw['saved']),
  };
}

/** The page's settings in the address, without defaults. */
export function writeReportsSearch(change: Partial<ReportsSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === (STANDARD as Record<string, string>)[key] ? undefined : value,
    ]),
  );
}

/** The question for the server. Days are asked for only where the period is one's own. */
export function questionOf({ period, from, to, compare, pipeline, owner, source }: ReportsSearch): ReportQuestion {
  return {
    period,
    compare,
    ...(period === 'custom' ? { from: from || undefined, to: to || undefined } : {}),
    pipelineId: pipeline || undefined,
    ownerId: owner || undefined,
    source: source || undefined,
  };
}

/**
 * The days from one row's to another's, within the report's own: each row begins on its day and ends before the next.
 */
export function daysOf(begins: readonly string[], first: number, last: number, period: DaySpan): DaySpan {
  const from = begins[first]!;
  const next = begins[last + 1];
  return { from: from < period.from ? period.from : from, to: next === undefined ? period.to : addDays(next, -1) };
}

/** The address of a kept report. */
export function searchOfSaved({
  id: saved,
  report,
  question,
}: {
  id: string;
  report: ReportName;
  question: ReportQuestion;
}): ReportsSearch {
  const { period, from = '', to = '', compare, pipelineId = '', ownerId = '', source = '' } = question;
  return { report, period, from, to, compare, pipeline: pipelineId, owner: ownerId, source, saved };
}
