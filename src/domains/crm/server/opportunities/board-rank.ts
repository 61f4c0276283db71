/** Places on the board. The stage is locked while a place is given out, so that no two are given the same. */
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { LONG_RANK, rankBetween, ranksBetween } from '../../engine/opportunities/rank.ts';

/**
 * A place in a stage that the caller has locked.
 * @param afterId the opportunity to stand after; null, or one that is no longer there: on top
 * @param except the one that moves: its old place does not count
 */
export async function placeAfter(stageId: string, afterId: string | null, except: string | null): Promise<string> {
  const neighbours = () =>
    query<{ before: string | null; after: string | null }>(
      `with before as (select rank, id from opportunities where workspace_id = $1 and stage_id = $2 and id = $3
        and deleted_at is null and id is distinct from $4)
     select (select rank from before) as before, (
       select o.rank from opportunities o where o.workspace_id = $1 and o.stage_id = $2 and o.deleted_at is null
          and o.id is distinct from $4
         and (not exists (select 1 from before) or (o.rank, o.id) > (select rank, id from before))
            order by o.rank, o.id limit 1) as after`,
      [currentWorkspaceId(), stageId, afterId, except],
    );
  const [first] = await neighbours();
  const isTie = first!.before !== null && first!.before === first!.after;
  if (!isTie) {
    const rank = rankBetween(first!.before, first!.after);
    if (rank.length <= LONG_RANK) return rank;
  }
  await spreadOut(stageId);
  const [again] = await neighbours();
  return rankBetween(again!.before, again!.after);
}

/** Gives out all places of a stage again, in the same order. */
async function spreadOut(stageId: string): Promise<void> {
  const rows = await query<{ id: string }>(
    'select id from opportunities where workspace_id = $1 and stage_id = $2 and deleted_at is null order by rank, id for update',
    [currentWorkspaceId(), stageId],
  );
  await execute(
    'update opportunities o set rank = n.rank from unnest($2::uuid[], $3::text[]) as n(id, rank) where o.workspace_id = $1 and o.id = n.id',
    [currentWorkspaceId(), rows.map((row) => row.id), ranksBetween(null, null, rows.length)],
  );
}

/** So many places below all others of a stage that the caller has locked, in order. */
export async function bottomRanks(stageId: string, count: number): Promise<string[]> {
  const [last] = await query<{ rank: string | null }>(
    'select max(rank) as rank from opportunities where workspace_id = $1 and stage_id = $2 and deleted_at is null',
    [currentWorkspaceId(), stageId],
  );
  return ranksBetween(last!.rank, null, count);
}
