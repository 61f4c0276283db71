import { useQuery } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Trash2 from 'lucide-react/icons/trash-2';
import TrendingUp from 'lucide-react/icons/trending-up';
import Wand from 'lucide-react/icons/wand';
import { lazy, Suspense, useState } from 'react';
import { addDays } from '../../../../../kernel/days.ts';
import { ApiError } from '../../../../../web/api/error.ts';
import { call, read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { Sheet } from '../../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import { transfers } from '../../../contract/recurring.ts';
import { type Transaction, transactions } from '../../../contract/transactions.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { AmountText } from './columns.tsx';
import { History } from './history.tsx';
import { Receipts } from './receipts.tsx';
import { TransactionFields } from './transaction-fields.tsx';
import { useTransactionActs } from './use-transactions.ts';

const SplitDialog = lazy(() => import('./split-dialog.tsx'));

interface TransactionSheetProps {
  id: string;
  onClose: () => void;
  onRule: (one: Transaction) => void;
}

/** One transaction: what it is, what it is for, its receipts, and who changed what. */
export default function TransactionSheet({ id, onClose, onRule }: TransactionSheetProps) {
  const { data, error, refetch } = useQuery(read(transactions.get, { params: { id } }));
  const absent = error instanceof ApiError && error.status === 404;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      modal={false}
      inAddress
      title={data ? data.payee || data.bank?.payee || 'Transaction' : 'Transaction'}
    >
      <div data-testid="record">
        {absent ? (
          <EmptyState title="Transaction not found">It was deleted, or you don’t have access to its ledger.</EmptyState>
        ) : error && !data ? (
          <Failure error={error} what="Transaction" onRetry={() => void refetch()} />
        ) : data ? (
          <Body one={data} onClose={onClose} onRule={onRule} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
    </Sheet>
  );
}

function Body({ one, onClose, onRule }: { one: Transaction; onClose: () => void; onRule: (one: Transaction) => void }) {
  const { canEdit: mayEdit, ledger } = useFinance();
  const { nameOf: accountName } = useAccounts();
  const { options, nameOf } = useCategories();
  const acts = useTransactionActs();
  const [splitting, setSplitting] = useState(false);
  const closed = ledger.closedUntil !== null && one.day <= ledger.closedUntil;
  const unlink = async () => {
    const { transfer } = one;
    if (
      !transfer ||
      !(await attempt('Couldn’t unlink the transfer', async () => {
        await call(transfers.remove, { params: { id: transfer.id } });
        return true;
      }))
    )
      return;
    void acts.refresh();
    const pair = one.amount.startsWith('-')
      ? { outId: one.id, inId: transfer.transactionId }
      : { outId: transfer.transactionId, inId: one.id };
    offerUndo({
      title: 'No longer a transfer',
      undo: async () => {
        await call(transfers.link, { body: pair });
        await acts.refresh();
      },
    });
  };
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <AmountText one={one} className="text-2xl font-semibold" />
        <span className="text-sm text-muted">
          <DayText value={one.day} />, {accountName(one.accountId)}
        </span>
        {one.pending && <Badge tone="warning">Pending</Badge>}
      </div>
      {closed && (
        <Banner>
          The books are closed through <DayText value={ledger.closedUntil!} />. You can still edit notes, tags, and
          receipts.
        </Banner>
      )}
      {one.activity ? (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-3 py-2 text-sm">
          <TrendingUp size={16} className="text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            Cash for an activity in {accountName(one.activity.accountId)}. It counts as neither income nor spending.
            Date and amount follow the activity.
          </span>
          <Link
            to="/investments"
            search={{
              ledger: ledger.id,
              tab: 'activities',
              account: one.activity.accountId,
              period: 'custom',
              from: one.bank ? addDays(one.day, -7) : one.day,
              to: one.bank ? addDays(one.day, 7) : one.day,
            }}
            className="text-accent-ink underline underline-offset-2"
          >
            Open
          </Link>
        </div>
      ) : one.transfer ? (
        <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-3 py-2 text-sm">
          <ArrowLeftRight size={16} className="text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            Transfer {one.amount.startsWith('-') ? 'to' : 'from'} {accountName(one.transfer.accountId)}. It counts as
            neither income nor spending.
          </span>
          {mayEdit && !closed && (
            <Button size="sm" onClick={() => void unlink()}>
              Not a transfer
            </Button>
          )}
        </div>
      ) : one.splits.length > 0 ? (
        <section aria-label="Parts" className="grid gap-1.5 text-sm">
          <h3 className="font-medium">Parts</h3>
          <ul className="divide-y divide-line">
            {one.splits.map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- parts have no names of their own
              <li key={index} className="flex gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  {nameOf(part.categoryId) || 'No category'}
                  {part.notes && <span className="text-muted"> · {part.notes}</span>}
                </span>
                <AmountText one={{ amount: part.amount, currency: one.currency }} />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <Field label="Category">
          {(control) => (
            <Combobox
              {...control}
              label="Category"
              disabled={!mayEdit || closed}
              source={options}
              placeholder="No category"
              value={one.categoryId ? { value: one.categoryId, label: nameOf(one.categoryId) } : null}
              onChange={(option) => void acts.setCategory(one, option?.value ?? null)}
            />
          )}
        </Field>
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {!one.transfer && !one.activity && !closed && (
            <Button size="sm" onClick={() => setSplitting(true)}>
              {one.splits.length > 0 ? 'Edit split…' : 'Split…'}
            </Button>
          )}
          {!one.transfer && !one.activity && one.payee && (
            <Button size="sm" icon={<Wand />} onClick={() => onRule(one)}>
              Create rule…
            </Button>
          )}
          {!closed && !one.activity && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              onClick={() => void acts.remove(one).then((done) => done && onClose())}
            >
              Delete
            </Button>
          )}
        </div>
      )}
      <TransactionFields key={one.id} one={one} canEdit={mayEdit} closed={closed} />
      {one.original && (
        <p className="text-sm">
          Original amount: <AmountText one={one.original} />
        </p>
      )}
      {one.bank && (
        <p className="text-xs text-muted">
          Bank description: {[one.bank.payee, one.bank.memo].filter(Boolean).join(' · ') || 'nothing'}
          {one.checkNumber && ` · Check ${one.checkNumber}`}. Date and amount come from the bank.
          {one.bookedDay && one.valueDay && one.bookedDay !== one.valueDay && (
            <>
              {' '}
              Booked <DayText value={one.bookedDay} />, value date <DayText value={one.valueDay} />.
            </>
          )}
        </p>
      )}
      <Receipts id={one.id} canEdit={mayEdit} />
      <History id={one.id} version={one.version} />
      {splitting && (
        <Suspense fallback={null}>
          <SplitDialog one={one} onClose={() => setSplitting(false)} />
        </Suspense>
      )}
    </div>
  );
}
