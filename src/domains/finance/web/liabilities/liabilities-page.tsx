import Landmark from 'lucide-react/icons/landmark';
import Plus from 'lucide-react/icons/plus';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { aheadProps, useReadAhead } from '../../../../web/api/read-ahead.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Liability } from '../../contract/liabilities.ts';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { percent } from '../investments/labels.ts';
import { ToldDebts } from './bank-debts.tsx';
import { liabilityRead, useLiabilities, useLiabilitiesSearch } from './use-liabilities.ts';
import { duration, KIND_LABELS } from './labels.ts';

const LiabilityDialog = lazy(() => import('./liability-dialog.tsx'));
const loadSheet = () => import('./liability-sheet.tsx');
const LiabilitySheet = lazy(loadSheet);
const Payoff = lazy(() => import('./payoff.tsx'));

const SECTIONS: readonly Section[] = [
  {
    id: 'overview',
    label: 'Loans and cards',
    noPeriod: true,
    render: () => (
      <Part>
        <Overview />
      </Part>
    ),
  },
  {
    id: 'payoff',
    label: 'Payoff plan',
    noPeriod: true,
    render: () => (
      <Part>
        <Payoff />
      </Part>
    ),
  },
];

/** `/liabilities`: what is owed, what is due, and the ways out. */
export default function LiabilitiesPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Liabilities"
      about="Loans, credit cards, payment schedules, and a payoff plan."
      kind="personal"
      sections={SECTIONS}
      actions={<Actions />}
    />
  );
}

