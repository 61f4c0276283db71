/** The apps of a client: what it has, and switching them. Runs as system. */
import { allApps, type App, appOf, switched, unmetNeeds } from '../../../kernel/apps.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { asSystem, NEXT_VERSION, query, selectRow, transaction, updateRows } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { forgetAllCachedSessions } from '../../identity/index.ts';
import type { ClientApps } from '../contract/apps.ts';
import { note } from './client-audit.ts';

const NOUN = 'The client';
const CHANGED = 'client.apps_changed';
const SHOWN_CHANGES = 10;

const refTo = ({ id, name }: App) => ({ id, name });
const named = (ids: readonly string[]) => ids.map((id) => appOf(id)?.name ?? id);

/** @throws AppError `not_found` */
export function readApps(id: string): Promise<ClientApps> {
  return asSystem(async () => {
    const row = await selectRow('workspaces', ['version', 'appsOff'], { id, kind: 'client', archivedAt: null });
    if (!row) throw notFound(NOUN);
    const apps = allApps();
    return {
      version: row.version,
      apps: apps.map((app) => ({
        ...refTo(app),
        wing: app.wing,
        description: app.description,
        allows: [...app.allows],
        on: !row.appsOff.includes(app.id),
        needs: (app.needs ?? []).flatMap(({ app: needed, why }) => {
          const other = appOf(needed);
          return other ? [{ ...refTo(other), why }] : [];
        }),
        neededBy: apps.filter(({ needs }) => needs?.some((need) => need.app === app.id)).map(refTo),
      })),
      changes: await latestChanges(id),
    };
  });
}

async function latestChanges(id: string): Promise<ClientApps['changes']> {
  const rows = await query<{ at: string; by: string; details: { on: string[]; off: string[] } }>(
    `select a.at, coalesce(u.name, 'Somebody') as by, a.details from audit_log a left join users u on u.id = a.actor_id
     where a.workspace_id = $1 and a.action = '${CHANGED}' order by a.id desc limit ${SHOWN_CHANGES}`,
    [id],
  );
  return rows.map(({ at, by, details }) => ({ at, by, on: named(details.on), off: named(details.off) }));
}

/**
 * Switches a client's apps to exactly those that are not in `off`.
 * @throws AppError `not_found`, `stale`; `validation` for an app that does not exist; `conflict` when one would miss
 *   what it needs
 */
export async function setApps(
  caller: Caller,
  id: string,
  { version, off }: { version: number; off: string[] },
): Promise<ClientApps> {
  const unknown = off.find((app) => !appOf(app));
  if (unknown !== undefined) throw invalid('off', `There is no app called “${unknown}”.`);
  const unmet = unmetNeeds(allApps(), off)[0];
  if (unmet)
    throw new AppError('conflict', `“${unmet.app.name}” requires “${appOf(unmet.missing)?.name}”. ${unmet.why}`, {
      details: { app: unmet.app.id, missing: unmet.missing },
    });
  await writeApps(caller, { id, kind: 'client', archivedAt: null }, { version, off });
  return readApps(id);
}

/**
 * Installs an app in the caller's own workspace or removes it, together with what it needs or what needs it.
 * @throws AppError `not_found`, `stale`
 */
export async function switchApp(
  caller: Caller,
  app: string,
  { installed, version }: { installed: boolean; version: number },
): Promise<void> {
  if (!appOf(app)) throw notFound('The app');
  const where = { id: caller.workspaceId, archivedAt: null };
  const row = await asSystem(() => selectRow('workspaces', ['appsOff'], where));
  const { off } = switched(allApps(), row?.appsOff ?? [], app, installed);
  await writeApps(caller, where, { version, off });
}

/** @throws AppError `not_found`, `stale` */
async function writeApps(
  caller: Caller,
  where: { id: string; kind?: 'client'; archivedAt: null },
  { version, off }: { version: number; off: readonly string[] },
): Promise<void> {
  const wanted = allApps()
    .map((app) => app.id)
    .filter((app) => off.includes(app));
  await asSystem(() =>
    transaction(async () => {
      const row = await selectRow('workspaces', ['version', 'appsOff'], where, { lock: 'update' });
      if (!row) throw notFound(NOUN);
      if (row.version !== version)
        throw new AppError('stale', 'Someone else changed this client in the meantime. Your changes were not saved.');
      const change = {
        on: row.appsOff.filter((app) => !wanted.includes(app)),
        off: wanted.filter((app) => !row.appsOff.includes(app)),
      };
      if (change.on.length + change.off.length === 0) return;
      await updateRows('workspaces', { appsOff: wanted, version: NEXT_VERSION }, { id: where.id });
      await note(caller, where.id, CHANGED, change);
    }),
  );
  await forgetAllCachedSessions();
}
