/**
 * Setting syncs up, running them by hand, and deciding their conflicts. Runs as system; all of it is the operations
 * team's.
 */
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import type { Filter } from '../../../../kernel/filter.ts';
import { newId } from '../../../../kernel/ids.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  asSystem,
  deleteRows,
  execute,
  insertRow,
  inWorkspace,
  isUniqueViolation,
  query,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import { recordFields, tagsInUse } from '../../../crm/index.ts';
import { operationsWorkspace } from '../../../identity/index.ts';
import type {
  LogEntry,
  MappedPair,
  NewSync,
  Side,
  sync,
  SyncConflict,
  SyncDefinition,
  SyncKind,
  SyncRun,
  SyncUpdate,
} from '../../contract/sync.ts';
import { sameValue } from '../../engine/sync.ts';
import { asOption, fieldsOf, type SidedFields, suggestedPairs, textOf, toPair } from './fields.ts';
import { type ConflictField, contextOf, onSide, syncRecord } from './sync-pair.ts';
import { DEFINITION, type DefinitionRow, definitionRow, runRow, runRows, toDefinitions } from './rows.ts';
import { nextRunSql, obstacle, openRuns, startRun, tell } from './run.ts';

const MAX_TAGS = 200;

/** The operations workspace, whose syncs these are. @throws AppError `not_found` where there is none */
async function house(): Promise<string> {
  const id = await operationsWorkspace();
  if (!id) throw notFound('The sync');
  return id;
}

const inHouse = <T>(act: (house: string) => Promise<T>): Promise<T> => asSystem(async () => act(await house()));
const one = async (row: DefinitionRow): Promise<SyncDefinition> => (await toDefinitions([row]))[0]!;

export function listSyncs({
  clientId,
  cursor,
  limit,
}: QueryOf<typeof sync.list>): Promise<ResponseOf<typeof sync.list>> {
  return inHouse(async (home) => {
    const from = unpackCursor(cursor, UUID);
    const rows = await query<DefinitionRow>(
      `${DEFINITION} where d.workspace_id = $1 and ($2::uuid is null or d.client_id = $2)
        and ($3::uuid is null or d.id < $3) order by d.id desc limit $4`,
      [home, clientId ?? null, from?.[0] ?? null, limit + 1],
    );
    const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
    return { items: await toDefinitions(page.items), next: page.next };
  });
}

export const getSync = (id: string): Promise<SyncDefinition> =>
  inHouse(async (home) => one(await definitionRow(home, id)));

async function sidedFields(home: string, clientId: string, kind: SyncKind): Promise<SidedFields> {
  return {
    ops: await inWorkspace(home, null, () => fieldsOf(kind)),
    client: await inWorkspace(clientId, null, () => fieldsOf(kind)),
  };
}

async function requireClient(id: string): Promise<void> {
  if (
    (await query(`select 1 from workspaces where id = $1 and kind = 'client' and archived_at is null`, [id])).length ===
    0
  )
    throw notFound('The client');
}

/** @throws AppError `not_found` for what is no client */
export function syncOptions({
  clientId,
  kind,
}: QueryOf<typeof sync.options>): Promise<ResponseOf<typeof sync.options>> {
  return inHouse(async (home) => {
    await requireClient(clientId);
    const fields = await sidedFields(home, clientId, kind);
    return {
      ops: [...fields.ops.values()].map(asOption),
      client: [...fields.client.values()].map(asOption),
      suggested: suggestedPairs(fields),
      filterFields: await choosable(home, clientId, kind),
    };
  });
}

/** Fields that mean the same in both workspaces; of tags those that are in use. */
async function choosable(
  home: string,
  clientId: string,
  kind: SyncKind,
): Promise<ResponseOf<typeof sync.options>['filterFields']> {
  const tags = [
    ...new Set(
      (
        await Promise.all(
          [home, clientId].map((workspaceId) => inWorkspace(workspaceId, null, () => tagsInUse(kind, MAX_TAGS))),
        )
      ).flat(),
    ),
  ].sort((a, b) => a.localeCompare(b));
  return recordFields(kind).flatMap<ResponseOf<typeof sync.options>['filterFields'][number]>(
    ({ field, label, kind: type, options, choices }) => {
      if (type === 'tags')
        return [{ field, label, kind: type, options: tags.map((value) => ({ value, label: value })) }];
      return choices || type === 'reference'
        ? []
        : [{ field, label, kind: type, ...(options && { options: [...options] }) }];
    },
  );
}

