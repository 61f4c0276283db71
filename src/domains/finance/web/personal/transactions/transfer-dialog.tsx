import ArrowRight from 'lucide-react/icons/arrow-right';
import { useState } from 'react';
import { call } from '../../../../../web/api/request.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { counted, money } from '../../../../../web/ui/format.ts';
import { DayText } from '../../../../../web/ui/time.tsx';
import { type TransferSuggestion, transfers } from '../../../contract/recurring.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { useTransactionActs } from './use-transactions.ts';

/** Suggested transfers, one by one or all at once. */
export default function TransferDialog({
  items,
  onClose,
}: {
  items: readonly TransferSuggestion[];
  onClose: () => void;
}) {
  const { nameOf } = useAccounts();
  const acts = useTransactionActs();
  const [busy, setBusy] = useState(false);
  const decide = async (pairs: readonly TransferSuggestion[], accept: boolean) => {
    setBusy(true);
    const made: string[] = [];
    for (const pair of pairs) {
      const answer = await attempt('Couldn’t save the change', () =>
        call(accept ? transfers.link : transfers.refuse, { body: { outId: pair.out.id, inId: pair.in.id } }),
      );
      if (answer) made.push(answer.id);
    }
    setBusy(false);
    await acts.refresh();
    if (made.length === 0) return;
    offerUndo({
      title: accept ? `${counted(made.length, 'transfer')} linked` : 'Not a transfer',
      undo: async () => {
        for (const id of made) await call(transfers.remove, { params: { id } });
        await acts.refresh();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Transfers between your accounts"
      description="Matching amounts within 4 days in two of your accounts. Linked transfers count as neither income nor spending."
      footer={
        items.length > 1 && (
          <Button variant="primary" loading={busy} onClick={() => void decide(items, true)}>
            Link all {items.length}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">All done. No other possible transfers.</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((pair) => (
            <li
              key={`${pair.out.id}/${pair.in.id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 text-sm"
            >
              <span className="min-w-0 flex-1 basis-64">
                <span className="flex flex-wrap items-center gap-1.5 font-medium">
                  {nameOf(pair.out.accountId)}
                  <ArrowRight size={14} aria-label="to" className="text-muted" />
                  {nameOf(pair.in.accountId)}
                </span>
                <span className="block truncate text-xs text-muted">
                  <DayText value={pair.out.day} /> {pair.out.payee} · <DayText value={pair.in.day} /> {pair.in.payee}
                </span>
              </span>
              <span className="tabular">{money(pair.in.amount, pair.in.currency)}</span>
              <span className="flex gap-1.5">
                <Button size="sm" disabled={busy} onClick={() => void decide([pair], true)}>
                  Link
                </Button>
                <Button size="sm" variant="ghost" disabled={busy} onClick={() => void decide([pair], false)}>
                  Not a transfer
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
