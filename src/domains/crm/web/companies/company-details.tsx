import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { companies, type Company } from '../../contract/companies.ts';
import type { PlainChange } from '../../../../records/web/changes.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { DefinedFields, DefinedGroup } from '../../../../records/web/defined-fields.tsx';
import { Group, Origin } from '../../../../records/web/field-groups.tsx';
import { OwnFields } from '../../../../records/web/custom-fields.tsx';
import { OwnerField, TagsField } from '../../../../records/web/owner-and-tags.tsx';

interface DetailsProps {
  company: Company;
  save: (change: PlainChange, base: Company) => Promise<void>;
  partial: boolean;
  readOnly: boolean;
}

/** Everything that is known about a company, each field edited in its place. */
export function CompanyDetails({ company, save, partial, readOnly }: DetailsProps) {
  const state = { pending: false, readOnly: readOnly || partial };
  const { data: facets } = useQuery(read(companies.facets));
  const set = (fields: PlainChange['fields']) => save({ fields }, company);
  const fields = { definition: companyDefinition, record: company, partial, readOnly, facets, onSave: set };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Group title="Company">
        <DefinedFields {...fields} only="short" />
        <OwnerField {...state} ownerId={company.ownerId} onSave={(ownerId) => set({ ownerId })} />
        <TagsField {...state} kind="company" tags={company.tags} onSave={(tags) => set({ tags })} />
        <DefinedFields {...fields} only="long" />
      </Group>
      <OwnFields
        kind="company"
        values={company.custom}
        readOnly={state.readOnly}
        onSave={(values) => set({ custom: values })}
      />
      <DefinedGroup {...fields} group="address" title="Address" />
      <Origin record={company} />
    </div>
  );
}
