/** Completed activities by week and by person. */
import { addDays, weekStart } from '../../../../kernel/days.ts';
import type { Condition } from '../../../../kernel/filter.ts';
import type { Figure, ReportRow, Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { ask, type Asked, joined, oneOf, within } from './scope.ts';

const TYPES = ['call', 'meeting', 'mail', 'task', 'note'] as const;
type Type = (typeof TYPES)[number];
const LABELS: Record<Type, string> = {
  call: 'Calls',
  meeting: 'Meetings',
  mail: 'Emails',
  task: 'Tasks',
  note: 'Notes',
};

interface Done {
  type: Type;
  owner: string | null;
  week: string;
  count: number;
}

/** Done in the span, by type, person and week. One walk for all tables of the report: there may be a million. */
function doneIn(scope: Asked, span: DaySpan): Promise<Done[]> {
  return ask<Done>(
    `select g.type, g.owner, to_char(g.week, 'YYYY-MM-DD') as week, g.count from (
     select a.type, a.owner_id as owner, date_trunc('week', a.done_at at time zone s.tz) as week, count(*)::int as count
     from s join activities a on a.workspace_id = $1::uuid and a.deleted_at is null and a.done_at >= $2::timestamptz
        and a.done_at < $3::timestamptz and ($7::uuid is null or a.owner_id = $7::uuid)
       and (($6::uuid is null and $8::text is null) or exists
          (select 1 from opportunities o where o.id = a.opportunity_id and o.deleted_at is null
         and ($6::uuid is null or o.pipeline_id = $6::uuid) and ($8::text is null or o.source = $8::text)))
     group by 1, 2, 3) g`,
    scope,
    span,
  );
}

function weeksOf({ from, to }: DaySpan): string[] {
  const weeks: string[] = [];
  for (let week = weekStart(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

/** The days of a week that belong to the span. */
function weekWithin(week: string, { from, to }: DaySpan): DaySpan {
  const last = addDays(week, 6);
  return { from: week < from ? from : week, to: last > to ? to : last };
}

const sum = (rows: readonly Done[], type?: Type) =>
  rows.reduce((total, row) => total + (type === undefined || row.type === type ? row.count : 0), 0);
const columns = TYPES.map((type) => ({ key: type, label: LABELS[type], unit: 'count' as const }));

function cellsOf(rows: readonly Done[]): ReportRow['cells'] {
  return { ...Object.fromEntries(TYPES.map((type) => [type, sum(rows, type)])), all: sum(rows) };
}

/** @param names of the workspace's people by id */
export async function activity(
  scope: Asked,
  names: ReadonlyMap<string, string>,
): Promise<{ figures: Figure[]; sections: Section[] }> {
  const [done, before] = await Promise.all([
    doneIn(scope, scope.span),
    scope.previous ? doneIn(scope, scope.previous) : null,
  ]);
  const { ownerId, pipelineId, source } = scope.question;
  const narrowing = [
    ...(ownerId ? [oneOf('owner', ownerId)] : []),
    ...(pipelineId ? [oneOf('opportunityPipeline', pipelineId)] : []),
    ...(source ? [oneOf('opportunitySource', source)] : []),
  ];
  const behind = (span: DaySpan, ...conditions: Condition[]) => ({
    path: '/activities' as const,
    filter: { match: 'all' as const, conditions: joined([within('doneAt', span), ...conditions], narrowing) },
  });
  const behindCells = (span: DaySpan, ...conditions: Condition[]) =>
    Object.fromEntries(TYPES.map((type) => [type, behind(span, oneOf('type', type), ...conditions)]));
  const weeks = Map.groupBy(done, (row) => row.week);
  const people = [...Map.groupBy(done, (row) => row.owner)].toSorted(([, a], [, b]) => sum(b) - sum(a));
  return {
    figures: [
      {
        key: 'all',
        label: 'Done',
        unit: 'count',
        value: sum(done),
        previous: before && sum(before),
        better: 'up',
        behind: behind(scope.span),
      },
      ...(['call', 'meeting', 'mail'] as const).map((type): Figure => ({
        key: type,
        label: LABELS[type],
        unit: 'count',
        value: sum(done, type),
        previous: before && sum(before, type),
        better: 'up',
        behind: behind(scope.span, oneOf('type', type)),
      })),
    ],
    sections: [
      {
        key: 'weeks',
        title: 'By week',
        note: 'Weeks start on Monday. Activities count on the day they were completed.',
        columns: [
          { key: 'week', label: 'Week of', unit: 'day' },
          ...columns,
          { key: 'all', label: 'All', unit: 'count' },
        ],
        rows: weeksOf(scope.span).map((week) => {
          const span = weekWithin(week, scope.span);
          return {
            cells: { week, ...cellsOf(weeks.get(week) ?? []) },
            behind: behind(span),
            behindCells: behindCells(span),
          };
        }),
        chart: { kind: 'stacked', category: 'week', series: [...TYPES] },
      },
      {
        key: 'people',
        title: 'By person',
        columns: [
          { key: 'person', label: 'Person', unit: 'text' },
          ...columns,
          { key: 'all', label: 'All', unit: 'count' },
        ],
        rows: people.map(([id, rows]) => {
          const of: Condition = id ? oneOf('owner', id) : { field: 'owner', op: 'empty' };
          return {
            cells: { person: id ? (names.get(id) ?? 'Former member') : 'No one', ...cellsOf(rows) },
            behind: behind(scope.span, of),
            behindCells: behindCells(scope.span, of),
          };
        }),
        chart: { kind: 'stacked', category: 'person', series: [...TYPES] },
      },
    ],
  };
}
