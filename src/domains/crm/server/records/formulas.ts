/** Calculated fields: each write path asks for the calculation of its kind; a changed formula is applied to all by a job. */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { log } from '../../../../server/observability/log.ts';
import type { CustomValues } from '../../contract/fields.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { type Calculation, compileFields, type FormulaDefinition } from '../../engine/formula/fields.ts';
import { customDefinitions } from '../workspace.ts';
import { kindOf } from './kind.ts';

const compiled = new LRUCache<string, Calculation>({ max: 500 });
const NOTHING: Calculation = { types: new Map(), apply: (custom) => custom };

/** The calculation of a kind's fields as they are defined now. */
export async function calculationOf(kind: RecordKind): Promise<Calculation> {
  const definitions = await customDefinitions(kind);
  return definitions.some((definition) => definition.kind === 'formula') ? compileOnce(kind, definitions) : NOTHING;
}

function compileOnce(kind: RecordKind, definitions: readonly FormulaDefinition[]): Calculation {
  const name = JSON.stringify([kind, ...definitions.map(({ key, kind: of, formula }) => [key, of, formula])]);
  const known = compiled.get(name);
  if (known) return known;
  try {
    const calculation = compileFields(kind, definitions);
    compiled.set(name, calculation);
    return calculation;
  } catch (error) {
    // A definition is checked before it is kept; a write must not fail for one that an older version let through.
    log().error({ err: error, kind }, 'calculated fields cannot be used');
    return NOTHING;
  }
}

/** SQL of the standard fields that formulas may read, by kind. */
const STANDARD: Partial<Record<RecordKind, string>> = {
  contact: `jsonb_build_object('firstName', r.first_name, 'lastName', r.last_name, 'title', r.title, 'city', r.city, 'country', r.country, 'source', r.source,
    'company', (select co.name from companies co where co.id = r.company_id and co.deleted_at is null))`,
  company: `jsonb_build_object('name', r.name, 'industry', r.industry, 'city', r.city, 'country', r.country, 'website', r.website)`,
  lead: `jsonb_build_object('firstName', r.first_name, 'lastName', r.last_name, 'title', r.title, 'company', r.company_name, 'city', r.city, 'country', r.country, 'source', r.source, 'status', r.status)`,
  opportunity: `jsonb_build_object('name', r.name, 'amount', r.amount, 'currency', r.currency, 'probability', r.probability, 'expectedClose', r.expected_close, 'source', r.source)`,
};

const STEP = 1_000;
const Payload = z.object({ kind: z.enum(RECORD_KINDS) });

export const formulaJob = defineJob<z.infer<typeof Payload>, { after: string; done: number }>({
  name: 'crm.formulas',
  payload: Payload,
  title: ({ kind }) => `Calculating fields of ${KINDS[kind].many}`,
  handler: calculateAll,
});

async function calculateAll({ payload: { kind }, state, signal, progress, checkpoint }: JobContext<z.infer<typeof Payload>, { after: string; done: number }>): Promise<void> {
  let { after, done } = state ?? { after: '00000000-0000-0000-0000-000000000000', done: 0 };
  for (;;) {
    signal.throwIfAborted();
    const count = await transaction(async () => {
      const ids = await calculateStep(kind, after);
      if (ids.length === 0) return 0;
      after = ids.at(-1)!;
      done += ids.length;
      await checkpoint({ after, done });
      return ids.length;
    });
    progress(done);
    if (count < STEP) break;
  }
  await publishPaths(currentWorkspaceId(), [KINDS[kind].path]);
}

/** Nobody wrote the records, so their versions stay. @returns the ids of the step */
async function calculateStep(kind: RecordKind, after: string): Promise<string[]> {
  const table = kindOf(kind)?.table;
  if (!table) return [];
  const { apply } = await calculationOf(kind);
  const rows = await query<{ id: string; custom: CustomValues; standard: Record<string, unknown> }>(
    `select r.id, r.custom, ${STANDARD[kind] ?? `'{}'::jsonb`} as standard from ${table} r where r.workspace_id = $1 and r.id > $2 order by r.id limit $3 for update of r`, [currentWorkspaceId(), after, STEP],
  );
  const changed = rows.map(({ id, custom, standard }) => ({ id, custom: apply(custom, standard) }));
  await execute(
    `update ${table} t set custom = c.custom from json_to_recordset($2::json) as c(id uuid, custom jsonb) where t.workspace_id = $1 and t.id = c.id and t.custom is distinct from c.custom`,
    [currentWorkspaceId(), JSON.stringify(changed)],
  );
  return rows.map((row) => row.id);
}

/** Applies the formulas of a kind to all its records in the background; in the transaction that changes one. */
export async function calculateAgain(kind: RecordKind): Promise<void> {
  await enqueue(formulaJob, { kind });
}
