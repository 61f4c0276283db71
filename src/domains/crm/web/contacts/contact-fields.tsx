/** The fields of a contact that are more than one text: name, addresses, numbers, company, owner, tags, consent. */
import type { FieldError as Problem } from '../../../../kernel/errors.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import type { Contact } from '../../contract/contacts.ts';
import { type ConsentChannel, ConsentState } from '../../../../records/contract/field-values.ts';
import { useCompanySearch } from '../../../../records/web/choices.ts';
import { EmailLink } from '../../../../records/web/email-link.tsx';
import { phoneText, telHref } from '../../../../records/web/format.ts';
import type { ContactChange } from './contact-change.ts';
import { InlineField } from '../../../../records/web/inline-field.tsx';
import { type LabelledValue, ValuesEditor } from './values-editor.tsx';

export interface ContactFieldProps {
  contact: Contact;
  save: (change: ContactChange, base: Contact) => Promise<void>;
  pending: boolean;
  readOnly: boolean;
}

const linkClass = 'text-accent-ink underline-offset-2 hover:underline';

export function NameField({ contact, save, ...state }: ContactFieldProps) {
  const { firstName, lastName } = contact;
  return (
    <InlineField
      {...state}
      name="firstName"
      label="Name"
      value={{ firstName, lastName }}
      onSave={(draft) =>
        save({ fields: { firstName: draft.firstName.trim(), lastName: draft.lastName.trim() } }, contact)
      }
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
      {`${firstName} ${lastName}`.trim() || null}
    </InlineField>
  );
}

/** Entries that hold something; the index of each stays, so that problems find their place. */
function problemsOf(
  name: string,
  entries: readonly LabelledValue[],
  problem: (text: string) => string | undefined,
): Problem[] {
  return entries.flatMap((entry, index) => {
    const message = entry.value.trim() ? problem(entry.value) : undefined;
    return message ? [{ field: `${name}.${index}.value`, message }] : [];
  });
}

const emailProblem = (text: string) =>
  parseEmail(text) ? undefined : 'Enter an email address such as name@example.com.';
