import type { ContactFields, ContactRow } from '../../contract/contacts.ts';
import type { CustomField } from '../../../../records/contract/views.ts';
import { customCellChange, presentCustom } from '../../../../records/web/custom-columns.tsx';

/** The change that an edited cell writes, and the row shown until the server responds. */
export function cellChange(
  row: ContactRow,
  columnId: string,
  text: string,
  customFields: readonly CustomField[],
): { fields: ContactFields; row: ContactRow } | undefined {
  const value = text.trim();
  const custom = customCellChange(row, columnId, text, customFields);
  if (custom) return custom;
  switch (columnId) {
    case 'title':
    case 'source':
      return { fields: { [columnId]: value }, row: { ...row, [columnId]: value } };
    case 'city':
    case 'country':
      return { fields: { address: { [columnId]: value } }, row: { ...row, [columnId]: value } };
    case 'owner':
      return { fields: { ownerId: value || null }, row: { ...row, ownerId: value || null } };
    case 'company':
      return value
        ? { fields: { companyName: value }, row: { ...row, company: { id: row.company?.id ?? row.id, name: value } } }
        : { fields: { companyId: null }, row: { ...row, company: null } };
    case 'email': {
      const emails = replaceFirst(row.emails, value);
      return { fields: { emails }, row: { ...row, emails } };
    }
    case 'phone': {
      const phones = replaceFirst(row.phones, value);
      return { fields: { phones }, row: { ...row, phones } };
    }
    default:
      return undefined;
  }
}

/** The list with another first value; without it when that is blank. */
function replaceFirst<T extends { value: string; label: string }>(values: readonly T[], value: string): T[] {
  const [first, ...rest] = values;
  if (!value) return rest;
  return [{ ...(first ?? { label: 'work' }), value } as T, ...rest];
}

/** The same fields as they are now, to undo a change. */
export function presentFields(row: ContactRow, fields: ContactFields): ContactFields {
  return {
    ...('title' in fields && { title: row.title }),
    ...('source' in fields && { source: row.source }),
    ...('ownerId' in fields && { ownerId: row.ownerId }),
    ...(('companyName' in fields || 'companyId' in fields) && { companyId: row.company?.id ?? null }),
    ...('emails' in fields && { emails: row.emails }),
    ...('phones' in fields && { phones: row.phones }),
    ...(fields.address && {
      address: {
        ...('city' in fields.address && { city: row.city }),
        ...('country' in fields.address && { country: row.country }),
      },
    }),
    ...(fields.custom && { custom: presentCustom(row, fields.custom) }),
  };
}
