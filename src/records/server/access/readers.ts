/**
 * Readers of a whole record. The database hides it from everyone else, whatever a query forgets
 * (migrations/functions/hide_private.sql).
 */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { KINDS, type PrivateKind } from '../../contract/kinds.ts';
import { READER_CALLS, type RecordReaders, type Sharing } from '../../contract/readers.ts';
import { mayManage } from './managers.ts';

export const TABLES = { lead: 'leads', opportunity: 'opportunities' } as const satisfies Record<PrivateKind, string>;

/** The calls of a kind. */
export function readerRoutes(kind: PrivateKind): BoundRoute[] {
  const calls = READER_CALLS[kind];
  return [
    route(calls.get, ({ params, caller }) => readersOf(kind, params.id, caller)),
    route(calls.set, ({ params, body, caller }) => setReaders(kind, params.id, body.readers, caller)),
  ];
}

export interface Found {
  owner_id: string | null;
  created_by: string | null;
  readers: string[] | null;
}

/** @throws AppError `not_found` for an absent, a foreign, a deleted and a hidden record alike */
async function find(kind: PrivateKind, id: string, lock = ''): Promise<Found> {
  const [row] = await query<Found>(
    `select r.owner_id, r.created_by, p.readers from ${TABLES[kind]} r
      left join private_records p on p.record_id = r.id
      where r.id = $1 and r.workspace_id = $2 and r.deleted_at is null ${lock}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound(`The ${KINDS[kind].one}`);
  return row;
}

const alwaysOf = ({ owner_id: owner, created_by: creator }: Found): string[] => [
  ...new Set([owner, creator].filter((id) => id !== null)),
];

async function mayChange(found: Found, caller: Caller): Promise<boolean> {
  return alwaysOf(found).includes(caller.userId) || mayManage(caller);
}

/** @throws AppError `not_found` */
async function readersOf(kind: PrivateKind, id: string, caller: Caller): Promise<RecordReaders> {
  const found = await find(kind, id);
  const people =
    found.readers &&
    (await query<{ id: string; name: string }>(
      `select r.id, coalesce(q.name, 'Former member') as name from unnest($1::uuid[]) r(id)
        left join workspace_people q on q.id = r.id order by 2, 1`,
      [found.readers],
    ));
  return { readers: people, always: alwaysOf(found), mayChange: await mayChange(found, caller) };
}

/**
 * Sets the readers of a record.
 * @throws AppError `not_found`, `forbidden`; `validation` for someone outside the workspace
 */
function setReaders(
  kind: PrivateKind,
  id: string,
  readers: readonly string[] | null,
  caller: Caller,
): Promise<RecordReaders> {
  return transaction(async () => {
    const found = await find(kind, id, 'for update of r');
    if (!(await mayChange(found, caller)))
      throw new AppError(
        'forbidden',
        `Only its owner, whoever made it and administrators say who sees this ${KINDS[kind].one}.`,
      );
    await keepTo(kind, id, readers, found);
    return readersOf(kind, id, caller);
  });
}

/**
 * Makes records private that the present person has just made, in the transaction that makes them.
 * @throws AppError `validation`
 */
export async function beginPrivate(
  kind: PrivateKind,
  ids: readonly string[],
  readers: readonly string[] | null | undefined,
): Promise<void> {
  if (!readers || ids.length === 0) return;
  await checkReaders(readers);
  const made = await query<Found & { id: string }>(
    `select r.id, r.owner_id, r.created_by, p.readers from ${TABLES[kind]} r
      left join private_records p on p.record_id = r.id where r.id = any($1) and r.workspace_id = $2`,
    [ids, currentWorkspaceId()],
  );
  await writeReaders(
    kind,
    made.map((found) => ({ id: found.id, ...readersFor(readers, found) })),
    'begun',
  );
}

/** Active readers of a private record, for data derived from it. Null if everyone sees it. */
export async function readersToKeep(id: string): Promise<string[] | null> {
  const [found] = await query<{ readers: string[] }>(
    'select array(select q.id from workspace_people q where q.id = any(p.readers) order by q.id) as readers from private_records p where p.record_id = $1 and p.workspace_id = $2',
    [id, currentWorkspaceId()],
  );
  return found?.readers ?? null;
}

/**
 * @throws AppError `conflict` where different people see two records: what one holds would come before those who must
 *   not see it
 */
export async function requireSameReaders(ids: readonly [string, string]): Promise<void> {
  const rows = await query<{ readers: string[] }>('select readers from private_records where record_id = any($1)', [
    ids,
  ]);
  if (rows.length === 0) return;
  const [a, b] = rows.map(({ readers }) => [...readers].sort().join());
  if (a !== b) throw new AppError('conflict', 'Different people see these two. Share them with the same people first.');
}

async function keepTo(kind: PrivateKind, id: string, readers: readonly string[] | null, found: Found): Promise<void> {
  if (readers !== null) await checkReaders(readers.filter((one) => !found.readers?.includes(one)));
  await writeReaders(kind, [{ id, ...readersFor(readers, found) }]);
}

/** A record with all who see it from now on. */
export interface Shared {
  id: string;
  /** Null: everyone. */
  readers: string[] | null;
  ownerId: string | null;
}

/**
 * The readers after a change. A private record always includes its owner, its creator, and the current user, who
 * becomes the owner if there was none.
 */
export function readersFor(readers: readonly string[] | null, found: Found): Omit<Shared, 'id'> {
  const me = currentUserId();
  if (readers === null) return { readers: null, ownerId: found.owner_id };
  // Work that no one started would hide it from everyone, itself included.
  if (me === null) throw invalid('readers', 'Only a person makes a record private.');
  return { readers: [...new Set([...alwaysOf(found), me, ...readers])].sort(), ownerId: found.owner_id ?? me };
}

/**
 * Writes who sees these records, in the ambient transaction, and tells their timelines. The caller has checked
 * everything, and knows that they are there.
 * @param why instead of what was done the timeline says that no one else was left to see it; of what begins private it
 *   says nothing
 */
export async function writeReaders(
  kind: PrivateKind,
  shared: readonly Shared[],
  why?: 'lonely' | 'begun',
): Promise<void> {
  if (shared.length === 0) return;
  const scope = [currentWorkspaceId(), shared.map(({ id }) => id)];
  const were = new Set(
    (
      await query<{ id: string }>(
        'select record_id as id from private_records where workspace_id = $1 and record_id = any($2)',
        scope,
      )
    ).map(({ id }) => id),
  );
  const hidden = shared.filter(({ readers }) => readers !== null);
  if (hidden.length > 0)
    await execute('insert into hiding_workspaces (workspace_id) values ($1) on conflict do nothing', [
      currentWorkspaceId(),
    ]);
  await execute('delete from private_records where workspace_id = $1 and record_id = any($2)', [
    currentWorkspaceId(),
    shared.filter(({ readers }) => readers === null).map(({ id }) => id),
  ]);
  await execute(
    `insert into private_records (record_id, workspace_id, kind, readers) select r.id, $1, $2, r.readers
      from jsonb_to_recordset($3::jsonb) as r(id uuid, readers uuid[])
     on conflict (record_id) do update set readers = excluded.readers, lonely_since = null`,
    [currentWorkspaceId(), kind, JSON.stringify(hidden.map(({ id, readers }) => ({ id, readers })))],
  );
  // Roll-ups must exclude or include the record again, so it is written once. A record without an owner could not be
  // reassigned later.
  await execute(
    `update ${TABLES[kind]} r set updated_at = updated_at, owner_id = s.owner
      from jsonb_to_recordset($2::jsonb) as s(id uuid, owner uuid) where r.workspace_id = $1 and r.id = s.id`,
    [currentWorkspaceId(), JSON.stringify(shared.map(({ id, ownerId }) => ({ id, owner: ownerId })))],
  );
  await execute(
    `update activities set ${kind}_id = ${kind}_id where workspace_id = $1 and ${kind}_id = any($2)`,
    scope,
  );
  const changed = why === 'begun' ? [] : shared.filter(({ id, readers }) => readers !== null || were.has(id));
  await emit(
    ...changed.map(({ id, readers }) => ({
      type: `${kind}.shared`,
      subject: { type: kind, id },
      data: {
        detail: why ?? ((readers === null ? 'everyone' : were.has(id) ? 'changed' : 'private') satisfies Sharing),
      },
    })),
  );
  // Lists, boards, sums, calendars, favorites, news: anything may have shown it.
  await publishPaths(currentWorkspaceId(), ['*']);
}

/** @throws AppError `validation` for someone who is not of the workspace */
export async function checkReaders(readers: readonly string[]): Promise<void> {
  const wanted = [...new Set(readers)];
  if (wanted.length === 0) return;
  const known = await query('select 1 from workspace_people where id = any($1)', [wanted]);
  if (known.length < wanted.length) throw invalid('readers', 'Choose people of this workspace.');
}
