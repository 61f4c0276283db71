/** How a request stands, for whoever asked for it and goes on when it is decided. */
import type { ApprovalState } from '../contract.ts';
import { readApproval } from './rows.ts';

export interface ApprovalOutcome {
  state: ApprovalState;
  /** As it was approved, which may not be as it was asked for. */
  content: Record<string, unknown>;
  result: unknown;
  reason: string;
  error: string | null;
}

/** @throws AppError `not_found`. */
export async function outcomeOf(approvalId: string): Promise<ApprovalOutcome> {
  const { state, content, result, reason, error } = await readApproval(approvalId);
  return { state, content, result, reason, error };
}
