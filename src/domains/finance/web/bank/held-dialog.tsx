import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addDays } from '../../../../kernel/days.ts';
import { call, read } from '../../../../web/api/request.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, signedMoney } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { bank, type HeldTransaction } from '../../contract/bank.ts';
import { ledgers } from '../../contract/ledgers.ts';
import { FINANCE } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { dayText } from '../personal/overview/labels.ts';

/** Further items appear once these are handled. */
const SHOWN = 200;
const KINDS: Readonly<Record<HeldTransaction['kind'], string>> = { add: 'New', change: 'Changed', remove: 'Removed' };

/** Held-back bank data: reopen the period to import it, or dismiss it. */
export default function HeldDialog({ onClose }: { onClose: () => void }) {
  const { ledger, isOwner, canEdit } = useFinance();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(bank.held, { query: { ledgerId: ledger.id, limit: SHOWN } }));
  const refresh = () =>
    Promise.all([bank.held.path, FINANCE.ledgers].map((path) => client.invalidateQueries({ queryKey: [path] })));
  const leaveOut = async (one: HeldTransaction) => {
    const answer = await attempt('Couldn’t skip the transaction', () =>
      call(bank.leaveOut, { body: { ids: [one.id] } }),
    );
    if (!answer) return;
    await refresh();
    offerUndo({
      title: `${one.payee || 'Transaction'} skipped`,
      undo: async () => {
        await call(bank.takeBack, { body: { ids: [one.id] } });
        await refresh();
      },
    });
  };
  const open = async (from: string) => {
    const isSure = await confirm({
      title: `Reopen the books from ${dayText(from)}?`,
      description:
        'Transactions on hold are added to the ledger, and reports for these dates change. The history records that you did this. You can close the period again afterward.',
      action: 'Reopen and import',
    });
    if (!isSure) return;
    const answer = await attempt('Couldn’t reopen the period', () =>
      call(ledgers.close, { params: { id: ledger.id }, body: { version: ledger.version, until: addDays(from, -1) } }),
    );
    await refresh();
    if (!answer) return;
    toast({
      type: 'success',
      title: 'Transactions imported',
      description: `The books are open from ${dayText(from)}.`,
    });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="On hold"
      description={
        ledger.closedUntil
          ? `The books are closed through ${dayText(ledger.closedUntil)}. Bank transactions from this period are on hold and are not included in any figures.`
          : 'Bank transactions from closed periods.'
      }
    >
      {error && !data && <Failure error={error} what="Transactions on hold" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-48 w-full" />}
      {data?.count === 0 && <p className="py-6 text-center text-sm text-muted">No transactions on hold.</p>}
      {data && data.count > 0 && data.firstDay && (
        <>
          <Banner
            tone="info"
            className="mb-3"
            action={
              isOwner && (
                <Button size="sm" onClick={() => void open(data.firstDay!)}>
                  Reopen from {dayText(data.firstDay)}…
                </Button>
              )
            }
          >
            {isOwner
              ? 'Reopen the books to import all of them, or skip individual ones.'
              : 'A ledger owner can reopen the books to import them.'}
          </Banner>
          <ul
            className="max-h-[50vh] divide-y divide-line overflow-y-auto border-y border-line"
            aria-label={counted(data.count, 'transaction')}
          >
            {data.items.map((one) => (
              <li key={one.id} className="flex items-center gap-3 py-2 text-sm" data-testid="row">
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2">
                    <span className="truncate font-medium">{one.payee || 'No name'}</span>
                    {one.kind !== 'add' && <Badge tone="info">{KINDS[one.kind]}</Badge>}
                  </span>
                  <span className="block truncate text-xs text-muted">
                    <DayText value={one.day} /> · {one.account}
                    {one.before &&
                      ` · in the books: ${signedMoney(one.before.amount, one.currency)} on ${dayText(one.before.day)}`}
                  </span>
                </span>
                <span className="tabular shrink-0">{one.amount !== null && signedMoney(one.amount, one.currency)}</span>
                {canEdit && (
                  <Button size="sm" variant="ghost" onClick={() => void leaveOut(one)}>
                    Skip
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.next && (
            <p className="mt-2 text-xs text-muted">
              The first {SHOWN} of {data.count.toLocaleString()}.
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
