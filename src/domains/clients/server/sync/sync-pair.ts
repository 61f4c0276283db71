/**
 * One pair of records brought together, in one transaction: what is read, written, linked and logged is there together
 * or not at all, so that a killed run is simply done again. A dry run does the same and takes it back.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  deleteRows,
  execute,
  insertRow,
  inWorkspace,
  query,
  savepoint,
  transaction,
} from '../../../../server/db/index.ts';
import { withCause } from '../../../../server/events/cause.ts';
import {
  createRecord,
  mergedFrom,
  mergedInto,
  readWholeRecord,
  recordsOfKey,
  updateRecord,
} from '../../../crm/index.ts';
import type { LogEntry, Side } from '../../contract/sync.ts';
import { isBlank, nextBases, type Pair, planPair, sameValue, type Value, type Values } from '../../engine/sync.ts';
import { type Fields, inputOf, readValues, type SidedFields, textOf, toPair } from './fields.ts';
import type { DefinitionRow } from './rows.ts';

type Whole = Record<string, unknown>;

export interface Context {
  definition: DefinitionRow;
  fields: SidedFields;
  pairs: readonly Pair[];
  runId: string | null;
  dry: boolean;
  /** The workflows that led to the change under way: what it does on the other side does not set them off again. */
  chain?: readonly string[];
  /** Records that a dry run has found a partner for: the link is taken back, and a run would come upon it. */
  claimed: Record<Side, Set<string>>;
}

export interface Link {
  ops_record: string;
  client_record: string;
  ops_version: number;
  client_version: number;
  definition_version: number;
  ops_base: Values;
  client_base: Values;
}

interface Entry extends Pick<LogEntry, 'action' | 'side' | 'title' | 'changes'> {
  opsRecord: string | null;
  clientRecord: string | null;
  note?: string;
}

export function contextOf(definition: DefinitionRow, fields: SidedFields, runId: string | null, dry: boolean): Context {
  return {
    definition,
    fields,
    runId,
    dry,
    claimed: { ops: new Set(), client: new Set() },
    pairs: definition.mapping.flatMap((mapped) => toPair(fields, mapped) ?? []),
  };
}

/** Code on one side, in no one's name: timelines say that the sync did it, and with whom. */
export function onSide<T>(
  { definition, chain = [] }: Pick<Context, 'definition' | 'chain'>,
  side: Side,
  act: () => Promise<T>,
): Promise<T> {
  const by = {
    kind: 'sync',
    id: definition.id,
    name: side === 'ops' ? definition.client_name : definition.house_name,
  } as const;
  return inWorkspace(side === 'ops' ? definition.workspace_id : definition.client_id, null, () =>
    withCause({ runId: definition.id, chain, by }, act),
  );
}

const other = (side: Side): Side => (side === 'ops' ? 'client' : 'ops');
const recordOf = (link: Link, side: Side) => (side === 'ops' ? link.ops_record : link.client_record);
const keysOf = ({ pairs }: Context, side: Side) => [...new Set(pairs.map((pair) => pair[side]))];
const readSide = (context: Context, side: Side, id: string) =>
  onSide(context, side, () => readWholeRecord(context.definition.kind, id));
const valuesOf = (context: Context, side: Side, record: Whole) =>
  readValues(context.fields[side], keysOf(context, side), record);

/** A record's name in the log. */
function titleOf(record: Whole): string {
  const words = [
    record['name'],
    record['subject'],
    [record['firstName'], record['lastName']].filter(Boolean).join(' '),
    record['companyName'],
    record['email'],
    (record['emails'] as { value: string }[] | undefined)?.[0]?.value,
  ];
  return words.find((word): word is string => typeof word === 'string' && word !== '') ?? 'Unnamed';
}

export async function readLink(definitionId: string, side: Side, record: string): Promise<Link | undefined> {
  const [link] = await query<Link>(
    `select * from sync_links where definition_id = $1 and ${side === 'ops' ? 'ops_record' : 'client_record'} = $2`,
    [definitionId, record],
  );
  return link;
}

class TakenBack extends Error {}

/** Ends a whole run, not only the pair that it was at. */
export class RunEnded extends Error {}

/**
 * Holds the definition: one pair of it at a time, whoever asks (a run, a change, a decision).
 * @throws RunEnded where a run may not go on, because the sync was paused or removed, or the client archived meanwhile
 */
