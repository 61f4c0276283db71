/**
 * Connecting services, and changing their connections. Runs as system, because requests do not see the installation's
 * rows: every function asks first whether the caller may manage the row.
 */
import * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { PORT_LABELS } from '../../../kernel/ports.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  deleteRows,
  insertRow,
  NOW,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRow,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { findProvider, type Port, type Provider } from '../../../server/providers/define.ts';
import { operationsWorkspace } from '../../identity/index.ts';
import { type ConnectionUpdate, MAX_CONNECTIONS, type NewConnection } from '../contract.ts';
import { CONNECTIONS } from '../paths.ts';
import { openSettings, sealSettings, type Settings } from './sealed.ts';
import { contextOf } from './use.ts';

const COLUMNS = [
  'id',
  'workspaceId',
  'version',
  'port',
  'provider',
  'name',
  'settings',
  'secrets',
  'state',
  'position',
] as const;

/** Whether the caller may connect services for all workspaces. */
export async function mayConnectInstallation(caller: Caller): Promise<boolean> {
  return caller.role === 'admin' && caller.workspaceId === (await asSystem(operationsWorkspace));
}

/** The row, if the caller may manage it. @throws AppError `not_found` */
async function rowOf(id: string, caller: Caller) {
  const row = await selectRow('connections', COLUMNS, { id }, { lock: 'update' });
  const isTheirs =
    row && (row.workspaceId ? row.workspaceId === caller.workspaceId : await mayConnectInstallation(caller));
  if (!row || !isTheirs) throw notFound('The connection');
  return row;
}

function providerOf(port: Port, id: string): Provider {
  const provider = findProvider(port, id);
  if (!provider || provider.embedded) throw invalid('provider', 'This service can’t be connected.');
  return provider;
}

/** @throws AppError `validation` that names the settings which are not right */
function checkSettings(provider: Provider, given: Settings): Settings {
  const strange = Object.keys(given).find((name) => !provider.fields.some((field) => field.name === name));
  if (strange !== undefined) throw invalid(`settings.${strange}`, `${provider.name} has no setting “${strange}”.`);
  const checked = z.safeParse(provider.settings, given);
  if (checked.success) return checked.data as Settings;
  throw new AppError('validation', 'Fix the settings that are marked.', {
    fields: checked.error.issues.map(({ path, message }) => ({ field: ['settings', ...path].join('.'), message })),
  });
}

/** Connects a service after its settings were tried. @returns the id of the connection */
export async function createConnection(input: NewConnection, caller: Caller): Promise<string> {
  if (input.installation && !(await mayConnectInstallation(caller)))
    throw new AppError('forbidden', 'Only administrators may connect services for all workspaces.');
  const provider = providerOf(input.port, input.provider);
  const settings = checkSettings(provider, input.settings);
  const workspaceId = input.installation ? null : caller.workspaceId;
  await provider.verify(settings, contextOf(provider, workspaceId, null, { purpose: 'test' }));
  const id = newId();
  await asSystem(() =>
    transaction(async () => {
      const others = await selectRows('connections', ['id'], { port: input.port, workspaceId }, { lock: 'update' });
      if (others.length >= MAX_CONNECTIONS)
        throw new AppError(
          'conflict',
          `You have reached the limit of ${MAX_CONNECTIONS} connections for ${PORT_LABELS[input.port].toLowerCase()}. Disconnect one to add another.`,
        );
      await insertRow('connections', {
        id,
        workspaceId,
        port: input.port,
        provider: provider.id,
        name: input.name,
        ...sealSettings(provider, id, settings),
        position: others.length,
        verifiedAt: NOW,
        createdBy: caller.userId,
      });
      await noteChange('connection.created', { id, port: input.port, workspaceId }, caller, { provider: provider.id });
    }),
  );
  return id;
}

/** Changes a connection. New settings are tried before they are kept; a secret that is left out stays. */
export async function updateConnection(id: string, input: ConnectionUpdate, caller: Caller): Promise<void> {
  const found = await asSystem(() => rowOf(id, caller));
  const sealed = input.settings && (await retried(found, input.settings));
  await asSystem(() =>
    transaction(async () => {
      const row = await rowOf(id, caller);
      if (row.version !== input.version)
        throw new AppError(
          'stale',
          'Someone else changed this connection in the meantime. Your changes were not saved.',
        );
      const resumes = input.paused === false && row.state === 'paused';
      await updateRow(
        'connections',
        {
          version: row.version + 1,
          name: input.name,
          ...sealed,
          ...(sealed && { verifiedAt: NOW, lastError: null, lastErrorAt: null, state: 'working' as const }),
          ...(resumes && { state: 'working' as const }),
          ...(input.paused && { state: 'paused' as const }),
          updatedAt: NOW,
        },
        { id },
        ['id'],
      );
      await noteChange('connection.updated', row, caller, { settings: sealed !== undefined, paused: input.paused });
    }),
  );
}

