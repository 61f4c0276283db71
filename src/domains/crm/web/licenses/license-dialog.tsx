import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { businessLicenses, NewLicense } from '../../contract/licenses.ts';
import { CRM, LICENSES_PAGE } from '../../paths.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { KIND_LABELS, optionsOf, STANDING_LABELS } from './license-labels.ts';

/** Basic fields of a new license; the others are added on its record. */
export default function LicenseDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const go = useGo();
  const owners = useOwners();
  const form = useContractForm(NewLicense, {
    defaultValues: {
      name: '',
      kind: 'operating',
      number: '',
      authority: '',
      jurisdiction: '',
      standing: 'active',
      issuedOn: '',
      expiresOn: '',
      responsibleId: null,
    },
    failure: 'The license could not be added.',
    draft: 'license:new',
    onSubmit: async (values) => {
      const made = await call(businessLicenses.create, { body: values });
      onClose();
      void client.invalidateQueries({ queryKey: [CRM.licenses] });
      toast({
        type: 'success',
        title: `${made.name} added`,
        action: { label: 'Open', onSelect: () => void go(`${LICENSES_PAGE}/${made.id}`) },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New license"
      description="Only the name is required. Reminders need an end date."
      submit="Add license"
    >
      <FormField<NewLicense>
        name="name"
        label="Name"
        required
        hint="The business, brand, or permit, such as “Delgado Solar Inc.”"
        autoComplete="off"
        autoFocus
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLicense> name="kind" label="Type" options={optionsOf(KIND_LABELS)} />
        <FormField<NewLicense> name="standing" label="Status" options={optionsOf(STANDING_LABELS)} />
        <FormField<NewLicense> name="authority" label="Authority" placeholder="Issuing authority" autoComplete="off" />
        <FormField<NewLicense> name="number" label="Number" autoComplete="off" />
        <FormField<NewLicense> name="issuedOn" label="Valid from" type="date" />
        <FormField<NewLicense>
          name="expiresOn"
          label="Valid until"
          type="date"
          hint="The last valid day. Leave blank if it does not expire."
        />
        <FormField<NewLicense> name="jurisdiction" label="Jurisdiction" placeholder="California" autoComplete="off" />
        <ControlledField<NewLicense> name="responsibleId" label="Responsible">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Responsible"
              source={owners.options}
              placeholder="You"
              value={value ? { value: value as string, label: owners.nameOf(value as string) } : null}
              onChange={(option) => onChange(option?.value ?? null)}
            />
          )}
        </ControlledField>
      </div>
    </EntryDialog>
  );
}
