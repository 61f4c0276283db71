import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { NewSecurity, securities, type Security, SecurityUpdate } from '../../contract/securities.ts';
import { QUOTATION_OPTIONS } from '../frame/currency-options.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-portfolio.ts';
import { optionsOf, SECURITY_LABELS } from './labels.ts';

/** Enters a security, or changes one. */
export default function SecurityDialog({
  security,
  name = '',
  onClose,
  onSaved,
}: {
  security?: Security;
  name?: string;
  onClose: () => void;
  onSaved?: (security: Security) => void;
}) {
  return security ? (
    <Change security={security} onClose={onClose} />
  ) : (
    <Enter name={name} onClose={onClose} onSaved={onSaved} />
  );
}

function Enter({
  name,
  onClose,
  onSaved,
}: {
  name: string;
  onClose: () => void;
  onSaved?: ((security: Security) => void) | undefined;
}) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const form = useContractForm(NewSecurity, {
    defaultValues: {
      ledgerId: ledger.id,
      name,
      ticker: '',
      isin: '',
      cusip: '',
      kind: 'stock',
      currency: ledger.currency,
      sector: '',
      region: '',
      notes: '',
    },
    failure: 'The security could not be added.',
    onSubmit: async (body) => {
      const made = await call(securities.create, { body });
      onClose();
      onSaved?.(made);
      await refresh();
      toast({ type: 'success', title: `${made.name} added` });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New security"
      description="A stock, fund, bond, or coin, or an index to use as a benchmark."
      submit="Add security"
    >
      <Fields />
      <ControlledField<NewSecurity> name="currency" label="Price currency" required>
        {({ value, onChange }, control) => (
          <Combobox
            {...control}
            label="Currency"
            source={QUOTATION_OPTIONS}
            value={value ? { value: value as string, label: value as string } : null}
            onChange={(option) => onChange(option?.value ?? '')}
          />
        )}
      </ControlledField>
    </EntryDialog>
  );
}

function Change({ security, onClose }: { security: Security; onClose: () => void }) {
  const refresh = useRefresh();
  const { version, name, ticker, isin, cusip, kind, sector, region, notes } = security;
  const form = useContractForm(SecurityUpdate, {
    defaultValues: { version, name, ticker, isin, cusip, kind, sector, region, notes },
    failure: 'The security could not be saved.',
    onSubmit: async (body) => {
      await call(securities.update, { params: { id: security.id }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Edit ${security.name}`}
      description={
        security.quotedIn
          ? `Its prices stay in ${security.quotedIn}, hundredths of ${security.currency}.`
          : `Its currency, ${security.currency}, stays.`
      }
      submit="Save"
    >
      <Fields />
    </EntryDialog>
  );
}

/** Fields of both forms. */
function Fields() {
  return (
    <>
      <FormField<NewSecurity> name="name" label="Name" required autoFocus autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewSecurity> name="kind" label="Class" options={optionsOf(SECURITY_LABELS)} />
        <FormField<NewSecurity> name="ticker" label="Ticker" optional autoComplete="off" />
        <FormField<NewSecurity> name="isin" label="ISIN" optional autoComplete="off" />
        <FormField<NewSecurity> name="cusip" label="CUSIP" optional autoComplete="off" />
        <FormField<NewSecurity> name="sector" label="Sector" optional autoComplete="off" placeholder="Technology" />
        <FormField<NewSecurity> name="region" label="Region" optional autoComplete="off" placeholder="North America" />
      </div>
      <FormField<NewSecurity> name="notes" label="Notes" optional rows={2} />
    </>
  );
}
