/**
 * The end of a client: shut at once, deleted for good after a time of grace. What is deleted is found by the database's
 * own list of tables, in pieces, so that a large client holds no one up and a killed process goes on where it was.
 */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  asSystem,
  deleteRows,
  execute,
  query,
  selectRow,
  selectRows,
  sql,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { files } from '../../../../server/files/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import { endSessionsIn, erase, lockAccount, operationsWorkspace } from '../../../identity/index.ts';
import { endVisits } from '../../../workspaces/index.ts';
import type { Client } from '../../contract.ts';
import { GRACE_DAYS } from '../../contract/leaving.ts';
import { CLIENTS } from '../../paths.ts';
import { getClient } from '../clients.ts';
import { note } from '../client-audit.ts';
import { KEPT, workspaceTables } from './tables.ts';

const BATCH = 5_000;

/**
 * Shuts a client and says when it will be deleted.
 * @param confirm the client's name, as whoever deletes it typed it; a program need not, since the time of grace lets it
 *   be taken back
 * @throws AppError `not_found`; `validation` when the name is another; `conflict` when it will be deleted already
 */
export function removeClient(caller: Caller, id: string, confirm?: string): Promise<Client> {
  return asSystem(() =>
    transaction(async () => {
      const row = await selectRow('workspaces', ['name', 'deleteAt'], { id, kind: 'client' }, { lock: 'update' });
      if (!row) throw notFound('The client');
      if (confirm !== undefined && confirm.trim() !== row.name.trim())
        throw new AppError('validation', `Type the client's name exactly: ${row.name}`, { field: 'confirm' });
      if (row.deleteAt) throw new AppError('conflict', 'This client is already scheduled for deletion.');
      await execute(
        `update workspaces set archived_at = coalesce(archived_at, now()),
          delete_at = now() + make_interval(days => ${GRACE_DAYS}), version = version + 1 where id = $1`,
        [id],
      );
      await endVisits(id);
      await endSessionsIn(id);
      await note(caller, id, 'client.deletion_planned', { name: row.name, days: GRACE_DAYS });
      return getClient(id);
    }),
  );
}

/** Name of the recurring work, for tests. */
export const DELETE_CLIENTS = 'clients.delete';
export const deleteClientsRecurring = defineRecurring({
  name: DELETE_CLIENTS,
  title: 'Delete clients after their grace period',
  every: 3_600,
  handler: ({ signal }) => deleteDue(signal),
});

async function deleteDue(signal: AbortSignal): Promise<void> {
  const due = await selectRows(
    'workspaces',
    ['id', 'name'],
    { kind: 'client', deleteAt: sql`<= now()` },
    { orderBy: ['deleteAt'], limit: 20 },
  );
  const failed: unknown[] = [];
  for (const client of due) {
    signal.throwIfAborted();
    // One that cannot be deleted holds up no other; the recurring work says that it failed.
    await deleteForGood(client, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      log().error({ err: error, clientId: client.id }, 'a client could not be deleted');
      failed.push(error);
    });
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${due.length} clients could not be deleted`, { cause: failed[0] });
}

/** Runs as system. Nothing of it can be taken back, but all of it can be done again. */
async function deleteForGood({ id, name }: { id: string; name: string }, signal: AbortSignal): Promise<void> {
  await eraseLonePeople(id);
  // Children before those that they refer to.
  const tables = (await workspaceTables()).reverse();
  for (const table of tables)
    if (table.columns.some((column) => column.name === 'storage_key'))
      await deleteFiles(
        `select storage_key from "${table.name}" where workspace_id = $1 and storage_key is not null`,
        id,
      );
  await deleteFiles('select storage_key from client_exports where client_id = $1 and storage_key is not null', id);
  let rows = 0;
  for (const table of tables.filter((one) => !KEPT.has(one.name))) {
    for (;;) {
      signal.throwIfAborted();
      const gone = await execute(
        `delete from "${table.name}"
          where ctid = any(array(select ctid from "${table.name}" where workspace_id = $1 limit ${BATCH}))`,
        [id],
      );
      rows += gone;
      if (gone < BATCH) break;
    }
  }
  await transaction(async () => {
    // Deletes the workspace with its remaining rows.
    await deleteRows('workspaces', { id });
    const house = await operationsWorkspace();
    await audit({
      action: 'client.deleted',
      workspaceId: id,
      subject: { type: 'workspace', id },
      details: { name, rows },
    });
    if (!house) return;
    await audit({
      action: 'client.deleted',
      workspaceId: house,
      subject: { type: 'workspace', id },
      details: { name, rows },
    });
    await emit({
      type: 'client.deleted',
      subject: { type: 'workspace', id },
      workspaceId: house,
      data: { name },
      paths: [CLIENTS, '/api/workspaces/clients'],
    });
  });
  log().info({ clientId: id, rows }, 'a client was deleted');
}

async function deleteFiles(select: string, id: string): Promise<void> {
  for (const { storage_key: key } of await query<{ storage_key: string }>(select, [id])) {
    await files()
      .delete(key)
      .catch((error: unknown) => {
        // A key that the store would never have made names no file.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      });
  }
}

/** People who belong nowhere else have no account any more; their names would be all that is left of the client. */
async function eraseLonePeople(id: string): Promise<void> {
  const people = await query<{ user_id: string }>(
    `select m.user_id from memberships m join users u on u.id = m.user_id
     where m.workspace_id = $1 and u.role = 'user' and not u.is_owner and u.erased_at is null and not exists
        (select 1 from memberships o where o.user_id = m.user_id and o.workspace_id <> $1)`,
    [id],
  );
  for (const { user_id: userId } of people) await transaction(async () => erase(await lockAccount(userId)));
}
