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

/** What comes after these is seen when they are dealt with. */
const SHOWN = 200;
const KINDS: Readonly<Record<HeldTransaction['kind'], string>> = {
  add: 'New',
  change: 'Changed',
  remove: 'Taken back',
};

/** What banks told of closed days: opened again and brought in, or left out. */
export default function HeldDialog({ onClose }: { onClose: () => void }) {
  const { ledger, isOwner, canEdit } = useFinance();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(bank.held, { query: { ledgerId: ledger.id, limit: SHOWN } }));
  const refresh = () =>
    Promise.all([bank.held.path, FINANCE.ledgers].map((path) => client.invalidateQueries({ queryKey: [path] })));
  const leaveOut = async (one: HeldTransaction) => {
    const answer = await attempt('It was not left out', () => call(bank.leaveOut, { body: { ids: [one.id] } }));
    if (!answer) return;
    await refresh();
    offerUndo({
      title: `${one.payee || 'The transaction'} is left out`,
      undo: async () => {
        await call(bank.takeBack, { body: { ids: [one.id] } });
        await refresh();
      },
    });
  };
  const open = async (from: string) => {
    const isSure = await confirm({
      title: `Open the books from ${dayText(from)} again?`,
      description:
        'What is held back comes into the ledger, and what was reported of these days changes. The history says that you did. You can close them again afterwards.',
      action: 'Open and bring in',
    });
    if (!isSure) return;
    const answer = await attempt('The period was not opened', () =>
      call(ledgers.close, { params: { id: ledger.id }, body: { version: ledger.version, until: addDays(from, -1) } }),
    );
    await refresh();
    if (!answer) return;
    toast({
      type: 'success',
      title: 'The transactions are in the ledger',
      description: `The books are open from ${dayText(from)}.`,
    });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Held back"
      description={
        ledger.closedUntil
          ? `The books are closed through ${dayText(ledger.closedUntil)}. What banks told of these days waits here; nothing of it is in any figure.`
          : 'What banks told of closed days.'
      }
    >
      {error && !data && <Failure error={error} what="What is held back" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-48 w-full" />}
      {data?.count === 0 && <p className="py-6 text-center text-sm text-muted">Nothing is held back.</p>}
      {data && data.count > 0 && data.firstDay && (
        <>
          <Banner
            tone="info"
            className="mb-3"
            action={
              isOwner && (
                <Button size="sm" onClick={() => void open(data.firstDay!)}>
                  Open from {dayText(data.firstDay)}…
                </Button>
              )
            }
          >
            {isOwner
              ? 'Open the books again to bring all of it in, or leave single ones out.'
              : 'An owner of the ledger can open the books again to bring it in.'}
          </Banner>
          <ul
            className="max-h-[50vh] divide-y divide-line overflow-y-auto border-y border-line"
            aria-label={counted(data.count, 'transaction')}
          >
            {data.items.map((one) => (
              <li key={one.id} className="flex items-center gap-3 py-2 text-sm" data-testid="row">
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2">
                    <span className="truncate font-medium">{one.payee || 'Without a name'}</span>
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
                    Leave out
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
