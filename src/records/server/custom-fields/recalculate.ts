/** Calculated fields and roll-ups of records as they are now. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { CustomValues } from '../../contract/field-values.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { ROLLED_UP, ROLLUP_WORDS } from '../../contract/rollups.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import { customDefinitions, workspaceSettings } from '../workspace.ts';
import { definitionOf } from '../../definitions.ts';
import { formulaArguments } from '../defined-columns.ts';
import { calculationOf } from './formulas.ts';
import { kindOf } from '../list/list-kind.ts';
import { type RollUpContext, rollUpSql } from './rollup-sql.ts';
import { Parameters } from '../list/sort.ts';

/** SQL of the standard fields that formulas may read, of kinds whose fields are not said in a definition. */
const FURTHER: Partial<Record<RecordKind, string>> = {
  contact: `jsonb_build_object('firstName', r.first_name, 'lastName', r.last_name, 'title', r.title, 'city', r.city,
    'country', r.country, 'source', r.source,
    'company', (select co.name from companies co where co.id = r.company_id and co.deleted_at is null))`,
  lead: `jsonb_build_object('firstName', r.first_name, 'lastName', r.last_name, 'title', r.title, 'company', r.company_name, 'city', r.city, 'country', r.country, 'source', r.source, 'status', r.status)`,
  opportunity: `jsonb_build_object('name', r.name, 'amount', r.amount, 'currency', r.currency, 'probability', r.probability, 'expectedClose', r.expected_close, 'source', r.source)`,
};

const standardSql = (kind: RecordKind): string =>
  FURTHER[kind] ?? `jsonb_build_object(${formulaArguments(definitionOf(kind)).join(', ')})`;

/** Data that roll-ups of a kind are calculated with. */
export async function rollUpContext(object: RecordKind): Promise<RollUpContext> {
  const own = new Map<RecordKind, CustomDefinition[]>();
  for (const source of ROLLED_UP[object] ?? []) {
    const { kind } = ROLLUP_WORDS[source];
    if (kind) own.set(kind, await customDefinitions(kind));
  }
  return { settings: await workspaceSettings(), own };
}

interface Calculated {
  id: string;
  custom: CustomValues;
  standard: Record<string, unknown>;
  /** The roll-ups as JSON text: their digits are PostgreSQL's, however many there are. */
  rolled: string;
}

/**
 * Writes what follows from other fields and other records into records of a kind, whatever state they are in. No one
 * wrote the records, so their versions stay. They are locked first: what a later statement reads is what holds when
 * they are written. Not against those who only see to it that they stay, or two who add to one record at once would
 * wait for each other.
 * @returns how many changed
 */
export async function recalculate(kind: RecordKind, ids: readonly string[]): Promise<number> {
  const table = kindOf(kind)?.table;
  if (!table || ids.length === 0) return 0;
  await query(`select id from ${table} where workspace_id = $1 and id = any($2) order by id for no key update`, [
    currentWorkspaceId(),
    ids,
  ]);
  const rollUps = (await customDefinitions(kind)).flatMap(({ key, rollup }) => (rollup ? [{ key, rollup }] : []));
  const rows = await readCalculated(kind, table, ids, rollUps);
  const { apply } = await calculationOf(kind);
  const keys = new Set(rollUps.map(({ key }) => key));
  const changed = rows.map(({ id, custom, standard, rolled }) => {
    const entered = Object.fromEntries(Object.entries(custom).filter(([key]) => !keys.has(key)));
    const whole = apply({ ...entered, ...(JSON.parse(rolled) as CustomValues) }, standard);
    return { id, custom: Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.has(key))), rolled };
  });
  const written = await query(
    `update ${table} t set custom = c.custom || c.rolled::jsonb
      from jsonb_to_recordset($2::jsonb) as c(id uuid, custom jsonb, rolled text)
     where t.workspace_id = $1 and t.id = c.id and t.custom is distinct from c.custom || c.rolled::jsonb
        returning t.id`,
    [currentWorkspaceId(), JSON.stringify(changed)],
  );
  return written.length;
}

async function readCalculated(
  kind: RecordKind,
  table: string,
  ids: readonly string[],
  rollUps: readonly { key: string; rollup: NonNullable<CustomDefinition['rollup']> }[],
): Promise<Calculated[]> {
  const parameters = new Parameters();
  parameters.add(currentWorkspaceId());
  const context = rollUps.length > 0 ? await rollUpContext(kind) : undefined;
  const values = rollUps.map(
    ({ key, rollup }) => `${parameters.add(key, 'text')}, ${rollUpSql(kind, rollup, context!, parameters)}`,
  );
  return query<Calculated>(
    `select r.id, r.custom, ${standardSql(kind)} as standard,
      jsonb_strip_nulls(jsonb_build_object(${values.join(', ')}))::text as rolled
     from ${table} r where r.workspace_id = $1 and r.id = any(${parameters.add(ids, 'uuid[]')})`,
    parameters.values,
  );
}
