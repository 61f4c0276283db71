import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../web/api/error.ts';
import { read } from '../../../../web/api/request.ts';
import { type Contact, type ContactRow, contacts } from '../../contract/contacts.ts';
import { useRowCache } from '../list/use-contacts.ts';

/** Whether the server said that there is no such record. */
function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'validation');
}

const NOTHING_SAID = { state: 'unknown', at: null, basis: '' } as const;

/** A record as far as its row in the list knows it, to be shown until the whole is there. */
function fromRow(row: ContactRow): Contact {
  return {
    ...row,
    address: { street: '', city: row.city, region: '', postalCode: '', country: row.country },
    links: {}, consent: { email: NOTHING_SAID, sms: NOTHING_SAID, phone: NOTHING_SAID },
    about: '', importId: null, createdBy: null, updatedBy: null,
  };
}

/** One contact: first as the list knows it, then whole; looked for in the trash when it is not among the living. */
export function useContact(id: string) {
  const rows = useRowCache();
  const living = useQuery({
    ...read(contacts.get, { params: { id } }),
    placeholderData: () => {
      const row = rows.find(id);
      return row && !row.deletedAt ? fromRow(row) : undefined;
    },
  });
  const gone = isAbsent(living.error);
  const trashed = useQuery({ ...read(contacts.get, { params: { id }, query: { trash: '1' } }), enabled: gone });
  const shown = gone ? trashed : living;
  return {
    contact: gone ? trashed.data : living.data,
    /** Only what the list knows is there yet. */
    partial: living.isPlaceholderData,
    absent: gone && isAbsent(trashed.error),
    error: shown.error && !isAbsent(shown.error) ? shown.error : null,
    retry: () => void shown.refetch(),
  };
}
