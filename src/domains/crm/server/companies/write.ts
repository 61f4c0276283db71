/**
 * The one way in which companies are written: a form, a bulk action, a merge and an import all end here, so that sort
 * keys and search text can never disagree with what is shown. A new name travels to the contacts, which are sorted and
 * searched by it.
 */
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type CompanyData, companyDerived } from '../../engine/companies/company-data.ts';
import { companyDefinition } from '../../kinds/company.ts';
import type { Calculation } from '../../../../records/engine/formula/fields.ts';
import {
  COMPANY_JOIN,
  type DbRecord as DbContact,
  RECORD_COLUMNS as CONTACT_COLUMNS,
  toData as toContactData,
} from '../contacts/rows.ts';
import { deriveContacts } from '../contacts/write.ts';
import { calculationOf } from '../../../../records/server/custom-fields/formulas.ts';
import { writtenColumns } from '../../../../records/server/defined-columns.ts';
import { type RowColumn, rowArrays } from '../../../../records/server/bulk/column-arrays.ts';

export interface CompanyInsert {
  id: string;
  data: CompanyData;
  importId?: string;
  /** Only for data that comes with its own history. */
  createdAt?: string;
  lastActivityAt?: string | null;
}

export interface CompanyChange {
  id: string;
  /** The version that the change is based on; a row that has moved on is not touched. */
  version: number;
  before: Pick<CompanyData, 'name'>;
  data: CompanyData;
  /** The import that makes the change to a company that it created itself. */
  importVersion?: number;
}

/** Written columns of a company; derived columns are added. */
const COLUMNS: readonly RowColumn<CompanyData>[] = [
  ...writtenColumns<CompanyData>(companyDefinition),
  { name: 'owner_id', type: 'uuid', value: ({ ownerId }) => ownerId },
  { name: 'tags', type: 'text[]', value: ({ tags }) => tags },
  { name: 'custom', type: 'jsonb', value: ({ custom }) => custom },
];
const NAMES = [...COLUMNS.map(({ name }) => name), ...companyDerived.names];
const TYPES = [
  ...COLUMNS.map(({ name, type }) => `${name} ${type}`),
  ...companyDerived.names.map((name) => `${name} text`),
].join(', ');

/** A new company with all that is derived from it. */
type NewRow = CompanyInsert & { derived: Readonly<Record<string, string>> };

const NEW: readonly RowColumn<NewRow>[] = [
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'import_id', type: 'uuid', value: ({ importId }) => importId },
  { name: 'created_at', type: 'timestamptz', value: ({ createdAt }) => createdAt },
  { name: 'last_activity_at', type: 'timestamptz', value: ({ lastActivityAt }) => lastActivityAt },
  ...COLUMNS.map(({ name, type, value }) => ({ name, type, value: ({ data }: NewRow) => value(data) })),
  ...companyDerived.names.map((name): RowColumn<NewRow> => ({
    name,
    type: 'text',
    value: ({ derived }) => derived[name],
  })),
];

function insertion(rows: readonly NewRow[], rest: string): { text: string; values: unknown[] } {
  const { from, of, values } = rowArrays(rows, NEW, 2);
  const at = `coalesce(${of('created_at')}, now())`;
  return {
    text: `insert into companies (id, workspace_id, import_id, import_version, created_by, updated_by, created_at,
      updated_at, last_activity_at, ${NAMES.join(', ')})
      select ${of('id')}, $1::uuid, ${of('import_id')}, case when ${of('import_id')} is null then null else 1 end,
        $2::uuid, $2::uuid, ${at}, ${at}, ${of('last_activity_at')},
        ${NAMES.map(of).join(', ')}
      from ${from} ${rest}`,
    values: [currentWorkspaceId(), currentUserId(), ...values],
  };
}

const UPDATE = `
  update companies co set ${NAMES.map((name) => `${name} = r.${name}`).join(', ')}, version = co.version + 1,
    import_version = coalesce(r.import_version, co.import_version), updated_at = now(), updated_by = $3
  from jsonb_to_recordset($1::jsonb) as r(id uuid, version integer, import_version integer, ${TYPES})
  where co.id = r.id and co.workspace_id = $2 and co.version = r.version and co.deleted_at is null
  returning co.id`;

/** Fills calculated fields in, whatever the caller brought for them. */
function calculated(entered: CompanyData, { apply }: Calculation): CompanyData {
  const custom = apply(entered.custom, { ...entered });
  return custom === entered.custom ? entered : { ...entered, custom };
}

const record = (data: CompanyData): Record<string, unknown> => ({
  ...Object.fromEntries(COLUMNS.map(({ name, value }) => [name, value(data)])),
  ...companyDerived.of(data),
});

/**
 * Adds companies in the ambient transaction. The caller has checked what they refer to.
 * @param skipTaken leave those out whose name a living company has; else that is a violation of `companies_name`
 * @returns those that were added, with the key of their names
 */
export async function insertCompanies(
  inserts: readonly CompanyInsert[],
  { skipTaken = false } = {},
): Promise<{ id: string; name: string; name_key: string }[]> {
  if (inserts.length === 0) return [];
  const calculation = await calculationOf('company');
  const rows = inserts.map((insert) => {
    const data = calculated(insert.data, calculation);
    return { ...insert, data, derived: companyDerived.of(data) };
  });
  const { text, values } = insertion(
    rows,
    `${skipTaken ? 'on conflict (workspace_id, name_key) where deleted_at is null do nothing ' : ''}returning id,
      name, name_key`,
  );
  return query(text, values);
}

/**
 * Writes changed companies in the ambient transaction, each one version on.
 * @returns ids of those that were written: one that has another version by now, or is deleted, is not among them.
 */
export async function updateCompanies(changes: readonly CompanyChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const calculation = await calculationOf('company');
  const rows = changes.map(({ id, version, data, importVersion }) => ({
    id,
    version,
    import_version: importVersion,
    ...record(calculated(data, calculation)),
  }));
  const written = new Set(
    (await query<{ id: string }>(UPDATE, [JSON.stringify(rows), currentWorkspaceId(), currentUserId()])).map(
      (row) => row.id,
    ),
  );
  await renameInContacts(
    changes.filter(({ id, before, data }) => written.has(id) && before.name !== data.name).map(({ id }) => id),
  );
  return written;
}

const BATCH = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the contacts of companies again, whose name is another now, or which went to the trash or came out of it:
 * contacts are sorted, searched and recognized by the name of their company. Those in the trash too, which may come out
 * of it.
 */
export async function renameInContacts(companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  let after = FIRST;
  for (;;) {
    const rows = await query<DbContact & { old_name: string }>(
      `select ${CONTACT_COLUMNS}, c.company_key as old_name from contacts c ${COMPANY_JOIN}
       where c.workspace_id = $1 and c.company_id = any($2) and c.id > $3 order by c.id limit $4 for update of c`,
      [currentWorkspaceId(), companyIds, after, BATCH],
    );
    // Folding is idempotent, so the old key stands for the old name.
    const changes = rows.map((row) => {
      const data = toContactData(row);
      return { id: row.id, before: { data, companyName: row.old_name }, data, companyName: row.company_name ?? '' };
    });
    await deriveContacts(changes);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
