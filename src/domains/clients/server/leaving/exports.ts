/** Exports of clients: asking for one, the job that writes it, downloading, and their end. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  asSystem,
  execute,
  insertRow,
  inWorkspace,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { files } from '../../../../server/files/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { sendStored } from '../../../../server/http/download.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { operationsWorkspace } from '../../../identity/index.ts';
import { type ClientExport, EXPORT_DAYS, type leaving } from '../../contract/leaving.ts';
import { CLIENTS } from '../../paths.ts';
import { note } from '../client-audit.ts';
import { clientArchive, countRecords } from './archive.ts';

const NOUN = 'The export';
const SHOWN = 20;
/** No archive is larger; bytes. */
const LIMIT = 1e12;

export const pathOfExports = (clientId: string) => `${CLIENTS}/${clientId}/exports`;

export const exportJob = defineJob<{ exportId: string; clientId: string; name: string }>({
  name: 'clients.export',
  payload: z.object({ exportId: z.uuid(), clientId: z.uuid(), name: z.string() }),
  title: ({ name }) => `Export of ${name}`,
  asker: 'administrator',
  retry: { limit: 2, backoff: 30 },
  async handler({ payload: { exportId, clientId, name }, signal, progress }) {
    const done = await asSystem(() =>
      query('select 1 from client_exports where id = $1 and storage_key is null', [exportId]),
    );
    if (done.length === 0) return;
    await asSystem(async () => {
      const total = await countRecords(clientId);
      const counts = { records: 0, files: 0 };
      const pieces = clientArchive(
        {
          client: { id: clientId, name },
          signal,
          onProgress: (records, table) => progress(records, Math.max(total, records), table.replaceAll('_', ' ')),
        },
        counts,
      );
      const stored = await files().put(pieces, { prefix: `client-exports/${clientId}`, limit: LIMIT, signal });
      const kept = await execute(
        `update client_exports set storage_key = $2, size = $3, sha256 = $4, record_count = $5, file_count = $6,
          ready_at = now(), expires_at = now() + make_interval(days => ${EXPORT_DAYS})
          where id = $1 and storage_key is null`,
        [exportId, stored.key, stored.size, stored.sha256, counts.records, counts.files],
      );
      // Deleted meanwhile, or written by another worker: no one would find these bytes again.
      if (kept === 0) await files().delete(stored.key);
    });
    await tell(clientId);
  },
});

async function tell(clientId: string): Promise<void> {
  await asSystem(async () => {
    const house = await operationsWorkspace();
    if (house) await publishPaths(house, [pathOfExports(clientId)]);
  });
}

interface Row {
  id: string;
  job_state: string | null;
  done: number;
  total: number | null;
  message: string | null;
  error: string | null;
  by: string | null;
  created_at: string;
  storage_key: string | null;
  size: number | null;
  sha256: string | null;
  record_count: number | null;
  file_count: number | null;
  ready_at: string | null;
  expires_at: string | null;
}

const SELECT = `select e.id, j.state as job_state, coalesce(j.done, 0) as done, j.total, j.message, j.error,
  u.name as by, e.created_at, e.storage_key, e.size, e.sha256, e.record_count, e.file_count, e.ready_at, e.expires_at
  from client_exports e left join jobs j on j.id = e.job_id left join users u on u.id = e.requested_by
    where e.client_id = $1`;

function stateOf(row: Row): ClientExport['state'] {
  if (row.ready_at) return row.storage_key && Date.parse(row.expires_at!) > Date.now() ? 'ready' : 'expired';
  if (row.job_state === 'queued' || row.job_state === 'running') return row.job_state;
  return 'failed';
}

function toExport(row: Row): ClientExport {
  const state = stateOf(row);
  return {
    id: row.id,
    state,
    progress: { done: row.done, total: row.total, message: row.message },
    requestedBy: row.by,
    createdAt: row.created_at,
    size: row.size,
    sha256: row.sha256,
    records: row.record_count,
    files: row.file_count,
    expiresAt: row.expires_at,
    error: state === 'failed' ? (row.error ?? 'Stopped.') : null,
  };
}

