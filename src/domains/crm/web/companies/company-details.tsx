import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { companies, type Company } from '../../contract/companies.ts';
import { ADDRESS_PARTS } from '../../../../records/contract/field-values.ts';
import { ADDRESS_LABELS } from '../contacts/contact-details.tsx';
import type { PlainChange } from '../../../../records/web/changes.ts';
import { FoldedGroup, Group, Origin } from '../../../../records/web/field-groups.tsx';
import { OwnFields } from '../../../../records/web/custom-fields.tsx';
import { OwnerField, TagsField } from '../../../../records/web/owner-and-tags.tsx';
import { LongTextField, TextField, UrlField } from '../../../../records/web/text-fields.tsx';
import { phoneText, telHref } from '../../../../records/web/format.ts';

interface DetailsProps {
  company: Company;
  save: (change: PlainChange, base: Company) => Promise<void>;
  partial: boolean;
  readOnly: boolean;
}

/** Everything that is known about a company, each field edited in its place. */
export function CompanyDetails({ company, save, partial, readOnly }: DetailsProps) {
  const state = { pending: false, readOnly: readOnly || partial };
  /** Fields that the list does not know: until the record is there they are on their way, not blank. */
  const later = { pending: partial, readOnly: readOnly || partial };
  const { data: facets } = useQuery(read(companies.facets));
  const set = (fields: PlainChange['fields']) => save({ fields }, company);
  const phone = { value: company.phone };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Group title="Company">
        <TextField
          {...state}
          name="name"
          label="Name"
          value={company.name}
          maxLength={200}
          onSave={(name) => set({ name })}
          check={(draft) => (draft.trim() ? [] : [{ field: 'name', message: 'Enter a company name.' }])}
        />
        <UrlField
          {...state}
          name="website"
          label="Website"
          value={company.website}
          maxLength={500}
          onSave={(website) => set({ website })}
        />
        <TextField
          {...state}
          name="phone"
          label="Phone"
          type="tel"
          value={company.phone}
          maxLength={60}
          onSave={(next) => set({ phone: next })}
          shown={
            company.phone ? (
              <a href={telHref(phone)} className="tabular text-accent-ink underline-offset-2 hover:underline">
                {phoneText(phone)}
              </a>
            ) : null
          }
        />
        <TextField
          {...state}
          name="industry"
          label="Industry"
          value={company.industry}
          maxLength={120}
          suggestions={facets?.industries.map(({ value }) => value)}
          onSave={(industry) => set({ industry })}
        />
        <OwnerField {...state} ownerId={company.ownerId} onSave={(ownerId) => set({ ownerId })} />
        <TagsField {...state} kind="company" tags={company.tags} onSave={(tags) => set({ tags })} />
        <LongTextField
          {...later}
          name="about"
          label="About"
          value={company.about}
          maxLength={10_000}
          onSave={(about) => set({ about })}
        />
      </Group>
      <OwnFields
        kind="company"
        values={company.custom}
        readOnly={state.readOnly}
        onSave={(values) => set({ custom: values })}
      />
      <FoldedGroup
        title="Address"
        keys={ADDRESS_PARTS}
        isBlank={(part) => !partial && !company.address[part]}
        renderField={(part) => (
          <TextField
            key={part}
            {...later}
            name={`address.${part}`}
            label={ADDRESS_LABELS[part]}
            value={company.address[part]}
            maxLength={part === 'street' ? 300 : part === 'postalCode' ? 20 : part === 'country' ? 80 : 120}
            onSave={(value) => set({ address: { [part]: value } })}
          />
        )}
      />
      <Origin record={company} />
    </div>
  );
}
