/** Ending runs before they are through. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { withdrawIdle } from '../../approvals/index.ts';

/**
 * Cancels the runs under way that a condition on `r` and `$2` names, in the ambient transaction. What they wait to have
 * let through is withdrawn: no one lets a mail out later for a run that was stopped.
 * @returns how many
 */
export async function endRuns(
  which: 'r.id = $2' | 'r.workflow_id = $2',
  id: string,
  why: string | null = null,
): Promise<number> {
  const ended = await query<{ approval_id: string | null }>(
    `update workflow_runs r set state = 'cancelled', finished_at = now(), wake_at = null, error = coalesce($3, error)
     where r.workspace_id = $1 and ${which} and r.state in ('queued', 'running', 'waiting') returning r.approval_id`,
    [currentWorkspaceId(), id, why],
  );
  await withdrawIdle(
    ended.flatMap(({ approval_id: asked }) => asked ?? []),
    why ?? 'The workflow run was canceled.',
  );
  return ended.length;
}
