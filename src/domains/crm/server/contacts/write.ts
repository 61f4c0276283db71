/**
 * The one way in which contacts are written: a form, a bulk action, a merge and an import of a hundred thousand rows
 * all end here, so that sort keys, search text and duplicate keys can never disagree with what is shown.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { type ContactData, derive } from '../../engine/contacts/contact-data.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';
import { arrayOf, type RowColumn, rowArrays } from '../../../../records/server/bulk/column-arrays.ts';

export interface ContactInsert {
  id: string;
  data: ContactData;
  /** Name of the company behind `data.companyId`. */
  companyName: string;
  importId?: string;
  /** Only for data that comes with its own history. */
  createdAt?: string;
  lastActivityAt?: string;
}

export interface ContactChange {
  id: string;
  /** The version that the change is based on; a row that has moved on is not touched. */
  version: number;
  before: { data: ContactData; companyName: string };
  data: ContactData;
  companyName: string;
  /** The import that makes the change to a contact that it created itself. */
  importVersion?: number;
}

/** Column, type in the record set, value. */
type Column = readonly [
  name: string,
  type: string,
  value: (row: { data: ContactData; companyName: string }, keys: ReturnType<typeof derive>) => unknown,
];

const COLUMNS: readonly Column[] = [
  ['first_name', 'text', ({ data }) => data.firstName],
  ['last_name', 'text', ({ data }) => data.lastName],
  ['title', 'text', ({ data }) => data.title],
  ['company_id', 'uuid', ({ data }) => data.companyId],
  ['emails', 'jsonb', ({ data }) => data.emails],
  ['phones', 'jsonb', ({ data }) => data.phones],
  ['street', 'text', ({ data }) => data.street],
  ['city', 'text', ({ data }) => data.city],
  ['region', 'text', ({ data }) => data.region],
  ['postal_code', 'text', ({ data }) => data.postalCode],
  ['country', 'text', ({ data }) => data.country],
  ['links', 'jsonb', ({ data }) => data.links],
  ['source', 'text', ({ data }) => data.source],
  ['owner_id', 'uuid', ({ data }) => data.ownerId],
  ['business_license_id', 'uuid', ({ data }) => data.businessLicenseId],
  ['tags', 'text[]', ({ data }) => data.tags],
  ['consent', 'jsonb', ({ data }) => data.consent],
  ['custom', 'jsonb', ({ data }) => data.custom],
  ['about', 'text', ({ data }) => data.about],
  ['name_key', 'text', (_, keys) => keys.nameKey],
  ['last_name_key', 'text', (_, keys) => keys.lastNameKey],
  ['company_key', 'text', (_, keys) => keys.companyKey],
  ['email_key', 'text', (_, keys) => keys.emailKey],
  ['search_text', 'text', (_, keys) => keys.searchText],
];

/** Default for blank values, which are not sent: half of the columns of most contacts are blank. */
const BLANK: Readonly<Record<string, string>> = {
  text: `''`,
  'text[]': `'{}'`,
  emails: `'[]'`,
  phones: `'[]'`,
  jsonb: `'{}'`,
};
const valueSql = ([name, type]: Column) =>
  type === 'uuid' ? `r.${name}` : `coalesce(r.${name}, ${BLANK[name] ?? BLANK[type]})`;

const NAMES = COLUMNS.map(([name]) => name).join(', ');

/** A new contact with all that is derived from it. */
type NewRow = ContactInsert & { keys: ReturnType<typeof derive> };

const NEW: readonly RowColumn<NewRow>[] = [
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'import_id', type: 'uuid', value: ({ importId }) => importId },
  { name: 'created_at', type: 'timestamptz', value: ({ createdAt }) => createdAt },
  { name: 'last_activity_at', type: 'timestamptz', value: ({ lastActivityAt }) => lastActivityAt },
  ...COLUMNS.map(([name, type, value]) => ({
    name,
    type: type as RowColumn<NewRow>['type'],
    value: (row: NewRow) => value(row, row.keys),
    blank: BLANK[name],
  })),
];

