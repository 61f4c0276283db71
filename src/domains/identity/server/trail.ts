/** Acts on accounts, and their entries in the audit log: both or neither. */
import { audit, type AuditEntry } from '../../../server/audit/audit.ts';
import { asSystem, transaction } from '../../../server/db/index.ts';
import { tellUser } from './tell.ts';

/** Who acts, and where from. */
export interface Actor {
  userId: string;
  workspaceId: string;
}

/** What a security mail says of an act. */
const NEWS: Record<string, string> = {
  'password.changed': 'The password of your account was changed.',
  'two_factor.enabled': 'Two-factor sign-in was switched on for your account.',
  'two_factor.disabled': 'Two-factor sign-in was switched off for your account.',
  'api_key.created': 'A new API key was created that acts in your name.',
};

/**
 * Runs `act` as system and writes the entry in the same transaction. What must outlive a failure of `act`, such as a
 * counted attempt, belongs before the call.
 */
export function audited<T>(actor: Actor, entry: Omit<AuditEntry, 'actorId' | 'workspaceId'>, act: () => Promise<T>): Promise<T> {
  return asSystem(() => transaction(async () => {
    const result = await act();
    await audit({ ...entry, actorId: actor.userId, workspaceId: actor.workspaceId });
    const news = NEWS[entry.action];
    if (news) await tellUser(actor.userId, 'security', 'A change to your Gauntlet account', `${news} If it was not you, set a new password at once and end your other sessions in the settings.`);
    return result;
  }));
}
