import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { cx } from '../../../../../web/ui/cx.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { money } from '../../../../../web/ui/format.ts';
import { ProgressBar } from '../../../../../web/ui/progress-bar.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import type { Category } from '../../../contract/accounts.ts';
import { categories as categoryCalls } from '../../../contract/accounts.ts';
import { type Budget, type BudgetLine, budgets } from '../../../contract/plans.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useCategories } from '../../accounts/use-ledger.ts';
import { Figure, FIGURES } from '../../frame/figure.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { daysOfMonth, PAGE } from '../overview/labels.ts';
import { MonthNav, PlanInput, parseMonth } from './plan-input.tsx';

const KINDS = [
  { value: 'tracking', label: 'Targets' },
  { value: 'envelope', label: 'Envelopes' },
];

/** A month's budget by category, and the remaining amounts. */
export default function BudgetSection() {
  const { ledger, canEdit, today, linkSearch } = useFinance();
  const client = useQueryClient();
  const [search, setSearch] = usePageSearch(parseMonth);
  const month = search.month || today.slice(0, 7);
  const { items: categories } = useCategories();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(budgets.get, { query: { ledgerId: ledger.id, month } }),
    meta: { follows: [FINANCE.transactions, FINANCE.categories, FINANCE.accounts] },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Budget" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const show = (budget: Budget) => {
    client.setQueryData(read(budgets.get, { query: { ledgerId: ledger.id, month: budget.month } }).queryKey, budget);
    void client.invalidateQueries({ queryKey: [FINANCE.budgets] });
  };
  const plan = async (category: Category, amount: string | null, onlyThisMonth: boolean) => {
    const which = { ledgerId: ledger.id, month, categoryId: category.id };
    const answer = await attempt('Couldn’t save the budget', () =>
      call(budgets.set, { body: { ...which, amount, onlyThisMonth } }),
    );
    if (!answer) return;
    const { change, ...budget } = answer;
    show(budget);
    offerUndo({
      quiet: true,
      title: `Budget for ${category.name}`,
      undo: async () => show(await call(budgets.takeBack, { body: { ...which, ...change } })),
    });
  };
  const rollOver = async (category: Category) => {
    await attempt('Couldn’t save the change', () =>
      call(categoryCalls.rename, {
        params: { id: category.id },
        body: { version: category.version, rollover: !category.rollover },
      }),
    );
    await Promise.all(
      [FINANCE.categories, FINANCE.budgets].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );
  };
  const { totals, currency } = data;
  const days = { period: 'custom', ...daysOfMonth(month) };
  const lines = (kind: Category['kind']) =>
    categories
      .filter((category) => category.kind === kind)
      .flatMap((category) => {
        const line = data.lines.find((one) => one.categoryId === category.id);
        return line ? [{ category, line }] : [];
      });
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity', isPlaceholderData && 'opacity-60')}
      aria-busy={isPlaceholderData}
    >
      <div className="flex flex-wrap items-center gap-2">
        <MonthNav month={month} onChange={(value) => setSearch({ month: value })} />
        <span className="ml-auto flex items-center gap-2 text-sm text-muted">
          <Select
            aria-label="Budget method"
            className="w-32"
            options={KINDS}
            value={data.kind}
            disabled={!canEdit}
            onChange={(event) =>
              void attempt('Couldn’t save the change', () =>
                call(budgets.setKind, {
                  body: { ledgerId: ledger.id, month, kind: event.target.value as Budget['kind'] },
                }),
              ).then((answer) => answer && show(answer))
            }
          />
        </span>
      </div>
      <p className="-mt-2 text-xs text-muted">
        {data.kind === 'envelope'
          ? 'Unspent amounts roll over to the next month. Overspending does not.'
          : 'Budgets reset each month, except for categories that roll over.'}
      </p>
      {data.missing.length > 0 && (
        <Banner tone="warning">
          Amounts in {data.missing.join(', ')} are excluded. No exchange rate to {currency}.
        </Banner>
      )}
      <dl className={FIGURES}>
        <Figure
          label="Budgeted"
          value={money(totals.budgeted, currency)}
          note={`of ${money(totals.incomePlanned, currency)} expected income`}
        />
        <Figure
          label="Spent"
          value={money(totals.spent, currency)}
          to={PAGE}
          search={{ ...linkSearch, ...days, tab: 'transactions', direction: 'out' }}
        />
        <Figure
          label="Left to spend"
          value={money(totals.available, currency)}
          tone={totals.available.startsWith('-') ? 'bad' : 'good'}
          note="of budget"
        />
        <Figure
          label="Uncategorized spending"
          value={money(totals.uncategorised, currency)}
          to={PAGE}
          search={{ ...linkSearch, ...days, tab: 'transactions', category: 'none', direction: 'out' }}
        />
      </dl>
      {(['expense', 'income'] as const).map((kind) => (
        <Card key={kind}>
          <CardHeader
            title={kind === 'expense' ? 'Spending' : 'Income'}
            description={
              kind === 'expense'
                ? 'An amount applies from this month on. Press Shift+Enter to apply it to this month only.'
                : undefined
            }
          />
          <CardBody>
            <ul className="divide-y divide-line">
              {lines(kind).map(({ category, line }) => (
                <Line
                  key={category.id}
                  category={category}
                  line={line}
                  currency={currency}
                  canEdit={canEdit}
                  rolls={data.kind === 'tracking' && kind === 'expense'}
                  search={{ ...linkSearch, ...days, tab: 'transactions', category: category.id }}
                  onPlan={(amount, only) => void plan(category, amount, only)}
                  onRoll={() => void rollOver(category)}
                />
              ))}
            </ul>
          </CardBody>
        </Card>
      ))}
    </div>
  );
}

