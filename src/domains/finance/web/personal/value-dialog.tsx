import Undo2 from 'lucide-react/icons/undo-2';
import { decimal } from '../../../../kernel/money/index.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Account } from '../../contract/accounts.ts';
import { useStatedBalance } from './use-stated-balance.ts';

/** How many earlier values stand below. */
const SHOWN = 12;

/** The value of a house, car, or collection on a day. */
export default function ValueDialog({ account, onClose }: { account: Account; onClose: () => void }) {
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
  const saveValue = async () => {
    if (await save(true, (made) => ({ title: `${account.name} valued at ${money(made.balance, account.currency)}` })))
      onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={`Update value of ${account.name}`}
      description="Its current market value. The change affects your net worth, not income or spending."
      footer={
        <Button variant="primary" loading={busy} disabled={!difference || day === ''} onClick={() => void saveValue()}>
          Save value
        </Button>
      }
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Value" hint={`In ${account.currency}.`} error={wrong}>
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
          <Field label="Date">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={day}
                max={today}
                min={account.openingDay ?? undefined}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
        </div>
        {known && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">Current value</dt>
            <dd className="tabular text-right">{money(known.balance, account.currency)}</dd>
            {difference && !difference.isZero() && (
              <>
                <dt className="font-medium">Change</dt>
                <dd className="tabular text-right font-medium">{signed(difference.toFixed(), account.currency)}</dd>
              </>
            )}
          </dl>
        )}
        {past.length > 0 && (
          <section aria-label="Earlier values">
            <h3 className="text-sm font-medium">Earlier values</h3>
            <ul className="divide-y divide-line text-sm">
              {past.slice(0, SHOWN).map((one) => (
                <li key={one.id} className="flex items-center gap-3 py-1">
                  <DayText value={one.day} />
                  <span className="tabular ml-auto">{money(one.balance, account.currency)}</span>
                  <span className="tabular w-28 text-right text-xs text-muted">
                    {decimal(one.adjustment).isZero() ? 'unchanged' : signed(one.adjustment, account.currency)}
                  </span>
                  <IconButton
                    size="sm"
                    label={`Delete the value of ${one.day}`}
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

const signed = (amount: string, currency: string): string =>
  `${amount.startsWith('-') ? '' : '+'}${money(amount, currency)}`;