/** Only what cannot be a number in any country; the server reads it by the numbering plans (E.164). */
const phoneProblem = (text: string) => {
  const digits = text.replace(/\D/g, '').length;
  return /^[+\d\s().\-/x#a-z]+$/i.test(text.trim()) && digits >= 3 && digits <= 26
    ? undefined
    : 'Enter a phone number such as +1 415 555 0100.';
};
const filled = (entries: readonly LabelledValue[]) => entries.filter(({ value }) => value.trim());

export function EmailsField({ contact, save, ...state }: ContactFieldProps) {
  return (
    <InlineField<LabelledValue[]>
      {...state}
      name="emails"
      label="Email"
      value={contact.emails}
      check={(draft) => problemsOf('emails', draft, emailProblem)}
      onSave={(draft) =>
        save({ fields: { emails: filled(draft).map(({ value, label }) => ({ value: value.trim(), label })) } }, contact)
      }
      renderEditor={(editor) => <ValuesEditor editor={editor} kind="email" itemLabel="Email address" />}
    >
      {(contact.emails.length > 0 && (
        <ul className="grid gap-1">
          {contact.emails.map(({ value, label }, index) => (
            <li key={value} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <EmailLink email={value} />
              <ValueLabel label={label} main={index === 0 && contact.emails.length > 1} />
            </li>
          ))}
        </ul>
      )) ||
        null}
    </InlineField>
  );
}

export function PhonesField({ contact, save, ...state }: ContactFieldProps) {
  return (
    <InlineField<LabelledValue[]>
      {...state}
      name="phones"
      label="Phone"
      value={contact.phones}
      check={(draft) => problemsOf('phones', draft, phoneProblem)}
      onSave={(draft) =>
        save(
          {
            fields: {
              phones: filled(draft).map(({ value, label, ext }) => ({
                value: value.trim(),
                label,
                ...(ext && { ext: ext.trim() }),
              })),
            },
          },
          contact,
        )
      }
      renderEditor={(editor) => <ValuesEditor editor={editor} kind="phone" itemLabel="Phone number" />}
    >
      {(contact.phones.length > 0 && (
        <ul className="grid gap-1">
          {contact.phones.map((phone, index) => (
            <li key={phone.value + (phone.ext ?? '')} className="flex flex-wrap items-baseline gap-x-2">
              <a href={telHref(phone)} className={`${linkClass} tabular`}>
                {phoneText(phone)}
              </a>
              <ValueLabel label={phone.label} main={index === 0 && contact.phones.length > 1} />
            </li>
          ))}
        </ul>
      )) ||
        null}
    </InlineField>
  );
}

function ValueLabel({ label, main }: { label: string; main: boolean }) {
  return <span className="text-xs text-muted">{[label, main && 'main'].filter(Boolean).join(', ')}</span>;
}

export function CompanyField({ contact, save, ...state }: ContactFieldProps) {
  const search = useCompanySearch();
  const { company } = contact;
  return (
    <InlineField<Option | null>
      {...state}
      name="companyId"
      label="Company"
      value={company && { value: company.id, label: company.name }}
      onSave={(draft) => {
        if (!draft) return save({ fields: { companyId: null } }, contact);
        if (!draft.value) return save({ fields: { companyName: draft.label } }, contact);
        return save({ fields: { companyId: draft.value }, company: { id: draft.value, name: draft.label } }, contact);
      }}
      renderEditor={({ draft, setDraft, control }) => (
        <Combobox
          {...control}
          label="Company"
          source={search}
          value={draft}
          onChange={setDraft}
          placeholder="Search companies"
          allowNew={(text) => `Create “${text}”`}
        />
      )}
    >
      {company &&
        (company.id ? (
          <Link to={`/companies/${company.id}`} className={linkClass}>
            {company.name}
          </Link>
        ) : (
          company.name
        ))}
    </InlineField>
  );
}

const CHANNELS: Record<ConsentChannel, string> = { email: 'By email', sms: 'By SMS', phone: 'By phone' };
const STATES: Record<ConsentState, { label: string; tone: 'neutral' | 'success' | 'danger' }> = {
  unknown: { label: 'Unknown', tone: 'neutral' },
  granted: { label: 'Granted', tone: 'success' },
  denied: { label: 'Denied', tone: 'danger' },
};

/** Whether the person may be reached on a channel, since when, and on what ground. */
export function ConsentField({ channel, contact, save, ...state }: ContactFieldProps & { channel: ConsentChannel }) {
  const consent = contact.consent[channel];
  return (
    <InlineField
      {...state}
      name={`consent.${channel}`}
      label={CHANNELS[channel]}
      value={{ state: consent.state, basis: consent.basis }}
      onSave={(draft) =>
        save({ fields: { consent: { [channel]: { state: draft.state, basis: draft.basis.trim() } } } }, contact)
      }
      renderEditor={({ draft, setDraft, control }) => (
        <>
          <Select
            {...control}
            aria-label={`Consent: ${CHANNELS[channel]}`}
            value={draft.state}
            onChange={(event) => setDraft({ ...draft, state: ConsentState.parse(event.target.value) })}
            options={ConsentState.options.map((value) => ({ value, label: STATES[value].label }))}
          />
          <Input
            aria-label="Basis for consent"
            placeholder="Basis, such as “newsletter form”"
            maxLength={200}
            value={draft.basis}
            onChange={(event) => setDraft({ ...draft, basis: event.target.value })}
          />
        </>
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={STATES[consent.state].tone}>{STATES[consent.state].label}</Badge>
        {consent.at && <RelativeTime value={consent.at} className="text-xs text-muted" />}
        {consent.basis && <span className="text-xs text-muted">{consent.basis}</span>}
      </span>
    </InlineField>
  );
}