/**
 * @param before as the sync stands: what was paired then may stay though one of its fields was deleted since; such a
 *   pair is left out of the work
 * @throws AppError `validation` that names what cannot be paired
 */
function checkMapping(
  fields: SidedFields,
  { mapping, direction }: Pick<SyncDefinition, 'mapping' | 'direction'>,
  before?: Pick<SyncDefinition, 'mapping' | 'direction'>,
): void {
  const wasPaired = ({ ops, client }: MappedPair) =>
    before?.mapping.some((other) => other.ops === ops && other.client === client) === true;
  for (const [n, mapped] of mapping.entries()) {
    if (mapping.findIndex((other) => other.ops === mapped.ops || other.client === mapped.client) !== n) {
      throw invalid(
        `mapping.${n}`,
        `“${fields.ops.get(mapped.ops)?.label ?? mapped.ops}” or “${fields.client.get(mapped.client)?.label ?? mapped.client}” is mapped twice.`,
      );
    }
    const isBroken = !fields.ops.has(mapped.ops) || !fields.client.has(mapped.client);
    if (wasPaired(mapped) && (isBroken || direction === before!.direction)) continue;
    const names = { ops: fields.ops.get(mapped.ops)?.label, client: fields.client.get(mapped.client)?.label };
    if (!names.ops || !names.client)
      throw invalid(
        `mapping.${n}`,
        `There is no field “${names.ops ? mapped.client : mapped.ops}” on the side of ${names.ops ? 'the client' : 'operations'}.`,
      );
    const pair = toPair(fields, mapped);
    const travels = pair && ((pair.toOps && direction !== 'to_client') || (pair.toClient && direction !== 'to_ops'));
    if (!travels)
      throw invalid(
        `mapping.${n}`,
        `“${names.ops}” and “${names.client}” can’t be mapped in this direction. Their types differ, or one is read-only.`,
      );
  }
}

/** Only fields that every workspace has: the filter is judged on both sides. */
function checkFilter(kind: SyncKind, filter: Filter | null): void {
  const known = new Set(recordFields(kind).map(({ field }) => field));
  const conditions = (filter?.conditions ?? []).flatMap((condition) =>
    'conditions' in condition ? condition.conditions : [condition],
  );
  const strange = conditions.find(({ field }) => !known.has(field));
  if (strange) throw invalid('filter', `Records can’t be filtered by “${strange.field}”.`);
}

const note = (
  caller: Caller,
  { client_id: clientId, id, kind }: Pick<DefinitionRow, 'client_id' | 'id' | 'kind'>,
  home: string,
  action: string,
  details: Record<string, unknown> = {},
) =>
  Promise.all(
    [home, clientId].map((workspaceId) =>
      audit({
        action: `sync.${action}`,
        actorId: caller.userId,
        workspaceId,
        subject: { type: 'sync', id },
        details: { kind, clientId, ...details },
      }),
    ),
  );

/** @throws AppError `validation`, `not_found`; `conflict` when the client has one of this kind */
export function createSync(caller: Caller, wanted: NewSync): Promise<SyncDefinition> {
  return inHouse((home) =>
    transaction(async () => {
      await requireClient(wanted.clientId);
      checkMapping(await sidedFields(home, wanted.clientId, wanted.kind), wanted);
      checkFilter(wanted.kind, wanted.filter);
      const id = newId();
      try {
        await insertRow('sync_definitions', {
          id,
          workspaceId: home,
          clientId: wanted.clientId,
          kind: wanted.kind,
          direction: wanted.direction,
          conflictRule: wanted.conflictRule,
          mapping: wanted.mapping,
          filter: wanted.filter,
          schedule: wanted.schedule,
          state: 'paused',
          createdBy: caller.userId,
        });
      } catch (error) {
        if (isUniqueViolation(error, 'sync_definitions_of_kind'))
          throw new AppError('conflict', 'This client already has a sync for this record type. Edit that sync.', {
            field: 'kind',
          });
        throw error;
      }
      const row = await definitionRow(home, id);
      await note(caller, row, home, 'created', { direction: wanted.direction });
      await tell(row);
      return one(row);
    }),
  );
}

