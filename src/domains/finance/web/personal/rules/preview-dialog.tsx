import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { counted, money } from '../../../../../web/ui/format.ts';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import { type Rule, rules } from '../../../contract/rules.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { useTransactionActs } from '../transactions/use-transactions.ts';
import { ruleWords } from './rule-labels.ts';

/** Preview of a rule's changes to existing transactions. */
export default function PreviewDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { canEdit, ledger } = useFinance();
  const { nameOf: accountName } = useAccounts();
  const { nameOf: categoryName } = useCategories();
  const acts = useTransactionActs();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ ...read(rules.preview, { params: { id: rule.id } }), staleTime: 0 });
  const apply = async () => {
    setBusy(true);
    const answer = await attempt('Couldn’t apply the rule', () => call(rules.apply, { params: { id: rule.id } }));
    setBusy(false);
    if (!answer) return;
    toast({ type: 'success', title: `${counted(answer.changed, 'transaction')} changed` });
    void acts.refresh();
    onClose();
  };
  const count = data?.matches.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={rule.name}
      description={ruleWords(rule, { accountName, categoryName })}
      footer={
        canEdit &&
        count > 0 && (
          <Button variant="primary" loading={busy} onClick={() => void apply()}>
            Update {count === 200 ? 'all matching' : counted(count, 'transaction')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <Failure error={error} what="Preview" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="grid gap-3 text-sm">
          <p>
            {count === 0
              ? `None of the latest ${counted(data.looked, 'transaction')} would change.`
              : `${count === 200 ? '200 or more' : count} of the latest ${counted(data.looked, 'transaction')} would change:`}
          </p>
          <ul className="divide-y divide-line">
            {data.matches.map((match) => (
              <li key={match.id} data-testid="row" className="flex gap-3 py-1.5">
                <DayText value={match.day} className="tabular w-28 shrink-0" />
                <span className="min-w-0 flex-1 truncate">{match.payee}</span>
                <span className="text-xs text-muted">{match.changes.join(', ')}</span>
                <span className="tabular">{money(match.amount, ledger.currency)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
