import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { businessLicenses } from '../../contract/licenses.ts';
import { type Contact, contacts } from '../../contract/contacts.ts';
import {
  ADDRESS_PARTS,
  CONSENT_CHANNELS,
  LINK_KINDS,
  type LinkKind,
} from '../../../../records/contract/field-values.ts';
import {
  CompanyField,
  ConsentField,
  type ContactFieldProps,
  EmailsField,
  NameField,
  PhonesField,
} from './contact-fields.tsx';
import { licenseOptions } from '../licenses/license-options.ts';
import { FoldedGroup, Group, Origin } from '../../../../records/web/field-groups.tsx';
import { OwnFields } from '../../../../records/web/custom-fields.tsx';
import { OwnerField, TagsField } from '../../../../records/web/owner-and-tags.tsx';
import { ChoiceField, LongTextField, TextField, UrlField } from '../../../../records/web/text-fields.tsx';

export const ADDRESS_LABELS: Record<(typeof ADDRESS_PARTS)[number], string> = {
  street: 'Street',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  country: 'Country',
};
const LINK_LABELS: Record<LinkKind, string> = {
  website: 'Website',
  linkedin: 'LinkedIn',
  x: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  github: 'GitHub',
};

/** Everything that is known about a contact, each field edited in its place. */
export function Details({
  contact,
  save,
  partial,
  readOnly,
}: {
  contact: Contact;
  save: ContactFieldProps['save'];
  partial: boolean;
  readOnly: boolean;
}) {
  const state = { pending: false, readOnly: readOnly || partial };
  /** Fields that the list does not know: until the record is there they are on their way, not blank. */
  const later = { pending: partial, readOnly: readOnly || partial };
  const { data: facets } = useQuery(read(contacts.facets));
  const field = { contact, save, ...state };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Group title="Contact">
        <NameField {...field} />
        <TextField
          {...state}
          name="title"
          label="Title"
          value={contact.title}
          maxLength={160}
          onSave={(title) => save({ fields: { title } }, contact)}
        />
        <CompanyField {...field} />
        <EmailsField {...field} />
        <PhonesField {...field} />
        <OwnerField {...state} ownerId={contact.ownerId} onSave={(ownerId) => save({ fields: { ownerId } }, contact)} />
        <TagsField
          {...state}
          kind="contact"
          tags={contact.tags}
          onSave={(tags) => save({ fields: { tags } }, contact)}
        />
        <TextField
          {...state}
          name="source"
          label="Source"
          value={contact.source}
          maxLength={120}
          suggestions={facets?.sources.map(({ value }) => value)}
          onSave={(source) => save({ fields: { source } }, contact)}
        />
        <LicenseField {...field} />
        <LongTextField
          {...later}
          name="about"
          label="About"
          value={contact.about}
          maxLength={10_000}
          onSave={(about) => save({ fields: { about } }, contact)}
        />
      </Group>
      <OwnFields
        kind="contact"
        values={contact.custom}
        readOnly={state.readOnly}
        onSave={(values) => save({ fields: { custom: values } }, contact)}
      />
      <FoldedGroup
        title="Address"
        keys={ADDRESS_PARTS}
        isBlank={(part) => !partial && !contact.address[part]}
        renderField={(part) => (
          <TextField
            key={part}
            {...later}
            name={`address.${part}`}
            label={ADDRESS_LABELS[part]}
            value={contact.address[part]}
            maxLength={part === 'street' ? 300 : part === 'postalCode' ? 20 : 120}
            onSave={(value) => save({ fields: { address: { [part]: value } } }, contact)}
          />
        )}
      />
      <FoldedGroup
        title="Links"
        keys={LINK_KINDS}
        isBlank={(kind) => !partial && !contact.links[kind]}
        renderField={(kind) => (
          <UrlField
            key={kind}
            {...later}
            name={`links.${kind}`}
            label={LINK_LABELS[kind]}
            value={contact.links[kind] ?? ''}
            maxLength={500}
            onSave={(value) => save({ fields: { links: { [kind]: value } } }, contact)}
          />
        )}
      />
      <Group title="Consent">
        {CONSENT_CHANNELS.map((channel) => (
          <ConsentField key={channel} contact={contact} save={save} {...later} channel={channel} />
        ))}
      </Group>
      <Origin record={contact} />
    </div>
  );
}

/** The licence under which the contact is filed; not shown where a workspace has none. */
function LicenseField({ contact, save, ...state }: ContactFieldProps) {
  const { data } = useQuery(read(businessLicenses.list));
  if (!data?.items.length && !contact.businessLicenseId) return null;
  return (
    <ChoiceField
      {...state}
      name="businessLicenseId"
      label="Business licence"
      value={contact.businessLicenseId ?? ''}
      options={licenseOptions(data?.items, contact.businessLicenseId)}
      onSave={(id) => save({ fields: { businessLicenseId: id || null } }, contact)}
    />
  );
}
