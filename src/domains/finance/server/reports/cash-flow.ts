/** Income and spending by month and category. */
import { monthStart } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, roundParts, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { CashFlow, financeReports } from '../../contract.ts';
import { requireLedger } from '../ledgers/access.ts';
import { type Flow, flowsOf } from './flows.ts';

/** @throws AppError `not_found` */
export async function cashFlow({
  ledgerId,
  from,
  to,
  currency,
}: QueryOf<typeof financeReports.cashFlow>): Promise<CashFlow> {
  await requireLedger(ledgerId);
  const { flows, missing } = await flowsOf(ledgerId, from ?? null, to, currency);
  const kinds = new Map(
    (
      await query<{ id: string; kind: 'income' | 'expense' }>(
        'select id, kind from finance_categories where workspace_id = $1 and ledger_id = $2',
        [currentWorkspaceId(), ledgerId],
      )
    ).map((row) => [row.id, row.kind]),
  );
  const sides = flows.flatMap((flow) => sidesOf(flow, kinds));
  const total = (kind: Side['kind'], of: readonly Side[] = sides): Decimal =>
    sumOf(
      of.filter((side) => side.kind === kind),
      (side) => side.amount,
    );
  const days = monthsBetween(from ?? sides.map((side) => side.month).sort()[0] ?? to, to);
  const byMonth = Map.groupBy(sides, (side) => side.month);
  const monthly = (kind: Side['kind']): Decimal[] =>
    roundParts(
      days.map((month) => total(kind, byMonth.get(month) ?? [])),
      currency,
    );
  const [earned, spent] = [monthly('income'), monthly('expense')];
  const months = days.map((month, index) => ({ month: month.slice(0, 7), ...figures(earned[index]!, spent[index]!) }));
  return {
    currency,
    from: from ?? null,
    to,
    months,
    unsorted: flows.reduce((n, flow) => (flow.categoryId === null ? n + flow.count : n), 0),
    categories: categoriesOf(sides, currency),
    totals: figures(roundMoney(total('income'), currency), roundMoney(total('expense'), currency)),
    missing,
  };
}

/** The difference of the rounded figures shown next to it, so that they add up. */
function figures(income: Decimal, spending: Decimal): CashFlow['totals'] {
  return { income: income.toFixed(), spending: spending.toFixed(), net: income.plus(spending).toFixed() };
}

/** Those of each kind add up to its total, the largest first. */
function categoriesOf(sides: readonly Side[], currency: string): CashFlow['categories'] {
  const byCategory = Map.groupBy(sides, (side) => `${side.kind}/${side.categoryId ?? ''}`);
  const groups = [...byCategory.values()]
    .map((group) => ({
      categoryId: group[0]!.categoryId,
      kind: group[0]!.kind,
      amount: sumOf(group, (side) => side.amount),
      count: group.reduce<number | null>((n, side) => (n === null || side.count === null ? null : n + side.count), 0),
    }))
    .sort((a, b) => b.amount.abs().cmp(a.amount.abs()));
  const shown = new Map(
    (['income', 'expense'] as const).flatMap((kind) => {
      const own = groups.filter((group) => group.kind === kind);
      const amounts = roundParts(
        own.map(({ amount }) => amount),
        currency,
      );
      return own.map((group, index) => [group, amounts[index]!] as const);
    }),
  );
  return groups.map((group) => ({ ...group, amount: shown.get(group)!.toFixed() }));
}

interface Side {
  month: string;
  categoryId: string | null;
  kind: 'income' | 'expense';
  amount: Decimal;
  count: number | null;
}

/** A refund lessens the spending of its category; without a category the sign decides. */
function sidesOf(flow: Flow, kinds: ReadonlyMap<string, 'income' | 'expense'>): Side[] {
  const { month, categoryId, count } = flow;
  const kind = categoryId === null ? undefined : kinds.get(categoryId);
  if (kind) return [{ month, categoryId, kind, amount: flow.in.plus(flow.out), count }];
  return (
    [
      ['income', flow.in],
      ['expense', flow.out],
    ] as const
  ).flatMap(([side, amount]) =>
    amount.isZero()
      ? []
      : [{ month, categoryId: null, kind: side, amount, count: flow.in.isZero() || flow.out.isZero() ? count : null }],
  );
}

/** First days of the months from one day to another. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = monthStart(from); month <= to && months.length < 1200; month = monthStart(month, 1))
    months.push(month);
  return months;
}

/** A category's net amount in a month. */
export function netOf(flows: readonly Flow[], categoryId: string | null, month: string): Decimal {
  return flows.reduce(
    (sum, flow) => (flow.categoryId === categoryId && flow.month === month ? sum.plus(flow.in).plus(flow.out) : sum),
    ZERO,
  );
}
