/** Contacts as the records core sees them. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { CONTACT_FILTER_FIELDS, type ContactRow, type ContactSort, DEFAULT_CONTACT_SORT } from '../../contract.ts';
import { displayName, emailMatchKey, phoneMatchKey } from '../../engine/contacts/contact-data.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { phoneDigits } from '../../../../records/engine/phone.ts';
import { CONTACTS_CHANGED } from '../live-paths.ts';
import { type ConditionSql, elements, linkedText, listedIds } from '../../../../records/server/list/filter-sql.ts';
import { importedEntry } from '../../../../records/server/timeline/import-source.ts';
import { defineKind, type ListKind } from '../../../../records/server/list/list-kind.ts';
import { always, keyText, nullable, onDemand, plainText, type SortKey } from '../../../../records/server/list/sort.ts';
import { wireInstant } from '../../../../records/server/timeline/timeline.ts';
import { COMPANY_JOIN, type DbRecord, type DbRow, RECORD_COLUMNS, ROW_COLUMNS, toRow } from './rows.ts';

const SORTS: Record<ContactSort, SortKey> = {
  name: keyText('c.name_key'),
  lastName: onDemand(keyText('c.last_name_key')),
  company: keyText('c.company_key'),
  email: keyText('c.email_key'),
  title: onDemand(plainText('c.title')),
  source: onDemand(plainText('c.source')),
  city: onDemand(plainText('c.city')),
  country: onDemand(plainText('c.country')),
  lastActivityAt: nullable('c.last_activity_at', 'timestamptz'),
  createdAt: always('c.created_at', 'timestamptz'),
  updatedAt: always('c.updated_at', 'timestamptz'),
};

/** A contact whose company is in the trash is without one until it comes back. */
const company: ConditionSql = (condition, parameters, context) => {
  if (condition.op === 'empty') return `c.company_key = ''`;
  if (condition.op === 'not_empty') return `c.company_key <> ''`;
  const match = `c.company_id = any(${parameters.add(listedIds(condition, context), 'uuid[]')})`;
  return condition.op === 'none_of' ? `(c.company_id is null or not (${match}))` : `(${match})`;
};

const consent = (channel: string) => `coalesce(c.consent->'${channel}'->>'state', 'unknown')`;

const TIMELINE: readonly string[] = [
  importedEntry('contacts'),
  `select 'activity' as kind, 'activity-' || a.id as id, a.created_at as at, a.owner_id as actor_id,
     jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'dueAt', ${wireInstant('a.due_at')}, 'doneAt',
        ${wireInstant('a.done_at')}) as data
   from activities a where a.workspace_id = $1 and a.contact_id = $2 and a.deleted_at is null`,
  `select 'opportunity' as kind, 'opportunity-' || o.id as id, o.created_at as at, o.owner_id as actor_id,
     jsonb_build_object('id', o.id, 'name', o.name, 'amount', o.amount::text, 'currency', o.currency, 'stage', s.name)
        as data
   from opportunities o join stages s on s.id = o.stage_id
      where o.workspace_id = $1 and o.contact_id = $2 and o.deleted_at is null`,
];

export function nameOf(row: Pick<DbRow, 'first_name' | 'last_name' | 'emails' | 'phones'>): string {
  return displayName({ firstName: row.first_name, lastName: row.last_name, emails: row.emails, phones: row.phones });
}

export const contactKind = defineKind<DbRow, ContactRow>({
  kind: 'contact',
  table: 'contacts',
  noun: 'The contact',
  changed: CONTACTS_CHANGED,
  touch: (id) =>
    query('update contacts set last_activity_at = now() where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]),
  timeline: TIMELINE,
  alias: 'c',
  company: 'c.company_id',
  columns: ROW_COLUMNS,
  joins: COMPANY_JOIN,
  sorts: SORTS,
  defaultSort: DEFAULT_CONTACT_SORT,
  filterFields: CONTACT_FILTER_FIELDS,
  filters: {
    name: { sql: 'c.name_key', folded: true },
    lastName: { sql: 'c.last_name_key', folded: true },
    companyName: { sql: 'c.company_key', folded: true },
    firstName: 'c.first_name',
    title: 'c.title',
    city: 'c.city',
    region: 'c.region',
    postalCode: 'c.postal_code',
    about: 'c.about',
    email: elements('c.emails', `lowered(e->>'value')`, (text) => text.trim().toLowerCase()),
    phone: elements('c.phones', `substr(e->>'value', 2)`, phoneDigits),
    hasEmail: `c.emails <> '[]'`,
    hasPhone: `c.phones <> '[]'`,
    tags: 'c.tags',
    source: 'c.source',
    country: 'c.country',
    consentEmail: consent('email'),
    consentSms: consent('sms'),
    consentPhone: consent('phone'),
    company,
    companyIndustry: linkedText('c.company_id', 'companies', 'industry'),
    hasOpenOpportunities: `exists (select 1 from opportunities o where o.workspace_id = c.workspace_id
      and o.contact_id = c.id and o.state = 'open' and o.deleted_at is null)`,
    owner: 'c.owner_id',
    businessLicense: 'c.business_license_id',
    import: 'c.import_id',
    lastActivityAt: 'c.last_activity_at',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  },
  named: contactsNamed,
  toItem: toRow,
  nameOf,
});

const INTERNATIONAL = /^\+[\d\s()./-]{8,}$/;
const MAX_NAMED = 200;

/**
 * A whole address or number stands in the keys by which contacts are recognized: the index of trigrams would look for
 * each of its letters.
 */
async function contactsNamed(search: string, trash: boolean): Promise<string[]> {
  const text = search.trim();
  const address = text.includes('@') ? parseEmail(text) : undefined;
  const key = address
    ? emailMatchKey(address)
    : INTERNATIONAL.test(text)
      ? phoneMatchKey(`+${text.replace(/\D/g, '')}`)
      : undefined;
  if (key === undefined) return [];
  const rows = await query<{ id: string }>(
    `select c.id from contact_keys k join contacts c on c.id = k.contact_id and c.workspace_id = k.workspace_id
     where k.workspace_id = $1 and k.key = $2 collate "C" and (c.deleted_at is not null) = $3 limit ${MAX_NAMED}`,
    [currentWorkspaceId(), key, trash],
    'crm_contacts_named',
  );
  return rows.map(({ id }) => id);
}

/** The same list with every column, for exports. */
export const contactRecordKind: ListKind<DbRecord, ContactRow> = { ...contactKind, columns: RECORD_COLUMNS };
