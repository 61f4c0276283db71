/** How a request stands, for whoever asked for it and goes on when it is decided. */
import { currentWorkspaceId, NEXT_VERSION, sql, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { ApprovalState } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { type ApprovalRow, lockApproval } from './rows.ts';

export interface ApprovalOutcome {
  state: ApprovalState;
  /** As it was approved, which may not be as it was asked for. */
  content: Record<string, unknown>;
  result: unknown;
  reason: string;
  error: string | null;
}

/**
 * How a request stands, for whoever goes on with that in the ambient transaction: no one decides meanwhile, and a
 * refusal is taken back no more.
 * @throws AppError `not_found`.
 */
export async function settledOutcome(approvalId: string): Promise<ApprovalOutcome> {
  const row = await lockApproval(approvalId);
  await settleRefusal(row);
  const { state, content, result, reason, error } = row;
  return { state, content, result, reason, error };
}

/** The requester has continued without it or ended, so another decision would have no effect or make no sense. */
export async function settleRefusal(row: ApprovalRow): Promise<void> {
  if (row.state !== 'rejected' || row.undo_until !== null) return;
  await updateRows(
    'approvals',
    { undoUntil: sql`decided_at`, version: NEXT_VERSION },
    { id: row.id, workspaceId: currentWorkspaceId() },
  );
  await publishPaths(currentWorkspaceId(), [APPROVALS.list]);
}
