/** Income and spending by month and category. */
import { monthStart } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { CashFlow, financeReports } from '../../contract.ts';
import { requireLedger } from '../access.ts';
import { type Flow, flowsOf } from './flows.ts';

/** @throws AppError `not_found` */
export async function cashFlow({ ledgerId, from, to, currency }: QueryOf<typeof financeReports.cashFlow>): Promise<CashFlow> {
  await requireLedger(ledgerId);
  const { flows, missing } = await flowsOf(ledgerId, from ?? null, to, currency);
  const kinds = new Map((await query<{ id: string; kind: 'income' | 'expense' }>('select id, kind from finance_categories where workspace_id = $1 and ledger_id = $2', [currentWorkspaceId(), ledgerId])).map((row) => [row.id, row.kind]));
  const text = (value: Decimal): string => roundMoney(value, currency).toFixed();
  const sides = flows.flatMap((flow) => sidesOf(flow, kinds));
  const total = (kind: Side['kind'], of: readonly Side[] = sides): Decimal => sumOf(of.filter((side) => side.kind === kind), (side) => side.amount);
  const months = monthsBetween(from ?? sides.map((side) => side.month).sort()[0] ?? to, to).map((month) => {
    const own = sides.filter((side) => side.month === month);
    const [income, spending] = [total('income', own), total('expense', own)];
    return { month: month.slice(0, 7), income: text(income), spending: text(spending), net: text(income.plus(spending)) };
  });
  const byCategory = Map.groupBy(sides, (side) => `${side.kind}/${side.categoryId ?? ''}`);
  const categories = [...byCategory.values()].map((group) => ({ categoryId: group[0]!.categoryId, kind: group[0]!.kind, amount: sumOf(group, (side) => side.amount), count: group.reduce<number | null>((n, side) => (n === null || side.count === null ? null : n + side.count), 0) }))
    .sort((a, b) => b.amount.abs().cmp(a.amount.abs()));
  const [income, spending] = [total('income'), total('expense')];
  return {
    currency, from: from ?? null, to, months, unsorted: flows.reduce((n, flow) => (flow.categoryId === null ? n + flow.count : n), 0), categories: categories.map((one) => ({ ...one, amount: text(one.amount) })),
    totals: { income: text(income), spending: text(spending), net: text(income.plus(spending)) }, missing,
  };
}

interface Side { month: string; categoryId: string | null; kind: 'income' | 'expense'; amount: Decimal; count: number | null }

/** A refund lessens the spending of its category; without a category the sign decides. */
function sidesOf(flow: Flow, kinds: ReadonlyMap<string, 'income' | 'expense'>): Side[] {
  const { month, categoryId, count } = flow;
  const kind = categoryId === null ? undefined : kinds.get(categoryId);
  if (kind) return [{ month, categoryId, kind, amount: flow.in.plus(flow.out), count }];
  return ([['income', flow.in], ['expense', flow.out]] as const).flatMap(([side, amount]) => (amount.isZero() ? [] : [{ month, categoryId: null, kind: side, amount, count: flow.in.isZero() || flow.out.isZero() ? count : null }]));
}

/** First days of the months from one day to another. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = monthStart(from); month <= to && months.length < 1200; month = monthStart(month, 1)) months.push(month);
  return months;
}

/** What moved in a month of one category, on both sides. */
export function netOf(flows: readonly Flow[], categoryId: string | null, month: string): Decimal {
  return flows.reduce((sum, flow) => (flow.categoryId === categoryId && flow.month === month ? sum.plus(flow.in).plus(flow.out) : sum), ZERO);
}
