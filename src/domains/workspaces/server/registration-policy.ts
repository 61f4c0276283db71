/** Settings of the whole installation, and clients that administrators add. */
import type * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, inWorkspace, NEXT_VERSION, selectRow, transaction, updateRows } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { mailProvider } from '../../../server/providers/mail/index.ts';
import { createWorkspace, requireTimeZone } from '../../identity/index.ts';
import type { NewClient, Policy } from '../contract.ts';
import { invite } from './invitations.ts';

export async function readPolicy(): Promise<Policy> {
  const policy = await asSystem(() => selectRow('installation_policy', ['version', 'openRegistration'], {}));
  return { ...policy!, mailDelivers: mailProvider().delivers };
}

export function updatePolicy({ version, openRegistration }: Omit<Policy, 'mailDelivers'>): Promise<Policy> {
  return transaction(async () => {
    const written = await asSystem(() =>
      updateRows('installation_policy', { openRegistration, version: NEXT_VERSION }, { version }),
    );
    if (written === 0) throw new AppError('stale', 'Someone changed this in the meantime. Review it again.');
    await audit({ action: 'policy.changed', details: { openRegistration } });
    await emit({ type: 'policy.changed', paths: ['/api/installation/policy', '/api/auth/setup-status'] });
    return readPolicy();
  });
}

/** Makes a client's workspace, and invites its owner there. */
export function addClient(
  caller: Caller,
  { businessName, email, timeZone, currency, country }: z.output<typeof NewClient>,
): Promise<{ workspaceId: string; invitationId: string }> {
  requireTimeZone(timeZone);
  return transaction(async () => {
    const workspaceId = await asSystem(() =>
      createWorkspace({ kind: 'client', name: businessName, timeZone, currency, country, setup: 'open' }),
    );
    await audit({
      action: 'client.added',
      subject: { type: 'workspace', id: workspaceId },
      details: { name: businessName },
    });
    await emit({
      type: 'client.added',
      subject: { type: 'workspace', id: workspaceId },
      paths: ['/api/workspaces/clients', '/api/clients'],
    });
    const { invited } = await inWorkspace(workspaceId, caller.userId, () =>
      invite(caller, { emails: [email], role: 'user', workspaceRole: 'owner' }),
    );
    return { workspaceId, invitationId: invited[0]!.id };
  });
}
