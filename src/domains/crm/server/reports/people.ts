/** Amounts won by person, compared with their goals. */
import { decimal, sum } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Condition } from '../../../../kernel/filter.ts';
import type { Figure, Section } from '../../contract/reports.ts';
import { monthsOf } from '../../engine/reports/period.ts';
import { closedByOwner, NOTHING_CLOSED } from './closed-amounts.ts';
import { ask, type Asked, COUNTED, oneOf, OPEN_AMOUNT, opportunitiesBehind, percent, within } from './scope.ts';

interface OpenRow {
  owner: string | null;
  count: number;
  weighted: string;
}

/**
 * Goals of whole months that the period touches, by owner; `''` is the workspace's. Only those in the reporting
 * currency.
 */
async function goalsOf(scope: Asked): Promise<Map<string, string>> {
  const rows = await query<{ owner: string | null; amount: string }>(
    'select owner_id as owner, sum(amount)::numeric(19,4)::text as amount from sales_goals where workspace_id = $1 and month = any($2::date[]) and currency = $3 group by 1',
    [currentWorkspaceId(), monthsOf(scope.span), scope.currency],
  );
  return new Map(rows.map((row) => [row.owner ?? '', row.amount]));
}

/** Per cent of a goal that was reached. */
function attained(won: string, goal: string | undefined): number | null {
  return goal === undefined || decimal(goal).isZero() ? null : Number(decimal(won).div(goal).times(100n).toFixed(1));
}

/** @param names of the workspace's people by id */
export async function people(
  scope: Asked,
  names: ReadonlyMap<string, string>,
): Promise<{ figures: Figure[]; sections: Section[] }> {
  const [now, before, open, goals] = await Promise.all([
    closedByOwner(scope, scope.span),
    scope.previous ? closedByOwner(scope, scope.previous) : null,
    ask<OpenRow>(
      `select o.owner_id as owner, count(*)::int as count,
        coalesce(sum(${OPEN_AMOUNT} * o.probability / 100), 0)::numeric(19,4)::text as weighted
       from s join opportunities o on ${COUNTED} and o.state = 'open' group by 1`,
      scope,
      scope.span,
    ),
    goalsOf(scope),
  ]);
  const openOf = new Map(open.map((row) => [row.owner ?? '', row]));
  const owners = new Set([
    ...now.keys(),
    ...openOf.keys(),
    ...[...goals.keys()].filter((id) => id !== '' && (!scope.question.ownerId || id === scope.question.ownerId)),
  ]);
  const wonSum = (closed: typeof now) => sum([...closed.values()].map((row) => decimal(row.wonAmount))).toFixed(4);
  const isOf = (id: string): Condition => (id ? oneOf('owner', id) : { field: 'owner', op: 'empty' });
  const closedBy = (id: string, state: 'won' | 'lost') =>
    opportunitiesBehind(scope, within('closedAt', scope.span), oneOf('state', state), isOf(id));
  const openOfOwner = (id: string) => opportunitiesBehind(scope, oneOf('state', 'open'), isOf(id));
  const rows = [...owners]
    .map((id) => {
      const closed = now.get(id) ?? NOTHING_CLOSED;
      const goal = id === '' ? undefined : goals.get(id);
      return {
        cells: {
          person: id ? (names.get(id) ?? 'Former member') : 'No one',
          wonAmount: closed.wonAmount,
          goal: goal ?? null,
          attained: attained(closed.wonAmount, goal),
          won: closed.won,
          lost: closed.lost,
          rate: percent(closed.won, closed.won + closed.lost),
          open: openOf.get(id)?.count ?? 0,
          weighted: openOf.get(id)?.weighted ?? '0.0000',
        },
        behind: closedBy(id, 'won'),
        behindCells: {
          wonAmount: closedBy(id, 'won'),
          won: closedBy(id, 'won'),
          lost: closedBy(id, 'lost'),
          open: openOfOwner(id),
          weighted: openOfOwner(id),
        },
      };
    })
    .toSorted((a, b) => decimal(b.cells.wonAmount).cmp(a.cells.wonAmount));
  const goal = scope.question.ownerId ? goals.get(scope.question.ownerId) : goals.get('');
  return {
    figures: [
      {
        key: 'wonAmount',
        label: 'Won',
        unit: 'money',
        value: wonSum(now),
        previous: before && wonSum(before),
        better: 'up',
        behind: opportunitiesBehind(scope, within('closedAt', scope.span), oneOf('state', 'won')),
      },
      { key: 'goal', label: 'Goal', unit: 'money', value: goal ?? null, previous: null, better: null },
      {
        key: 'attained',
        label: '% of goal',
        unit: 'percent',
        value: attained(wonSum(now), goal),
        previous: null,
        better: 'up',
      },
    ],
    sections: [
      {
        key: 'people',
        title: 'By person',
        note: 'Goals are those of the months that the period touches, whole months each.',
        columns: [
          { key: 'person', label: 'Person', unit: 'text' },
          { key: 'wonAmount', label: 'Won', unit: 'money' },
          { key: 'goal', label: 'Goal', unit: 'money' },
          { key: 'attained', label: '% of goal', unit: 'percent' },
          { key: 'won', label: 'Deals won', unit: 'count' },
          { key: 'lost', label: 'Deals lost', unit: 'count' },
          { key: 'rate', label: 'Win rate', unit: 'percent' },
          { key: 'open', label: 'Open', unit: 'count' },
          { key: 'weighted', label: 'Weighted', unit: 'money' },
        ],
        rows,
        chart: { kind: 'bars', category: 'person', series: ['wonAmount', 'goal'] },
      },
    ],
  };
}
