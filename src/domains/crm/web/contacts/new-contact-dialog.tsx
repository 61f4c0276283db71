import { useWatch } from 'react-hook-form';
import { useSessionUser } from '../../../../web/api/session.ts';
import { call } from '../../../../web/api/request.ts';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { ValueList } from '../../../../web/form/value-list.tsx';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { type ContactRow, contacts, NewContact } from '../../contract/contacts.ts';
import { VALUE_LABELS } from '../../../../records/contract/field-values.ts';
import { useCompanySearch, useOwners, useTagSearch } from '../../../../records/web/choices.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { contactName } from './contact-name.ts';
import { DuplicateWarning } from './duplicate-warning.tsx';
import { useRowCache } from '../../../../records/web/use-rows.ts';

/** The fields of a new contact; whatever else is known is added on its record. */
export default function NewContactDialog({ onClose }: { onClose: () => void }) {
  const cache = useRowCache<ContactRow>('contact');
  const go = useGo();
  const owners = useOwners();
  const user = useSessionUser();
  const searchCompanies = useCompanySearch();
  const searchTags = useTagSearch('contact');
  const form = useContractForm(NewContact, {
    defaultValues: {
      firstName: '',
      lastName: '',
      title: '',
      companyName: '',
      emails: [{ value: '', label: 'work' }],
      phones: [{ value: '', label: 'work' }],
      source: '',
      ownerId: user?.id ?? null,
      tags: [],
    },
    failure: 'The contact could not be created.',
    draft: 'contact:new',
    onSubmit: async (values) => {
      const created = await call(contacts.create, { body: withoutBlanks(values) });
      onClose();
      void cache.refresh();
      toast({
        type: 'success',
        title: `${contactName(created)} created`,
        action: { label: 'Open', onSelect: () => void go(`/contacts/${created.id}`) },
      });
    },
  });
  const entry = useWatch({ control: form.methods.control });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New contact"
      description="Enter a name, an email address, or a phone number."
      submit="Create contact"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewContact> name="firstName" label="First name" autoComplete="off" autoFocus />
        <FormField<NewContact> name="lastName" label="Last name" autoComplete="off" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewContact> name="title" label="Title" placeholder="Head of sales" autoComplete="off" />
        <ControlledField<NewContact> name="companyName" label="Company">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Company"
              source={searchCompanies}
              allowNew={(text) => `New company “${text}”`}
              value={value ? { value: value as string, label: value as string } : null}
              onChange={(option) => onChange(option?.label ?? '')}
            />
          )}
        </ControlledField>
      </div>
      <ValueList<NewContact>
        name="emails"
        legend="Email addresses"
        itemLabel="Email address"
        type="email"
        labels={VALUE_LABELS}
        placeholder="ada@example.com"
      />
      <ValueList<NewContact>
        name="phones"
        legend="Phone numbers"
        itemLabel="Phone number"
        type="tel"
        labels={VALUE_LABELS}
        placeholder="+1 415 555 0100"
      />
      <DuplicateWarning entry={entry} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ControlledField<NewContact> name="ownerId" label="Owner">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Owner"
              source={owners.options}
              placeholder="No one"
              value={value ? { value: value as string, label: owners.nameOf(value as string) } : null}
              onChange={(option) => onChange(option?.value ?? null)}
            />
          )}
        </ControlledField>
        <FormField<NewContact> name="source" label="Source" placeholder="Where from" autoComplete="off" />
      </div>
      <ControlledField<NewContact> name="tags" label="Tags">
        {({ value, onChange }, control) => (
          <MultiCombobox
            {...control}
            label="Tags"
            source={searchTags}
            create={(text) => ({ value: text, label: text })}
            value={((value as string[] | undefined) ?? []).map((tag) => ({ value: tag, label: tag }))}
            onChange={(options) => onChange(options.map((option) => option.value))}
          />
        )}
      </ControlledField>
    </EntryDialog>
  );
}

/** Rows of the form that were left empty are nothing to save. */
function withoutBlanks(values: NewContact): NewContact {
  return {
    ...values,
    companyName: values.companyName || undefined,
    emails: values.emails?.filter((email) => email.value !== ''),
    phones: values.phones?.filter((phone) => phone.value !== ''),
  };
}
