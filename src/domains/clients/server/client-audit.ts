/** The record of what administrators do to a client. */
import { audit } from '../../../server/audit/audit.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { CLIENTS } from '../paths.ts';

/** The client's own log tells of it as well as the house's. Runs as system, in the transaction of the act. */
export async function note(
  caller: Pick<Caller, 'userId' | 'workspaceId'>,
  id: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  for (const workspaceId of [id, caller.workspaceId]) {
    await audit({ action, actorId: caller.userId, workspaceId, subject: { type: 'workspace', id }, details });
    await emit({
      type: action,
      subject: { type: 'workspace', id },
      workspaceId,
      paths: [CLIENTS, '/api/workspaces/clients', '/api/user'],
    });
  }
}
