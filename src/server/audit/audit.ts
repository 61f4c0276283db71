/**
 * The audit log: who did what, as proof. An entry is written in the transaction of the action, so neither exists
 * without the other. The database refuses to change or remove entries.
 */
import { currentScope, query } from '../db/index.ts';
import { logFields } from '../observability/log.ts';
import { redact } from '../observability/redact.ts';

export interface AuditEntry {
  /** Dotted, past tense: `session.revoked`. */
  action: string;
  subject?: { type: string; id: string };
  /** Facts for a reviewer: before and after, address, reason. Values with secret names are removed. */
  details?: Record<string, unknown>;
  /** Needed only by code that runs as system. If absent there, the action concerns the whole installation. */
  workspaceId?: string;
  /** The acting user, where the scope does not know it, as at sign-in. */
  actorId?: string;
}

/** Adds an entry in the ambient transaction. */
export async function audit(entry: AuditEntry): Promise<void> {
  const scope = currentScope();
  const workspaceId = entry.workspaceId ?? (scope.role === 'app' ? scope.workspaceId : null);
  const actorId = entry.actorId ?? (scope.role === 'app' ? scope.userId : null);
  const { requestId } = logFields();
  await query(
    `insert into audit_log (workspace_id, action, actor_id, actor_kind, subject_type, subject_id, details, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      workspaceId,
      entry.action,
      actorId,
      actorId ? 'user' : 'system',
      entry.subject?.type ?? null,
      entry.subject?.id ?? null,
      JSON.stringify(redact(entry.details ?? {})),
      typeof requestId === 'string' ? requestId : null,
    ],
  );
}
