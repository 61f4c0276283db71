/** Pairs in the database. */
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { DuplicateKind } from '../../contract/duplicates.ts';
import type { Judged } from '../../engine/duplicates/score.ts';

export interface FoundPair extends Judged {
  kind: DuplicateKind;
  /** The lead of a lead and a contact; of two of one kind either. */
  a: string;
  b: string;
}

const STEP = 1_000;

/** Keeps pairs; what was decided about one stays decided. @param runId of the search through the whole base */
export async function keepPairs(pairs: readonly FoundPair[], runId: string | null): Promise<void> {
  for (let at = 0; at < pairs.length; at += STEP) {
    const rows = pairs.slice(at, at + STEP).map(({ kind, a, b, score, reasons }) => {
      const [first, second] = kind === 'lead_contact' || a < b ? [a, b] : [b, a];
      return { id: newId(), kind, a_id: first, b_id: second, score, reasons };
    });
    await query(
      `insert into duplicate_pairs (id, workspace_id, kind, a_id, b_id, score, reasons, run_id)
       select r.id, $1, r.kind, r.a_id, r.b_id, r.score, r.reasons, $3
          from jsonb_to_recordset($2::jsonb) as r(id uuid, kind text, a_id uuid, b_id uuid, score int, reasons jsonb)
       on conflict (workspace_id, kind, a_id, b_id) do update
          set score = excluded.score, reasons = excluded.reasons, run_id = excluded.run_id`,
      [currentWorkspaceId(), JSON.stringify(rows), runId],
    );
  }
}

/** Forgets all open pairs of records, whatever the scope. */
export async function forgetPairsOf(workspaceId: string, ids: readonly string[]): Promise<void> {
  await query(
    `delete from duplicate_pairs where workspace_id = $1 and state = 'open' and (a_id = any($2) or b_id = any($2))`,
    [workspaceId, ids],
  );
}

/** Forgets open pairs of a record, except those with these others. */
export async function forgetPairs(id: string, others: readonly string[] = []): Promise<void> {
  await query(
    `delete from duplicate_pairs
      where workspace_id = $1 and state = 'open'
      and ((a_id = $2 and b_id <> all($3)) or (b_id = $2 and a_id <> all($3)))`,
    [currentWorkspaceId(), id, others],
  );
}
