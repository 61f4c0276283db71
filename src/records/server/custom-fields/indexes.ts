/**
 * Indexes that are made when they are first needed, of fields of one's own and of those that lists are seldom sorted
 * by: a list of more than 20,000 records that is sorted or filtered by such a field asks for one, a job builds it
 * beside the running work. Until it is there, lists read as before.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Condition, Filter } from '../../../kernel/filter.ts';
import { isGroup } from '../../../kernel/filter.ts';
import { hasApostrophe } from '../../../kernel/text.ts';
import {
  asSystem,
  currentWorkspaceId,
  database,
  execute,
  inWorkspace,
  query,
  transaction,
} from '../../../server/db/index.ts';
import { defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { sortableKind } from '../../engine/custom-field-sort.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import { customDefinitions } from '../workspace.ts';
import { kindOf } from '../list/list-kind.ts';
import { areMany } from '../list/search-prefilter.ts';
import { OWN_KEY } from './sort-value.ts';
import { type SortKey, sortKeyOf, type SortPart } from '../list/sort.ts';

/** Each one makes writing dearer. */
const MAX_INDEXES = 24;
/** Matches up to this many are named to the list; with more, walking the sorted list finds a page of them sooner. */
const MAX_IDS = 2_000;
/** Values that were found a moment ago to be those of many. */
const common = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000 });

const Payload = z.object({ kind: z.enum(RECORD_KINDS), key: z.string() });
type Payload = z.infer<typeof Payload>;

export const ownIndexJob = defineJob<Payload>({
  name: 'crm.own_field_index',
  payload: Payload,
  title: 'Index a custom field',
  handler: buildIndex,
});

const nameOf = (workspaceId: string, { kind, key }: Payload) =>
  `own_field_${createHash('sha256').update(`${workspaceId} ${kind} ${key}`).digest('hex').slice(0, 24)}`;

/** A field of everyone's, told from those of one's own by a sign that no key of theirs has. */
const STANDARD = '.';

/** Those of the keys that have an index; those that have none and need one get it in a while. */
async function indexedKeys(kind: RecordKind, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0 || !(await areMany(kind))) return [];
  const known = await query<{ key: string; state: string }>(
    'select key, state from own_field_indexes where workspace_id = $1 and kind = $2',
    [currentWorkspaceId(), kind],
    'crm_own_indexes',
  );
  const missing = keys.filter((key) => !known.some((one) => one.key === key));
  if (missing.length > 0) await askFor(kind, missing);
  return keys.filter((key) => known.some((one) => one.key === key && one.state === 'ready'));
}

/** As `indexedKeys`, of fields of one's own. */
async function indexedFields(
  kind: RecordKind,
  keys: readonly string[],
  definitions?: readonly CustomDefinition[],
): Promise<CustomDefinition[]> {
  if (keys.length === 0) return [];
  const fields = (definitions ?? (await customDefinitions(kind))).filter(
    (field) => keys.includes(field.key) && OWN_KEY.test(field.key) && sortableKind(field),
  );
  const indexed = await indexedKeys(
    kind,
    fields.map(({ key }) => key),
  );
  return fields.filter(({ key }) => indexed.includes(key));
}

async function askFor(kind: RecordKind, keys: readonly string[]): Promise<void> {
  await transaction(async () => {
    for (const key of keys) {
      const added = await execute(
        `insert into own_field_indexes (workspace_id, kind, key, name) select $1, $2, $3, $4
         where (select count(*) from own_field_indexes where workspace_id = $1) < ${MAX_INDEXES} on conflict
            do nothing`,
        [currentWorkspaceId(), kind, key, nameOf(currentWorkspaceId(), { kind, key })],
      );
      if (added > 0) await enqueue(ownIndexJob, { kind, key });
    }
  });
}

/** Asks for indexes of the fields that a list is sorted by. */
export async function needSorted(kind: RecordKind, sort: readonly SortPart[]): Promise<void> {
  await indexedFields(
    kind,
    sort.flatMap(({ name }) => /^custom\.(.+)$/.exec(name)?.[1] ?? []),
  );
  // Ties of the first key are few enough to be sorted by the others.
  const [first] = sort;
  if (first?.key.onDemand) await indexedKeys(kind, [STANDARD + first.name]);
}

/**
 * Ids of the records that fit one condition of a filter on an indexed field, where they are few: all others are out.
 * The filter itself must still be asked. Undefined where that says nothing.
 */
export async function idsOfOwnFields(
  kind: RecordKind,
  filter: Filter,
  definitions: readonly CustomDefinition[],
): Promise<string[] | undefined> {
  if (filter.match === 'any' && filter.conditions.length > 1) return undefined;
  const asked = filter.conditions
    .flatMap((part) => (isGroup(part) ? [] : [{ part, key: /^custom\.(.+)$/.exec(part.field)?.[1] }]))
    .filter(({ key }) => key !== undefined);
  const fields = await indexedFields(
    kind,
    asked.map(({ key }) => key!),
    definitions,
  );
  for (const { part, key } of asked) {
    const field = fields.find((one) => one.key === key);
    const range = field && rangeOf(part, sortableKind(field) === 'number');
    if (!range) continue;
    const place = JSON.stringify([currentWorkspaceId(), kind, key, range]);
    if (common.has(place)) continue;
    const found = await query<{ id: string }>(
      'select id from own_field_ids($1, $2, $3, $4, $5, $6, $7)',
      [
        kind,
        key,
        sortableKind(field) === 'number',
        range.anyOf ?? null,
        range.low ?? null,
        range.high ?? null,
        MAX_IDS + 1,
      ],
      'crm_own_ids',
    );
    if (found.length <= MAX_IDS) return found.map(({ id }) => id);
    common.set(place, true);
  }
  return undefined;
}

