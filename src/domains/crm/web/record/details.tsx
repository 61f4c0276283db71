import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { businessLicenses } from '../../contract/companies.ts';
import { type Contact, contacts } from '../../contract/contacts.ts';
import { ADDRESS_PARTS, CONSENT_CHANNELS, LINK_KINDS, type LinkKind } from '../../contract/fields.ts';
import { customFields } from '../../contract/views.ts';
import { useOwners } from '../list/choices.ts';
import { CompanyField, ConsentField, type ContactFieldProps, EmailsField, NameField, OwnerField, PhonesField, TagsField } from './contact-fields.tsx';
import { CustomFieldRow } from './custom-field.tsx';
import { ChoiceField, LongTextField, TextField, UrlField } from './text-fields.tsx';

export const ADDRESS_LABELS: Record<(typeof ADDRESS_PARTS)[number], string> = { street: 'Street', city: 'City', region: 'Region', postalCode: 'Postal code', country: 'Country' };
const LINK_LABELS: Record<LinkKind, string> = { website: 'Website', linkedin: 'LinkedIn', x: 'X', facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube', github: 'GitHub' };

/** Everything that is known about a contact, each field edited in its place. */
export function Details({ contact, save, partial, readOnly }: { contact: Contact; save: ContactFieldProps['save']; partial: boolean; readOnly: boolean }) {
  const state = { pending: false, readOnly: readOnly || partial };
  /** Fields that the list does not know: until the record is there they are on their way, not blank. */
  const later = { pending: partial, readOnly: readOnly || partial };
  const { data: facets } = useQuery(read(contacts.facets));
  const { data: custom } = useQuery(read(customFields.list));
  const field = { contact, save, ...state };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Group title="Contact">
        <NameField {...field} />
        <TextField {...state} name="title" label="Title" value={contact.title} maxLength={160} onSave={(title) => save({ fields: { title } }, contact)} />
        <CompanyField {...field} />
        <EmailsField {...field} />
        <PhonesField {...field} />
        <OwnerField {...state} ownerId={contact.ownerId} onSave={(ownerId) => save({ fields: { ownerId } }, contact)} />
        <TagsField {...field} />
        <TextField
          {...state} name="source" label="Source" value={contact.source} maxLength={120} suggestions={facets?.sources.map(({ value }) => value)}
          onSave={(source) => save({ fields: { source } }, contact)}
        />
        <LicenseField {...field} />
        <LongTextField {...later} name="about" label="About" value={contact.about} maxLength={10_000} onSave={(about) => save({ fields: { about } }, contact)} />
      </Group>
      {custom && custom.items.length > 0 && (
        <Group title="More fields">{custom.items.map((definition) => <CustomFieldRow key={definition.id} {...field} definition={definition} />)}</Group>
      )}
      <FoldedGroup
        title="Address" keys={ADDRESS_PARTS} isBlank={(part) => !partial && !contact.address[part]}
        renderField={(part) => (
          <TextField
            key={part} {...later} name={`address.${part}`} label={ADDRESS_LABELS[part]} value={contact.address[part]} maxLength={part === 'street' ? 300 : part === 'postalCode' ? 20 : 120}
            onSave={(value) => save({ fields: { address: { [part]: value } } }, contact)}
          />
        )}
      />
      <FoldedGroup
        title="Links" keys={LINK_KINDS} isBlank={(kind) => !partial && !contact.links[kind]}
        renderField={(kind) => (
          <UrlField key={kind} {...later} name={`links.${kind}`} label={LINK_LABELS[kind]} value={contact.links[kind] ?? ''} maxLength={500} onSave={(value) => save({ fields: { links: { [kind]: value } } }, contact)} />
        )}
      />
      <Group title="Consent">
        {CONSENT_CHANNELS.map((channel) => <ConsentField key={channel} contact={contact} save={save} {...later} channel={channel} />)}
      </Group>
      <Origin contact={contact} />
    </div>
  );
}

/** A titled group of fields. */
export function Group({ title, below, children }: { title: string; below?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-xs font-semibold text-ink">{title}</h2>
      <dl>{children}</dl>
      {below}
    </section>
  );
}

interface FoldedGroupProps<Key extends string> {
  title: string;
  keys: readonly Key[];
  isBlank: (key: Key) => boolean;
  renderField: (key: Key) => ReactNode;
}

/** A group of which most fields are usually blank: those come out when they are wanted. */
export function FoldedGroup<Key extends string>({ title, keys, isBlank, renderField }: FoldedGroupProps<Key>) {
  const [unfolded, setUnfolded] = useState(false);
  // A field stays while it is being filled in or emptied: what shows is settled when the group is opened, not with each save.
  const [seen, setSeen] = useState<ReadonlySet<Key>>(new Set());
  const filled = keys.filter((key) => !isBlank(key));
  if (filled.some((key) => !seen.has(key))) setSeen(new Set([...seen, ...filled]));
  const shown = unfolded ? keys : keys.filter((key) => seen.has(key));
  const hidden = keys.length - shown.length;
  return (
    <Group
      title={title}
      below={hidden > 0 && (
        <Button variant="ghost" size="sm" icon={<Plus />} className="-ml-2" onClick={() => setUnfolded(true)} data-noprint>
          {shown.length === 0 ? `Add ${title.toLowerCase()}` : `${hidden} more ${hidden === 1 ? 'field' : 'fields'}`}
        </Button>
      )}
    >
      {shown.map(renderField)}
    </Group>
  );
}

/** The licence under which the contact is filed; not shown where a workspace has none. */
function LicenseField({ contact, save, ...state }: ContactFieldProps) {
  const { data } = useQuery(read(businessLicenses.list));
  const licenses = data?.items ?? [];
  if (licenses.length === 0 && !contact.businessLicenseId) return null;
  return (
    <ChoiceField
      {...state} name="businessLicenseId" label="Business licence" value={contact.businessLicenseId ?? ''}
      options={licenses.map(({ id, name, number }) => ({ value: id, label: number ? `${name} (${number})` : name }))}
      onSave={(id) => save({ fields: { businessLicenseId: id || null } }, contact)}
    />
  );
}

/** When the record was made and last changed, and by whom. */
function Origin({ contact }: { contact: Contact }) {
  const { nameOf } = useOwners();
  const by = (id: string | null) => (id ? <> by {nameOf(id)}</> : null);
  return (
    <p className="border-t border-line pt-3 text-xs text-muted">
      Created <RelativeTime value={contact.createdAt} />{by(contact.createdBy)}{contact.importId && ' by an import'}
      <br />
      Changed <RelativeTime value={contact.updatedAt} />{by(contact.updatedBy)}
    </p>
  );
}
