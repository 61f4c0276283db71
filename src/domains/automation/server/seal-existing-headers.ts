/**
 * Seals secrets in headers that an earlier version kept in clear: once for each installation, when no server of that
 * version is left.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { execute, query } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { everybodySeals, sealKept, secretAsSent, secretAsTyped } from './sealed-headers.ts';

interface Place {
  table: string;
  column: string;
  /** The primary key with its types, in whose order it is walked. */
  key: readonly (readonly [name: string, type: string])[];
  where: string;
  isSecret: (name: string, held: string) => boolean;
}

const ID = [['id', 'uuid']] as const;
const CALLS = `kind = 'webhook.send'`;
const PLACES: readonly Place[] = [
  { table: 'workflows', column: 'draft', key: ID, where: 'true', isSecret: secretAsTyped },
  {
    table: 'workflow_versions',
    column: 'definition',
    key: [
      ['workflow_id', 'uuid'],
      ['number', 'integer'],
    ],
    where: 'true',
    isSecret: secretAsTyped,
  },
  {
    table: 'workflow_steps',
    column: 'input',
    key: [
      ['run_id', 'uuid'],
      ['seq', 'integer'],
    ],
    where: `kind = 'webhook'`,
    isSecret: secretAsSent,
  },
  { table: 'approvals', column: 'content', key: ID, where: CALLS, isSecret: secretAsSent },
  {
    table: 'approvals',
    column: 'original',
    key: ID,
    where: `original is not null and ${CALLS}`,
    isSecret: secretAsSent,
  },
];

const BATCH = 200;
/** How often a row is looked at again that someone changes at the same moment. */
const TRIES = 5;

interface Row {
  workspace_id: string;
  held: string;
  key: unknown[];
}

/**
 * Walks one column; what is sealed already stays as it is, so it may be begun again wherever it was broken off.
 * @returns rows that were sealed
 */
async function sealColumn({ table, column, key, where, isSecret }: Place, signal: AbortSignal): Promise<number> {
  const names = key.map(([name]) => name);
  const typed = key.map(([, type], n) => `$${n + 1}::${type}`);
  const is = names.map((name, n) => `${name} = ${typed[n]}`).join(' and ');
  // One row in a statement of its own, and only as it was read: no one's change is lost, and no one waits for others.
  const sealRow = async ({ workspace_id: workspaceId, held, key: at }: Row): Promise<boolean> => {
    let text: string | undefined = held;
    for (let n = 0; n < TRIES; n++) {
      // It was deleted meanwhile.
      if (text === undefined) return false;
      const value = JSON.parse(text) as unknown;
      const sealed = sealKept(value, workspaceId, isSecret);
      if (sealed === value) return false;
      if (
        (await execute(
          `update ${table} set ${column} = $${at.length + 1} where ${is} and ${column}::text = $${at.length + 2}`,
          [...at, JSON.stringify(sealed), text],
        )) > 0
      )
        return true;
      text = (await query<{ text: string }>(`select ${column}::text as text from ${table} where ${is}`, at))[0]?.text;
    }
    throw new Error(`A row of ${table} kept changing while it was sealed`);
  };
  let count = 0;
  for (let after: unknown[] | undefined; ;) {
    signal.throwIfAborted();
    const rows: Row[] = await query<Row>(
      `select workspace_id, ${column}::text as held, json_build_array(${names.join(', ')}) as key from ${table}
       where ${where} ${after ? `and (${names.join(', ')}) > (${typed.join(', ')})` : ''} order by ${names.join(', ')}
          limit ${BATCH}`,
      after ?? [],
    );
    for (const row of rows) if (await sealRow(row)) count++;
    if (rows.length < BATCH) return count;
    after = rows.at(-1)!.key;
  }
}

const LOOK_EVERY = 1_000;
const SETTLED_AFTER = 2_000;

async function sealAll(signal: AbortSignal): Promise<void> {
  if (!(await everybodySeals())) {
    while (!(await everybodySeals())) await pause(LOOK_EVERY, undefined, { signal });
    // A request that started just before may still write plain text.
    await pause(SETTLED_AFTER, undefined, { signal });
  }
  for (const place of PLACES) {
    const sealed = await sealColumn(place, signal);
    if (sealed > 0)
      log().info({ table: place.table, column: place.column, rows: sealed }, 'sealed secrets in call headers');
  }
}

/** Name of the recurring work, for tests. */
export const SEAL_KEPT = 'automation.seal_kept';
export const sealExistingHeadersRecurring = defineRecurring({
  name: SEAL_KEPT,
  title: 'Encrypt secrets in workflow calls of earlier versions',
  every: 300,
  // All that is written since is sealed: once it has come to its end there is nothing left to do.
  handler: async ({ previousDueAt, signal }) => {
    if (!previousDueAt) await sealAll(signal);
  },
});
