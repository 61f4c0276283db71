/**
 * The audit log: who did what, for those who must be able to prove it. Written in the transaction of the act itself, so
 * that there is no act without its entry and no entry without its act. The database refuses to change or remove one.
 */
import { currentScope, query } from '../db/index.ts';
import { logFields } from '../observability/log.ts';
import { redact } from '../observability/redact.ts';

export interface AuditEntry {
  /** Dotted, past tense: `session.revoked`. */
  action: string;
  subject?: { type: string; id: string };
  /** What a reviewer needs to know: before and after, address, reason. Values of secret names are taken out. */
  details?: Record<string, unknown>;
  /** Needed only by code that runs as system. Absent there: an act of the installation as a whole. */
  workspaceId?: string;
  /** Who acted, where the scope does not know: at sign-in, for example. */
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
