import * as z from 'zod';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { documents, type DocumentSettings, DocumentSettingsUpdate } from '../../contract/documents.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useDocumentSettings, useRefresh } from './use-business.ts';

const Form = DocumentSettingsUpdate.extend({
  remindDays: z
    .string()
    .regex(/^\s*\d{1,3}(\s*,\s*\d{1,3}){0,5}\s*$/, 'Enter days separated by commas, such as 3, 14, 30.'),
});

/** How invoices are numbered, printed and reminded of. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useDocumentSettings();
  return data ? <Editor settings={data} onClose={onClose} /> : null;
}

function Editor({ settings, onClose }: { settings: DocumentSettings; onClose: () => void }) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const { version, invoicePattern, termsDays, sender, paymentDetails, taxPercent, discountWhen, recoverTax, remind } =
    settings;
  const form = useContractForm(Form, {
    defaultValues: {
      version,
      invoicePattern,
      termsDays,
      sender,
      paymentDetails,
      taxPercent,
      discountWhen,
      recoverTax,
      remind,
      remindDays: settings.remindDays.join(', '),
    },
    failure: 'The settings could not be saved.',
    judge: 'onSubmit',
    onSubmit: async ({ remindDays, ...body }) => {
      await call(documents.updateSettings, {
        params: { id: ledger.id },
        body: { ...body, remindDays: remindDays.split(',').map(Number) },
      });
      onClose();
      await refresh();
      toast({ type: 'success', title: 'Settings saved' });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Invoice settings"
      description={`Next invoice number: ${settings.nextNumber}.`}
      submit="Save"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          name="invoicePattern"
          label="Number format"
          required
          hint="Use {YYYY}, {YY}, {MM}, and {####} for the counter."
          autoFocus
        />
        <FormField name="termsDays" label="Payment terms (days)" type="number" />
        <FormField name="taxPercent" label="Default tax %" inputMode="decimal" />
        <FormField
          name="discountWhen"
          label="Apply discounts"
          options={[
            { value: 'beforeTax', label: 'Before tax' },
            { value: 'afterTax', label: 'After tax' },
          ]}
        />
      </div>
      <FormField
        name="sender"
        label="Your address and tax ID"
        rows={3}
        hint="Printed on every invoice below your workspace name."
      />
      <FormField
        name="paymentDetails"
        label="Payment instructions"
        rows={3}
        hint="Bank details and reference, printed at the end."
      />
      <CheckboxField
        name="recoverTax"
        label="Tax on purchases is recoverable"
        hint="If off, tax is part of the expense."
      />
      <CheckboxField
        name="remind"
        label="Email reminders for overdue invoices"
        hint="Each reminder is sent once, with the invoice attached. Invoices already overdue are included."
      />
      <FormField name="remindDays" label="Days after due date" hint="One reminder for each day listed." />
      {!settings.mailLeaves && (
        <Banner tone="info">No mail server is set up. Emails stay in this installation’s outbox.</Banner>
      )}
    </EntryDialog>
  );
}
