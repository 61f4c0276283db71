/**
 * Records that belong to a person. A domain declares each kind that it has; the team page counts them, and whoever
 * leaves hands them over, without either knowing what they are.
 */
import { currentUserId, currentWorkspaceId, query, transaction, withAllRecords } from '../db/index.ts';
import { emit } from '../events/emit.ts';

export interface OwnedKind {
  /** Never changed, as addresses name it: `contacts`. */
  kind: string;
  /** Heading of its count: "Contacts". */
  label: string;
  /** Table with the columns id, workspace_id, owner_id, version, updated_at, updated_by. */
  table: string;
  /** What counts: not deleted, still open. A condition on the table alone. */
  where: string;
  /**
   * What lies in the trash and would count if it came back. A condition on the table alone; absent: there is no trash.
   */
  trashed?: string;
  /** Event of a record that changes hands; its data say so as a change of `ownerId`. */
  event: string;
  /** Subject type of that event. */
  subject: string;
  /** What hangs on a record besides and was its owner's, in the transaction in which it changes hands. */
  along?: (records: readonly { id: string; owner: string | null }[], from: string) => Promise<unknown>;
  /** API paths whose answers change. */
  paths: readonly string[];
}

const kinds = new Map<string, OwnedKind>();

/** Declares a kind of owned record; the order of declaration is the order in which people see them. */
export function defineOwned(kind: OwnedKind): void {
  if (kinds.has(kind.kind)) throw new Error(`There are two kinds of owned records called ${kind.kind}`);
  kinds.set(kind.kind, kind);
}

export function ownedKinds(): readonly OwnedKind[] {
  return [...kinds.values()];
}

/** Counts stop here: beyond it the exact number costs more than it tells. */
export const OWNED_CAP = 10_000;

/**
 * How many records of each kind each of the users owns in the present workspace, up to `OWNED_CAP`: user → kind →
 * count.
 */
export async function countOwned(userIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>(
    userIds.map((id) => [id, Object.fromEntries(ownedKinds().map(({ kind }) => [kind, 0]))]),
  );
  for (const { kind, table, where } of ownedKinds()) {
    // The private ones too: whoever leaves takes nothing along.
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
 * Gives up to `limit` records of a kind to another owner, or to nobody, with an event for each, in one transaction. A
 * private one is never nobody's, or nobody might see it any more: it then goes to whoever hands over, unless that is
 * who leaves.
 * @returns how many; fewer than `limit` when there were no more.
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
 * The same for what lies in the trash, or it would be owned by somebody who has left once it comes back. It stays as it
 * was put there: whoever deleted it may still undo that, and nobody is told.
 */
export async function handOverTrash(kind: string, from: string, to: string | null, limit: number): Promise<number> {
  const { table, trashed } = ownedKind(kind);
  return trashed === undefined ? 0 : (await giveAway(table, trashed, '', { from, to, limit })).length;
}

/** Whether something that a person owns in the present workspace lies in the trash. */
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

/** @param more what else is written to them, where `$4` is who does it */
function giveAway(
  table: string,
  where: string,
  more: string,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<{ id: string; version: number; owner: string | null }[]> {
  // Who sees all records is nobody in particular: it is asked before who does this.
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