async function hold({ definition, runId, dry }: Context): Promise<void> {
  const [now] = await query<{ state: DefinitionRow['state']; archived: boolean }>(
    'select d.state, w.archived_at is not null as archived from sync_definitions d join workspaces w on w.id = d.client_id where d.id = $1 for update of d',
    [definition.id],
  );
  if (runId === null) return;
  if (!now) throw new RunEnded('The sync was removed.');
  if (now.archived) throw new RunEnded('The client was archived while it ran.');
  if (now.state === 'paused' && !dry) throw new RunEnded('The sync was paused while it ran.');
}

/** Result for one pair. */
export type Outcome = Entry['action'][];

/**
 * Brings the record of one side together with its partner on the other, which is made where there is none and the
 * direction allows it.
 * @param decided see `planPair`; `check` may refuse once both sides are read
 */
export async function syncRecord(
  context: Context,
  side: Side,
  id: string,
  decided: Readonly<Record<string, Side>> = {},
  check?: (values: Record<Side, Values>) => void,
): Promise<Outcome> {
  let entries: Entry[] = [];
  try {
    await transaction(() =>
      savepoint(async () => {
        entries = await work(context, side, id, decided, check);
        if (context.dry) throw new TakenBack();
        await writeLog(context, entries);
      }),
    );
  } catch (error) {
    if (!(error instanceof TakenBack)) {
      // A rejected record must not block the others. Any other error is a fault and stops the run.
      if (!(error instanceof AppError) || error.code === 'unavailable' || check) throw error;
      entries = [
        {
          action: 'error',
          side: null,
          title: await titleAt(context, side, id),
          changes: [],
          opsRecord: side === 'ops' ? id : null,
          clientRecord: side === 'client' ? id : null,
          note: error.message,
        },
      ];
    }
    await writeLog(context, entries);
  }
  return entries.map(({ action }) => action);
}

const titleAt = async (context: Context, side: Side, id: string) => titleOf((await readSide(context, side, id)) ?? {});

async function work(
  context: Context,
  side: Side,
  id: string,
  decided: Readonly<Record<string, Side>>,
  check?: (values: Record<Side, Values>) => void,
): Promise<Entry[]> {
  const { definition } = context;
  await hold(context);
  const here = await readSide(context, side, id);
  if (!here) return [];
  const link = await readLink(definition.id, side, id);
  if (link) return update(context, link, decided, check);
  const inherited = await inheritedLink(context, side, id);
  if (inherited) return passOn(context, inherited, side, id);
  if (
    (side === 'ops' && definition.direction === 'to_ops') ||
    (side === 'client' && definition.direction === 'to_client')
  )
    return [];
  const partner = await findPartner(context, other(side), here);
  return partner
    ? join(
        context,
        { [side]: id, [other(side)]: partner } as Record<Side, string>,
        definition.kind === 'company' ? 'Same name' : 'Same email address',
      )
    : create(context, side, id, here);
}

/**
 * The one free record on the other side that is surely the same. Of several none is. One whose partner was deleted is
 * free again.
 */
async function findPartner(context: Context, side: Side, record: Whole): Promise<string | undefined> {
  const [found, ...more] = await onSide(context, side, () => recordsOfKey(context.definition.kind, record));
  if (found === undefined || more.length > 0 || context.claimed[side].has(found)) return undefined;
  const link = await readLink(context.definition.id, side, found);
  if (link && (await readSide(context, other(side), recordOf(link, other(side))))) return undefined;
  if (link) await forgetLink(context, link);
  return found;
}

/** The link of a record that became one with this one, while there is something at its other end. */
async function inheritedLink(context: Context, side: Side, id: string): Promise<Link | undefined> {
  const [link] = await query<Link>(
    `select * from sync_links where definition_id = $1 and ${side}_record = any($2) order by linked_at limit 1`,
    [context.definition.id, await onSide(context, side, () => mergedFrom(id))],
  );
  return link && (await readSide(context, other(side), recordOf(link, other(side)))) ? link : undefined;
}

/**
 * Links what was linked to a record with the one that it became: what both hold is compared as if they had just met.
 */
async function passOn(context: Context, link: Link, side: Side, heir: string): Promise<Entry[]> {
  await forgetLink(context, link);
  return join(
    context,
    { ops: link.ops_record, client: link.client_record, [side]: heir },
    'Merged with another record',
  );
}

async function forgetLink(context: Context, link: Link): Promise<void> {
  await forgetConflict(context, link);
  await deleteRows('sync_links', { definitionId: context.definition.id, opsRecord: link.ops_record });
}

/** The living record that the one of a link became by a merge, unless that is linked itself. */
async function heirOf(context: Context, side: Side, record: string): Promise<string | undefined> {
  const heir = await onSide(context, side, async () => (await mergedInto([record]))(record));
  return heir !== record &&
    (await readSide(context, side, heir)) &&
    !(await readLink(context.definition.id, side, heir))
    ? heir
    : undefined;
}