function insertion(rows: readonly NewRow[]): { text: string; values: unknown[] } {
  const { from, of, values } = rowArrays(rows, NEW, 2);
  const at = `coalesce(${of('created_at')}, now())`;
  return {
    text: `insert into contacts (id, workspace_id, import_id, import_version, created_by, updated_by, created_at,
      updated_at, last_activity_at, ${NAMES})
      select ${of('id')}, $1::uuid, ${of('import_id')}, case when ${of('import_id')} is null then null else 1 end,
        $2::uuid, $2::uuid, ${at}, ${at}, ${of('last_activity_at')},
        ${COLUMNS.map(([name]) => of(name)).join(', ')}
      from ${from}`,
    values: [currentWorkspaceId(), currentUserId(), ...values],
  };
}

const updateOf = (columns: readonly Column[]) => `
  update contacts c set ${columns
    .map((column) => `${column[0]} = ${valueSql(column)}`)
    .concat('version = c.version + 1')
    .join(', ')},
    import_version = coalesce(r.import_version, c.import_version), updated_at = now(), updated_by = $3
  from jsonb_to_recordset($1::jsonb) as
    r(${['id uuid', 'version integer', 'import_version integer', ...columns.map(([name, type]) => `${name} ${type}`)].join(', ')})
  where c.id = r.id and c.workspace_id = $2 and c.version = r.version and c.deleted_at is null
  returning c.id`;

/** For contacts that are new: who has no keys yet cannot have one of them twice, and no one needs to look. */
const FIRST_KEYS =
  'insert into contact_keys (workspace_id, key, contact_id) select $1, k.key, k.id from unnest($2::text[], $3::uuid[]) as k(key, id) order by k.key collate "C"';
const ADD_KEYS =
  'insert into contact_keys (workspace_id, key, contact_id) select $1, k.key, k.id from unnest($2::text[], $3::uuid[]) as k(key, id) on conflict do nothing';
const DROP_KEYS = `delete from contact_keys k using unnest($2::text[], $3::uuid[]) as gone(key, id)
  where k.workspace_id = $1 and k.key = gone.key and k.contact_id = gone.id`;

function record(
  row: { data: ContactData; companyName: string },
  keys: ReturnType<typeof derive>,
  columns = COLUMNS,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, , value] of columns) {
    const one = value(row, keys);
    if (!isBlank(one)) values[name] = one;
  }
  return values;
}

const DERIVED: ReadonlySet<string> = new Set(['name_key', 'last_name_key', 'company_key', 'email_key', 'search_text']);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

function isBlank(value: unknown): boolean {
  if (value === '' || value === null) return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
}

/**
 * So many contacts are made ready while the database writes as many before them; each statement costs it some
 * milliseconds before its first row.
 */
const PIECE = 1_250;

/** Fills calculated fields in, whatever the caller brought for them. */
async function calculated(): Promise<<Row extends { data: ContactData; companyName: string }>(row: Row) => Row> {
  const { apply } = await calculationOf('contact');
  return (row) => {
    const custom = apply(row.data.custom, { ...row.data, company: row.companyName });
    return custom === row.data.custom ? row : { ...row, data: { ...row.data, custom } };
  };
}

class KeyList {
  readonly keys: string[] = [];
  readonly ids: string[] = [];

  add(id: string, keys: readonly string[]): void {
    for (const key of keys) {
      this.keys.push(key);
      this.ids.push(id);
    }
  }

  async run(text: string): Promise<void> {
    if (this.keys.length > 0) await execute(text, [currentWorkspaceId(), arrayOf(this.keys), arrayOf(this.ids)]);
  }
}

