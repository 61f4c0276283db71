/** Acts on accounts, and their entries in the audit log: both or neither. */
import { audit, type AuditEntry } from '../../../server/audit/audit.ts';
import { asSystem, transaction } from '../../../server/db/index.ts';

/** Who acts, and where from. */
export interface Actor {
  userId: string;
  workspaceId: string;
}

/**
 * Runs `act` as system and writes the entry in the same transaction. What must outlive a failure of `act`, such as a
 * counted attempt, belongs before the call.
 */
export function audited<T>(actor: Actor, entry: Omit<AuditEntry, 'actorId' | 'workspaceId'>, act: () => Promise<T>): Promise<T> {
  return asSystem(() => transaction(async () => {
    const result = await act();
    await audit({ ...entry, actorId: actor.userId, workspaceId: actor.workspaceId });
    return result;
  }));
}
