/**
 * Records that belong to a person. Each domain declares its kinds; the team page counts them and reassigns them when
 * someone leaves, without knowing what they are.
 */
import { currentUserId, currentWorkspaceId, query, transaction, withAllRecords } from '../db/index.ts';
import { emit } from '../events/emit.ts';

export interface OwnedKind {
  /** Never changed, because addresses name it: `contacts`. */
  kind: string;
  /** Heading of its count: "Contacts". */
  label: string;
  /** Table with the columns id, workspace_id, owner_id, version, updated_at, updated_by. */
  table: string;
  /** Records that count: not deleted, still open. A condition on the table alone. */
  where: string;
  /**
   * Records in the trash that would count if restored. A condition on the table alone; absent when there is no trash.
   */
  trashed?: string;
  /** Event of a record with a new owner; its data say so as a change of `ownerId`. */
  event: string;
  /** Subject type of that event. */
  subject: string;
  /** Related data that changes hands with the record, in the same transaction. */
  along?: (records: readonly { id: string; owner: string | null }[], from: string) => Promise<unknown>;
  /** Affected API paths. */
  paths: readonly string[];
}

const kinds = new Map<string, OwnedKind>();

/** Declares a kind of owned record. People see kinds in the order of declaration. */
export function defineOwned(kind: OwnedKind): OwnedKind {
  if (kinds.has(kind.kind)) throw new Error(`There are two kinds of owned records called ${kind.kind}`);
  kinds.set(kind.kind, kind);
  return kind;
}

export function ownedKinds(): readonly OwnedKind[] {
  return [...kinds.values()];
}

/** Counting stops here: the exact number is not worth its cost. */
export const OWNED_CAP = 10_000;

/**
 * Number of records of each kind that each user owns in the current workspace, up to `OWNED_CAP`: user → kind → count.
 */
export async function countOwned(userIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>(
    userIds.map((id) => [id, Object.fromEntries(ownedKinds().map(({ kind }) => [kind, 0]))]),
  );
  for (const { kind, table, where } of ownedKinds()) {
    // Including private ones: a leaving person takes nothing along.
    const rows = await withAllRecords(() =>
      query<{ id: string; count: number }>(
        `select u.id, o.count from unnest($2::uuid[]) as u(id)
       cross join lateral (select count(*)::int as count from (
         select 1 from ${table} where workspace_id = $1 and owner_id = u.id and ${where} limit ${OWNED_CAP}
       ) capped) o where o.count > 0`,
        [currentWorkspaceId(), userIds],
      ),
    );
    for (const { id, count } of rows) counts.get(id)![kind] = count;
  }
  return counts;
}

/**
 * Gives up to `limit` records of a kind to another owner, or to no one, with an event for each, in one transaction. A
 * private record always keeps an owner, or no one might see it any more: it goes to the acting person, unless that is
 * the one who leaves.
 * @returns how many; fewer than `limit` when there were no more
 */
export function handOver(kind: string, from: string, to: string | null, limit: number): Promise<number> {
  const owned = ownedKind(kind);
  return transaction(async () => {
    const rows = await giveAway(
      owned.table,
      owned.where,
      ', version = version + 1, updated_at = now(), updated_by = $4',
      { from, to, limit },
    );
    if (rows.length > 0) await owned.along?.(rows, from);
    await emit(
      ...rows.map(({ id, version, owner }) => ({
        type: owned.event,
        subject: { type: owned.subject, id },
        data: { version, changes: [{ field: 'ownerId', from, to: owner }] },
        paths: [...owned.paths],
      })),
    );
    return rows.length;
  });
}

/**
 * The same for the trash, or a restored record would belong to someone who has left. The rest of the record stays
 * unchanged, so the person who deleted it can still undo that, and no one is notified.
 */
export async function handOverTrash(kind: string, from: string, to: string | null, limit: number): Promise<number> {
  const { table, trashed } = ownedKind(kind);
  return trashed === undefined ? 0 : (await giveAway(table, trashed, '', { from, to, limit })).length;
}

/** Whether something a person owns in the current workspace is in the trash. */
export async function ownsTrash(userId: string): Promise<boolean> {
  const parts = ownedKinds().flatMap(({ table, trashed }) =>
    trashed === undefined
      ? []
      : [`exists (select 1 from ${table} where workspace_id = $1 and owner_id = $2 and ${trashed})`],
  );
  const [row] = await withAllRecords(() =>
    query<{ some: boolean }>(`select ${parts.join(' or ') || 'false'} as some`, [currentWorkspaceId(), userId]),
  );
  return row!.some;
}

function ownedKind(kind: string): OwnedKind {
  const owned = kinds.get(kind);
  if (!owned) throw new Error(`No kind of owned records is called ${kind}`);
  return owned;
}

/** @param more further columns to write, where `$4` is the acting user */
function giveAway(
  table: string,
  where: string,
  more: string,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<{ id: string; version: number; owner: string | null }[]> {
  // The scope that sees all records has no user, so the user is read before.
  const by = currentUserId();
  return withAllRecords(() =>
    query(
      `update ${table} r set owner_id = case when $3::uuid is null and $4::uuid <> $2::uuid and exists
        (select 1 from private_records p where p.record_id = r.id) then $4::uuid else $3::uuid end${more}
     where workspace_id = $1 and id in
        (select id from ${table} where workspace_id = $1 and owner_id = $2 and ${where} order by id limit $5 for update)
     returning id, version, owner_id as owner`,
      [currentWorkspaceId(), from, to, by, limit],
    ),
  );
}
