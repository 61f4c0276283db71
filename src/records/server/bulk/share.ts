/** Saying of many records at once who sees them, and taking that back. */
import { currentUserId, currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { canBePrivate, type PrivateKind } from '../../contract/kinds.ts';
import { mayManage } from '../access/managers.ts';
import type { StepDone } from './bulk-kind.ts';
import type { ListKind } from '../list/list-kind.ts';
import { type Found, readersFor, type Shared, TABLES, writeReaders } from '../access/readers.ts';

type AnyList = Pick<ListKind<{ id: string }, unknown>, 'kind'>;

/** @throws Error for a kind whose records are never private: the contract has no such action on them */
function privateKind({ kind }: AnyList): PrivateKind {
  if (!canBePrivate(kind)) throw new Error(`Records of the kind ${kind} cannot be private`);
  return kind;
}

/** Those of these records of which the caller may say who sees them, in their order. */
export async function shareable(list: AnyList, ids: readonly string[], caller: Caller | undefined): Promise<string[]> {
  if (caller && (await mayManage(caller))) return [...ids];
  const mine = await query<{ id: string }>(
    `select id from ${TABLES[privateKind(list)]}
      where workspace_id = $1 and id = any($2) and (owner_id = $3 or created_by = $3)`,
    [currentWorkspaceId(), ids, currentUserId()],
  );
  const known = new Set(mine.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
}

interface Row extends Found {
  id: string;
  version: number;
}

function lock(kind: PrivateKind, ids: readonly string[]): Promise<Row[]> {
  return query<Row>(
    `select r.id, r.version, r.owner_id, r.created_by, p.readers from ${TABLES[kind]} r
      left join private_records p on p.record_id = r.id
     where r.workspace_id = $1 and r.id = any($2) and r.deleted_at is null order by r.id for update of r`,
    [currentWorkspaceId(), ids],
  );
}

const asText = (readers: readonly string[] | null) => (readers === null ? 'everybody' : [...readers].sort().join());

/** The previous readers and owner for undo, and how to detect later changes. */
interface Image {
  before: Omit<Shared, 'id'>;
  after: Omit<Shared, 'id'>;
}

/** One step of a batch. Versions stay, as they do where one record is shared: no field has changed. */
export async function shareRecords(
  list: AnyList,
  batchId: string,
  ids: readonly string[],
  readers: readonly string[] | null,
): Promise<StepDone> {
  const kind = privateKind(list);
  const changed = (await lock(kind, ids))
    .map((row) => ({ row, after: readersFor(readers, row) }))
    .filter(({ row, after }) => asText(row.readers) !== asText(after.readers));
  const images = changed.map(({ row, after }) => ({
    id: row.id,
    version: row.version,
    before: { before: { readers: row.readers, ownerId: row.owner_id }, after } satisfies Image,
  }));
  await query(
    `insert into record_images (workspace_id, batch_id, record_id, version_after, before)
      select $1, $2, i.id, i.version, i.before
      from jsonb_to_recordset($3::jsonb) as i(id uuid, version integer, before jsonb)`,
    [currentWorkspaceId(), batchId, JSON.stringify(images)],
  );
  await writeReaders(
    kind,
    changed.map(({ row, after }) => ({ id: row.id, ...after })),
  );
  return { changed: changed.length, events: [] };
}

/**
 * Puts back who saw the records of a batch, of those of which the caller may say so and no one has said otherwise
 * since.
 * @returns of how many
 */
export async function undoShare(list: AnyList, batchId: string, caller: Caller | undefined): Promise<number> {
  const kind = privateKind(list);
  const images = await query<{ id: string; image: Image }>(
    'select record_id as id, before as image from record_images where workspace_id = $1 and batch_id = $2',
    [currentWorkspaceId(), batchId],
  );
  const byId = new Map(images.map(({ id, image }) => [id, image]));
  const back: Shared[] = [];
  for (const row of await lock(kind, await shareable(list, [...byId.keys()], caller))) {
    const { before, after } = byId.get(row.id)!;
    if (asText(row.readers) !== asText(after.readers)) continue;
    // An owner assigned since then stays the owner and keeps access.
    const ownerId = row.owner_id === after.ownerId ? before.ownerId : row.owner_id;
    const readers = before.readers && [...new Set([...before.readers, ...(ownerId === null ? [] : [ownerId])])];
    back.push({ id: row.id, readers, ownerId });
  }
  await writeReaders(kind, back);
  return back.length;
}
