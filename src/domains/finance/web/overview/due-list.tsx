import CalendarCheck from 'lucide-react/icons/calendar-check';
import { useQuery } from '@tanstack/react-query';
import { addDays } from '../../../../kernel/days.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Card, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type BankLiability, plaid } from '../../contract/bank.ts';
import { documents, type DocumentSummary } from '../../contract/documents.ts';
import { liabilities, type Liability } from '../../contract/liabilities.ts';
import { financeReports } from '../../contract/reports.ts';
import { recurring, type Recurring } from '../../contract/recurring.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';

/** Days ahead that are shown. */
const AHEAD = 30;
const MAX = 8;

interface Due {
  key: string;
  day: string;
  label: string;
  amount: string;
  currency: string;
  to: string;
  search: RawSearch;
}

/** Payments due soon: bills, recurring payments, cards, and loans, and whether the cash suffices. */
export function DueList() {
  const { ledger, currency, today, linkSearch } = useFinance();
  const bills = useQuery({
    ...read(recurring.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
  });
  const debts = useQuery({
    ...read(liabilities.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions, FINANCE.accounts] },
  });
  const told = useQuery(read(plaid.liabilities, { query: { ledgerId: ledger.id } }));
  const forecast = useQuery({
    ...read(financeReports.forecast, { query: { ledgerId: ledger.id, today, days: AHEAD, currency } }),
    meta: { follows: [FINANCE.transactions, FINANCE.accounts] },
  });
  const isBusiness = ledger.kind === 'business';
  const unpaid = useQuery({
    ...read(documents.list, { query: { ledgerId: ledger.id, kind: 'bill', status: 'unpaid', limit: 200 } }),
    meta: { follows: [FINANCE.books, FINANCE.transactions] },
    enabled: isBusiness,
  });
  const failed = [bills, debts, told, forecast, unpaid].find(({ error, data }) => error && !data);
  const due =
    bills.data && debts.data && told.data && (!isBusiness || unpaid.data)
      ? dueWithin(
          { bills: bills.data.items, debts: debts.data.items, told: told.data.items, unpaid: unpaid.data?.items ?? [] },
          addDays(today, AHEAD),
          linkSearch,
        )
      : undefined;
  return (
    <Card aria-label="Due soon">
      <CardHeader title="Due soon" description={`In the next ${AHEAD} days`} />
      {failed && <Failure error={failed.error!} what="Due items" onRetry={() => void failed.refetch()} />}
      {!failed && !due && (
        <div className="px-4 pb-4">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {forecast.data?.firstBelowZero && (
        <p className="mx-4 mb-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          Your everyday accounts are likely to run out on <DayText value={forecast.data.firstBelowZero} />.{' '}
          <Link to="/personal-finance" search={linkSearch} className="underline underline-offset-2">
            View forecast
          </Link>
        </p>
      )}
      {due?.length === 0 && (
        <EmptyState icon={<CalendarCheck />} title="Nothing due" className="py-6">
          {isBusiness ? 'Vendor bills, recurring payments,' : 'Recurring bills'} and card and loan payments appear here.
        </EmptyState>
      )}
      {due && due.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {due.slice(0, MAX).map(({ key, day, label, amount, currency: own, to, search }) => (
            <li key={key} className="flex flex-wrap items-baseline gap-x-3 px-4 py-1.5 text-sm" data-testid="row">
              <DayText value={day} className="tabular w-24 shrink-0 text-muted" />
              <Link
                to={to}
                search={search}
                title={label}
                className="min-w-0 flex-1 truncate leading-6 underline-offset-4 hover:underline"
              >
                {label}
              </Link>
              {day < today && <Badge tone="danger">Overdue</Badge>}
              <span className="tabular ml-auto shrink-0 font-medium">{money(amount, own)}</span>
            </li>
          ))}
          {due.length > MAX && <li className="px-4 py-2 text-sm text-muted">and {due.length - MAX} more</li>}
        </ul>
      )}
    </Card>
  );
}

/** A bank's terms are used if no one has entered any. */
function dueWithin(
  {
    bills,
    debts,
    told,
    unpaid,
  }: {
    bills: readonly Recurring[];
    debts: readonly Liability[];
    told: readonly BankLiability[];
    unpaid: readonly DocumentSummary[];
  },
  until: string,
  linkSearch: RawSearch,
): Due[] {
  const entered = new Set(debts.map(({ accountId }) => accountId));
  return [
    ...unpaid.flatMap(({ id, dueDay, due, currency, party, number, reference }): Due[] =>
      dueDay <= until && Number(due) > 0
        ? [
            {
              key: id,
              day: dueDay,
              label: [party.name, reference || number].filter(Boolean).join(', '),
              amount: due,
              currency,
              to: '/business-finance',
              search: { ...linkSearch, tab: 'bills', open: id },
            },
          ]
        : [],
    ),
    ...bills.flatMap((bill): Due[] =>
      bill.state === 'active' && bill.nextDay && bill.nextDay <= until && bill.amount.startsWith('-')
        ? [
            {
              key: bill.id,
              day: bill.nextDay,
              label: bill.name,
              amount: bill.amount.slice(1),
              currency: bill.currency,
              to: '/personal-finance',
              search: { ...linkSearch, tab: 'recurring' },
            },
          ]
        : [],
    ),
    ...debts.flatMap((debt): Due[] =>
      debt.nextDue && debt.nextDue.day <= until
        ? [
            {
              key: debt.id,
              day: debt.nextDue.day,
              label: debt.name,
              amount: debt.nextDue.amount,
              currency: debt.currency,
              to: '/liabilities',
              search: { ...linkSearch, open: debt.id },
            },
          ]
        : [],
    ),
    ...told.flatMap((debt): Due[] => {
      const amount = debt.nextPayment ?? debt.minimumPayment;
      return !entered.has(debt.accountId) && amount && Number(amount) > 0 && debt.nextDueDay && debt.nextDueDay <= until
        ? [
            {
              key: debt.accountId,
              day: debt.nextDueDay,
              label: debt.name,
              amount,
              currency: debt.currency,
              to: '/liabilities',
              search: linkSearch,
            },
          ]
        : [];
    }),
  ].sort((a, b) => (a.day < b.day ? -1 : 1));
}