async function retried(
  row: { id: string; port: string; provider: string; workspaceId: string | null; settings: unknown; secrets: string },
  given: Settings,
): Promise<ReturnType<typeof sealSettings>> {
  const provider = providerOf(row.port as Port, row.provider);
  const isKept = (name: string) => provider.secrets.includes(name) && (given[name] === undefined || given[name] === '');
  const changed = Object.fromEntries(Object.entries(given).filter(([name]) => !isKept(name)));
  const kept = keptSecrets(row, provider.secrets.filter(isKept));
  requireSecretsAgain(provider, row.settings as Settings, given, kept);
  const settings = checkSettings(provider, { ...kept, ...changed });
  await provider.verify(settings, contextOf(provider, row.workspaceId, null, { purpose: 'test' }));
  return sealSettings(provider, row.id, settings);
}

const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//i.test(value.trim());

/**
 * Requires secrets again when the server address changes. Otherwise an editor could send them to a server of their own.
 * @throws AppError `validation` that names the secrets to enter again
 */
function requireSecretsAgain(provider: Provider, before: Settings, given: Settings, kept: Settings): void {
  const moved = Object.entries(given).some(
    ([name, value]) =>
      !provider.secrets.includes(name) && value !== before[name] && (isAddress(value) || isAddress(before[name])),
  );
  const held = Object.keys(kept).filter((name) => kept[name] !== '');
  if (!moved || held.length === 0) return;
  throw new AppError('validation', 'The address changed. Enter the secrets again.', {
    fields: held.map((name) => ({
      field: `settings.${name}`,
      message: `${provider.fields.find((field) => field.name === name)?.label ?? name} is required again, because the address changed.`,
    })),
  });
}

/** The secrets that a change leaves out. @throws ProviderError when they can no longer be opened */
function keptSecrets(row: { id: string; settings: unknown; secrets: string }, names: readonly string[]): Settings {
  if (names.length === 0) return {};
  const all = openSettings(row);
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}

/** Tries a connection as it stands, and keeps the outcome. @throws ProviderError with the service's own words */
export async function testConnection(id: string, caller: Caller): Promise<void> {
  const row = await asSystem(() => rowOf(id, caller));
  const provider = providerOf(row.port as Port, row.provider);
  const isPaused = row.state === 'paused';
  try {
    await provider.verify(openSettings(row), contextOf(provider, row.workspaceId, id, { purpose: 'test' }));
    await keep({ verifiedAt: NOW, lastError: null, lastErrorAt: null, ...(!isPaused && { state: 'working' }) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await keep({ lastError: error.message.slice(0, 500), lastErrorAt: NOW, ...(!isPaused && { state: 'failing' }) });
    throw error;
  }
  async function keep(changes: Parameters<typeof updateRows<'connections'>>[1]): Promise<void> {
    await asSystem(() => updateRows('connections', changes, { id }));
    await announce(row.workspaceId, caller);
  }
}

/** Moves a connection within the fallback order of its port; positions count from 0. */
export function moveConnection(id: string, position: number, caller: Caller): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      const row = await rowOf(id, caller);
      const ids = (
        await selectRows(
          'connections',
          ['id'],
          { port: row.port, workspaceId: row.workspaceId },
          { orderBy: ['position', 'id'], lock: 'update' },
        )
      ).map((other) => other.id);
      const ordered = ids.filter((other) => other !== id);
      ordered.splice(position, 0, id);
      await query(
        `update connections c set position = o.position
         from (select id, ordinality::int - 1 as position from unnest($1::uuid[]) with ordinality as x(id, ordinality)) o
         where c.id = o.id`,
        [ordered],
      );
      await noteChange('connection.moved', row, caller, { position });
    }),
  );
}

/** Disconnects a service. Its credentials and its usage are deleted. */
export function removeConnection(id: string, caller: Caller): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      const row = await rowOf(id, caller);
      await deleteRows('connections', { id });
      await noteChange('connection.removed', row, caller, { provider: row.provider, name: row.name });
    }),
  );
}

async function noteChange(
  action: string,
  row: { id: string; port: string; workspaceId: string | null },
  caller: Caller,
  details: Record<string, unknown>,
): Promise<void> {
  await audit({
    action,
    subject: { type: 'connection', id: row.id },
    details: { port: row.port, ...details },
    ...(row.workspaceId && { workspaceId: row.workspaceId }),
    actorId: caller.userId,
  });
  await announce(row.workspaceId, caller);
}

const announce = (workspaceId: string | null, caller: Caller) =>
  publishPaths(workspaceId ?? caller.workspaceId, [CONNECTIONS]);
