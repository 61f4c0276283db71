import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { money } from '../../../../web/ui/format.ts';
import { NewReimbursement, reimbursements } from '../../contract/expenses.ts';
import { useRefreshExpenses } from './use-expenses.ts';
import { METHOD_LABELS } from './labels.ts';

export interface Owed {
  user: { id: string; name: string };
  currency: string;
  /** The day it is where the workspace is. */
  today: string;
  expenses: readonly { id: string; merchant: string; day: string; amount: string }[];
}

/** Records that a person was paid back: all that is owed, or some of it. */
export default function PayDialog({ owed, onClose }: { owed: Owed; onClose: () => void }) {
  const refresh = useRefreshExpenses();
  const form = useContractForm(NewReimbursement, {
    defaultValues: {
      userId: owed.user.id,
      expenseIds: owed.expenses.map((one) => one.id),
      day: owed.today,
      method: 'bank_transfer',
      note: '',
    },
    failure: 'The reimbursement was not recorded. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const made = await call(reimbursements.create, { body });
      onClose();
      await refresh();
      offerUndo({
        title: `Reimbursement of ${money(made.amount, made.currency)} to ${made.user.name} recorded`,
        undo: async () => {
          await call(reimbursements.undo, { params: { id: made.id } });
          await refresh();
        },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Reimburse ${owed.user.name}`}
      description="Pay through your bank or payroll, then record it here. You can match it to the bank transaction later."
      submit="Record as paid"
    >
      <Chosen owed={owed} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewReimbursement> name="day" label="Paid on" type="date" required />
        <FormField<NewReimbursement>
          name="method"
          label="Payment method"
          options={Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <FormField<NewReimbursement> name="note" label="Note" optional autoComplete="off" />
    </EntryDialog>
  );
}

function Chosen({ owed }: { owed: Owed }) {
  const { setValue } = useFormContext<NewReimbursement>();
  const ids = useWatch<NewReimbursement, 'expenseIds'>({ name: 'expenseIds' });
  const [wanted] = useState(owed.expenses);
  const total = sumOf(
    wanted.filter((one) => ids.includes(one.id)),
    (one) => decimal(one.amount),
  ).toFixed();
  const toggle = (id: string) =>
    setValue('expenseIds', ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id], { shouldDirty: true });
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Expenses</legend>
      <div className="grid max-h-60 gap-1 overflow-y-auto">
        {wanted.map((one) => (
          <div key={one.id} className="flex items-center gap-2 text-sm">
            <div className="min-w-0 flex-1">
              <Checkbox
                checked={ids.includes(one.id)}
                onChange={() => toggle(one.id)}
                label={`${one.merchant}, ${one.day}`}
              />
            </div>
            <span className="tabular">{money(one.amount, owed.currency)}</span>
          </div>
        ))}
      </div>
      <p className="tabular mt-1 flex justify-between border-t border-line pt-2 text-sm font-semibold">
        <span>
          {ids.length} of {wanted.length}
        </span>
        <span>{money(total, owed.currency)}</span>
      </p>
    </fieldset>
  );
}