/** Adds contacts in the ambient transaction. The caller has checked what they refer to. */
export async function insertContacts(inserts: readonly ContactInsert[]): Promise<void> {
  if (inserts.length === 0) return;
  const added = new KeyList();
  const calculate = await calculated();
  let writing: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < inserts.length; at += PIECE) {
    const { text, values } = insertion(
      inserts
        .slice(at, at + PIECE)
        .map(calculate)
        .map((insert) => {
          const keys = derive(insert.data, insert.companyName);
          added.add(insert.id, keys.keys);
          return { ...insert, keys };
        }),
    );
    await writing;
    writing = execute(text, values);
    // Heard where it is awaited; until then the next piece is made ready.
    writing.catch(() => undefined);
    if (at + PIECE < inserts.length) await turn();
  }
  await writing;
  await added.run(FIRST_KEYS);
}

/**
 * Writes changed contacts in the ambient transaction, each one version on.
 * @returns ids of those that were written: one that has another version by now, or is deleted, is not among them.
 */
export async function updateContacts(wanted: readonly ContactChange[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const changes = wanted.map(await calculated());
  const derived = changes.map((change) => derive(change.data, change.companyName));
  // Of what is derived the database may hold an older form than is derived today: it is written in any case.
  const columns = COLUMNS.filter(
    ([name, , value]) =>
      DERIVED.has(name) ||
      changes.some((change, i) => !isSame(value(change, derived[i]!), value(change.before, derived[i]!))),
  );
  const rows = changes.map((change, i) => ({
    id: change.id,
    version: change.version,
    import_version: change.importVersion,
    ...record(change, derived[i]!, columns),
  }));
  const written = await query<{ id: string }>(updateOf(columns), [
    JSON.stringify(rows),
    currentWorkspaceId(),
    currentUserId(),
  ]);
  const ids = new Set(written.map((row) => row.id));
  await changeKeys(changes.flatMap((change, i) => (ids.has(change.id) ? [{ change, keys: derived[i]!.keys }] : [])));
  return ids;
}

/**
 * Writes what follows from other records into contacts, in the trash or not, in the ambient transaction. No one changed
 * them: their versions stay, so that whoever edits one meets no conflict, and actions and imports can still be undone
 * for it.
 */
export async function deriveContacts(wanted: readonly Omit<ContactChange, 'version'>[]): Promise<void> {
  if (wanted.length === 0) return;
  const changes = wanted.map(await calculated());
  const derived = changes.map((change) => derive(change.data, change.companyName));
  const rows = changes.map(({ id, data }, i) => ({
    id,
    company_key: derived[i]!.companyKey,
    search_text: derived[i]!.searchText,
    custom: data.custom,
  }));
  await execute(
    `update contacts c set company_key = r.company_key, search_text = r.search_text, custom = r.custom
     from jsonb_to_recordset($1::jsonb) as r(id uuid, company_key text, search_text text, custom jsonb)
        where c.id = r.id and c.workspace_id = $2`,
    [JSON.stringify(rows), currentWorkspaceId()],
  );
  await changeKeys(changes.map((change, i) => ({ change, keys: derived[i]!.keys })));
}

/** Contacts are recognized by what they are now. */
async function changeKeys(
  written: readonly { change: Pick<ContactChange, 'id' | 'before'>; keys: readonly string[] }[],
): Promise<void> {
  const [gone, added] = [new KeyList(), new KeyList()];
  for (const {
    change: {
      id,
      before: { data, companyName },
    },
    keys,
  } of written) {
    const before = derive(data, companyName).keys;
    gone.add(
      id,
      before.filter((key) => !keys.includes(key)),
    );
    added.add(
      id,
      keys.filter((key) => !before.includes(key)),
    );
  }
  await gone.run(DROP_KEYS);
  await added.run(ADD_KEYS);
}

/**
 * Deletes contacts for good, with the keys that they are recognized by. What hangs on them is the caller's to remove.
 */
export async function deleteContacts(
  contacts: readonly { id: string; data: ContactData; companyName: string }[],
): Promise<void> {
  const gone = new KeyList();
  for (const contact of contacts) gone.add(contact.id, derive(contact.data, contact.companyName).keys);
  await gone.run(DROP_KEYS);
  await execute('delete from contacts where workspace_id = $1 and id = any($2)', [
    currentWorkspaceId(),
    contacts.map((contact) => contact.id),
  ]);
}
