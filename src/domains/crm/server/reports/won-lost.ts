/** Won and lost: by month, and for which reasons; and how fast money comes through the pipeline. */
import { decimal } from '../../../../kernel/money/index.ts';
import type { Figure, Section } from '../../contract/reports.ts';
import { monthsOf } from '../../engine/reports/period.ts';
import { CLOSED, type Closed, closedByMonth, closedIn, NOTHING_CLOSED } from './closed-amounts.ts';
import { ask, type Asked, COUNTED, inDays, monthWithin, oneOf, opportunitiesBehind, percent, within } from './scope.ts';

type Parts = { figures: Figure[]; sections: Section[] };

const winRate = ({ won, lost }: Closed) => percent(won, won + lost);

export async function outcomes(scope: Asked): Promise<Parts> {
  const [now, before, byMonth] = await Promise.all([
    closedIn(scope, scope.span),
    scope.previous ? closedIn(scope, scope.previous) : null,
    closedByMonth(scope),
  ]);
  const why = await reasons(scope);
  const behind = (state: 'won' | 'lost') =>
    opportunitiesBehind(scope, within('closedAt', scope.span), oneOf('state', state));
  return {
    figures: [
      {
        key: 'wonAmount',
        label: 'Won',
        unit: 'money',
        value: now.wonAmount,
        previous: before?.wonAmount ?? null,
        better: 'up',
        behind: behind('won'),
      },
      {
        key: 'won',
        label: 'Deals won',
        unit: 'count',
        value: now.won,
        previous: before?.won ?? null,
        better: 'up',
        behind: behind('won'),
      },
      {
        key: 'lost',
        label: 'Deals lost',
        unit: 'count',
        value: now.lost,
        previous: before?.lost ?? null,
        better: 'down',
        behind: behind('lost'),
      },
      {
        key: 'rate',
        label: 'Win rate',
        unit: 'percent',
        value: winRate(now),
        previous: before && winRate(before),
        better: 'up',
      },
    ],
    sections: [
      {
        key: 'months',
        title: 'Won and lost by month',
        note: 'By the day on which they were closed.',
        columns: [
          { key: 'month', label: 'Month', unit: 'month' },
          { key: 'wonAmount', label: 'Won', unit: 'money' },
          { key: 'lostAmount', label: 'Lost', unit: 'money' },
          { key: 'won', label: 'Deals won', unit: 'count' },
          { key: 'lost', label: 'Deals lost', unit: 'count' },
          { key: 'rate', label: 'Win rate', unit: 'percent' },
        ],
        rows: monthsOf(scope.span).map((month) => {
          const { won, lost, wonAmount, lostAmount } = byMonth.get(month) ?? NOTHING_CLOSED;
          const closed = (...state: ('won' | 'lost')[]) =>
            opportunitiesBehind(scope, within('closedAt', monthWithin(month, scope.span)), oneOf('state', ...state));
          return {
            cells: { month, wonAmount, lostAmount, won, lost, rate: percent(won, won + lost) },
            behind: closed('won', 'lost'),
            behindCells: {
              wonAmount: closed('won'),
              won: closed('won'),
              lostAmount: closed('lost'),
              lost: closed('lost'),
            },
          };
        }),
        chart: { kind: 'bars', category: 'month', series: ['wonAmount', 'lostAmount'] },
      },
      whyOf(scope, why, 'won', 'Why they were won'),
      whyOf(scope, why, 'lost', 'Why they were lost'),
    ],
  };
}

interface Reason {
  state: 'won' | 'lost';
  id: string | null;
  label: string | null;
  count: number;
  amount: string;
}

function reasons(scope: Asked): Promise<Reason[]> {
  return ask<Reason>(
    `${CLOSED} select g.state, r.id, r.label, g.count, g.amount
     from (select state, close_reason_id, count(*)::int as count, coalesce(sum(value), 0)::numeric(19,4)::text as amount
        from c group by 1, 2) g
     left join close_reasons r on r.id = g.close_reason_id order by g.count desc, r.label`,
    scope,
    scope.span,
  );
}

/** Reasons that a table shows. */
const MAX_REASONS = 50;

