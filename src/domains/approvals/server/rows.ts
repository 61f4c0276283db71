/** Approvals as rows, and as they are shown. */
import { notFound } from '../../../kernel/errors.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, query, type SqlRow } from '../../../server/db/index.ts';
import type { Cause } from '../../../server/events/cause.ts';
import type { Approval, ApprovalOrigin, ApprovalState, ApprovalTab } from '../contract.ts';
import { findKind, shownContent } from './kinds.ts';

export type ApprovalRow = SqlRow<'approvals'> & {
  tab: ApprovalTab;
  content: Record<string, unknown>;
  original: Record<string, unknown> | null;
  state: ApprovalState;
  origin: ApprovalOrigin | null;
  cause: Cause | null;
  requester: string | null;
  decider: string | null;
  rule_name: string | null;
};

export const SELECT = `select a.*, r.name as requester, d.name as decider, u.name as rule_name from approvals a
  left join workspace_people r on r.id = a.requested_by
  left join workspace_people d on d.id = a.decided_by
  left join approval_rules u on u.workspace_id = a.workspace_id and u.id = a.rule_id
  where a.workspace_id = $1`;

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? 'Former member' });

/**
 * Whether what asked has gone on without it: nothing would come of another decision, or what makes no sense any more.
 */
export const isFinal = ({ state, undo_until: until }: ApprovalRow): boolean => state === 'rejected' && hasPassed(until);

/** Whether the decision can still be taken back, or the act itself. */
function isUndoable(row: ApprovalRow): boolean {
  if (row.state === 'rejected') return !hasPassed(row.expires_at) && !isFinal(row);
  if (row.state === 'approved') return row.attempts === 0;
  return row.state === 'done' && findKind(row.kind)?.undo !== undefined && !hasPassed(row.undo_until);
}

export function hasPassed(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= Date.now();
}

export function toApproval(row: ApprovalRow): Approval {
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    tab: row.tab,
    title: row.title,
    why: row.why,
    content: shownContent(row.kind, row.content),
    edited: row.original !== null,
    state: row.state,
    origin: row.origin,
    subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
    requestedAt: row.requested_at,
    requestedBy: person(row.requested_by, row.requester),
    expiresAt: row.expires_at,
    snoozedUntil: row.snoozed_until,
    decidedAt: row.decided_at,
    decidedBy: person(row.decided_by, row.decider),
    rule: row.rule_id ? { id: row.rule_id, name: row.rule_name ?? 'Deleted rule' } : null,
    reason: row.reason,
    error: row.error,
    result: row.result ?? null,
    undoable: isUndoable(row),
    undoUntil: row.undo_until,
  };
}

const SEARCH_LENGTH = 8_000;

/** Search text of a request: its title and content, folded. */
export function searchText({
  kind,
  title,
  why,
  content,
}: {
  kind: string;
  title: string;
  why: string;
  content: Record<string, unknown>;
}): string {
  return fold(
    [
      title,
      why,
      ...Object.values(shownContent(kind, content)).map((value) =>
        typeof value === 'string' ? value : JSON.stringify(value),
      ),
    ].join(' '),
  ).slice(0, SEARCH_LENGTH);
}

/** @throws AppError `not_found`, also for another workspace's. */
export async function readApproval(id: string): Promise<ApprovalRow> {
  const [row] = await query<ApprovalRow>(`${SELECT} and a.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound('The request');
  return row;
}

/** As `readApproval`, and keeps it from changing until the transaction ends. */
export async function lockApproval(id: string): Promise<ApprovalRow> {
  await query('select 1 from approvals where id = $1 and workspace_id = $2 for update', [id, currentWorkspaceId()]);
  return readApproval(id);
}
