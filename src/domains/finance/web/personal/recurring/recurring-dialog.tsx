import { call } from '../../../../../web/api/request.ts';
import { EntryDialog } from '../../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import {
  NewRecurring,
  type Recurring,
  type RecurringSuggestion,
  RecurringUpdate,
  recurring,
} from '../../../contract/recurring.ts';
import { useAccounts, useCategories } from '../../accounts/use-ledger.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { FREQUENCIES } from './frequencies.ts';
import { useRecurringActs } from './use-recurring-acts.ts';

interface RecurringDialogProps {
  /** The edited payment; absent for a new one. */
  one?: Recurring;
  /** The finding that is confirmed. */
  from?: RecurringSuggestion;
  onClose: () => void;
}

export default function RecurringDialog({ one, from, onClose }: RecurringDialogProps) {
  return one ? <ChangeRecurring one={one} onClose={onClose} /> : <EnterRecurring from={from} onClose={onClose} />;
}

function EnterRecurring({ from, onClose }: Omit<RecurringDialogProps, 'one'>) {
  const { ledger, today } = useFinance();
  const { ofMoney } = useAccounts();
  const { refresh } = useRecurringActs();
  const form = useContractForm(NewRecurring, {
    defaultValues: {
      ledgerId: ledger.id,
      accountId: from?.accountId ?? ofMoney[0]?.id ?? '',
      name: from?.payee ?? '',
      amount: from ? (from.fixed ? from.lastAmount : from.averageAmount) : '',
      frequency: from?.frequency ?? 'monthly',
      anchorDay: from?.anchorDay ?? today,
      categoryId: from?.categoryId ?? null,
      ...(from ? { merchant: from.merchant } : {}),
    },
    failure: 'The recurring payment was not saved. Try again.',
    onSubmit: async (body) => {
      await call(recurring.create, { body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={from ? 'Confirm recurring payment' : 'Recurring payment'}
      submit={from ? 'Confirm' : 'Add'}
    >
      <Fields />
      <FormField<NewRecurring>
        name="accountId"
        label="Account"
        options={ofMoney.map((account) => ({ value: account.id, label: account.name }))}
      />
    </EntryDialog>
  );
}

function ChangeRecurring({ one, onClose }: { one: Recurring; onClose: () => void }) {
  const { refresh } = useRecurringActs();
  const form = useContractForm(RecurringUpdate, {
    defaultValues: {
      version: one.version,
      name: one.name,
      amount: one.priceChange ? one.last!.amount : one.amount,
      frequency: one.frequency,
      anchorDay: one.anchorDay,
      categoryId: one.categoryId,
    },
    failure: 'The recurring payment was not saved. Try again.',
    onSubmit: async (body) => {
      await call(recurring.update, { params: { id: one.id }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={one.name}
      description={one.priceChange ? 'The amount is from the last payment. Save to expect it from now on.' : undefined}
      submit="Save"
    >
      <Fields />
    </EntryDialog>
  );
}

function Fields() {
  const { options, nameOf } = useCategories();
  return (
    <>
      <FormField<NewRecurring> name="name" label="Name" placeholder="Rent" autoComplete="off" autoFocus required />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField<NewRecurring>
          name="amount"
          label="Amount"
          inputMode="decimal"
          placeholder="-900"
          hint="Enter money out as a negative amount."
          autoComplete="off"
          required
        />
        <FormField<NewRecurring>
          name="frequency"
          label="Frequency"
          options={Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label }))}
        />
        <FormField<NewRecurring> name="anchorDay" label="Next date" type="date" />
      </div>
      <ControlledField<NewRecurring> name="categoryId" label="Category">
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
    </>
  );
}
