import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { messageFor } from '../../../../../web/api/error.ts';
import { call } from '../../../../../web/api/request.ts';
import { plainDecimal } from '../../../../../web/form/typed-decimal.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { decimal, parseDecimal, sumOf, ZERO } from '../../../../../kernel/money/index.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { money } from '../../../../../web/ui/format.ts';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { type Transaction, transactions } from '../../../contract/transactions.ts';
import { useCategories } from '../../accounts/use-ledger.ts';
import { useTransactionActs } from './use-transactions.ts';

interface Part {
  key: number;
  /** As typed, without the sign of the whole. */
  amount: string;
  categoryId: string | null;
  notes: string;
}

let lastKey = 0;

const amountOf = (part: Part) => parseDecimal(plainDecimal(part.amount).trim());

/** Divides one transaction among categories; the parts sum to it, to the cent. */
export default function SplitDialog({ one, onClose }: { one: Transaction; onClose: () => void }) {
  const { options, nameOf } = useCategories();
  const acts = useTransactionActs();
  const out = one.amount.startsWith('-');
  const [parts, setParts] = useState<readonly Part[]>(() =>
    one.splits.length > 0
      ? one.splits.map((part) => ({
          key: ++lastKey,
          amount: (out ? decimal(part.amount).negated() : decimal(part.amount)).toFixed(),
          categoryId: part.categoryId,
          notes: part.notes,
        }))
      : [
          { key: ++lastKey, amount: '', categoryId: one.categoryId, notes: '' },
          { key: ++lastKey, amount: '', categoryId: null, notes: '' },
        ],
  );
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const mayClose = useDiscard(parts, saving);
  const whole = decimal(one.amount).abs();
  const left = whole.minus(sumOf(parts, (part) => amountOf(part) ?? ZERO));
  const change = (key: number, fields: Partial<Part>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...fields } : part)));
  const fill = (part: Part) => change(part.key, { amount: left.plus(amountOf(part) ?? ZERO).toFixed() });
  const save = async (splits: { amount: string; categoryId: string | null; notes: string }[]) => {
    setSaving(true);
    setProblem(undefined);
    try {
      const answer = await call(transactions.update, {
        params: { id: one.id },
        body: { version: one.version, splits },
      });
      void acts.refresh();
      offerUndo({
        title: splits.length > 0 ? `Split into ${splits.length} parts` : 'Split removed',
        undo: async () => {
          await call(transactions.update, {
            params: { id: one.id },
            body: { version: answer.version, splits: one.splits },
          });
          await acts.refresh();
        },
      });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'It could not be saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  const signed = (amount: string) => (out ? decimal(amount).negated() : decimal(amount)).toFixed();
  const sound = left.isZero() && parts.every((part) => amountOf(part));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={`Split ${money(whole.toFixed(), one.currency)}`}
      description={one.payee}
      footer={
        <>
          {one.splits.length > 0 && (
            <Button variant="link" className="mr-auto" onClick={() => void save([])}>
              Remove split
            </Button>
          )}
          <Button
            variant="primary"
            disabled={!sound}
            loading={saving}
            onClick={() =>
              void save(
                parts.map(({ amount, categoryId, notes }) => ({
                  amount: signed(plainDecimal(amount).trim()),
                  categoryId,
                  notes,
                })),
              )
            }
          >
            Save split
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {parts.map((part, index) => (
          <div
            key={part.key}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <Input
              aria-label={`Amount of part ${index + 1}`}
              inputMode="decimal"
              placeholder="0.00"
              value={part.amount}
              onChange={(event) => change(part.key, { amount: event.target.value })}
            />
            <Combobox
              label={`Category of part ${index + 1}`}
              source={options}
              placeholder="No category"
              value={part.categoryId ? { value: part.categoryId, label: nameOf(part.categoryId) } : null}
              onChange={(option) => change(part.key, { categoryId: option?.value ?? null })}
            />
            <Input
              aria-label={`Note of part ${index + 1}`}
              className="max-sm:hidden"
              placeholder="Note"
              maxLength={500}
              value={part.notes}
              onChange={(event) => change(part.key, { notes: event.target.value })}
            />
            <span className="flex">
              <Button size="sm" variant="ghost" disabled={left.isZero()} onClick={() => fill(part)}>
                Rest
              </Button>
              <IconButton
                size="sm"
                label={`Remove part ${index + 1}`}
                icon={<X />}
                disabled={parts.length <= 2}
                onClick={() => setParts(parts.filter((other) => other !== part))}
              />
            </span>
          </div>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            size="sm"
            icon={<Plus />}
            disabled={parts.length >= 50}
            onClick={() => setParts([...parts, { key: ++lastKey, amount: '', categoryId: null, notes: '' }])}
          >
            Add part
          </Button>
          <p className="tabular text-sm" role="status">
            {left.isZero() ? 'Parts add up to the total.' : `${money(left.toFixed(), one.currency)} left to split`}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
