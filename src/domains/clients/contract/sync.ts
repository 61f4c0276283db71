/** Sync between a client's workspace and the operations workspace. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Filter } from '../../../kernel/filter.ts';
import { SYNC } from '../paths.ts';

export const SYNC_KINDS = ['contact', 'company', 'lead', 'opportunity', 'activity'] as const;
export const SyncKind = z.enum(SYNC_KINDS);
export type SyncKind = z.infer<typeof SyncKind>;
export const Direction = z.enum(['to_ops', 'to_client', 'both']);
export type Direction = z.infer<typeof Direction>;
export const ConflictRule = z.enum(['newest', 'ops', 'client', 'ask']);
export type ConflictRule = z.infer<typeof ConflictRule>;
export const SyncSchedule = z.enum(['manual', 'change', 'hourly', 'daily']);
export type SyncSchedule = z.infer<typeof SyncSchedule>;
export type Side = 'ops' | 'client';
const SideName = z.enum(['ops', 'client']);

const FIELD_KINDS = ['text', 'number', 'day', 'instant', 'boolean', 'select', 'tags', 'reference'] as const;
export const MAX_PAIRS = 60;
/** Two fields that are one; which there are, `options` says. */
const MappedPair = z.strictObject({ ops: z.string().max(80), client: z.string().max(80) });
export type MappedPair = z.infer<typeof MappedPair>;
const Mapping = z.array(MappedPair).min(1, 'Map at least one field.').max(MAX_PAIRS);

