import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { contactDuplicates, type Duplicate } from '../../contract/merge.ts';
import { contactName } from './contact-name.ts';

interface Entry {
  firstName?: string;
  lastName?: string;
  companyName?: string;
  emails?: { value?: string; label?: string }[];
  phones?: { value?: string; label?: string }[];
}

/** Wait after the last keystroke before duplicates are looked for, in milliseconds. */
const TYPING_PAUSE = 400;
const SHOWN = 3;

const REASONS: Record<Duplicate['reason'], string> = {
  email: 'same email address',
  phone: 'same phone number',
  name_company: 'same name and company',
  name: 'same name',
};

/** Shows likely duplicates while typing. It prevents nothing, because people do share names and numbers. */
export function DuplicateWarning({ entry }: { entry: Entry }) {
  const asked = useSettled(JSON.stringify(duplicateQuery(entry)));
  const { data } = useQuery({
    queryKey: ['contact-duplicates', asked],
    queryFn: ({ signal }) =>
      request(contactDuplicates, { body: JSON.parse(asked) as ReturnType<typeof duplicateQuery>, signal }),
    enabled: asked !== '{}',
    gcTime: 0,
  });
  const found = data?.items ?? [];
  if (found.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {found.length === 1 ? 'This contact may already exist:' : 'These contacts may be the same person:'}
      </p>
      <ul>
        {found.slice(0, SHOWN).map(({ contact, reason, matched }) => (
          <li key={contact.id}>
            <Link to={`/contacts/${contact.id}`} target="_blank" rel="noreferrer" className="underline">
              {contactName(contact)}
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
            {contact.company && `, ${contact.company.name}`}: {REASONS[reason]} ({matched})
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** The values so far that can identify a person; `{}` if they are not enough. */
function duplicateQuery({ firstName, lastName, companyName, emails, phones }: Entry) {
  const given = {
    emails: emails?.flatMap(({ value }) => (value && /.@.+\../.test(value) ? [{ value: value.trim() }] : [])),
    phones: phones?.flatMap(({ value }) =>
      value && value.replace(/\D/g, '').length > 5 ? [{ value: value.trim() }] : [],
    ),
  };
  const named =
    firstName?.trim() && lastName?.trim()
      ? { firstName: firstName.trim(), lastName: lastName.trim(), companyName: companyName?.trim() || undefined }
      : {};
  return {
    ...named,
    ...(given.emails?.length ? { emails: given.emails } : {}),
    ...(given.phones?.length ? { phones: given.phones } : {}),
  };
}

/** A value once it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
