import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Input } from '../../../../web/ui/input.tsx';
import type { Lead } from '../../contract/leads.ts';
import { businessLicenses } from '../../contract/licenses.ts';
import { facetsOf } from '../../../../records/web/choices.ts';
import type { PlainChange } from '../../../../records/web/changes.ts';
import { licenseOptions } from '../licenses/license-options.ts';
import { Group, Origin } from '../../../../records/web/field-groups.tsx';
import { InlineField } from '../../../../records/web/inline-field.tsx';
import { OwnFields } from '../../../../records/web/custom-fields.tsx';
import { OwnerField, TagsField } from '../../../../records/web/owner-and-tags.tsx';
import { ChoiceField, LongTextField, TextField, UrlField } from '../../../../records/web/text-fields.tsx';
import { EmailLink } from '../../../../records/web/email-link.tsx';
import { phoneText, telHref } from '../../../../records/web/format.ts';
import { STATUS_OPTIONS } from './lead-labels.tsx';

interface DetailsProps {
  lead: Lead;
  save: (change: PlainChange, base: Lead) => Promise<void>;
  partial: boolean;
  readOnly: boolean;
}

const linkClass = 'text-accent-ink underline-offset-2 hover:underline';
const ORIGIN_LABELS: Readonly<Record<string, string>> = {
  page: 'Page',
  funnel: 'Funnel',
  step: 'Funnel step',
  referrer: 'Referrer',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign term',
  utm_content: 'Campaign content',
  consent: 'Agreed to',
};

/** Everything that is known about a lead, each field edited in its place. */
export function LeadDetails({ lead, save, partial, readOnly }: DetailsProps) {
  const state = { pending: false, readOnly: readOnly || partial };
  /** Fields that the list does not know: until the record is there they are on their way, not blank. */
  const later = { pending: partial, readOnly: readOnly || partial };
  const { data: facets } = useQuery(facetsOf('lead'));
  const { data: licenses } = useQuery(read(businessLicenses.list));
  const set = (fields: PlainChange['fields']) => save({ fields }, lead);
  const text = (name: 'title' | 'city' | 'country' | 'companyName', label: string, maxLength: number) => (
    <TextField
      {...state}
      name={name}
      label={label}
      value={lead[name]}
      maxLength={maxLength}
      onSave={(value) => set({ [name]: value })}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Group title="Lead">
        <InlineField
          {...state}
          name="firstName"
          label="Name"
          value={{ firstName: lead.firstName, lastName: lead.lastName }}
          onSave={(draft) => set({ firstName: draft.firstName.trim(), lastName: draft.lastName.trim() })}
          renderEditor={({ draft, setDraft, control }) => (
            <>
              <Input
                {...control}
                aria-label="First name"
                placeholder="First name"
                autoComplete="off"
                maxLength={120}
                value={draft.firstName}
                onChange={(event) => setDraft({ ...draft, firstName: event.target.value })}
              />
              <Input
                aria-label="Last name"
                placeholder="Last name"
                autoComplete="off"
                maxLength={120}
                value={draft.lastName}
                onChange={(event) => setDraft({ ...draft, lastName: event.target.value })}
              />
            </>
          )}
        >
          {`${lead.firstName} ${lead.lastName}`.trim() || null}
        </InlineField>
        {text('companyName', 'Company', 200)}
        {text('title', 'Title', 160)}
        <TextField
          {...state}
          name="email"
          label="Email"
          type="email"
          value={lead.email}
          maxLength={254}
          onSave={(email) => set({ email })}
          shown={lead.email ? <EmailLink email={lead.email} /> : null}
        />
        <TextField
          {...state}
          name="phone"
          label="Phone"
          type="tel"
          value={lead.phone}
          maxLength={60}
          onSave={(phone) => set({ phone })}
          shown={
            lead.phone ? (
              <a href={telHref({ value: lead.phone })} className={`${linkClass} tabular`}>
                {phoneText({ value: lead.phone })}
              </a>
            ) : null
          }
        />
        <UrlField
          {...later}
          name="website"
          label="Website"
          value={lead.website}
          maxLength={500}
          onSave={(website) => set({ website })}
        />
        {text('city', 'City', 120)}
        {text('country', 'Country', 80)}
        <LongTextField
          {...later}
          name="about"
          label="About"
          value={lead.about}
          maxLength={10_000}
          onSave={(about) => set({ about })}
        />
      </Group>
      <Group title="Progress">
        <ChoiceField
          {...state}
          name="status"
          label="Status"
          value={lead.status}
          options={STATUS_OPTIONS}
          shown={lead.status === 'converted' ? 'Converted' : undefined}
          onSave={(status) => set({ status: status || 'new' })}
        />
        {lead.status === 'unqualified' && (
          <TextField
            {...later}
            name="statusReason"
            label="Reason"
            value={lead.statusReason}
            maxLength={500}
            onSave={(statusReason) => set({ statusReason })}
          />
        )}
        <OwnerField {...state} ownerId={lead.ownerId} onSave={(ownerId) => set({ ownerId })} />
        <TextField
          {...state}
          name="source"
          label="Source"
          value={lead.source}
          maxLength={120}
          suggestions={facets?.['sources']?.flatMap(({ value }) => value ?? [])}
          onSave={(source) => set({ source })}
        />
        <TagsField {...state} kind="lead" tags={lead.tags} onSave={(tags) => set({ tags })} />
        {((licenses && licenses.items.length > 0) || lead.businessLicenseId) && (
          <ChoiceField
            {...state}
            name="businessLicenseId"
            label="Business license"
            value={lead.businessLicenseId ?? ''}
            options={licenseOptions(licenses?.items, lead.businessLicenseId)}
            onSave={(id) => set({ businessLicenseId: id || null })}
          />
        )}
      </Group>
      <OwnFields
        kind="lead"
        values={lead.custom}
        readOnly={state.readOnly}
        onSave={(values) => set({ custom: values })}
      />
      {(lead.form ?? Object.keys(lead.origin).length > 0) && (
        <section>
          <h2 className="mb-1 text-xs font-semibold">Origin</h2>
          <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 text-sm">
            {lead.form && (
              <>
                <dt className="py-1 text-xs text-muted">Web form</dt>
                <dd className="py-1">{lead.form.name}</dd>
              </>
            )}
            {Object.entries(lead.origin).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="py-1 text-xs text-muted">{ORIGIN_LABELS[name] ?? name}</dt>
                <dd className="py-1 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Origin record={lead} />
    </div>
  );
}
