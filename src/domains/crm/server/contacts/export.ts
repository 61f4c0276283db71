/** A whole selection as CSV or vCard, page by page. */
import type * as z from 'zod';
import { invalid } from '../../../../kernel/errors.ts';
import type { ExportQuery } from '../../contract.ts';
import { displayName } from '../../engine/contact-data.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import type { CustomDefinition } from '../../engine/custom-values.ts';
import { toVcard } from '../../engine/vcard.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import { eachPage, prepareSelection, sortOf, type SortedSelection } from '../records/list.ts';
import { contactRecordKind } from './kind.ts';
import { type DbRecord, toData } from './rows.ts';

const PAGE = 1_000;

type Cell = (row: DbRecord, owners: ReadonlyMap<string, string>) => string;
const address = (label: string) => (row: DbRecord) => row.emails.filter((email) => email.label === label).map((email) => email.value).join('; ');
const phones = (row: DbRecord) => row.phones.map((phone) => (phone.ext ? `${phone.value} x${phone.ext}` : phone.value)).join('; ');

const COLUMNS: Record<string, readonly [header: string, cell: Cell]> = {
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
  tags: ['Tags', (row) => row.tags.join('; ')],
  consentEmail: ['Consent to email', (row) => row.consent.email?.state ?? 'unknown'],
  consentSms: ['Consent to SMS', (row) => row.consent.sms?.state ?? 'unknown'],
  consentPhone: ['Consent to calls', (row) => row.consent.phone?.state ?? 'unknown'],
  about: ['About', (row) => row.about],
  lastActivityAt: ['Last activity', (row) => row.last_activity_at ?? ''],
  createdAt: ['Created', (row) => row.created_at],
  updatedAt: ['Changed', (row) => row.updated_at],
};
/** Without a choice: all, each fact once. */
const DEFAULT = Object.keys(COLUMNS).filter((column) => !['name', 'emailWork', 'emailHome'].includes(column));

function customColumn(definition: CustomDefinition): readonly [string, Cell] {
  return [definition.label, (row) => {
    const value = row.custom[definition.key];
    if (value === undefined || value === null) return '';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join('; ') : String(value);
  }];
}

function chosenColumns(columns: string | undefined, definitions: readonly CustomDefinition[]): (readonly [string, Cell])[] {
  const custom = new Map(definitions.map((definition) => [`custom.${definition.key}`, customColumn(definition)]));
  const names = columns === undefined ? [...DEFAULT, ...custom.keys()] : columns.split(',').filter(Boolean);
  return names.map((name) => {
    const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : custom.get(name);
    if (!column) throw invalid('columns', `There is no column "${name}" to export.`);
    return column;
  });
}

/** Pieces of the file. What is wrong with the request is thrown before the first piece. @throws AppError `validation` */
export async function exportContacts(request: z.output<typeof ExportQuery>): Promise<AsyncGenerator<string>> {
  const selection = { filter: request.filter, search: request.search, trash: request.trash === '1', sort: request.sort };
  await sortOf(contactRecordKind, request.sort);
  const prepared = await prepareSelection(contactRecordKind, selection);
  prepared.check();
  const columns = request.format === 'csv' ? chosenColumns(request.columns, await customDefinitions('contact')) : [];
  return request.format === 'csv' ? csvPieces(selection, columns) : vcardPieces(selection);
}

async function* csvPieces(selection: SortedSelection, columns: readonly (readonly [string, Cell])[]): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(columns.map(([header]) => header))}`;
  for await (const rows of eachPage(contactRecordKind, selection, PAGE)) {
    const owners = await peopleNames(rows.map((row) => row.owner_id));
    yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row, owners)))).join('');
  }
}

async function* vcardPieces(selection: SortedSelection): AsyncGenerator<string> {
  for await (const rows of eachPage(contactRecordKind, selection, PAGE)) {
    yield rows.map((row) => toVcard({ id: row.id, data: toData(row), companyName: row.company_name ?? '', updatedAt: row.updated_at })).join('');
  }
}
