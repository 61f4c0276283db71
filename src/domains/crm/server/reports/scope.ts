/** The scope of every report: workspace, period, filters, and currency. */
import { addDays, dayAt, monthStart, startOfDay } from '../../../../kernel/days.ts';
import { invalid, notFound } from '../../../../kernel/errors.ts';
import type { Condition } from '../../../../kernel/filter.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Behind, ReportQuestion } from '../../contract/reports.ts';
import { comparedWith, type DaySpan, periodOf } from '../../engine/reports/period.ts';

export interface Asked {
  question: ReportQuestion;
  span: DaySpan;
  previous: DaySpan | null;
  today: string;
  timeZone: string;
  /** The reporting currency. */
  currency: string;
}

/**
 * @throws AppError `validation` for a period that cannot be, `not_found` for a pipeline that is not: its figures would
 *   all be nought.
 */
export async function asked(question: ReportQuestion, now = new Date()): Promise<Asked> {
  if (question.pipelineId) {
    const [pipeline] = await query('select 1 from pipelines where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      question.pipelineId,
    ]);
    if (!pipeline) throw notFound('The pipeline');
  }
  const [workspace] = await query<{ time_zone: string; currency: string }>(
    'select time_zone, currency from present_workspace',
  );
  const timeZone = workspace?.time_zone ?? 'UTC';
  const today = dayAt(now, timeZone);
  const span = periodOf(question, today);
  if ('problem' in span) throw invalid(span.field, span.problem);
  return {
    question,
    span,
    previous: comparedWith(span, question.compare),
    today,
    timeZone,
    currency: workspace?.currency ?? 'USD',
  };
}

/**
 * The first part of each query: one row `s` with the workspace `ws`, the instants `since` and `until`, the zone `tz`,
 * the currency `base`, and the narrowing `pipe`, `own` and `src`, null where everything counts. The same are $1 to $8.
 */
export const SCOPE = `with s as (select $1::uuid as ws, $2::timestamptz as since, $3::timestamptz as until, $4::text as tz, $5::text as base,
  $6::uuid as pipe, $7::uuid as own, $8::text as src)`;

/** Runs a query that begins with SCOPE, over a span of days. Further parameters begin at $9. */
export function ask<Row extends object>(
  sql: string,
  { question, timeZone, currency }: Asked,
  span: DaySpan,
  ...more: unknown[]
): Promise<Row[]> {
  return query<Row>(`${SCOPE} ${sql}`, [
    currentWorkspaceId(),
    startOfDay(span.from, timeZone),
    startOfDay(addDays(span.to, 1), timeZone),
    timeZone,
    currency,
    question.pipelineId ?? null,
    question.ownerId ?? null,
    question.source ?? null,
    ...more,
  ]);
}

/**
 * Which opportunities count: living ones, narrowed by pipeline, owner and source. `o` beside `s`. Conditions name
 * parameters, not columns of `s`: the planner knows their values then, and how many rows to expect.
 */
export const COUNTED = `o.workspace_id = $1::uuid and o.deleted_at is null
  and ($6::uuid is null or o.pipeline_id = $6::uuid)
  and ($7::uuid is null or o.owner_id = $7::uuid) and ($8::text is null or o.source = $8::text)`;

/** No one's private record. Policies leave those out that the caller may not see; this leaves out his own too. */
export const NOT_PRIVATE = 'not exists (select 1 from private_records pr where pr.record_id = o.id)';

/** The amount of `o` in the reporting currency at the rate of `day`; null where no rate is known. */
export function converted(day: string): string {
  return `(case when o.currency = s.base then o.amount else o.amount * (
    select r.rate from exchange_rates r
      where r.workspace_id = $1::uuid and r.base = s.base and r.currency = o.currency and r.day <= ${day}
      order by r.day desc limit 1) end)`;
}

/** Amounts of what was won or lost count at the rate of the day on which that happened. */
export const CLOSED_AMOUNT = converted('(o.closed_at at time zone s.tz)::date');
export const OPEN_AMOUNT = converted('(now() at time zone s.tz)::date');

/**
 * Currencies of counted opportunities whose amounts are in no sum: no rate is known for the day that they count at.
 * @param where SQL over `o`; the span is from $2 to $3, the one that it is compared with from $9 to $10, null without
 *   one
 */
export async function missingRates(scope: Asked, where: string): Promise<string[]> {
  const { previous, timeZone } = scope;
  const rows = await ask<{ currency: string }>(
    `, p as (select $9::timestamptz as since, $10::timestamptz as until)
     select distinct o.currency from s join opportunities o on ${COUNTED} and ${where} and o.currency <> s.base
       and not exists (select 1 from exchange_rates r where r.workspace_id = $1::uuid and r.base = s.base
          and r.currency = o.currency
         and r.day <= (coalesce(o.closed_at, now()) at time zone s.tz)::date) order by 1`,
    scope,
    scope.span,
    previous && startOfDay(previous.from, timeZone),
    previous && startOfDay(addDays(previous.to, 1), timeZone),
  );
  return rows.map((row) => row.currency);
}

/** Whole per cent with one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** Days with one decimal, of seconds. */
export function inDays(seconds: number | string | null): number | null {
  return seconds === null ? null : Math.round(Number(seconds) / 8640) / 10;
}

/** The list of opportunities that holds what was counted, as far as filters can say it. */
export function opportunitiesBehind({ question }: Asked, ...conditions: Condition[]): Behind {
  const narrowing: Condition[] = [
    ...(question.pipelineId ? [{ field: 'pipeline', op: 'any_of', value: [question.pipelineId] } as const] : []),
    ...(question.ownerId ? [{ field: 'owner', op: 'any_of', value: [question.ownerId] } as const] : []),
    ...(question.source ? [{ field: 'source', op: 'any_of', value: [question.source] } as const] : []),
  ].map((condition) => ({ ...condition, value: [...condition.value] }));
  return { path: '/opportunities', filter: { match: 'all', conditions: joined(conditions, narrowing) } };
}

/**
 * Conditions, and of those that narrow the report the ones that say something else: a row of one owner needs its owner
 * once.
 */
export function joined(conditions: readonly Condition[], narrowing: readonly Condition[]): Condition[] {
  return [...conditions, ...narrowing.filter(({ field }) => conditions.every((other) => other.field !== field))];
}

/** The days of a month that belong to the span. */
export function monthWithin(month: string, { from, to }: DaySpan): DaySpan {
  const last = addDays(monthStart(month, 1), -1);
  return { from: month < from ? from : month, to: last > to ? to : last };
}

export const within = (field: string, { from, to }: DaySpan): Condition => ({
  field,
  op: 'between',
  value: [from, to],
});
export const oneOf = (field: string, ...value: string[]): Condition => ({ field, op: 'any_of', value });