/** Locks the definition, lets `change` work on it, and answers it as it is then. */
function changing(id: string, change: (row: DefinitionRow, home: string) => Promise<void>): Promise<SyncDefinition> {
  return inHouse((home) =>
    transaction(async () => {
      const row = await definitionRow(home, id, true);
      await change(row, home);
      await tell(row);
      return one(await definitionRow(home, id));
    }),
  );
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateSync(caller: Caller, id: string, { version, ...wanted }: SyncUpdate): Promise<SyncDefinition> {
  return changing(id, async (row, home) => {
    if (row.version !== version)
      throw new AppError('stale', 'Someone else changed this sync in the meantime. Your changes were not saved.');
    const next = {
      direction: row.direction,
      conflictRule: row.conflict_rule,
      mapping: row.mapping,
      filter: row.filter,
      schedule: row.schedule,
      ...wanted,
    };
    checkMapping(await sidedFields(home, row.client_id, row.kind), next, row);
    checkFilter(row.kind, next.filter);
    await execute(
      `update sync_definitions set direction = $2, conflict_rule = $3, mapping = $4,
        filter = $5, schedule = $6, version = version + 1, updated_at = now(),
         next_at = case when state = 'on' then ${nextRunSql(next.schedule)} end where id = $1`,
      [
        id,
        next.direction,
        next.conflictRule,
        JSON.stringify(next.mapping),
        next.filter && JSON.stringify(next.filter),
        next.schedule,
      ],
    );
    await note(caller, row, home, 'changed', { direction: next.direction, schedule: next.schedule });
  });
}

/** @throws AppError `not_found` */
export async function removeSync(caller: Caller, id: string): Promise<void> {
  await inHouse((home) =>
    transaction(async () => {
      const row = await definitionRow(home, id, true);
      await deleteRows('sync_definitions', { id });
      await note(caller, row, home, 'deleted');
      await tell(row);
    }),
  );
}

export function pauseSync(caller: Caller, id: string): Promise<SyncDefinition> {
  return changing(id, async (row, home) => {
    await updateRows('sync_definitions', { state: 'paused', nextAt: null }, { id });
    if (row.state === 'on') await note(caller, row, home, 'paused');
  });
}

/** @throws AppError `conflict` when it cannot run now */
export function resumeSync(caller: Caller, id: string): Promise<SyncDefinition> {
  return changing(id, async (row, home) => {
    const hindered = await obstacle(row);
    if (hindered) throw new AppError('conflict', hindered);
    await execute(`update sync_definitions set state = 'on', next_at = ${nextRunSql(row.schedule)} where id = $1`, [
      id,
    ]);
    if (row.state === 'on') return;
    await note(caller, row, home, 'resumed');
    if (row.schedule !== 'manual' && (await openRuns(id)) === 0) await startRun(row, 'schedule');
  });
}

/**
 * @throws AppError `not_found`; `conflict` while one is under way, while it is paused (a dry run may), and when it
 *   cannot run now
 */
export function runSyncNow(caller: Caller, id: string, dry: boolean): Promise<SyncRun> {
  return inHouse((home) =>
    transaction(async () => {
      const row = await definitionRow(home, id, true);
      if (row.state === 'paused' && !dry) throw new AppError('conflict', 'This sync is paused. Resume it first.');
      const hindered = await obstacle(row);
      if (hindered) throw new AppError('conflict', hindered);
      if ((await openRuns(id)) > 0) throw new AppError('conflict', 'A run of this sync is in progress.');
      const runId = await startRun(row, 'manual', { dry, userId: caller.userId });
      if (!dry) await note(caller, row, home, 'run');
      return runRow(runId);
    }),
  );
}

export function listRuns(
  id: string,
  { cursor, limit }: QueryOf<typeof sync.runs>,
): Promise<ResponseOf<typeof sync.runs>> {
  return inHouse(async (home) => {
    await definitionRow(home, id);
    const from = unpackCursor(cursor, UUID);
    const rows = await runRows(
      'where r.definition_id = $1 and ($2::uuid is null or r.id < $2) order by r.id desc limit $3',
      [id, from?.[0] ?? null, limit + 1],
    );
    return pageFrom(rows, limit, (row) => packCursor(row.id));
  });
}

export function readLog(
  id: string,
  runId: string,
  { cursor, limit }: QueryOf<typeof sync.log>,
): Promise<ResponseOf<typeof sync.log>> {
  return inHouse(async (home) => {
    await definitionRow(home, id);
    const from = unpackCursor(cursor, /^\d{1,18}$/);
    const rows = await query<LogEntry>(
      `select id, at, action, side, title, ops_record as "opsRecord", client_record as "clientRecord", changes, note
        from sync_log
       where definition_id = $1 and run_id = $2 and ($3::bigint is null or id > $3) order by id limit $4`,
      [id, runId, from?.[0] ?? null, limit + 1],
    );
    return pageFrom(rows, limit, (row) => packCursor(row.id));
  });
}

type ConflictRow = Omit<SyncConflict, 'fields'> & { fields: ConflictField[] };
const CONFLICT =
  'select id, title, ops_record as "opsRecord", client_record as "clientRecord", fields, created_at as "createdAt" from sync_conflicts where definition_id = $1';

export function listConflicts(
  id: string,
  { cursor, limit }: QueryOf<typeof sync.conflicts>,
): Promise<ResponseOf<typeof sync.conflicts>> {
  return inHouse(async (home) => {
    await definitionRow(home, id);
    const from = unpackCursor(cursor, UUID);
    const rows = await query<ConflictRow>(`${CONFLICT} and ($2::uuid is null or id > $2) order by id limit $3`, [
      id,
      from?.[0] ?? null,
      limit + 1,
    ]);
    const page = pageFrom(rows, limit, (row) => packCursor(row.id));
    return {
      items: page.items.map((row) => ({
        ...row,
        fields: row.fields.map((field) => ({ ...field, ops: textOf(field.ops), client: textOf(field.client) })),
      })),
      next: page.next,
    };
  });
}

/**
 * @throws AppError `validation` for a field without a choice, `not_found`; `stale` when a value is no longer the one
 *   that was shown
 */
export async function decideConflict(
  caller: Caller,
  id: string,
  conflictId: string,
  choices: Readonly<Record<string, Side>>,
): Promise<void> {
  let moved: ConflictField[] | undefined;
  try {
    await inHouse((home) => transaction(() => decide(home)));
  } catch (error) {
    // The next view must show the current values.
    if (moved) await asSystem(() => updateRows('sync_conflicts', { fields: moved }, { id: conflictId }));
    throw error;
  }

  async function decide(home: string): Promise<void> {
    const row = await definitionRow(home, id, true);
    const [conflict] = await query<ConflictRow>(`${CONFLICT} and id = $2`, [id, conflictId]);
    if (!conflict) throw notFound('The conflict');
    const open = conflict.fields.find(({ field }) => !choices[field]);
    if (open) throw invalid(`choices.${open.field}`, `Choose a side for “${open.label}”.`);
    const hindered = await obstacle(row);
    if (hindered) throw new AppError('conflict', hindered);
    const fields = {
      ops: await onSide({ definition: row }, 'ops', () => fieldsOf(row.kind)),
      client: await onSide({ definition: row }, 'client', () => fieldsOf(row.kind)),
    };
    const context = contextOf(row, fields, null, false);
    const clientField = (field: string) => context.pairs.find((pair) => pair.ops === field)?.client ?? field;
    await syncRecord(context, 'ops', conflict.opsRecord, choices, (now) => {
      const current = conflict.fields.map((field) => ({
        ...field,
        ops: now.ops[field.field] ?? null,
        client: now.client[clientField(field.field)] ?? null,
      }));
      if (
        current.every(
          (field, n) =>
            sameValue(field.ops, conflict.fields[n]!.ops) && sameValue(field.client, conflict.fields[n]!.client),
        )
      )
        return;
      moved = current;
      throw new AppError('stale', 'One of the values changed in the meantime. Review it again.');
    });
    await deleteRows('sync_conflicts', { id: conflictId });
    await note(caller, row, home, 'conflict_decided', { title: conflict.title, choices });
    await tell(row);
  }
}
