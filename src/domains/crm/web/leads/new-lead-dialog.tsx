import { useWatch } from 'react-hook-form';
import { call } from '../../../../web/api/request.ts';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { type LeadRow, leads, NewLead } from '../../contract/leads.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import type { Readers } from '../../../../records/web/note-readers.tsx';
import ReadersField from '../../../../records/web/readers-field.tsx';
import { useRowCache } from '../../../../records/web/use-rows.ts';
import { LeadDuplicates, useLeadDuplicates } from './lead-duplicates.tsx';

const BY_RULE = { value: 'rule', label: 'By assignment rules' };

/** The fields of a new lead; whatever else is known is added on its record. */
export default function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const cache = useRowCache<LeadRow>('lead');
  const go = useGo();
  const owners = useOwners();
  const form = useContractForm(NewLead, {
    defaultValues: {
      firstName: '',
      lastName: '',
      companyName: '',
      title: '',
      email: '',
      phone: '',
      source: '',
      about: '',
      readers: null,
    },
    failure: 'The lead could not be created.',
    draft: 'lead:new',
    onSubmit: async (values) => {
      const created = await call(leads.create, { body: values });
      onClose();
      void cache.refresh();
      toast({
        type: 'success',
        title: `${created.name} created`,
        description: created.ownerId ? `Owner: ${owners.nameOf(created.ownerId)}` : undefined,
        action: { label: 'Open', onSelect: () => void go(`/leads/${created.id}`) },
      });
    },
  });
  const entry = useWatch({ control: form.methods.control });
  const duplicates = useLeadDuplicates(entry);
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New lead"
      description="Enter a name, a company, an email address, or a phone number."
      submit="Create lead"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLead> name="firstName" label="First name" autoComplete="off" autoFocus />
        <FormField<NewLead> name="lastName" label="Last name" autoComplete="off" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLead> name="companyName" label="Company" autoComplete="off" />
        <FormField<NewLead> name="title" label="Title" placeholder="Head of sales" autoComplete="off" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLead> name="email" label="Email" type="email" placeholder="ada@example.com" autoComplete="off" />
        <FormField<NewLead> name="phone" label="Phone" type="tel" placeholder="+1 415 555 0100" autoComplete="off" />
      </div>
      <LeadDuplicates found={duplicates} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewLead> name="source" label="Source" placeholder="Where from" autoComplete="off" />
        <ControlledField<NewLead> name="ownerId" label="Owner">
          {({ value, onChange }, control) => (
            <Combobox
              {...control}
              label="Owner"
              source={[BY_RULE, ...owners.options]}
              placeholder="By assignment rules"
              value={value ? { value: value as string, label: owners.nameOf(value as string) } : null}
              onChange={(option) => onChange(!option || option.value === BY_RULE.value ? undefined : option.value)}
            />
          )}
        </ControlledField>
      </div>
      <FormField<NewLead> name="about" label="About" rows={3} placeholder="What they want" />
      <ControlledField<NewLead> name="readers" label="Who can see it">
        {({ value, onChange }, { id }) => (
          <div className="flex flex-wrap gap-1.5">
            <ReadersField
              id={id}
              label="Who can see it"
              value={(value as Readers | undefined) ?? null}
              onChange={onChange}
            />
          </div>
        )}
      </ControlledField>
    </EntryDialog>
  );
}