function whyOf(scope: Asked, reasons: readonly Reason[], state: 'won' | 'lost', title: string): Section {
  const rows = reasons.filter((row) => row.state === state).slice(0, MAX_REASONS);
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    key: `reasons-${state}`,
    title,
    columns: [
      { key: 'reason', label: 'Reason', unit: 'text' },
      { key: 'count', label: 'Deals', unit: 'count' },
      { key: 'share', label: 'Share', unit: 'percent' },
      { key: 'amount', label: 'Amount', unit: 'money' },
    ],
    rows: rows.map(({ id, label, count, amount }) => ({
      cells: { reason: label ?? 'No reason given', count, share: percent(count, all), amount },
      behind: opportunitiesBehind(
        scope,
        within('closedAt', scope.span),
        oneOf('state', state),
        id ? oneOf('closeReason', id) : { field: 'closeReason', op: 'empty' },
      ),
    })),
    chart: { kind: 'bars', category: 'reason', series: ['count'] },
  };
}

/**
 * Sales velocity: open deals × win rate × mean amount won ÷ median days to win. Money a day; null when a part is not
 * known.
 */
function velocityOf(open: number, { won, lost, average, cycle }: Closed): string | null {
  const days = inDays(cycle);
  if (average === null || !days || won + lost === 0) return null;
  return decimal(BigInt(open))
    .times(average)
    .times(BigInt(won))
    .div(BigInt(won + lost))
    .div(String(days))
    .toFixed(4);
}

export async function velocity(scope: Asked): Promise<Parts> {
  const [now, before, byMonth, [row]] = await Promise.all([
    closedIn(scope, scope.span),
    scope.previous ? closedIn(scope, scope.previous) : null,
    closedByMonth(scope),
    ask<{ open: number }>(
      `select count(*)::int as open from s join opportunities o on ${COUNTED} and o.state = 'open'`,
      scope,
      scope.span,
    ),
  ]);
  const { open } = row!;
  return {
    figures: [
      {
        key: 'velocity',
        label: 'Won per day',
        unit: 'money',
        value: velocityOf(open, now),
        previous: before && velocityOf(open, before),
        better: 'up',
      },
      {
        key: 'open',
        label: 'Open now',
        unit: 'count',
        value: open,
        previous: null,
        better: null,
        behind: opportunitiesBehind(scope, oneOf('state', 'open')),
      },
      {
        key: 'rate',
        label: 'Win rate',
        unit: 'percent',
        value: winRate(now),
        previous: before && winRate(before),
        better: 'up',
      },
      {
        key: 'average',
        label: 'Mean amount won',
        unit: 'money',
        value: now.average,
        previous: before?.average ?? null,
        better: 'up',
        behind: opportunitiesBehind(scope, within('closedAt', scope.span), oneOf('state', 'won')),
      },
      {
        key: 'cycle',
        label: 'Median days to win',
        unit: 'days',
        value: inDays(now.cycle),
        previous: before && inDays(before.cycle),
        better: 'down',
      },
    ],
    sections: [
      {
        key: 'months',
        title: 'Days to win by month',
        note: 'Median from creation to the win, by the month of the win; those that were entered as won already are not in it. What comes through a day is open deals × win rate × mean amount won ÷ days to win.',
        columns: [
          { key: 'month', label: 'Month', unit: 'month' },
          { key: 'cycle', label: 'Days to win', unit: 'days' },
          { key: 'average', label: 'Mean amount won', unit: 'money' },
          { key: 'won', label: 'Deals won', unit: 'count' },
          { key: 'rate', label: 'Win rate', unit: 'percent' },
        ],
        rows: monthsOf(scope.span).map((month) => {
          const closed = byMonth.get(month) ?? NOTHING_CLOSED;
          return {
            cells: {
              month,
              cycle: inDays(closed.cycle),
              average: closed.average,
              won: closed.won,
              rate: winRate(closed),
            },
            behind: opportunitiesBehind(
              scope,
              within('closedAt', monthWithin(month, scope.span)),
              oneOf('state', 'won'),
            ),
          };
        }),
        chart: { kind: 'lines', category: 'month', series: ['cycle'] },
      },
    ],
  };
}
