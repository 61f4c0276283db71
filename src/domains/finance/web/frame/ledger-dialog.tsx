import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { type Ledger, ledgers, NewLedger } from '../../contract/ledgers.ts';
import { FINANCE } from '../../paths.ts';
import { CURRENCY_OPTIONS } from './currency-options.ts';

/** A new set of books. @param currency the one that is set to begin with */
export default function LedgerDialog({
  kind,
  currency,
  onCreated,
  onClose,
}: {
  kind: Ledger['kind'];
  currency: string;
  onCreated: (id: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useContractForm(NewLedger, {
    defaultValues: { name: '', kind, currency },
    failure: 'The ledger could not be created.',
    onSubmit: async (body) => {
      const created = await call(ledgers.create, { body });
      await client.invalidateQueries({ queryKey: [FINANCE.ledgers] });
      toast({ type: 'success', title: `${created.name} created` });
      onClose();
      onCreated(created.id);
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New ledger"
      description="Includes default categories. Only you can see it until you share it."
      submit="Create ledger"
    >
      <FormField<NewLedger>
        name="name"
        label="Name"
        placeholder={kind === 'personal' ? 'Household' : 'The company'}
        autoComplete="off"
        autoFocus
        required
      />
      <FormField<NewLedger>
        name="kind"
        label="For"
        options={[
          { value: 'personal', label: 'A household' },
          { value: 'business', label: 'A business' },
        ]}
      />
      <ControlledField<NewLedger>
        name="currency"
        label="Currency"
        hint="Reporting currency. Accounts can use other currencies."
        required
      >
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Currency"
            source={CURRENCY_OPTIONS}
            placeholder="USD"
            value={value ? { value: value as string, label: value as string } : null}
            onChange={(option) => onChange(option?.value ?? '')}
          />
        )}
      </ControlledField>
    </EntryDialog>
  );
}
