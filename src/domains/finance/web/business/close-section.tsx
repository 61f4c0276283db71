import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense, useState } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Account } from '../../contract/accounts.ts';
import { documents, type PaymentSuggestion } from '../../contract/documents.ts';
import { attempt } from '../accounts/run-action.ts';
import { useAccounts } from '../accounts/use-ledger.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { ClosedPeriods } from '../personal/closed-periods.tsx';
import { books } from '../../contract/journal.ts';
import { RevaluationCard } from './revaluation-card.tsx';
import { FOLLOWS, useRefresh } from './use-business.ts';
import { documentName, PAGE } from './labels.ts';
import { YearCard } from './year-card.tsx';

const ReconcileDialog = lazy(() => import('../personal/reconcile-dialog.tsx'));

/** Payments matched, accounts held against their statements, periods closed. */
export default function CloseSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Matches />
      <Accounts />
      <RevaluationCard />
      <ClosedPeriods />
      <YearCard />
      <Trial />
    </div>
  );
}

function Matches() {
  const { ledger } = useFinance();
  const invoices = useQuery({
    ...read(documents.suggestions, { query: { ledgerId: ledger.id, kind: 'invoice' } }),
    meta: { follows: FOLLOWS },
  });
  const bills = useQuery({
    ...read(documents.suggestions, { query: { ledgerId: ledger.id, kind: 'bill' } }),
    meta: { follows: FOLLOWS },
  });
  const items = [
    ...(invoices.data?.items ?? []).map((one) => ({ ...one, kind: 'invoice' as const })),
    ...(bills.data?.items ?? []).map((one) => ({ ...one, kind: 'bill' as const })),
  ];
  const error = invoices.error ?? bills.error;
  return (
    <Card>
      <CardHeader
        title="Payments to match"
        description="Bank transactions that look like payments for your invoices and bills. Nothing is matched until you confirm."
      />
      <CardBody>
        {error && (
          <Failure
            error={error}
            what="Suggestions"
            onRetry={() => {
              void invoices.refetch();
              void bills.refetch();
            }}
          />
        )}
        {!error && (!invoices.data || !bills.data) && <Skeleton className="h-20 w-full" />}
        {!error && invoices.data && bills.data && items.length === 0 && (
          <p className="py-3 text-sm text-muted">Nothing to match</p>
        )}
        {items.length > 0 && (
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <Match key={`${one.document.id}/${one.transaction.id}`} one={one} kind={one.kind} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

export function Match({ one, kind }: { one: PaymentSuggestion; kind: 'invoice' | 'bill' }) {
  const { canEdit, linkSearch } = useFinance();
  const match = useMatch();
  return (
    <li data-testid="suggestion" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-72">
        <span className="block truncate">
          <span className="font-medium">{one.transaction.payee || 'Bank transaction'}</span>,{' '}
          <span className="tabular">{money(one.transaction.amount, one.currency)}</span> on{' '}
          <DayText value={one.transaction.day} /> ({one.transaction.accountName})
        </span>
        <span className="block text-xs text-muted">
          {one.document.credit ? 'refunds' : 'pays'}{' '}
          <Link
            to={PAGE}
            search={{
              ...linkSearch,
              tab: kind === 'invoice' ? 'invoices' : 'bills',
              credit: one.document.credit || undefined,
              open: one.document.id,
            }}
            className="text-accent-ink underline underline-offset-2"
          >
            {documentName({ kind, ...one.document })}
          </Link>{' '}
          of {one.document.party}, {money(one.document.due, one.currency)} {one.document.credit ? 'left' : 'due'} ·{' '}
          {one.reasons.join(' · ')}
        </span>
      </span>
      {canEdit && (
        <Button size="sm" icon={<Check />} onClick={() => void match(one.document.id, one.transaction.id)}>
          Match
        </Button>
      )}
    </li>
  );
}

/** Matches a line of the bank, and offers to take that back. */
export function useMatch() {
  const refresh = useRefresh();
  return async (id: string, transactionId: string) => {
    const paid = await attempt('Couldn’t match the payment', () =>
      call(documents.pay, { params: { id }, body: { transactionId } }),
    );
    await refresh();
    const payment = paid?.payments.find((one) => one.transaction?.id === transactionId);
    if (!paid || !payment) return;
    offerUndo({
      title: `${documentName(paid)}: ${money(payment.amount, paid.currency)} matched`,
      undo: async () => {
        await call(documents.unpay, { params: { id, paymentId: payment.id } });
        await refresh();
      },
    });
  };
}

function Accounts() {
  const { items, error, isPending, refetch } = useAccounts();
  const { canEdit, linkSearch } = useFinance();
  const [reconciling, setReconciling] = useState<Account>();
  const open = items.filter((one) => !one.archivedAt);
  return (
    <Card>
      <CardHeader title="Bank accounts" description="Reconcile each account before you close a period." />
      <CardBody>
        {error && <Failure error={error} what="Accounts" onRetry={() => void refetch()} />}
        {isPending && <Skeleton className="h-20 w-full" />}
        {!isPending && !error && open.length === 0 && (
          <p className="py-3 text-sm text-muted">
            No accounts yet{' '}
            <Link
              to="/personal-finance"
              search={{ ...linkSearch, tab: 'accounts' }}
              className="text-accent-ink underline underline-offset-2"
            >
              Connect a bank or add an account
            </Link>
            .
          </p>
        )}
        <ul className="divide-y divide-line">
          {open.map((one) => (
            <li key={one.id} data-testid="row" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
              <span className="min-w-0 flex-1 basis-56">
                <span className="block truncate font-medium">{one.name}</span>
                <span className="text-xs text-muted">
                  {one.reconciledThrough ? (
                    <>
                      Reconciled through <DayText value={one.reconciledThrough} />
                    </>
                  ) : (
                    'Never reconciled'
                  )}
                </span>
              </span>
              <span className="tabular">{money(one.balance, one.currency)}</span>
              {canEdit && (
                <Button size="sm" onClick={() => setReconciling(one)}>
                  Reconcile
                </Button>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
      {reconciling && (
        <Suspense fallback={null}>
          <ReconcileDialog account={reconciling} onClose={() => setReconciling(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

function Trial() {
  const { ledger, today, linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(books.trialBalance, { params: { id: ledger.id }, query: { day: today } }),
    meta: { follows: FOLLOWS },
  });
  if (error && !data) return <Failure error={error} what="Trial balance" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const amount = (value: string) => (value === '0' ? '' : money(value, data.currency));
  return (
    <ChartWithTable
      title="Trial balance"
      fileName="trial-balance"
      note="Total debits and credits as of today."
      empty="Nothing posted yet"
      open
      columns={[
        { key: 'account', label: 'Account' },
        { key: 'debit', label: 'Debit', numeric: true },
        { key: 'credit', label: 'Credit', numeric: true },
      ]}
      rows={
        data.rows.length === 0
          ? []
          : [
              ...data.rows.map((row) => ({
                key: row.accountId,
                to: PAGE,
                search: { ...linkSearch, tab: 'journal', account: row.accountId, period: 'all' },
                cells: { account: `${row.code} ${row.name}`, debit: amount(row.debit), credit: amount(row.credit) },
                raw: row,
              })),
              {
                key: 'sum',
                strong: true,
                cells: { account: 'Total', debit: amount(data.debit), credit: amount(data.credit) },
                raw: { debit: data.debit, credit: data.credit },
              },
            ]
      }
    />
  );
}