/** Two that were there already and are the same. */
async function join(context: Context, ids: Record<Side, string>, why: string): Promise<Entry[]> {
  const entries = await update(
    context,
    {
      ops_record: ids.ops,
      client_record: ids.client,
      ops_version: 0,
      client_version: 0,
      definition_version: 0,
      ops_base: {},
      client_base: {},
    },
    {},
  );
  const title = await titleAt(context, 'ops', ids.ops);
  if (context.dry) for (const side of ['ops', 'client'] as const) context.claimed[side].add(ids[side]);
  return [
    { action: 'link', side: null, title, changes: [], opsRecord: ids.ops, clientRecord: ids.client, note: why },
    ...entries,
  ];
}

async function create(context: Context, from: Side, id: string, record: Whole): Promise<Entry[]> {
  const to = other(from);
  const source = valuesOf(context, from, record);
  const wanted = Object.fromEntries(
    context.pairs
      .filter((pair) => (to === 'ops' ? pair.toOps : pair.toClient))
      .map((pair) => {
        const value = source[pair[from]] ?? null;
        return [pair[to], pair.convert ? pair.convert(value) : value] as const;
      })
      .filter(([, value]) => !isBlank(value)),
  );
  if (context.dry) context.claimed[from].add(id);
  const made = await onSide(context, to, () =>
    createRecord(context.definition.kind, inputOf(context.fields[to], wanted)),
  );
  const written = (await readSide(context, to, made.id))!;
  const sides = { [from]: record, [to]: written } as Record<Side, Whole>;
  const ids = { [from]: id, [to]: made.id } as Record<Side, string>;
  const values = { ops: valuesOf(context, 'ops', sides.ops), client: valuesOf(context, 'client', sides.client) };
  const bases = nextBases(
    context.pairs,
    { conflicts: [] },
    { values: values.ops, base: {} },
    { values: values.client, base: {} },
  );
  await keepLink(context, {
    ops_record: ids.ops,
    client_record: ids.client,
    ops_version: sides.ops['version'] as number,
    client_version: sides.client['version'] as number,
    definition_version: context.definition.version,
    ops_base: bases.ops,
    client_base: bases.client,
  });
  return [
    {
      action: 'create',
      side: to,
      title: titleOf(written),
      changes: changesOf(context.fields[to], {}, values[to], Object.keys(wanted)),
      opsRecord: ids.ops,
      clientRecord: ids.client,
    },
  ];
}

async function update(
  context: Context,
  link: Link,
  decided: Readonly<Record<string, Side>>,
  check?: (values: Record<Side, Values>) => void,
): Promise<Entry[]> {
  const { definition, pairs } = context;
  const before = {
    ops: await readSide(context, 'ops', link.ops_record),
    client: await readSide(context, 'client', link.client_record),
  };
  if (!before.ops || !before.client) {
    const gone = before.ops ? 'client' : 'ops';
    const heir = before[other(gone)] && (await heirOf(context, gone, recordOf(link, gone)));
    if (heir) return passOn(context, link, gone, heir);
    // One of them is in the trash: deletions do not travel, and what is left is left alone.
    await forgetConflict(context, link);
    return [];
  }
  const sides = {
    ops: sideState(context, 'ops', before.ops, link.ops_base),
    client: sideState(context, 'client', before.client, link.client_base),
  };
  check?.({ ops: sides.ops.values, client: sides.client.values });
  const plan = planPair(
    { direction: definition.direction, conflict: definition.conflict_rule, pairs },
    sides.ops,
    sides.client,
    decided,
  );
  const entries: Entry[] = [];
  const after = { ops: before.ops, client: before.client };
  for (const side of ['ops', 'client'] as const) {
    const changes = side === 'ops' ? plan.toOps : plan.toClient;
    if (Object.keys(changes).length === 0) continue;
    const record = side === 'ops' ? link.ops_record : link.client_record;
    await onSide(context, side, () =>
      updateRecord(definition.kind, record, {
        ...inputOf(context.fields[side], changes),
        version: before[side]!['version'],
      }),
    );
    after[side] = (await readSide(context, side, record))!;
    const made = changesOf(
      context.fields[side],
      sides[side].values,
      valuesOf(context, side, after[side]),
      Object.keys(changes),
    );
    if (made.length > 0)
      entries.push({
        action: 'update',
        side,
        title: titleOf(after[side]),
        changes: made,
        opsRecord: link.ops_record,
        clientRecord: link.client_record,
      });
  }
  const now = { ops: valuesOf(context, 'ops', after.ops), client: valuesOf(context, 'client', after.client) };
  const bases = nextBases(
    pairs,
    plan,
    { values: now.ops, base: link.ops_base },
    { values: now.client, base: link.client_base },
  );
  await keepLink(context, {
    ...link,
    ops_version: after.ops['version'] as number,
    client_version: after.client['version'] as number,
    definition_version: definition.version,
    ops_base: bases.ops,
    client_base: bases.client,
  });
  if (plan.conflicts.length === 0) await forgetConflict(context, link);
  else if (await keepConflict(context, link, titleOf(after.ops), plan.conflicts, now)) {
    entries.push({
      action: 'conflict',
      side: null,
      title: titleOf(after.ops),
      opsRecord: link.ops_record,
      clientRecord: link.client_record,
      note: 'Both sides changed it. Resolve the conflict.',
      changes: plan.conflicts.map((pair) => ({
        label: labelOf(context, pair),
        before: textOf(now.ops[pair.ops]),
        after: textOf(now.client[pair.client]),
      })),
    });
  }
  return entries;
}

