import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { type LeadDuplicate, leads } from '../../contract/leads.ts';

/** Wait after the last keystroke before duplicates are looked for, in milliseconds. */
const TYPING_PAUSE = 400;
const SHOWN = 4;
const REASONS: Record<LeadDuplicate['reason'], string> = {
  email: 'same email address',
  phone: 'same phone number',
  name_company: 'same name and company',
  name: 'same name',
};

interface Entry {
  firstName?: string | undefined;
  lastName?: string | undefined;
  companyName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/** As far as it can tell people apart; `{}` when that is not enough. */
function asked({ firstName, lastName, companyName, email, phone }: Entry, exceptId?: string) {
  const named =
    firstName?.trim() && lastName?.trim()
      ? {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          ...(companyName?.trim() && { companyName: companyName.trim() }),
        }
      : {};
  const reached = {
    ...(email && /.@.+\../.test(email) && { email: email.trim() }),
    ...(phone && phone.replace(/\D/g, '').length > 5 && { phone: phone.trim() }),
  };
  const entry = { ...named, ...reached };
  return Object.keys(entry).length > 0 ? { ...entry, ...(exceptId && { exceptId }) } : {};
}

/** Leads and contacts that may be the same as an entry, a moment after it was changed. */
export function useLeadDuplicates(entry: Entry, exceptId?: string): readonly LeadDuplicate[] {
  const text = JSON.stringify(asked(entry, exceptId));
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['lead-duplicates', settled],
    queryFn: ({ signal }) =>
      request(leads.duplicates, { body: JSON.parse(settled) as ReturnType<typeof asked>, signal }),
    enabled: settled !== '{}',
    gcTime: 0,
  });
  return settled === '{}' ? [] : (data?.items ?? []);
}

/** Shows possible duplicates. It prevents nothing, because people do share names and numbers. */
export function LeadDuplicates({ found }: { found: readonly LeadDuplicate[] }) {
  if (found.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {found.length === 1 ? 'This person may already exist:' : 'These may be the same person:'}
      </p>
      <ul>
        {found.slice(0, SHOWN).map(({ kind, id, name, companyName, reason, matched }) => (
          <li key={id}>
            <Link
              to={kind === 'lead' ? `/leads/${id}` : `/contacts/${id}`}
              target="_blank"
              rel="noreferrer"
              className="underline"
            >
              {name}
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
            {companyName && companyName !== name && `, ${companyName}`}, {kind === 'lead' ? 'a lead' : 'a contact'}:{' '}
            {REASONS[reason]} ({matched})
          </li>
        ))}
      </ul>
    </Banner>
  );
}
