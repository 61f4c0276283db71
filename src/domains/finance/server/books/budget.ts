/** Budgets of a business: what is planned by account and month, against what the journal holds. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { decimal, type Decimal, roundMoney, sumOf, whole } from '../../../../kernel/money/index.ts';
import { transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { BookBudget, books, PlanChange } from '../../contract.ts';
import { isNominal, typeOf } from '../../engine/ledger/index.ts';
import { planned, plansOf, takePlanBack } from '../plans/planned-amounts.ts';
import { requireBooks } from './books.ts';
import { chartOf } from './chart.ts';
import { natural } from './planned-budget.ts';
import { BOOKS_CHANGED } from './post.ts';
import { accountSums } from './statements.ts';

/** Months before the one asked for of which a mean is shown. */
const AVERAGED = 3;

/** @throws AppError `not_found`, `conflict` */
export async function getBookBudget(ledgerId: string, month: string): Promise<BookBudget> {
  const { currency } = await requireBooks(ledgerId);
  const first = `${month}-01`;
  const last = addDays(monthStart(first, 1), -1);
  const plans = await plansOf('account', ledgerId, first);
  const sums = await accountSums(ledgerId, monthStart(first, -AVERAGED), last);
  const moved = (id: string, test: (day: string) => boolean): Decimal =>
    sumOf(
      sums.filter((one) => one.accountId === id && test(one.day)),
      (one) => one.amount,
    );
  const text = (amount: Decimal): string => roundMoney(amount, currency).toFixed();
  const lines = [...(await chartOf(ledgerId)).values()].filter(isNominal).flatMap((account) => {
    const plan = plans.get(account.id)?.findLast((one) => one.month <= first);
    const actual = natural(
      account,
      moved(account.id, (day) => day >= first),
    );
    if (account.archived && !plan && actual.isZero()) return [];
    const type = typeOf(account) === 'income' ? ('income' as const) : ('expense' as const);
    return [
      {
        accountId: account.id,
        code: account.code,
        name: account.name,
        type,
        budgeted: plan ? text(decimal(plan.amount)) : null,
        since: plan ? plan.month.slice(0, 7) : null,
        actual: text(actual),
        average: text(
          natural(
            account,
            moved(account.id, (day) => day < first),
          ).div(whole(AVERAGED)),
        ),
      },
    ];
  });
  const sum = (type: 'income' | 'expense', value: (line: (typeof lines)[number]) => string): string =>
    text(
      sumOf(
        lines.filter((line) => line.type === type),
        (line) => decimal(value(line)),
      ),
    );
  return {
    month,
    currency,
    lines,
    totals: {
      incomePlanned: sum('income', (line) => line.budgeted ?? '0'),
      income: sum('income', (line) => line.actual),
      expensesPlanned: sum('expense', (line) => line.budgeted ?? '0'),
      expenses: sum('expense', (line) => line.actual),
    },
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function setBookBudget(
  ledgerId: string,
  { month, accountId, amount, onlyThisMonth }: BodyOf<typeof books.setBudget>,
): Promise<BookBudget & { change: PlanChange }> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'editor');
    await requireNominal(ledgerId, accountId);
    const change = await planned(
      'account',
      { ledgerId, id: accountId },
      { first: `${month}-01`, amount, onlyThisMonth },
    );
    await emit({
      type: 'finance.book_budget.set',
      subject: { type: 'book_account', id: accountId },
      data: { month, amount, onlyThisMonth },
      paths: BOOKS_CHANGED,
    });
    return { ...(await getBookBudget(ledgerId, month)), change };
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict`, `stale` */
export function takeBookBudgetBack(
  ledgerId: string,
  { month, accountId, ...change }: BodyOf<typeof books.takeBudgetBack>,
): Promise<BookBudget> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'editor');
    await requireNominal(ledgerId, accountId);
    await takePlanBack('account', { ledgerId, id: accountId }, change);
    await emit({
      type: 'finance.book_budget.taken_back',
      subject: { type: 'book_account', id: accountId },
      data: { month },
      paths: BOOKS_CHANGED,
    });
    return getBookBudget(ledgerId, month);
  });
}

async function requireNominal(ledgerId: string, accountId: string): Promise<void> {
  const account = (await chartOf(ledgerId)).get(accountId);
  if (!account || !isNominal(account))
    throw new AppError('validation', 'Choose an account of income or of costs.', { field: 'accountId' });
}
