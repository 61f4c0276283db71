/** A row of a file as a lead. */
import type { ImportOptions } from '../../contract/imports.ts';
import type { OpenLeadStatus } from '../../contract/leads.ts';
import { fold } from '../../../../kernel/text.ts';
import { emailMatchKey, fullName, nameCompanyMatchKey, phoneMatchKey } from '../contacts/contact-data.ts';
import { BLANK_LEAD, type LeadData } from '../leads/lead-data.ts';
import { emailCell, fullNameCell, phoneCell, privateCell, show, textCell, websiteCell } from './cells.ts';
import { mergeShared } from './contact-row.ts';
import type { CellReader } from './row.ts';
import type { RowKind } from './row-reader.ts';

/** A lead as a row says it; blank status: none was named. */
export interface LeadEntry extends Omit<LeadData, 'status'> {
  status: OpenLeadStatus | '';
  private?: boolean;
}

export const leadRows: RowKind<LeadEntry> = {
  kind: 'lead',
  blank: () => ({ ...BLANK_LEAD, status: '', tags: [], custom: {} }),
  cell: cellReader,
  lack: (entry) =>
    entry.firstName || entry.lastName || entry.companyName || entry.email || entry.phone
      ? undefined
      : 'Name, company, email address, and phone number are missing.',
};

function cellReader(target: string): CellReader<LeadEntry> {
  switch (target) {
    case 'firstName':
      return textCell('firstName', 120, 'first name');
    case 'lastName':
      return textCell('lastName', 120, 'last name');
    case 'fullName':
      return fullNameCell;
    case 'title':
      return textCell('title', 160, 'title');
    case 'company':
      return textCell('companyName', 200, 'company name');
    case 'city':
      return textCell('city', 120, 'city');
    case 'country':
      return textCell('country', 80, 'country');
    case 'about':
      return textCell('about', 10_000, 'text about the lead');
    case 'source':
      return textCell('source', 120, 'source');
    case 'statusReason':
      return textCell('statusReason', 500, 'reason');
    case 'email':
      return emailCell;
    case 'phone':
      return phoneCell;
    case 'website':
      return websiteCell;
    case 'status':
      return statusCell;
    case 'private':
      return privateCell;
    default:
      return () => undefined;
  }
}

const STATUSES: Readonly<Record<OpenLeadStatus, readonly string[]>> = {
  new: ['new', 'open', 'not contacted', 'open not contacted', 'fresh', 'neu'],
  working: [
    'working',
    'contacted',
    'in progress',
    'attempted to contact',
    'attempting contact',
    'connected',
    'working contacted',
    'nurturing',
    'in bearbeitung',
    'kontaktiert',
  ],
  qualified: ['qualified', 'marketing qualified', 'sales qualified', 'mql', 'sql', 'hot', 'qualifiziert'],
  unqualified: [
    'unqualified',
    'disqualified',
    'not qualified',
    'junk',
    'lost',
    'dead',
    'bad timing',
    'closed not converted',
    'unqualifiziert',
  ],
};
const BY_WORD = new Map(
  Object.entries(STATUSES).flatMap(([status, words]) => words.map((word) => [word, status as OpenLeadStatus] as const)),
);

const statusCell: CellReader<LeadEntry> = (cell, row) => {
  const word = fold(cell.replace(/[^\p{L}\p{N}]+/gu, ' '));
  const status = BY_WORD.get(word);
  if (status) row.entry.status = status;
  else if (word.includes('converted')) row.errors.push('This lead is already converted. Import it as a contact.');
  else row.errors.push(`"${show(cell)}" is not a lead status. Use new, working, qualified, or unqualified.`);
};

/** The keys by which the row may be a lead that is there already, the surest kind first. */
export function leadKeys(entry: LeadEntry, matchOn: ImportOptions['matchOn']): string[] {
  const keys: string[] = [];
  if (matchOn.includes('email') && entry.email) keys.push(emailMatchKey(entry.email));
  if (matchOn.includes('phone') && entry.phone) keys.push(phoneMatchKey(entry.phone));
  const name = fullName(entry);
  if (matchOn.includes('name_company') && name && entry.companyName)
    keys.push(nameCompanyMatchKey(name, entry.companyName));
  return keys;
}

const TEXTS = [
  'firstName',
  'lastName',
  'companyName',
  'title',
  'email',
  'phone',
  'website',
  'city',
  'country',
  'about',
  'source',
] as const;

/** A new lead. A reason belongs to the status that it explains; who sees a lead is no part of it. */
export function freshLead({ status, ...rest }: LeadEntry): LeadData {
  delete rest.private;
  return { ...rest, status: status || 'new', statusReason: status === 'unqualified' ? rest.statusReason : '' };
}

/** A lead with what a row adds to it; its status changes only with `replace`. */
export function mergeLead(current: LeadData, row: LeadEntry, mode: ImportOptions['update']): LeadData {
  const merged = mergeShared(current, row, mode, TEXTS);
  if (mode === 'replace' && row.status) {
    merged.status = row.status;
    merged.statusReason = row.statusReason || (row.status === current.status ? current.statusReason : '');
  } else if (!merged.statusReason) merged.statusReason = row.statusReason;
  if (merged.status !== 'unqualified') merged.statusReason = '';
  return merged;
}
