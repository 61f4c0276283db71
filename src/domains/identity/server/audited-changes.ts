/** Acts on accounts, and their entries in the audit log: both or neither. */
import { audit, type AuditEntry } from '../../../server/audit/audit.ts';
import { asSystem, transaction } from '../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';

/** The person who acts, and from where. */
export interface Actor {
  userId: string;
  workspaceId: string;
}

/** Notifications about an account's security. */
export const SECURITY = defineNotificationKind({
  name: 'security',
  group: 'Your account',
  label: 'Security',
  hint: 'Password changes, two-factor turned on or off, and new API keys.',
  ways: { inApp: true, email: true },
});

/**
 * Security notifications about a person's own acts, in case someone else used the account. Changing the password does
 * not undo acts with a `first`.
 */
const NEWS: Record<string, { text: string; tab: string; first?: string }> = {
  'password.changed': { text: 'The password of your account was changed.', tab: 'password' },
  'two_factor.enabled': {
    text: 'Two-factor sign-in was turned on for your account.',
    tab: 'two-factor',
    first: 'turn it off again',
  },
  'two_factor.disabled': {
    text: 'Two-factor sign-in was turned off for your account.',
    tab: 'two-factor',
    first: 'turn it on again',
  },
  'api_key.created': { text: 'A new API key was created for your account.', tab: 'api-keys', first: 'delete that key' },
};

/**
 * Runs `act` as system and writes the entry in the same transaction. What must outlive a failure of `act`, such as a
 * counted attempt, belongs before the call.
 */
export function audited<T>(
  actor: Actor,
  entry: Omit<AuditEntry, 'actorId' | 'workspaceId'>,
  act: () => Promise<T>,
): Promise<T> {
  return asSystem(() =>
    transaction(async () => {
      const result = await act();
      await audit({ ...entry, actorId: actor.userId, workspaceId: actor.workspaceId });
      await tellOfChange(actor, entry.action);
      return result;
    }),
  );
}

async function tellOfChange({ userId, workspaceId }: Actor, action: string): Promise<void> {
  const news = NEWS[action];
  if (!news) return;
  await tellUser(userId, SECURITY, {
    workspaceId,
    title: 'A change to your Gauntlet account',
    href: `/settings?tab=${news.tab}`,
    body: `${news.text} If this was not you, ${news.first ? `${news.first}, ` : ''}reset your password and end your other sessions in Settings.`,
  });
}
