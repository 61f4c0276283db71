import { useState } from 'react';
import { call } from '../../../../../web/api/request.ts';
import { EntryDialog } from '../../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { NewTransaction, transactions } from '../../../contract/transactions.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { useTransactionActs } from './use-transactions.ts';

/** A transaction that no bank told of. */
export default function TransactionDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { today } = useFinance();
  const { open } = useAccounts();
  const { options, nameOf } = useCategories();
  const acts = useTransactionActs();
  const [direction, setDirection] = useState<'out' | 'in'>('out');
  const form = useContractForm(NewTransaction, {
    defaultValues: { accountId: accountId || (open[0]?.id ?? ''), day: today, amount: '', payee: '', notes: '' },
    failure: 'The transaction could not be added.',
    onSubmit: async ({ amount, ...body }) => {
      // People write what it cost; the sign says which way it went. One that is written stays.
      const signed = amount.startsWith('-') || direction === 'in' ? amount : `-${amount}`;
      const created = await call(transactions.create, { body: { ...body, amount: signed } });
      toast({ type: 'success', title: `${created.payee || 'Transaction'} added` });
      onClose();
      void acts.refresh();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="New transaction" submit="Add transaction">
      <FormField<NewTransaction>
        name="payee"
        label="Payee"
        placeholder="Who you paid, or who paid you"
        autoComplete="off"
        autoFocus
      />
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4">
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium" aria-hidden="true">
            Direction
          </span>
          <Select
            aria-label="Direction"
            options={[
              { value: 'out', label: 'Money out' },
              { value: 'in', label: 'Money in' },
            ]}
            value={direction}
            onChange={(event) => setDirection(event.target.value as 'out' | 'in')}
          />
        </div>
        <FormField<NewTransaction>
          name="amount"
          label="Amount"
          inputMode="decimal"
          placeholder="12.50"
          autoComplete="off"
          required
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewTransaction> name="day" label="Date" type="date" />
        <FormField<NewTransaction>
          name="accountId"
          label="Account"
          options={open.map((account) => ({ value: account.id, label: `${account.name} (${account.currency})` }))}
        />
      </div>
      <ControlledField<NewTransaction> name="categoryId" label="Category">
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Category"
            source={options}
            value={value ? { value: value as string, label: nameOf(value as string) } : null}
            onChange={(option) => onChange(option?.value ?? null)}
          />
        )}
      </ControlledField>
      <FormField<NewTransaction> name="notes" label="Notes" rows={2} />
    </EntryDialog>
  );
}
