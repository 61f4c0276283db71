import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import HandCoins from 'lucide-react/icons/hand-coins';
import Landmark from 'lucide-react/icons/landmark';
import { lazy, Suspense, useState } from 'react';
import { usePages } from '../../../../web/api/pages.ts';
import { call, download, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type ExpenseSetup, type Reimbursement, reimbursements } from '../../contract/expenses.ts';
import { EXPENSES } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { MatchList } from './match-list.tsx';
import type { Owed } from './pay-dialog.tsx';
import { useExpensesSearch, useRefreshExpenses } from './use-expenses.ts';
import { METHOD_LABELS } from './labels.ts';

const PayDialog = lazy(() => import('./pay-dialog.tsx'));
const FOLLOWS = [EXPENSES.list, EXPENSES.reimbursements];

/** Open and past reimbursements. */
export default function PaySection({ setup }: { setup: ExpenseSetup }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {setup.isManager && <OwedList today={setup.today} />}
      <PaidList isManager={setup.isManager} />
    </div>
  );
}

function OwedList({ today }: { today: string }) {
  const [, setSearch] = useExpensesSearch();
  const { data, error, refetch } = useQuery({ ...read(reimbursements.owed), meta: { follows: FOLLOWS } });
  const [paying, setPaying] = useState<Owed>();
  if (error && !data) return <Failure error={error} what="To reimburse" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.items.length === 0)
    return (
      <EmptyState icon={<HandCoins />} title="Nothing to reimburse">
        Approved expenses paid with personal funds appear here.
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">
        {data.items.map((one) => (
          <li
            key={`${one.user.id}/${one.currency}`}
            data-testid="row"
            className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{one.user.name}</span>
              <button
                type="button"
                className="text-xs text-muted underline underline-offset-2"
                onClick={() =>
                  setSearch({ tab: '', whose: 'all', person: one.user.id, state: 'approved', paid: 'own' })
                }
              >
                {counted(one.expenses.length, 'expense')}
              </button>
            </span>
            <span className="tabular text-lg font-semibold">{money(one.amount, one.currency)}</span>
            <Button variant="primary" onClick={() => setPaying({ ...one, today })}>
              Reimburse…
            </Button>
          </li>
        ))}
      </ul>
      {paying && (
        <Suspense fallback={null}>
          <PayDialog owed={paying} onClose={() => setPaying(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function PaidList({ isManager }: { isManager: boolean }) {
  const refresh = useRefreshExpenses();
  const list = usePages(reimbursements.list, { query: { limit: 50 } });
  const [matching, setMatching] = useState('');
  const undo = async (one: Reimbursement) => {
    const done = await attempt('Couldn’t undo the reimbursement', () =>
      call(reimbursements.undo, { params: { id: one.id } }),
    );
    await refresh();
    if (done)
      toast({
        type: 'success',
        title: `Reimbursement of ${money(one.amount, one.currency)} to ${one.user.name} undone`,
        description: 'Its expenses are due for reimbursement again.',
      });
  };
  return (
    <Card>
      <CardHeader title="Reimbursed" />
      <CardBody>
        {list.error && list.items.length === 0 ? (
          <Failure error={list.error} what="Reimbursements" onRetry={list.retry} />
        ) : list.loading ? (
          <Skeleton className="h-20 w-full" />
        ) : list.items.length === 0 ? (
          <p className="py-4 text-center text-sm text-muted">No reimbursements yet</p>
        ) : (
          <ul className="divide-y divide-line">
            {list.items.map((one) => (
              <li key={one.id} data-testid="row" className="grid gap-2 py-2.5 text-sm">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="font-medium">{one.user.name}</span>{' '}
                    <span className="text-muted">
                      <DayText value={one.day} />, {METHOD_LABELS[one.method].toLowerCase()},{' '}
                      {counted(one.expenses, 'expense')}
                      {one.note && ` · ${one.note}`}
                    </span>
                  </span>
                  {one.transactionId && <Badge tone="success">In the bank</Badge>}
                  <span className="tabular font-semibold">{money(one.amount, one.currency)}</span>
                  {isManager && (
                    <span className="flex items-center gap-1">
                      <IconButton
                        size="sm"
                        label={`Find the bank transaction for ${one.user.name}`}
                        icon={<Landmark />}
                        aria-expanded={matching === one.id}
                        onClick={() => setMatching(matching === one.id ? '' : one.id)}
                      />
                      <IconButton
                        size="sm"
                        label={`Download the reimbursement of ${one.user.name} as CSV`}
                        icon={<Download />}
                        onClick={() =>
                          void attempt('Couldn’t download the file', () =>
                            download(reimbursements.exportFile, `reimbursement-${one.day}.csv`, {
                              params: { id: one.id },
                            }),
                          )
                        }
                      />
                      <Button size="sm" variant="ghost" onClick={() => void undo(one)}>
                        Undo
                      </Button>
                    </span>
                  )}
                </div>
                {matching === one.id && <Matching one={one} onChanged={refresh} />}
              </li>
            ))}
          </ul>
        )}
        <LoadMore hasMore={list.hasMore} onMore={list.more} loading={list.loadingMore} />
      </CardBody>
    </Card>
  );
}

function Matching({ one, onChanged }: { one: Reimbursement; onChanged: () => Promise<void> }) {
  const { data } = useQuery(read(reimbursements.matches, { params: { id: one.id } }));
  const match = async (transactionId: string | null) => {
    await attempt('Couldn’t match the transaction', () =>
      call(reimbursements.match, { params: { id: one.id }, body: { version: one.version, transactionId } }),
    );
    await onChanged();
  };
  return <MatchList transactionId={one.transactionId} items={data?.items} onMatch={(id) => void match(id)} />;
}
