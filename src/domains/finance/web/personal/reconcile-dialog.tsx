import Undo2 from 'lucide-react/icons/undo-2';
import { decimal } from '../../../../kernel/money/index.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { counted, money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Account } from '../../contract/accounts.ts';
import { useStatedBalance } from './use-stated-balance.ts';

/** Holds an account against its statement; what is missing is shown before it is entered. */
export default function ReconcileDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const {
    today,
    day,
    setDay,
    typed,
    setTyped,
    problem,
    wrong,
    busy,
    save,
    known,
    past,
    difference,
    takeBack,
    mayClose,
  } = useStatedBalance(account);
  const saveStatement = async (adjust: boolean) => {
    const saved = await save(adjust, (made) => ({
      title: `${account.name} reconciled`,
      description: decimal(made.adjustment).isZero()
        ? undefined
        : `An adjustment of ${money(made.adjustment, account.currency)} was added.`,
    }));
    if (saved) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={`Reconcile ${account.name}`}
      description="Enter the ending balance from your bank statement."
      footer={
        difference && !difference.isZero() ? (
          <Button loading={busy} onClick={() => void saveStatement(true)}>
            Enter {money(difference.toFixed(), account.currency)} as an adjustment
          </Button>
        ) : (
          <Button variant="primary" loading={busy} disabled={!difference} onClick={() => void saveStatement(false)}>
            Reconcile
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Statement end date">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={day}
                max={today}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
          <Field label="Ending balance" hint="Enter debt as a negative amount." error={wrong}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                placeholder="0.00"
                autoComplete="off"
                autoFocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </div>
        {known && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Balance from transactions</dt>
            <dd className="tabular text-right">{money(known.balance, account.currency)}</dd>
            <dt className="text-muted">{counted(known.since, 'transaction')} since the last reconciliation</dt>
            <dd className="tabular text-right">
              {known.pending === '0' ? '' : `${money(known.pending, account.currency)} pending`}
            </dd>
            {difference && (
              <>
                <dt className="font-medium">Difference</dt>
                <dd className="tabular text-right font-medium">{money(difference.toFixed(), account.currency)}</dd>
              </>
            )}
          </dl>
        )}
        {difference?.isZero() && <Banner tone="success">The balances match.</Banner>}
        {difference && !difference.isZero() && (
          <Banner tone="warning">
            First check for missing or duplicate transactions. An adjustment adds an uncategorized transaction.
          </Banner>
        )}
        {past.length > 0 && (
          <section aria-label="Earlier reconciliations">
            <h3 className="text-sm font-medium">Earlier</h3>
            <ul className="divide-y divide-line text-sm">
              {past.slice(0, 6).map((one) => (
                <li key={one.id} className="flex items-center gap-3 py-1">
                  <DayText value={one.day} />
                  <span className="tabular ml-auto">{money(one.balance, account.currency)}</span>
                  {!decimal(one.adjustment).isZero() && (
                    <span className="text-xs text-muted">adjusted by {money(one.adjustment, account.currency)}</span>
                  )}
                  <IconButton
                    size="sm"
                    label={`Undo the reconciliation of ${one.day}`}
                    icon={<Undo2 />}
                    onClick={() => takeBack(one.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
