import { useState } from 'react';
import { call } from '../../../../../web/api/request.ts';
import { Form } from '../../../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../../../web/form/form-field.tsx';
import { useUnsavedGuard } from '../../../../../web/form/unsaved.ts';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import type { FieldControlProps } from '../../../../../web/ui/field.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { type Transaction, TransactionUpdate, transactions } from '../../../contract/transactions.ts';
import { useTransactionActs } from './use-transactions.ts';

/** Address parameters that open a transaction's sheet. */
const OPENS = ['open', 'tab', 'ledger'];

/** Editable fields of a transaction. Saved together, without overwriting other people's changes. */
export function TransactionFields({ one, canEdit, closed }: { one: Transaction; canEdit: boolean; closed: boolean }) {
  const acts = useTransactionActs();
  const byHand = one.bank === null && !one.activity && !closed;
  const form = useContractForm(TransactionUpdate, {
    defaultValues: {
      version: one.version,
      payee: one.payee,
      notes: one.notes,
      tags: one.tags,
      ...(byHand ? { day: one.day, amount: one.amount } : {}),
    },
    failure: 'The transaction could not be saved.',
    follows: true,
    onSubmit: async (body) => {
      await call(transactions.update, { params: { id: one.id }, body });
      toast({ type: 'success', title: 'Saved' });
      await acts.refresh();
    },
  });
  useUnsavedGuard(form.unsaved, OPENS);
  return (
    <Form form={form} className="grid gap-3">
      <fieldset disabled={!canEdit} className="contents">
        {(!one.activity || one.bank) && <FormField<TransactionUpdate> name="payee" label="Payee" autoComplete="off" />}
        {byHand && (
          <div className="grid grid-cols-2 gap-3">
            <FormField<TransactionUpdate> name="day" label="Date" type="date" />
            <FormField<TransactionUpdate>
              name="amount"
              label="Amount"
              inputMode="decimal"
              hint="Enter money out as a negative amount."
              autoComplete="off"
            />
          </div>
        )}
        <FormField<TransactionUpdate> name="notes" label="Notes" rows={2} />
        <ControlledField<TransactionUpdate> name="tags" label="Tags" hint="Separated by commas.">
          {({ value, onChange }, control) => (
            <TagsInput control={control} value={(value as string[] | undefined) ?? []} onChange={onChange} />
          )}
        </ControlledField>
        {form.dirty && (
          <div className="flex gap-2">
            <Button type="submit" variant="primary" loading={form.saving}>
              Save
            </Button>
            <Button variant="ghost" onClick={form.discard}>
              Discard
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  );
}

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Tags as a text. What is typed stands as it is typed, until other tags come from elsewhere. */
function TagsInput({
  control,
  value,
  onChange,
}: {
  control: FieldControlProps;
  value: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const [text, setText] = useState(value.join(', '));
  const shown = tagsIn(text).join() === value.join() ? text : value.join(', ');
  return (
    <Input
      {...control}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(tagsIn(event.target.value));
      }}
    />
  );
}
