import { ControlledField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { call } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { companies, type CompanyRow, NewCompany } from '../../contract/companies.ts';
import { useOwners, useTagSearch } from '../../../../records/web/choices.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { blankForm, DefinedFormFields } from '../../../../records/web/defined-form.tsx';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { useRowCache } from '../../../../records/web/use-rows.ts';

/** The fields of a new company; whatever else is known is added on its record. */
export default function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const cache = useRowCache<CompanyRow>('company');
  const go = useGo();
  const owners = useOwners();
  const user = useSessionUser();
  const searchTags = useTagSearch('company');
  const form = useContractForm(NewCompany, {
    defaultValues: { ...blankForm(companyDefinition), ownerId: user?.id ?? null, tags: [] },
    failure: 'The company could not be created.',
    draft: 'company:new',
    onSubmit: async (values) => {
      const created = await call(companies.create, { body: values });
      onClose();
      void cache.refresh();
      toast({
        type: 'success',
        title: `${created.name} created`,
        action: { label: 'Open', onSelect: () => void go(`/companies/${created.id}`) },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="New company"
      description="Only the name is required. It must be unique."
      submit="Create company"
    >
      <DefinedFormFields definition={companyDefinition} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <DefinedFormFields definition={companyDefinition} required={false} />
        <ControlledField<NewCompany> name="ownerId" label="Owner">
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
      </div>
      <ControlledField<NewCompany> name="tags" label="Tags">
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
