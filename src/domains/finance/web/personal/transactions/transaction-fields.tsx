import { call } from '../../../../../web/api/request.ts';
import { Form } from '../../../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { type Transaction, TransactionUpdate, transactions } from '../../../contract/transactions.ts';
import { useTransactionActs } from './use-transactions.ts';

/** What people may write of a transaction. Saved together; somebody else's change meanwhile is not overwritten. */
export function TransactionFields({ one, canEdit, closed }: { one: Transaction; canEdit: boolean; closed: boolean }) {
  const acts = useTransactionActs();
  const byHand = one.bank === null && !one.activity && !closed;
  const form = useContractForm(TransactionUpdate, {
    defaultValues: { version: one.version, payee: one.payee, notes: one.notes, tags: one.tags, ...(byHand ? { day: one.day, amount: one.amount } : {}) }, failure: 'The transaction could not be saved.',
    onSubmit: async (body) => {
      await call(transactions.update, { params: { id: one.id }, body });
      toast({ type: 'success', title: 'Saved' });
      await acts.refresh();
    },
  });
  return (
    <Form form={form} className="grid gap-3">
      <fieldset disabled={!canEdit} className="contents">
        {(!one.activity || one.bank) && <FormField<TransactionUpdate> name="payee" label="Payee" autoComplete="off" />}
        {byHand && (
          <div className="grid grid-cols-2 gap-3">
            <FormField<TransactionUpdate> name="day" label="Day" type="date" />
            <FormField<TransactionUpdate> name="amount" label="Amount" inputMode="decimal" hint="Money out is negative." autoComplete="off" />
          </div>
        )}
        <FormField<TransactionUpdate> name="notes" label="Notes" rows={2} />
        <ControlledField<TransactionUpdate> name="tags" label="Tags" hint="Separated by commas.">
          {({ value, onChange }, control) => <Input {...control} defaultValue={((value as string[] | undefined) ?? []).join(', ')} onChange={(event) => onChange(event.target.value.split(',').map((tag) => tag.trim()).filter(Boolean))} />}
        </ControlledField>
        {form.dirty && <div className="flex gap-2"><Button type="submit" variant="primary" loading={form.saving}>Save</Button><Button variant="ghost" onClick={form.discard}>Discard</Button></div>}
      </fieldset>
    </Form>
  );
}