/** @throws AppError `not_found` for what is no client; archived ones have exports, too */
async function clientName(id: string): Promise<string> {
  const row = await selectRow('workspaces', ['name'], { id, kind: 'client' });
  if (!row) throw notFound('The client');
  return row.name;
}

export function listExports(clientId: string): Promise<ResponseOf<typeof leaving.exports>> {
  return asSystem(async () => {
    await clientName(clientId);
    return { items: (await query<Row>(`${SELECT} order by e.id desc limit ${SHOWN}`, [clientId])).map(toExport) };
  });
}

/** @throws AppError `not_found`; `conflict` while another one is under way */
export function startExport(caller: Caller, clientId: string): Promise<ClientExport> {
  return asSystem(() =>
    transaction(async () => {
      const name = await clientName(clientId);
      // Two who press at once get one export.
      await query('select 1 from workspaces where id = $1 for update', [clientId]);
      const [open] = await query(`${SELECT} and e.storage_key is null and j.state in ('queued', 'running')`, [
        clientId,
      ]);
      if (open) throw new AppError('conflict', 'An export of this client is already in progress.');
      const house = (await operationsWorkspace()) ?? caller.workspaceId;
      const id = newId();
      const jobId = await inWorkspace(house, caller.userId, () => enqueue(exportJob, { exportId: id, clientId, name }));
      await insertRow('client_exports', { id, workspaceId: house, clientId, jobId, requestedBy: caller.userId });
      await note(caller, clientId, 'client.export_started', { exportId: id });
      const [row] = await query<Row>(`${SELECT} and e.id = $2`, [clientId, id]);
      return toExport(row!);
    }),
  );
}

/** @throws AppError `not_found`; `conflict` while it is being written; `gone` when its time is over */
export async function sendExport(
  caller: Caller,
  clientId: string,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { row, name } = await asSystem(async () => {
    const [found] = await query<Row>(`${SELECT} and e.id = $2`, [clientId, id]);
    if (!found) throw notFound(NOUN);
    return { row: found, name: await clientName(clientId) };
  });
  const state = stateOf(row);
  if (state === 'expired')
    throw new AppError('gone', `Exports can be downloaded for ${EXPORT_DAYS} days. Create a new one.`);
  if (state !== 'ready') throw new AppError('conflict', 'This export is not finished.');
  await asSystem(() =>
    audit({
      action: 'client.export_downloaded',
      actorId: caller.userId,
      workspaceId: clientId,
      subject: { type: 'workspace', id: clientId },
      details: { exportId: id },
    }),
  );
  const day = row.ready_at!.slice(0, 10);
  return sendStored(reply.header('cache-control', 'no-store'), {
    name: `${name} ${day}.zip`,
    type: 'application/zip',
    size: row.size!,
    storageKey: row.storage_key!,
  });
}

/** @throws AppError `not_found` */
export async function removeExport(caller: Caller, clientId: string, id: string): Promise<void> {
  const key = await asSystem(() =>
    transaction(async () => {
      const [row] = await query<{ storage_key: string | null }>(
        'delete from client_exports where id = $1 and client_id = $2 returning storage_key',
        [id, clientId],
      );
      if (!row) throw notFound(NOUN);
      await note(caller, clientId, 'client.export_deleted', { exportId: id });
      return row.storage_key;
    }),
  );
  if (key) await files().delete(key);
  await tell(clientId);
}

/** Takes the bytes of exports whose time is over. Runs as system. */
async function expire(): Promise<void> {
  const rows = await query<{ id: string; client_id: string; storage_key: string }>(
    'select id, client_id, storage_key from client_exports where storage_key is not null and expires_at <= now() limit 200',
  );
  for (const row of rows) {
    await files().delete(row.storage_key);
    await updateRows('client_exports', { storageKey: null }, { id: row.id });
    await tell(row.client_id);
  }
}

/** Name of the recurring work, for tests. */
export const EXPIRE_EXPORTS = 'clients.expire-exports';
export const expireExportsRecurring = defineRecurring({
  name: EXPIRE_EXPORTS,
  title: 'Delete expired client exports',
  every: 3_600,
  handler: expire,
});