function Actions() {
  const { canEdit } = useFinance();
  const [adding, setAdding] = useState(false);
  useShortcuts(
    useMemo<Shortcut[]>(
      () =>
        canEdit ? [{ keys: 'c', label: 'New loan or card', group: 'Liabilities', run: () => setAdding(true) }] : [],
      [canEdit],
    ),
  );
  if (!canEdit) return null;
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        aria-label="New loan or card"
        aria-keyshortcuts="c"
        onClick={() => setAdding(true)}
      >
        <span className="max-sm:hidden">New loan or card</span>
      </Button>
      {adding && (
        <Suspense fallback={null}>
          <LiabilityDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Part({ children }: { children: ReactNode }) {
  const { canEdit } = useFinance();
  const { data, error, refetch } = useLiabilities();
  const [{ open }] = useLiabilitiesSearch();
  const [adding, setAdding] = useState(false);
  if (error && !data) return <Failure error={error} what="Loans and cards" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    );
  if (data.items.length === 0) {
    return (
      <>
        <EmptyState
          icon={<Landmark />}
          title="No loans or cards"
          action={
            canEdit && (
              <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
                Add loan or card
              </Button>
            )
          }
        >
          Add a debt with its terms to see upcoming payments, savings from extra payments, which debt to pay first, and
          refinancing options.
        </EmptyState>
        <ToldDebts />
        {adding && (
          <Suspense fallback={null}>
            <LiabilityDialog onClose={() => setAdding(false)} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full" />}>
      {error && (
        <Banner tone="warning" className="mb-4">
          The figures could not be updated.
        </Banner>
      )}
      {children}
      {open && (
        <Suspense fallback={null}>
          <LiabilitySheet id={open} />
        </Suspense>
      )}
    </Suspense>
  );
}

function Overview() {
  const { data } = useLiabilities();
  const { linkSearch } = useFinance();
  if (!data) return null;
  const { totals, currency, items, missingRates } = data;
  const due = items.filter((one) => one.nextDue).toSorted((a, b) => (a.nextDue!.day < b.nextDue!.day ? -1 : 1))[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {missingRates.length > 0 && (
        <Banner tone="warning">
          Amounts in {missingRates.join(', ')} are excluded from totals. No exchange rate to {currency}.
        </Banner>
      )}
      <dl className={FIGURES}>
        <Figure
          label="Total owed"
          value={money(totals.owed, currency)}
          to="/liabilities"
          search={linkSearch}
          note={owedNote(totals, currency)}
        />
        <Figure
          label="Monthly payments"
          value={money(totals.monthly, currency)}
          to="/liabilities"
          search={{ ...linkSearch, tab: 'payoff' }}
          note="Loan payments and card minimums"
        />
        <Figure label="Remaining loan interest" value={money(totals.interestLeft, currency)} note="At current terms" />
        <Figure
          label="Next payment"
          value={due ? money(due.nextDue!.amount, due.currency) : 'None'}
          {...(due ? { to: '/liabilities', search: { ...linkSearch, open: due.id } } : {})}
          note={
            due && (
              <>
                {due.name}, <DayText value={due.nextDue!.day} />
              </>
            )
          }
        />
      </dl>
      <ul className="grid gap-3 lg:grid-cols-2">
        {items.map((one) => (
          <Row key={one.id} liability={one} />
        ))}
      </ul>
      <ToldDebts />
    </div>
  );
}

/** The basis of the total debt. */
function owedNote(
  { averageRatePercent, withoutTerms }: { averageRatePercent: string | null; withoutTerms: string },
  currency: string,
): string | undefined {
  const rate = averageRatePercent === null ? undefined : `${averageRatePercent}% average, weighted by balance`;
  return withoutTerms === '0'
    ? rate
    : [`${money(withoutTerms, currency)} without terms`, rate].filter(Boolean).join('; ');
}

function Row({ liability: one }: { liability: Liability }) {
  const [, setSearch] = useLiabilitiesSearch();
  const ahead = useReadAhead<string>((client, id) => {
    void loadSheet();
    void client.prefetchQuery(liabilityRead(id));
  });
  const paid =
    one.principal && Number(one.principal) > 0
      ? Math.max(0, Math.min(1, 1 - Number(one.owed) / Number(one.principal)))
      : null;
  const share = one.utilisation ?? paid;
  return (
    <li data-testid="row">
      <button
        type="button"
        className="grid w-full gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-left hover:bg-hover"
        onClick={() => setSearch({ open: one.id })}
        {...aheadProps(ahead, one.id)}
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-semibold">{one.name}</span>
          <span className="tabular text-lg font-semibold">{money(one.owed, one.currency)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <Badge>{KIND_LABELS[one.kind]}</Badge>
          <span className="tabular">{one.currentRatePercent}%</span>
          {one.lender && <span className="truncate">{one.lender}</span>}
          <span className="tabular ml-auto">
            {one.nextDue ? (
              <>
                {money(one.nextDue.amount, one.currency)} due <DayText value={one.nextDue.day} />
              </>
            ) : Number(one.owed) === 0 ? (
              'Paid off'
            ) : (
              'No due date'
            )}
          </span>
        </span>
        {share !== null && (
          <svg
            viewBox="0 0 100 2"
            preserveAspectRatio="none"
            className="h-1.5 w-full overflow-hidden rounded-full"
            role="img"
            aria-label={
              one.utilisation === null
                ? `${percent(paid, { digits: 0 })} paid`
                : `${percent(one.utilisation, { digits: 0 })} of the limit used`
            }
          >
            <rect width="100" height="2" className="fill-line" />
            <rect
              width={Math.min(100, share * 100)}
              height="2"
              className={one.utilisation !== null && one.utilisation > 0.8 ? 'fill-danger' : 'fill-chart-1'}
            />
          </svg>
        )}
        <span className="flex flex-wrap gap-x-3 text-xs text-muted">
          {one.problem && <span className="text-danger-ink">{one.problem}</span>}
          {one.plan && (
            <span>
              {one.plan.paymentsLeft === 0 ? (
                'No payments left'
              ) : (
                <>
                  {one.plan.paymentsLeft} payments left, until <DayText value={one.plan.lastDay} />
                </>
              )}
            </span>
          )}
          {one.plan && one.plan.paymentsSaved > 0 && (
            <span>
              Extra payments save {money(one.plan.interestSaved, one.currency)} and{' '}
              {duration(one.frequency === 'monthly' ? one.plan.paymentsSaved : 0) === '0 months'
                ? `${one.plan.paymentsSaved} payments`
                : duration(one.plan.paymentsSaved)}
            </span>
          )}
          {one.utilisation !== null && (
            <span>
              {percent(one.utilisation, { digits: 0 })} of {money(one.creditLimit!, one.currency)} used
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
