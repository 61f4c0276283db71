import { useQuery, useQueryClient } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { decimal, parseDecimal } from '../../../../kernel/money/index.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type Account, reconciliations } from '../../contract/accounts.ts';
import { attempt } from '../accounts/act.ts';
import { useFinance } from '../frame/use-finance.ts';
import { refreshBalances } from './refresh-balances.ts';

/** How many earlier values stand below. */
const SHOWN = 12;

/** What a house, a car or a collection is worth on a day. */
export default function ValueDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { today } = useFinance();
  const client = useQueryClient();
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const params = { id: account.id };
  const { data: before } = useQuery({ ...read(reconciliations.balance, { params, query: { day } }), enabled: day !== '', placeholderData: (previous) => previous });
  const { data: past } = useQuery(read(reconciliations.list, { params }));
  const value = parseDecimal(typed.trim());
  const change = value && before ? value.minus(before.balance) : undefined;
  const takeBack = async (id: string) => {
    await call(reconciliations.remove, { params: { ...params, reconciliationId: id } });
    await refreshBalances(client);
  };
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const made = await call(reconciliations.create, { params, body: { day, balance: typed.trim(), adjust: true } });
      await refreshBalances(client);
      onClose();
      offerUndo({ title: `${account.name} is worth ${money(made.balance, account.currency)}`, undo: () => takeBack(made.id) });
    } catch (error) {
      setProblem(messageFor(error, 'It could not be saved. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open onOpenChange={onClose} title={`What is ${account.name} worth?`} description="What it would bring if it were sold. The change counts in your net worth, and not as income or spending."
      footer={<Button variant="primary" loading={busy} disabled={!value || day === ''} onClick={() => void save()}>Save value</Button>}
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Worth" hint={`In ${account.currency}.`}>{(control) => <Input {...control} inputMode="decimal" placeholder="0.00" autoComplete="off" autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />}</Field>
          <Field label="On">{(control) => <Input {...control} type="date" value={day} max={today} min={account.openingDay ?? undefined} onChange={(event) => setDay(event.target.value)} />}</Field>
        </div>
        {before && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted">So far</dt><dd className="tabular text-right">{money(before.balance, account.currency)}</dd>
            {change && !change.isZero() && <><dt className="font-medium">Change</dt><dd className="tabular text-right font-medium">{money(change.toFixed(), account.currency)}</dd></>}
          </dl>
        )}
        {past && past.items.length > 0 && (
          <section aria-label="Earlier values">
            <h3 className="text-sm font-medium">Earlier values</h3>
            <ul className="divide-y divide-line text-sm">
              {past.items.slice(0, SHOWN).map((one) => (
                <li key={one.id} className="flex items-center gap-3 py-1">
                  <DayText value={one.day} /><span className="tabular ml-auto">{money(one.balance, account.currency)}</span>
                  <span className="tabular w-28 text-right text-xs text-muted">{decimal(one.adjustment).isZero() ? 'unchanged' : `${one.adjustment.startsWith('-') ? '' : '+'}${money(one.adjustment, account.currency)}`}</span>
                  <IconButton size="sm" label={`Take back the value of ${one.day}`} icon={<Undo2 />} onClick={() => void attempt('It was not taken back', () => takeBack(one.id))} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