const RunCounts = z.object({
  lookedAt: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  linked: z.number().int(),
  conflicts: z.number().int(),
  errors: z.number().int(),
});
export const SyncRun = RunCounts.extend({
  id: Id,
  cause: z.enum(['manual', 'schedule', 'change']),
  /** It only says what would happen. */
  dry: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const SyncDefinition = z.object({
  id: Id,
  version: z.number().int(),
  client: z.object({ id: Id, name: z.string() }),
  kind: SyncKind,
  direction: Direction,
  conflictRule: ConflictRule,
  mapping: z.array(MappedPair),
  filter: Filter.nullable(),
  schedule: SyncSchedule,
  state: z.enum(['on', 'paused']),
  nextAt: Instant.nullable(),
  /** Pairs of records that are one. */
  links: z.number().int(),
  openConflicts: z.number().int(),
  /** The last one that was no dry run. */
  lastRun: SyncRun.nullable(),
});
export type SyncDefinition = z.infer<typeof SyncDefinition>;

export const NewSync = z.strictObject({
  clientId: Id,
  kind: SyncKind,
  direction: Direction,
  conflictRule: ConflictRule,
  mapping: Mapping,
  filter: Filter.nullable().default(null),
  schedule: SyncSchedule,
});
export type NewSync = z.infer<typeof NewSync>;
/**
 * A change leaves alone what it does not name: the default of a new one would take the filter away, and sync
 * everything.
 */
export const SyncUpdate = NewSync.omit({ clientId: true, kind: true })
  .extend({ filter: Filter.nullable() })
  .partial()
  .extend({ version: z.number().int() });
export type SyncUpdate = z.infer<typeof SyncUpdate>;

const SyncField = z.object({
  key: z.string(),
  label: z.string(),
  /** Fields of one kind can be paired; anything can be written into a text. */
  type: z.string(),
  /** False: can only be read, so that it travels one way. */
  writable: z.boolean(),
});
export type SyncField = z.infer<typeof SyncField>;

export const LogEntry = z.object({
  id: z.number().int(),
  at: Instant,
  action: z.enum(['create', 'update', 'link', 'conflict', 'error']),
  side: SideName.nullable(),
  title: z.string(),
  opsRecord: Id.nullable(),
  clientRecord: Id.nullable(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  note: z.string().nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const SyncConflict = z.object({
  id: Id,
  title: z.string(),
  opsRecord: Id,
  clientRecord: Id,
  fields: z.array(z.object({ field: z.string(), label: z.string(), ops: z.string(), client: z.string() })),
  createdAt: Instant,
});
export type SyncConflict = z.infer<typeof SyncConflict>;

const admin = { tag: 'Client sync', access: 'admin' } as const;
const Cursor = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const RunParams = z.object({ id: Id, runId: Id });
const ConflictParams = z.object({ id: Id, conflictId: Id });

export const sync = {
  list: endpoint({
    ...admin,
    method: 'GET',
    path: SYNC,
    summary: 'List client syncs, newest first',
    query: Cursor.extend({ clientId: Id.optional() }),
    response: pageOf(SyncDefinition),
    errors: ['validation', 'bad_request'],
  }),
  options: endpoint({
    ...admin,
    method: 'GET',
    path: `${SYNC}/options`,
    summary: 'List the fields a sync can map',
    query: z.object({ clientId: Id, kind: SyncKind }),
    response: z.object({
      ops: z.array(SyncField),
      client: z.array(SyncField),
      suggested: z.array(MappedPair),
      /** Standard fields that records can be chosen by, as the builder of filters wants them. */
      filterFields: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          kind: z.enum(FIELD_KINDS),
          options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
        }),
      ),
    }),
    errors: ['validation', 'not_found'],
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: `${SYNC}/{id}`,
    summary: 'Get a sync',
    params: IdParams,
    response: SyncDefinition,
    errors: ['not_found'],
  }),
  create: endpoint({
    ...admin,
    method: 'POST',
    path: SYNC,
    summary: 'Create a sync',
    status: 201,
    body: NewSync,
    response: SyncDefinition,
    errors: ['validation', 'not_found', 'conflict'],
    description: 'One per client and record type. New syncs start paused so that you can do a dry run first.',
  }),
  update: endpoint({
    ...admin,
    method: 'PUT',
    path: `${SYNC}/{id}`,
    summary: 'Update a sync',
    params: IdParams,
    body: SyncUpdate,
    response: SyncDefinition,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${SYNC}/{id}`,
    summary: 'Delete a sync',
    description: 'Records on both sides stay unchanged. Their links and the log are deleted.',
    params: IdParams,
    errors: ['not_found'],
  }),
  pause: endpoint({
    ...admin,
    method: 'POST',
    path: `${SYNC}/{id}/pause`,
    summary: 'Pause a sync',
    params: IdParams,
    response: SyncDefinition,
    errors: ['not_found'],
  }),
  resume: endpoint({
    ...admin,
    method: 'POST',
    path: `${SYNC}/{id}/resume`,
    summary: 'Resume a sync',
    description: 'Starts with everything that changed in the meantime.',
    params: IdParams,
    response: SyncDefinition,
    errors: ['not_found', 'conflict'],
  }),
  run: endpoint({
    ...admin,
    method: 'POST',
    path: `${SYNC}/{id}/runs`,
    summary: 'Run a sync or a dry run',
    status: 202,
    params: IdParams,
    body: z.strictObject({ dry: z.boolean() }),
    response: SyncRun,
    errors: ['validation', 'not_found', 'conflict'],
    description: 'A dry run performs and rolls back each step, so its log shows exactly what a run would do.',
  }),
  runs: endpoint({
    ...admin,
    method: 'GET',
    path: `${SYNC}/{id}/runs`,
    summary: 'List the runs of a sync, newest first',
    params: IdParams,
    query: Cursor,
    response: pageOf(SyncRun),
    errors: ['not_found', 'bad_request', 'validation'],
  }),
  log: endpoint({
    ...admin,
    method: 'GET',
    path: `${SYNC}/{id}/runs/{runId}/log`,
    summary: 'List the log of a run',
    params: RunParams,
    query: Cursor,
    response: pageOf(LogEntry),
    errors: ['not_found', 'bad_request', 'validation'],
  }),
  conflicts: endpoint({
    ...admin,
    method: 'GET',
    path: `${SYNC}/{id}/conflicts`,
    summary: 'List conflicts',
    params: IdParams,
    query: Cursor,
    response: pageOf(SyncConflict),
    errors: ['not_found', 'bad_request', 'validation'],
  }),
  decide: endpoint({
    ...admin,
    method: 'POST',
    path: `${SYNC}/{id}/conflicts/{conflictId}/decide`,
    summary: 'Resolve a conflict',
    params: ConflictParams,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
    description:
      'Choose the winning side for each field. If a value changed since it was read, returns 409 `stale`, and the conflict shows the new values.',
    body: z.strictObject({ choices: z.record(z.string(), SideName) }),
  }),
} as const;
