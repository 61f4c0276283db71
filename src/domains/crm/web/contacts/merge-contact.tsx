import { useCallback } from 'react';
import { request } from '../../../../web/api/request.ts';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type Contact, contacts } from '../../contract/contacts.ts';
import type { Duplicate } from '../../contract/merge.ts';
import { contactName } from './contact-name.ts';
import type { FieldWords } from '../../../../records/web/field-labels.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { MergeDialog, type MergeFace } from '../../../../records/web/merge-dialog.tsx';
import { phoneText } from '../../../../records/web/format.ts';
import { DUPLICATE_REASON } from './duplicates-hint.tsx';

export function contactFace(contact: Contact): MergeFace {
  return {
    name: contactName(contact),
    lines: [
      [contact.title, contact.company?.name].filter(Boolean).join(', ') || 'No title or company',
      contact.emails[0]?.value ??
        (contact.phones[0] ? phoneText(contact.phones[0]) : 'No email address or phone number'),
    ],
  };
}

interface MergeContactProps {
  contact: Contact;
  duplicates: readonly Duplicate[];
  otherId: string | null;
  words: FieldWords;
  onClose: () => void;
  onMerged: (kept: Contact) => void;
}

export default function MergeContact({ contact, duplicates, ...more }: MergeContactProps) {
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      if (!query.trim())
        return duplicates.map((one) => ({
          value: one.contact.id,
          label: contactName(one.contact),
          detail: `${DUPLICATE_REASON[one.reason]}: ${one.matched}`,
        }));
      const { items } = await request(contacts.list, { query: { search: query.trim(), limit: 10 }, signal });
      return items
        .filter(({ id }) => id !== contact.id)
        .map((one) => ({
          value: one.id,
          label: contactName(one),
          detail: [one.company?.name, one.emails[0]?.value].filter(Boolean).join(', ') || undefined,
        }));
    },
    [contact.id, duplicates],
  );
  const searchHint =
    duplicates.length > 0
      ? 'Likely duplicates come first. Type to search all contacts.'
      : 'Search by name, company, email address, or phone number.';
  return (
    <MergeDialog
      kind="contact"
      calls={MERGE_CALLS.contact}
      record={contact}
      faceOf={contactFace}
      search={search}
      searchHint={searchHint}
      {...more}
    />
  );
}
