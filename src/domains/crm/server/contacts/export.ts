/** A whole selection as CSV or vCard, page by page. */
import type * as z from 'zod';
import type { ExportQuery } from '../../contract.ts';
import { displayName } from '../../engine/contacts/contact-data.ts';
import { joinList } from '../../../../records/engine/cell-values.ts';
import { toVcard } from '../../engine/contacts/vcard.ts';
import { checkSelection, type CsvColumn, exportCsv } from '../../../../records/server/list/csv.ts';
import { eachPage } from '../../../../records/server/list/list.ts';
import { pickedOf, type SortedSelection } from '../../../../records/server/list/selection.ts';
import { contactRecordKind } from './kind.ts';
import { type DbRecord, toData } from './rows.ts';

const PAGE = 1_000;

const address = (label: string) => (row: DbRecord) =>
  row.emails
    .filter((email) => email.label === label)
    .map((email) => email.value)
    .join('; ');
const phones = (row: DbRecord) =>
  row.phones.map((phone) => (phone.ext ? `${phone.value} x${phone.ext}` : phone.value)).join('; ');

const COLUMNS: Readonly<Record<string, CsvColumn<DbRecord>>> = {
  firstName: ['First name', (row) => row.first_name],
  lastName: ['Last name', (row) => row.last_name],
  name: ['Name', (row) => displayName(toData(row))],
  title: ['Title', (row) => row.title],
  company: ['Company', (row) => row.company_name ?? ''],
  email: ['Email', (row) => row.emails.map((email) => email.value).join('; ')],
  emailWork: ['Work email', address('work')],
  emailHome: ['Home email', address('home')],
  phone: ['Phone', phones],
  street: ['Street', (row) => row.street],
  city: ['City', (row) => row.city],
  region: ['Region', (row) => row.region],
  postalCode: ['Postal code', (row) => row.postal_code],
  country: ['Country', (row) => row.country],
  website: ['Website', (row) => row.links.website ?? ''],
  linkedin: ['LinkedIn', (row) => row.links.linkedin ?? ''],
  source: ['Source', (row) => row.source],
  owner: ['Owner', (row, owners) => owners.get(row.owner_id ?? '') ?? ''],
  tags: ['Tags', (row) => joinList(row.tags)],
  consentEmail: ['Consent to email', (row) => row.consent.email?.state ?? 'unknown'],
  consentSms: ['Consent to SMS', (row) => row.consent.sms?.state ?? 'unknown'],
  consentPhone: ['Consent to calls', (row) => row.consent.phone?.state ?? 'unknown'],
  about: ['About', (row) => row.about],
  lastActivityAt: ['Last activity', (row) => row.last_activity_at ?? ''],
  createdAt: ['Created', (row) => row.created_at],
  updatedAt: ['Changed', (row) => row.updated_at],
  id: ['Id', (row) => row.id],
  companyId: ['Company id', (row) => row.company_id ?? ''],
};
/** They repeat what stands in others. */
const ON_REQUEST = ['name', 'emailWork', 'emailHome'];

/**
 * Pieces of the file. What is wrong with the request is thrown before the first piece.
 * @throws AppError `validation`
 */
export async function exportContacts(request: z.output<typeof ExportQuery>): Promise<AsyncGenerator<string>> {
  const selection = {
    filter: request.filter,
    search: request.search,
    trash: request.trash === '1',
    sort: request.sort,
    ...pickedOf(request),
  };
  if (request.format === 'csv')
    return exportCsv(
      { list: contactRecordKind, columns: COLUMNS, onRequest: ON_REQUEST, ownerOf: (row) => row.owner_id },
      selection,
      request.columns,
    );
  await checkSelection(contactRecordKind, selection);
  return vcardPieces(selection);
}

async function* vcardPieces(selection: SortedSelection): AsyncGenerator<string> {
  for await (const rows of eachPage(contactRecordKind, selection, PAGE)) {
    yield rows
      .map((row) =>
        toVcard({ id: row.id, data: toData(row), companyName: row.company_name ?? '', updatedAt: row.updated_at }),
      )
      .join('');
  }
}
