import { useQuery, useQueryClient } from '@tanstack/react-query';
import { decimal } from '../../../../kernel/money/index.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type BookBudget, books } from '../../contract/journal.ts';
import { attempt } from '../accounts/run-action.ts';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { MonthNav, parseMonth, PlanInput } from '../personal/budgets/plan-input.tsx';
import { daysOfMonth } from '../personal/overview/labels.ts';
import { FOLLOWS, useRefresh } from './use-business.ts';
import { PAGE } from './labels.ts';

type Line = BookBudget['lines'][number];

/** A month's budget by account, compared with the journal. */
export default function BudgetSection() {
  const { ledger, canEdit, today, linkSearch } = useFinance();
  const client = useQueryClient();
  const refresh = useRefresh();
  const [search, setSearch] = usePageSearch(parseMonth);
  const month = search.month || today.slice(0, 7);
  const question = (of: string) => read(books.budget, { params: { id: ledger.id }, query: { month: of } });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...question(month),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Budget" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const plan = async (line: Line, amount: string | null, onlyThisMonth: boolean) => {
    const params = { id: ledger.id };
    const which = { month, accountId: line.accountId };
    const show = (budget: BookBudget) => {
      client.setQueryData(question(month).queryKey, budget);
      return refresh();
    };
    const answer = await attempt('Couldn’t save the budget', () =>
      call(books.setBudget, { params, body: { ...which, amount, onlyThisMonth } }),
    );
    if (!answer) return;
    const { change, ...budget } = answer;
    offerUndo({
      quiet: true,
      title: `Budget for ${line.name}`,
      undo: async () => show(await call(books.takeBudgetBack, { params, body: { ...which, ...change } })),
    });
    await show(budget);
  };
  const { totals, currency } = data;
  const days = { period: 'custom', ...daysOfMonth(month) };
  const result = (income: string, expenses: string) => decimal(income).minus(expenses).toFixed();
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity', isPlaceholderData && 'opacity-60')}
      aria-busy={isPlaceholderData}
    >
      <div className="flex flex-wrap items-center gap-2">
        <MonthNav month={month} onChange={(value) => setSearch({ month: value })} />
        <Link
          to={PAGE}
          search={{ ...linkSearch, tab: 'statements', statement: 'profitAndLoss', compare: 'budget' }}
          className="ml-auto text-sm text-accent-ink underline-offset-2 hover:underline"
        >
          Profit and loss vs. budget
        </Link>
      </div>
      <dl className={FIGURES}>
        <Figure
          label="Income"
          value={money(totals.income, currency)}
          note={`of ${money(totals.incomePlanned, currency)} budgeted`}
        />
        <Figure
          label="Expenses"
          value={money(totals.expenses, currency)}
          note={`of ${money(totals.expensesPlanned, currency)} budgeted`}
        />
        <Figure
          label="Net income"
          value={money(result(totals.income, totals.expenses), currency)}
          tone={result(totals.income, totals.expenses).startsWith('-') ? 'bad' : 'good'}
          note={`${money(result(totals.incomePlanned, totals.expensesPlanned), currency)} budgeted`}
        />
      </dl>
      {(['income', 'expense'] as const).map((type) => (
        <Card key={type}>
          <CardHeader
            title={type === 'income' ? 'Income' : 'Expenses'}
            description={
              type === 'income'
                ? 'An amount applies from this month on. Press Shift+Enter to apply it to this month only. Gray is the average of the previous 3 months.'
                : undefined
            }
          />
          <CardBody>
            <ul className="divide-y divide-line">
              {data.lines
                .filter((line) => line.type === type)
                .map((line) => (
                  <li
                    key={line.accountId}
                    data-testid="row"
                    className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-4 gap-y-1 py-1.5 text-sm sm:grid-cols-[minmax(0,1fr)_7rem_8rem_9rem]"
                  >
                    <span className="min-w-0 truncate">{line.name}</span>
                    <PlanInput
                      name={line.name}
                      budgeted={line.budgeted}
                      average={line.average}
                      disabled={!canEdit}
                      onPlan={(amount, only) => void plan(line, amount, only)}
                    />
                    <Link
                      to={PAGE}
                      search={{ ...linkSearch, ...days, tab: 'journal', account: line.accountId }}
                      className="tabular text-muted underline-offset-2 hover:underline sm:text-right"
                    >
                      {money(line.actual, currency)}
                    </Link>
                    <Left line={line} currency={currency} />
                  </li>
                ))}
            </ul>
          </CardBody>
        </Card>
      ))}
    </div>
  );
}

function Left({ line: { type, budgeted, actual }, currency }: { line: Line; currency: string }) {
  if (budgeted === null) return <span className="text-right text-faint">no budget</span>;
  const left = decimal(budgeted).minus(actual);
  const over = left.lt(0n);
  const amount = money(left.abs().toFixed(), currency);
  const words =
    type === 'income' ? (over ? `${amount} more` : `${amount} to come`) : over ? `${amount} over` : `${amount} left`;
  return (
    <span
      className={cx(
        'tabular text-right',
        over && (type === 'income' ? 'text-success-ink' : 'font-medium text-danger-ink'),
      )}
    >
      {words}
    </span>
  );
}