interface Range {
  anyOf?: string[];
  low?: string;
  high?: string;
}

/** The last of all texts that begin so, compared byte by byte. */
export const lastOf = (start: string) => `${start}\u{10FFFF}`;
const plain = (value: unknown) => String(value as string | number);
const folded = (value: unknown) => plain(value).trim().toLowerCase();

/** Bounds that hold at least every value that fits; undefined where there are none. */
export function rangeOf({ op, value }: Condition, isNumber: boolean): Range | undefined {
  if (isNumber) {
    switch (op) {
      case 'eq':
        return { anyOf: [plain(value)] };
      case 'lt':
      case 'lte':
        return { high: plain(value) };
      case 'gt':
      case 'gte':
        return { low: plain(value) };
      case 'between': {
        const [low, high] = (value as number[]).toSorted((a, b) => a - b);
        return { low: String(low), high: String(high) };
      }
      default:
        return undefined;
    }
  }
  // One of them may stand there in another form.
  if ((op === 'is' || op === 'starts_with') && hasApostrophe(plain(value))) return undefined;
  switch (op) {
    case 'is':
      return { anyOf: [folded(value)] };
    case 'starts_with':
      return { low: folded(value), high: lastOf(folded(value)) };
    case 'any_of':
      return { anyOf: value as string[] };
    case 'true':
      return { anyOf: ['true'] };
    case 'on':
      return { anyOf: [plain(value)] };
    // Blank values sort first: from the first digit on it is a day.
    case 'before':
      return { low: '0', high: plain(value) };
    case 'after':
      return { low: plain(value) };
    case 'between': {
      const [low, high] = (value as string[]).toSorted();
      return { low: low!, high: high! };
    }
    default:
      return undefined;
  }
}

async function buildIndex({ payload, signal }: JobContext<Payload, never>): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const name = nameOf(workspaceId, payload);
  const table = kindOf(payload.kind)?.table;
  const value = await valueOf(payload);
  if (!table || !value)
    return void (await execute('delete from own_field_indexes where workspace_id = $1 and kind = $2 and key = $3', [
      workspaceId,
      payload.kind,
      payload.key,
    ]));
  signal.throwIfAborted();
  // An invalid index left by an interrupted attempt is useless.
  await alone([
    `drop index ${concurrently()} if exists ${name}`,
    `create index ${concurrently()} ${name} on ${table} ((${value.sql}), id)
      where workspace_id = '${workspaceId}' and deleted_at is null${value.blank ? ` and not (${value.blank})` : ''}`,
    `analyze ${table}`,
  ]);
  await execute(`update own_field_indexes set state = 'ready' where workspace_id = $1 and kind = $2 and key = $3`, [
    workspaceId,
    payload.kind,
    payload.key,
  ]);
}

/**
 * The indexed expression, over the table's own columns; undefined if the field no longer exists. Blank values are read
 * in another way.
 */
async function valueOf({ kind, key }: Payload): Promise<Pick<SortKey, 'sql' | 'blank'> | undefined> {
  const of = kindOf(kind);
  const found =
    of &&
    sortKeyOf(
      of,
      key.startsWith(STANDARD) ? key.slice(STANDARD.length) : `custom.${key}`,
      await customDefinitions(kind),
    );
  const alone = (sql: string) => sql.replaceAll(`${of!.alias}.`, '');
  return found && { sql: alone(found.sql), ...(found.blank ? { blank: alone(found.blank) } : {}) };
}

/**
 * Without it no one could write until the index is there; the embedded engine has one connection and knows no such
 * thing.
 */
const concurrently = () => (database().engine === 'postgres' ? 'concurrently' : '');

/** Statements of the owner, each outside of a transaction and as long as it takes. */
async function alone(statements: readonly string[]): Promise<void> {
  if (database().engine === 'pglite') {
    for (const statement of statements) await asSystem(() => execute(statement));
    return;
  }
  const client = await database().pool.connect();
  let failed: Error | undefined;
  try {
    await client.query(`select set_config('role', 'none', false), set_config('statement_timeout', '0', false)`);
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // Its role and its patience are another one's now: it does not go back into the pool.
    client.release(failed ?? true);
  }
}

/** Builds what is written down and not there, and drops what no one needs any more. */
export async function tidyOwnIndexes(): Promise<void> {
  const missing = await asSystem(() =>
    query<{ workspaceId: string; kind: RecordKind; key: string }>(
      `select o.workspace_id as "workspaceId", o.kind, o.key from own_field_indexes o
     where not exists (select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = o.name
        and i.indisvalid)
       or o.key not like '${STANDARD}%' and not exists
          (select 1 from custom_fields f where f.workspace_id = o.workspace_id and f.object = o.kind
          and f.key = o.key)`,
    ),
  );
  for (const { workspaceId, kind, key } of missing) {
    await inWorkspace(workspaceId, null, () =>
      transaction(async () => {
        await execute(
          `update own_field_indexes set state = 'building' where workspace_id = $1 and kind = $2 and key = $3`,
          [workspaceId, kind, key],
        );
        await enqueue(ownIndexJob, { kind, key });
      }),
    );
  }
  const left = await asSystem(() =>
    query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relkind = 'i' and c.relname like 'own\\_field\\_%' and length(c.relname) = 34 and not exists
        (select 1 from own_field_indexes o where o.name = c.relname)`,
    ),
  );
  if (left.length > 0) await alone(left.map(({ name }) => `drop index ${concurrently()} if exists ${name}`));
}

export const ownFieldIndexesRecurring = defineRecurring({
  name: 'crm.own_field_indexes',
  title: 'Check custom field indexes',
  cron: '10 4 * * *',
  handler: tidyOwnIndexes,
});
