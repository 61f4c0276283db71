import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { businessLicenses, LicenseRenewal, type LicenseRecord } from '../../contract/licenses.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { useLicenseCache } from './use-save-license.ts';

/** The day after `day`, and the day that makes a term of the same length from there; blank where it is not known. */
function nextTerm({ issuedOn, expiresOn }: LicenseRecord): { issuedOn: string; expiresOn: string } {
  if (!expiresOn) return { issuedOn: '', expiresOn: '' };
  const end = new Date(`${expiresOn}T00:00:00Z`);
  const years = issuedOn
    ? Math.max(1, Math.round((end.getTime() - Date.parse(`${issuedOn}T00:00:00Z`)) / (365.25 * 86_400_000)))
    : 1;
  const start = new Date(end.getTime() + 86_400_000);
  const until = new Date(Date.UTC(end.getUTCFullYear() + years, end.getUTCMonth(), end.getUTCDate()));
  return { issuedOn: start.toISOString().slice(0, 10), expiresOn: until.toISOString().slice(0, 10) };
}

/** Enters a renewal; the term until now stays in the history. */
export default function RenewDialog({ license, onClose }: { license: LicenseRecord; onClose: () => void }) {
  const updateCache = useLicenseCache(license.id);
  const params = { id: license.id };
  const form = useContractForm(LicenseRenewal, {
    defaultValues: { ...nextTerm(license), number: '', note: '', version: license.version },
    failure: 'The renewal could not be saved.',
    onSubmit: async (values) => {
      const saved = await call(businessLicenses.renew, { params, body: values });
      onClose();
      await updateCache(saved);
      const [term] = saved.terms;
      if (term)
        offerUndo({
          title: `${saved.name} renewed`,
          undo: async () =>
            updateCache(await call(businessLicenses.undoRenewal, { params: { ...params, termId: term.id } })),
        });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Renew ${license.name}`}
      description="The suggested term is as long as the previous one. Reminders restart."
      submit="Renew license"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<LicenseRenewal> name="issuedOn" label="Valid from" type="date" />
        <FormField<LicenseRenewal>
          name="expiresOn"
          label="Valid until"
          type="date"
          hint="Leave blank if it no longer expires."
        />
      </div>
      <FormField<LicenseRenewal>
        name="number"
        label="New number"
        optional
        hint={license.number ? `Current: ${license.number}` : undefined}
        autoComplete="off"
      />
      <FormField<LicenseRenewal> name="note" label="Note" optional rows={3} />
    </EntryDialog>
  );
}
