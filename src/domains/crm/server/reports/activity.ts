/** What people did: activities by week and by person. */
import { addDays, weekStart } from '../../../../kernel/days.ts';
import type { Condition } from '../../../../kernel/filter.ts';
import type { Figure, ReportRow, Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { ask, type Asked, oneOf, within } from './scope.ts';

const TYPES = ['call', 'meeting', 'mail', 'task', 'note'] as const;
type Type = (typeof TYPES)[number];
const LABELS: Record<Type, string> = { call: 'Calls', meeting: 'Meetings', mail: 'Mails', task: 'Tasks', note: 'Notes' };

interface Done { type: Type; key: string | null; count: number }

/** Done in the span, by type and a key of SQL. */
function doneBy(key: string, scope: Asked, span: DaySpan): Promise<Done[]> {
  return ask<Done>(
    `select a.type, ${key} as key, count(*)::int as count
     from s join activities a on a.workspace_id = s.ws and a.deleted_at is null and a.done_at >= s.since and a.done_at < s.until and (s.own is null or a.owner_id = s.own)
       and (s.pipe is null or exists (select 1 from opportunities o where o.id = a.opportunity_id and o.pipeline_id = s.pipe))
       and (s.src is null or exists (select 1 from opportunities o where o.id = a.opportunity_id and o.source = s.src))
     group by 1, 2`, scope, span,
  );
}

function weeksOf({ from, to }: DaySpan): string[] {
  const weeks: string[] = [];
  for (let week = weekStart(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

const sum = (rows: readonly Done[], type?: Type) => rows.reduce((total, row) => total + (type === undefined || row.type === type ? row.count : 0), 0);
const columns = TYPES.map((type) => ({ key: type, label: LABELS[type], unit: 'count' as const }));

function cellsOf(rows: readonly Done[]): ReportRow['cells'] {
  return { ...Object.fromEntries(TYPES.map((type) => [type, sum(rows, type)])), all: sum(rows) };
}

/** @param names of the workspace's people by id */
export async function activity(scope: Asked, names: ReadonlyMap<string, string>): Promise<{ figures: Figure[]; sections: Section[] }> {
  const [byWeek, byOwner, before] = await Promise.all([
    doneBy(`to_char(date_trunc('week', a.done_at at time zone s.tz), 'YYYY-MM-DD')`, scope, scope.span), doneBy('a.owner_id::text', scope, scope.span),
    scope.previous ? doneBy('null::text', scope, scope.previous) : null,
  ]);
  const mine = scope.question.ownerId ? [oneOf('owner', scope.question.ownerId)] : [];
  const behind = (...conditions: Condition[]) => ({
    path: '/activities' as const, filter: { match: 'all' as const, conditions: [within('doneAt', scope.span), ...conditions] },
  });
  const weeks = Map.groupBy(byWeek, (row) => row.key);
  const people = [...Map.groupBy(byOwner, (row) => row.key)].toSorted(([, a], [, b]) => sum(b) - sum(a));
  return {
    figures: [
      { key: 'all', label: 'Done', unit: 'count', value: sum(byOwner), previous: before && sum(before), better: 'up', behind: behind(...mine) },
      ...(['call', 'meeting', 'mail'] as const).map((type): Figure => ({
        key: type, label: LABELS[type], unit: 'count', value: sum(byOwner, type), previous: before && sum(before, type), better: 'up', behind: behind(oneOf('type', type), ...mine),
      })),
    ],
    sections: [
      {
        key: 'weeks', title: 'By week', note: 'Weeks begin on Monday; an activity counts on the day on which it was done.',
        columns: [{ key: 'week', label: 'Week of', unit: 'day' }, ...columns, { key: 'all', label: 'All', unit: 'count' }],
        rows: weeksOf(scope.span).map((week) => ({ cells: { week, ...cellsOf(weeks.get(week) ?? []) } })),
        chart: { kind: 'stacked', category: 'week', series: [...TYPES] },
      },
      {
        key: 'people', title: 'By person',
        columns: [{ key: 'person', label: 'Person', unit: 'text' }, ...columns, { key: 'all', label: 'All', unit: 'count' }],
        rows: people.map(([id, rows]) => ({
          cells: { person: id ? names.get(id) ?? 'Former member' : 'Nobody', ...cellsOf(rows) }, behind: behind(id ? oneOf('owner', id) : { field: 'owner', op: 'empty' }),
        })),
        chart: { kind: 'stacked', category: 'person', series: [...TYPES] },
      },
    ],
  };
}
