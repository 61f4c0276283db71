import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { type Account, accounts, AccountUpdate, isValued, NewAccount } from '../../contract/accounts.ts';
import { FINANCE } from '../../paths.ts';
import { CURRENCY_OPTIONS } from '../frame/currency-options.ts';
import { useFinance } from '../frame/use-finance.ts';
import { ACCOUNT_KINDS, MONEY_KINDS, THING_KINDS } from './account-kinds.ts';

interface AccountDialogProps {
  /** Absent: a new one. */
  account?: Account;
  onClose: () => void;
  onSaved?: (account: Account) => void;
}

/** An account: entered, or changed. */
export default function AccountDialog({ account, onClose, onSaved }: AccountDialogProps) {
  return account ? (
    <ChangeAccount account={account} onClose={onClose} />
  ) : (
    <EnterAccount onClose={onClose} onSaved={onSaved} />
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([FINANCE.accounts, FINANCE.reports].map((path) => client.invalidateQueries({ queryKey: [path] })));
}

function EnterAccount({ onClose, onSaved }: Omit<AccountDialogProps, 'account'>) {
  const { ledger, today } = useFinance();
  const refresh = useRefresh();
  const form = useContractForm(NewAccount, {
    defaultValues: {
      ledgerId: ledger.id,
      name: '',
      kind: 'checking',
      currency: ledger.currency,
      institution: '',
      number: '',
      openingBalance: '0',
      openingDay: today,
    },
    failure: 'The account could not be created.',
    onSubmit: async (body) => {
      const created = await call(accounts.create, { body });
      await refresh();
      toast({ type: 'success', title: `${created.name} created` });
      onClose();
      onSaved?.(created);
    },
  });
  const isThing = isValued(useWatch({ control: form.methods.control, name: 'kind' }));
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New account"
      submit="Create account"
      description={
        isThing
          ? 'Enter its value today, and update it from time to time. It counts toward your assets, not as income or spending.'
          : 'The balance is the opening balance plus all transactions since.'
      }
    >
      <FormField<NewAccount>
        name="name"
        label="Name"
        placeholder={isThing ? 'House on Mill Lane' : 'Everyday checking'}
        autoComplete="off"
        autoFocus
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewAccount>
          name="kind"
          label="Type"
          options={ledger.kind === 'business' ? MONEY_KINDS : ACCOUNT_KINDS}
        />
        <ControlledField<NewAccount> name="currency" label="Currency">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Currency"
              source={CURRENCY_OPTIONS}
              value={value ? { value: value as string, label: value as string } : null}
              onChange={(option) => onChange(option?.value ?? '')}
            />
          )}
        </ControlledField>
      </div>
      {isThing ? (
        <Worth />
      ) : (
        <>
          <Whereabouts />
          <Opening />
        </>
      )}
    </EntryDialog>
  );
}

function ChangeAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const refresh = useRefresh();
  const form = useContractForm(AccountUpdate, {
    defaultValues: {
      version: account.version,
      name: account.name,
      kind: account.kind,
      institution: account.institution,
      number: account.number,
      openingBalance: account.openingBalance,
      openingDay: account.openingDay,
      dayBasis: account.dayBasis,
      archived: account.archivedAt !== null,
    },
    failure: 'The account could not be saved.',
    onSubmit: async (body) => {
      await call(accounts.update, { params: { id: account.id }, body });
      await refresh();
      onClose();
    },
  });
  const isThing = isValued(account.kind);
  return (
    <EntryDialog form={form} onClose={onClose} title={account.name} submit="Save account">
      <FormField<AccountUpdate> name="name" label="Name" autoComplete="off" required />
      <FormField<AccountUpdate> name="kind" label="Type" options={isThing ? THING_KINDS : MONEY_KINDS} />
      {isThing ? (
        <Worth />
      ) : (
        <>
          <Whereabouts />
          <Opening />
          <FormField<AccountUpdate>
            name="dayBasis"
            label="Date transactions by"
            options={[
              { value: 'booking', label: 'Booking date' },
              { value: 'value', label: 'Value date' },
            ]}
            hint="For files that contain both dates."
          />
        </>
      )}
      <CheckboxField<AccountUpdate>
        name="archived"
        label="Archived"
        hint={
          isThing
            ? 'For assets you no longer own. Set the value to zero first.'
            : 'For closed accounts. Transactions stay and still count.'
        }
      />
    </EntryDialog>
  );
}

function Worth() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField<NewAccount>
        name="openingBalance"
        label="Initial value"
        inputMode="decimal"
        hint="Purchase price or market value at the time."
        autoComplete="off"
      />
      <FormField<NewAccount> name="openingDay" label="Owned since" type="date" />
    </div>
  );
}

function Whereabouts() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField<NewAccount> name="institution" label="Bank" autoComplete="off" optional />
      <FormField<NewAccount>
        name="number"
        label="Account number"
        hint="As shown in bank files."
        autoComplete="off"
        optional
      />
    </div>
  );
}

function Opening() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField<NewAccount>
        name="openingBalance"
        label="Opening balance"
        inputMode="decimal"
        hint="Enter debt as a negative amount."
        autoComplete="off"
      />
      <FormField<NewAccount> name="openingDay" label="As of the start of" type="date" />
    </div>
  );
}
