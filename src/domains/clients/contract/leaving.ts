/** A client that leaves: what it takes along, and its deletion. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Client } from '../contract.ts';

/** Days for which a finished export can be downloaded. */
export const EXPORT_DAYS = 7;
/** Days in which a deletion can be taken back. */
export const GRACE_DAYS = 30;

export const ClientExport = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
  /** Records written so far and in all; `total` is null until they are counted. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable(), message: z.string().nullable() }),
  requestedBy: z.string().nullable(),
  createdAt: Instant,
  /** Bytes. */
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  records: z.number().int().nullable(),
  files: z.number().int().nullable(),
  expiresAt: Instant.nullable(),
  error: z.string().nullable(),
});
export type ClientExport = z.infer<typeof ClientExport>;

const admin = { tag: 'Clients', access: 'admin' } as const;
const ExportParams = z.object({ id: Id, exportId: Id });

export const leaving = {
  remove: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/clients/{id}',
    summary: 'Schedule the deletion of a client',
    description: `Its people are signed out immediately. After ${GRACE_DAYS} days, everything in its workspace is permanently deleted. Until then, it can be restored. If \`confirm\` is sent, it must match the client's name.`,
    params: IdParams,
    query: z.object({ confirm: z.string().max(200).optional() }),
    response: Client,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  exports: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/exports',
    summary: 'List the exports of a client, newest first',
    params: IdParams,
    response: z.object({ items: z.array(ClientExport) }),
    errors: ['not_found'],
  }),
  startExport: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/clients/{id}/exports',
    summary: 'Export all data of a client',
    status: 202,
    params: IdParams,
    response: ClientExport,
    errors: ['not_found', 'conflict'],
    description: `A job creates a ZIP archive with each table as CSV and JSON lines, all files, and a manifest with counts and checksums. Passwords, tokens, and other secrets are excluded. The archive can be downloaded for ${EXPORT_DAYS} days.`,
  }),
  downloadExport: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/exports/{exportId}/archive',
    summary: 'Download an export',
    params: ExportParams,
    produces: 'application/zip',
    errors: ['not_found', 'conflict', 'gone'],
  }),
  removeExport: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/clients/{id}/exports/{exportId}',
    summary: 'Delete an export',
    params: ExportParams,
    errors: ['not_found'],
  }),
} as const;