interface LineProps {
  category: Category;
  line: BudgetLine;
  currency: string;
  canEdit: boolean;
  /** It can be chosen whether what is left rolls over. */
  rolls: boolean;
  search: RawSearch;
  onPlan: (amount: string | null, onlyThisMonth: boolean) => void;
  onRoll: () => void;
}

function Line({ category, line, currency, canEdit, rolls, search, onPlan, onRoll }: LineProps) {
  const planned = Number(line.budgeted ?? 0) + Number(line.carriedIn);
  const moved = category.kind === 'expense' ? -Number(line.moved) : Number(line.moved);
  const over = line.budgeted !== null && line.available.startsWith('-') && category.kind === 'expense';
  return (
    <li
      data-testid="row"
      className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-4 gap-y-1 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_7rem_8rem_8rem]"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{category.name}</span>
          {over && <Badge tone="danger">Overspent</Badge>}
          {rolls && canEdit && line.budgeted !== null && (
            <button
              type="button"
              aria-pressed={category.rollover}
              className={cx(
                'min-h-6 rounded-sm px-1 text-2xs underline-offset-2 hover:underline',
                category.rollover ? 'text-accent-ink' : 'text-muted',
              )}
              onClick={onRoll}
            >
              {category.rollover ? 'rolls over' : 'roll over?'}
            </button>
          )}
        </span>
        {line.budgeted !== null && planned > 0 && (
          <ProgressBar
            className={cx('mt-1.5', over && '*:bg-danger')}
            label={`${category.name}: ${Math.round((moved / planned) * 100)}% of budget`}
            value={Math.max(0, moved)}
            max={planned}
          />
        )}
        {line.carriedIn !== '0' && (
          <span className="tabular text-xs text-muted">{money(line.carriedIn, currency)} rolled over</span>
        )}
      </span>
      <PlanInput
        name={category.name}
        budgeted={line.budgeted}
        average={line.average}
        disabled={!canEdit}
        onPlan={onPlan}
      />
      <Link to={PAGE} search={search} className="tabular text-muted underline-offset-2 hover:underline sm:text-right">
        {money(line.moved, currency)}
      </Link>
      <span
        className={cx(
          'tabular text-right',
          over ? 'font-medium text-danger-ink' : line.budgeted === null && 'text-faint',
        )}
      >
        {line.budgeted === null ? 'no budget' : `${money(line.available, currency)} left`}
      </span>
    </li>
  );
}
