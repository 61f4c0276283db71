/** One process synchronizes a mailbox at a time. A process that dies loses its mailboxes within seconds. */
import { randomUUID } from 'node:crypto';
import { asSystem, execute, query } from '../../../../server/db/index.ts';

/** This process, new at each start. */
const HOLDER = randomUUID();
/** How long a lease holds without being renewed. */
const LEASE = '20 seconds';
/** How often it is renewed, in milliseconds. */
export const RENEW_EVERY = 5_000;

/** The user that the work runs as. */
export interface Lease {
  accountId: string;
  workspaceId: string;
  ownerId: string;
}

/** The owner must still belong to the workspace: no one else may read a personal mailbox. */
const MAY_SYNC = `a.state = 'active' and a.kind <> 'sample'
  and exists (select 1 from memberships m join users u on u.id = m.user_id and u.active where m.workspace_id = a.workspace_id and m.user_id = a.owner_id)
  and exists (select 1 from workspaces w where w.id = a.workspace_id and w.archived_at is null)`;

/** @returns undefined while another process has it, and for a mailbox that is not synchronized */
export function takeLease(accountId: string): Promise<Lease | undefined> {
  return asSystem(async () => {
    const [row] = await query<Lease>(
      `update mail_accounts a set lease_by = $2, lease_until = now() + interval '${LEASE}'
        where a.id = $1 and ${MAY_SYNC} and (a.lease_until is null or a.lease_until < now() or a.lease_by = $2)
        returning a.id as "accountId", a.workspace_id as "workspaceId", a.owner_id as "ownerId"`,
      [accountId, HOLDER],
    );
    return row;
  });
}

/** @returns whether this process still has it */
export function renewLease(accountId: string): Promise<boolean> {
  return asSystem(async () => {
    const renewed = await execute(
      `update mail_accounts a set lease_until = now() + interval '${LEASE}' where a.id = $1 and a.lease_by = $2 and ${MAY_SYNC}`,
      [accountId, HOLDER],
    );
    return renewed > 0;
  });
}

/** @param nextIn seconds until it is looked at again */
export async function endLease(accountId: string, nextIn: number): Promise<void> {
  await asSystem(() =>
    execute(
      `update mail_accounts set lease_by = null, lease_until = null, next_sync_at = now() + make_interval(secs => $3) where id = $1 and lease_by = $2`,
      [accountId, HOLDER, nextIn],
    ),
  );
}

/** Mailboxes that nobody looks after, and whose time has come. */
export function dueMailboxes(limit: number): Promise<Lease[]> {
  return asSystem(() =>
    query<Lease>(
      `select a.id as "accountId", a.workspace_id as "workspaceId", a.owner_id as "ownerId" from mail_accounts a
        where a.next_sync_at <= now() and (a.lease_until is null or a.lease_until < now()) and ${MAY_SYNC}
        order by a.next_sync_at limit $1`,
      [limit],
    ),
  );
}
