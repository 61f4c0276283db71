/** Connections: the services outside that the installation or a workspace uses, with their credentials. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../kernel/endpoint.ts';
import { PORTS } from '../../kernel/ports.ts';
import { CONNECTIONS } from './paths.ts';

/** Most connections of one port in a workspace, or of the installation. */
export const MAX_CONNECTIONS = 20;

const Port = z.enum(PORTS);
const Name = z.string().trim().min(1, 'Name is required.').max(100, 'Use at most 100 characters.');
/** Values by name of the setting. A secret that is left out of an update keeps its value. */
const Settings = z.record(z.string().max(60), z.union([z.string().max(10_000), z.number(), z.boolean()]));
const Secrets = z.record(z.string(), z.string());

export const SettingField = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  kind: z.enum(['text', 'secret', 'number', 'choice', 'flag']),
  required: z.boolean(),
  /** Of a choice. */
  options: z.array(z.string()),
  initial: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export type SettingField = z.infer<typeof SettingField>;

export const ConnectionProvider = z.object({
  port: Port,
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  fields: z.array(SettingField),
});
export type ConnectionProvider = z.infer<typeof ConnectionProvider>;

export const ConnectionDetails = z.object({
  id: Id,
  version: z.number().int(),
  port: Port,
  provider: z.string(),
  name: z.string(),
  /** Whether every workspace may use it; otherwise it belongs to the workspace of the caller. */
  installation: z.boolean(),
  /** Settings that are no secrets. */
  settings: Settings,
  /** Each secret that is set, with its last characters, or blank where it is too short to show any. */
  secrets: Secrets,
  /** Address to enter at the service so that it reports here; null where it reports nothing. */
  reportsTo: z.string().nullable(),
  state: z.enum(['working', 'failing', 'paused']),
  verifiedAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  /** The service's own words. */
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  /** Use in the current month, which begins at midnight UTC. */
  usage: z.object({ calls: z.number().int(), failures: z.number().int(), units: z.string() }),
});
export type ConnectionDetails = z.infer<typeof ConnectionDetails>;

export const ConnectionPort = z.object({
  port: Port,
  label: z.string(),
  /** The provider used without a connection; null if there is none. */
  embedded: z.object({ name: z.string(), summary: z.string() }).nullable(),
});
export type ConnectionPort = z.infer<typeof ConnectionPort>;

export const NewConnection = z.strictObject({
  port: Port,
  provider: z.string().max(60),
  name: Name,
  settings: Settings,
  /** For all workspaces. Only administrators of the installation may ask for it. */
  installation: z.boolean().default(false),
});
export type NewConnection = z.infer<typeof NewConnection>;

export const ConnectionUpdate = z.strictObject({
  version: z.number().int(),
  name: Name.optional(),
  settings: Settings.optional(),
  /** A paused connection is not used. */
  paused: z.boolean().optional(),
});
export type ConnectionUpdate = z.infer<typeof ConnectionUpdate>;

const base = { tag: 'Connections', access: 'user' } as const;

export const connections = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: CONNECTIONS,
    summary: 'List connections and the providers that can be connected',
    description:
      'Connections of the workspace and, for administrators, of the installation, each port in its fallback order.',
    response: z.object({
      items: z.array(ConnectionDetails),
      ports: z.array(ConnectionPort),
      providers: z.array(ConnectionProvider),
      /** Whether the caller may connect services for all workspaces. */
      mayConnectInstallation: z.boolean(),
    }),
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: CONNECTIONS,
    summary: 'Connect a service',
    description: 'The settings are tested first. A service that refuses them answers 503 or 400 with its own words.',
    body: NewConnection,
    response: ConnectionDetails,
    status: 201,
    errors: ['validation', 'conflict', 'unavailable', 'bad_request'],
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: `${CONNECTIONS}/{id}`,
    summary: 'Rename, reconfigure, pause, or resume a connection',
    params: IdParams,
    body: ConnectionUpdate,
    response: ConnectionDetails,
    errors: ['validation', 'not_found', 'stale', 'unavailable', 'bad_request'],
  }),
  test: endpoint({
    ...base,
    method: 'POST',
    path: `${CONNECTIONS}/{id}/test`,
    summary: 'Test a connection',
    params: IdParams,
    response: ConnectionDetails,
    errors: ['not_found', 'unavailable', 'bad_request'],
  }),
  move: endpoint({
    ...base,
    method: 'PUT',
    path: `${CONNECTIONS}/{id}/position`,
    summary: 'Change the place of a connection in the fallback order of its port',
    params: IdParams,
    body: z.strictObject({ position: z.number().int().min(0).max(MAX_CONNECTIONS) }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: `${CONNECTIONS}/{id}`,
    summary: 'Disconnect a service and delete its credentials',
    params: IdParams,
    errors: ['not_found'],
  }),
};
