/** Budgets: what is planned by category and month, against what moved. Nothing of it is stored but the plan. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { type Decimal, decimal, roundMoney, sumOf, whole, ZERO } from '../../../../kernel/money/index.ts';
import type { BodyOf, QueryOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Budget, BudgetLine, budgets, Category, PlanChange } from '../../contract.ts';
import { type BudgetKind, budgetMonth } from '../../engine/transactions/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger } from '../ledgers/access.ts';
import { listCategories, requireCategories } from '../transactions/categories.ts';
import { monthsBetween, netOf } from '../reports/cash-flow.ts';
import { type Flow, flowsOf } from '../reports/flows.ts';
import { type Plan, planned, plansOf, takePlanBack } from './planned-amounts.ts';

/** Months before the one asked for of which a mean is shown. */
const AVERAGED = 3;

/** @throws AppError `not_found` */
export async function getBudget({ ledgerId, month }: QueryOf<typeof budgets.get>): Promise<Budget> {
  await requireLedger(ledgerId);
  const [ledger] = await query<{ currency: string; budget_kind: BudgetKind }>(
    'select currency, budget_kind from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const { currency, budget_kind: kind } = ledger!;
  const first = `${month}-01`;
  const byCategory = await plansOf('category', ledgerId, first);
  const begin = [
    [...byCategory.values()].map((plans) => plans[0]!.month).sort()[0] ?? first,
    monthStart(first, -AVERAGED),
  ].sort()[0]!;
  const { flows, missing } = await flowsOf(ledgerId, begin, addDays(monthStart(first, 1), -1), currency);
  const categories = (await listCategories(ledgerId)).items;
  const lines = categories.map((category) =>
    lineOf(category, kind, byCategory.get(category.id) ?? [], flows, first, currency),
  );
  return { month, kind, currency, lines, totals: totalsOf(categories, lines, flows, first, currency), missing };
}

/** Plays the months since the first plan, since what one leaves the next begins with. */
function lineOf(
  category: Category,
  kind: BudgetKind,
  plans: readonly Plan[],
  flows: readonly Flow[],
  month: string,
  currency: string,
): BudgetLine {
  const own = flows.filter((flow) => flow.categoryId === category.id);
  const planOf = (at: string): Plan | undefined => plans.findLast((plan) => plan.month <= at);
  let carriedIn = ZERO;
  const since = plans[0]?.month;
  // Income is not put into envelopes.
  const carries = category.kind === 'expense';
  if (since && carries) {
    for (const past of monthsBetween(since, addDays(month, -1))) {
      const played = budgetMonth(kind, [
        {
          id: category.id,
          budgeted: decimal(planOf(past)?.amount ?? '0'),
          spent: netOf(own, category.id, past),
          carriedIn,
          rollover: category.rollover,
        },
      ]);
      carriedIn = played.categories[0]!.carriedOut;
    }
  }
  const plan = planOf(month);
  const moved = netOf(own, category.id, month);
  const budgeted = decimal(plan?.amount ?? '0');
  // Expected income that did not arrive is still expected.
  const available = carries
    ? budgetMonth(kind, [{ id: category.id, budgeted, spent: moved, carriedIn, rollover: category.rollover }]).available
    : budgeted.minus(moved);
  const before = sumOf(monthsBetween(monthStart(month, -AVERAGED), addDays(month, -1)), (past) =>
    netOf(own, category.id, past),
  ).div(whole(AVERAGED));
  const text = (value: Decimal): string => roundMoney(value, currency).toFixed();
  return {
    categoryId: category.id,
    budgeted: plan ? text(budgeted) : null,
    since: plan ? plan.month.slice(0, 7) : null,
    moved: text(moved),
    carriedIn: text(kind === 'envelope' || category.rollover ? carriedIn : ZERO),
    available: text(available),
    average: text(before),
  };
}

function totalsOf(
  categories: readonly Category[],
  lines: readonly BudgetLine[],
  flows: readonly Flow[],
  month: string,
  currency: string,
): Budget['totals'] {
  const kinds = new Map(categories.map((category) => [category.id, category.kind]));
  const of = (kind: Category['kind'], value: (line: BudgetLine) => string): Decimal =>
    sumOf(
      lines.filter((line) => kinds.get(line.categoryId) === kind),
      (line) => decimal(value(line)),
    );
  const loose = flows.filter((flow) => flow.month === month && flow.categoryId === null);
  const text = (value: Decimal): string => roundMoney(value, currency).toFixed();
  const planned = lines.filter((line) => line.budgeted !== null && kinds.get(line.categoryId) === 'expense');
  return {
    budgeted: text(of('expense', (line) => line.budgeted ?? '0')),
    spent: text(of('expense', (line) => line.moved)),
    available: text(sumOf(planned, (line) => decimal(line.available))),
    incomePlanned: text(of('income', (line) => line.budgeted ?? '0')),
    income: text(of('income', (line) => line.moved)),
    uncategorised: text(sumOf(loose, (flow) => flow.out)),
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function setBudget({
  ledgerId,
  month,
  categoryId,
  amount,
  onlyThisMonth,
}: BodyOf<typeof budgets.set>): Promise<Budget & { change: PlanChange }> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireCategories(ledgerId, [{ field: 'categoryId', id: categoryId }]);
    const change = await planned(
      'category',
      { ledgerId, id: categoryId },
      { first: `${month}-01`, amount, onlyThisMonth },
    );
    await emit({
      type: 'finance.budget.set',
      subject: { type: 'category', id: categoryId },
      data: { month, amount, onlyThisMonth },
      paths: [FINANCE.budgets],
    });
    return { ...(await getBudget({ ledgerId, month })), change };
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function takeBudgetBack({
  ledgerId,
  month,
  categoryId,
  ...change
}: BodyOf<typeof budgets.takeBack>): Promise<Budget> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireCategories(ledgerId, [{ field: 'categoryId', id: categoryId }]);
    await takePlanBack('category', { ledgerId, id: categoryId }, change);
    await emit({
      type: 'finance.budget.taken_back',
      subject: { type: 'category', id: categoryId },
      data: { month },
      paths: [FINANCE.budgets],
    });
    return getBudget({ ledgerId, month });
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function setBudgetKind({ ledgerId, kind, month }: BodyOf<typeof budgets.setKind>): Promise<Budget> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await query('update finance_ledgers set budget_kind = $3, updated_at = now() where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      ledgerId,
      kind,
    ]);
    await emit({
      type: 'finance.budget.kind_set',
      subject: { type: 'ledger', id: ledgerId },
      data: { kind },
      paths: [FINANCE.budgets],
    });
    return getBudget({ ledgerId, month });
  });
}
