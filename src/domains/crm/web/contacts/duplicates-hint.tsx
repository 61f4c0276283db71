import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import type { Contact } from '../../contract/contacts.ts';
import { contactDuplicates, type Duplicate } from '../../contract/merge.ts';
import { CRM } from '../../paths.ts';
import { contactName } from './contact-name.ts';

export const DUPLICATE_REASON: Record<Duplicate['reason'], string> = {
  email: 'same email address',
  phone: 'same phone number',
  name_company: 'same name and company',
  name: 'same name',
};

/** Contacts that may be the same person as this one, the surest first. */
export function useDuplicates(contact: Contact, enabled: boolean): readonly Duplicate[] {
  const entry = {
    exceptId: contact.id,
    firstName: contact.firstName,
    lastName: contact.lastName,
    companyName: contact.company?.name,
    emails: contact.emails.map(({ value }) => ({ value })),
    phones: contact.phones.map(({ value }) => ({ value })),
  };
  const { data } = useQuery({
    queryKey: [`${CRM.contacts}/duplicates`, entry],
    queryFn: ({ signal }) => request(contactDuplicates, { body: entry, signal }),
    enabled,
  });
  return data?.items ?? [];
}

/** Notice of a likely duplicate with a link to the merge. A shared name alone is too common for a notice. */
export function DuplicatesHint({
  duplicates,
  onReview,
}: {
  duplicates: readonly Duplicate[];
  onReview: (contactId: string) => void;
}) {
  const sure = duplicates.filter(({ reason }) => reason !== 'name');
  const [first] = sure;
  if (!first) return null;
  return (
    <Banner
      tone="warning"
      action={
        <button
          type="button"
          className="font-medium underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
          onClick={() => onReview(first.contact.id)}
        >
          Compare and merge
        </button>
      }
    >
      <strong className="font-medium">{contactName(first.contact)}</strong> may be the same person:{' '}
      {DUPLICATE_REASON[first.reason]} ({first.matched}){sure.length > 1 && `, and ${sure.length - 1} more`}.
    </Banner>
  );
}