const sideState = (context: Context, side: Side, record: Whole, base: Values) => ({
  values: valuesOf(context, side, record),
  base,
  updatedAt: typeof record['updatedAt'] === 'string' ? record['updatedAt'] : '',
});
const labelOf = ({ fields }: Context, pair: Pair) => fields.ops.get(pair.ops)?.label ?? pair.ops;

function changesOf(fields: Fields, before: Values, after: Values, keys: readonly string[]): Entry['changes'] {
  return keys
    .filter((key) => !sameValue(before[key], after[key]))
    .map((key) => ({ label: fields.get(key)?.label ?? key, before: textOf(before[key]), after: textOf(after[key]) }));
}

async function keepLink({ definition }: Context, link: Link): Promise<void> {
  await execute(
    `insert into sync_links (definition_id, workspace_id, ops_record, client_record, ops_version, client_version,
      definition_version, ops_base, client_base) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (definition_id, ops_record) do update
        set client_record = excluded.client_record, ops_version = excluded.ops_version,
        client_version = excluded.client_version,
       definition_version = excluded.definition_version, ops_base = excluded.ops_base,
          client_base = excluded.client_base`,
    [
      definition.id,
      definition.workspace_id,
      link.ops_record,
      link.client_record,
      link.ops_version,
      link.client_version,
      link.definition_version,
      JSON.stringify(link.ops_base),
      JSON.stringify(link.client_base),
    ],
  );
}

async function forgetConflict({ definition }: Context, link: Link): Promise<void> {
  await deleteRows('sync_conflicts', { definitionId: definition.id, opsRecord: link.ops_record });
}

export interface ConflictField {
  field: string;
  label: string;
  ops: Value;
  client: Value;
}

/** @returns whether there is something new to decide */
async function keepConflict(
  context: Context,
  link: Link,
  title: string,
  pairs: readonly Pair[],
  now: Record<Side, Values>,
): Promise<boolean> {
  const fields = JSON.stringify(
    pairs.map((pair): ConflictField => ({
      field: pair.ops,
      label: labelOf(context, pair),
      ops: now.ops[pair.ops] ?? null,
      client: now.client[pair.client] ?? null,
    })),
  );
  const { definition } = context;
  return (
    (await execute(
      `insert into sync_conflicts (id, workspace_id, definition_id, ops_record, client_record, title, fields)
        values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (definition_id, ops_record) do update set title = excluded.title, fields = excluded.fields
        where sync_conflicts.fields <> excluded.fields`,
      [newId(), definition.workspace_id, definition.id, link.ops_record, link.client_record, title, fields],
    )) > 0
  );
}

const COUNTERS = {
  create: 'created',
  update: 'updated',
  link: 'linked',
  conflict: 'conflicts',
  error: 'errors',
} as const;

async function writeLog({ definition, runId }: Context, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    await insertRow('sync_log', {
      workspaceId: definition.workspace_id,
      definitionId: definition.id,
      runId,
      action: entry.action,
      side: entry.side,
      opsRecord: entry.opsRecord,
      clientRecord: entry.clientRecord,
      title: entry.title.slice(0, 300),
      changes: entry.changes,
      note: entry.note ?? null,
    });
    if (runId)
      await execute(`update sync_runs set ${COUNTERS[entry.action]} = ${COUNTERS[entry.action]} + 1 where id = $1`, [
        runId,
      ]);
  }
}
