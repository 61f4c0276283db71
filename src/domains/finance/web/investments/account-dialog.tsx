import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { accounts, NewAccount } from '../../contract/accounts.ts';
import { FINANCE } from '../../paths.ts';
import { CURRENCY_OPTIONS } from '../frame/currency-options.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-portfolio.ts';

/** A new account that holds investments. */
export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const { ledger } = useFinance();
  const client = useQueryClient();
  const refresh = useRefresh();
  const form = useContractForm(NewAccount, {
    defaultValues: {
      ledgerId: ledger.id,
      kind: 'investment',
      name: '',
      currency: ledger.currency,
      institution: '',
      openingBalance: '0',
    },
    failure: 'The account could not be added.',
    onSubmit: async (body) => {
      const made = await call(accounts.create, { body });
      onClose();
      await Promise.all([client.invalidateQueries({ queryKey: [FINANCE.accounts] }), refresh()]);
      toast({ type: 'success', title: `${made.name} added` });
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Add investment account" submit="Add account">
      <FormField<NewAccount> name="name" label="Name" required autoFocus autoComplete="off" placeholder="Brokerage" />
      <FormField<NewAccount> name="institution" label="Broker or bank" optional autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <ControlledField<NewAccount> name="currency" label="Currency" required>
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
        <FormField<NewAccount>
          name="openingBalance"
          label="Cash balance"
          inputMode="decimal"
          autoComplete="off"
          hint="Uninvested cash."
        />
      </div>
    </EntryDialog>
  );
}
