/**
 * Watching records: who is told of what others do with them. Owners are, without a row, unless they do not want to be.
 */
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { WatchSettings, WatchState } from '../../contract/collaboration.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { recordKind } from '../record-kind.ts';
import { requireSubject } from './subjects.ts';

type Reason = NonNullable<WatchState['reason']>;

interface Watcher {
  id: string;
  name: string;
  reason: Reason;
}

/** Those who watch a record, by name; `$1` workspace, `$2` record. People who have left watch nothing. */
const watchersSql = (kind: RecordKind) => `
  select p.id, p.name, w.reason from record_watches w join workspace_people p on p.id = w.user_id and p.active
  where w.workspace_id = $1 and w.record_id = $2 and not w.muted
  union all
  select p.id, p.name, 'owner' from ${KINDS[kind].table} r
    join workspace_people p on p.id = ${recordKind(kind).owner} and p.active
  where r.workspace_id = $1 and r.id = $2
    and not exists (select 1 from record_watches w where w.workspace_id = $1 and w.record_id = $2 and w.user_id = p.id)
    and coalesce((select s.own from watch_settings s where s.workspace_id = $1 and s.user_id = p.id), true)
  order by 2, 1`;

/** @param chosen only those who asked for it themselves: for what concerns many records at once */
export async function watchersOf(kind: RecordKind, recordId: string, chosen = false): Promise<Watcher[]> {
  const all = await query<Watcher>(watchersSql(kind), [currentWorkspaceId(), recordId], `crm_watchers_${kind}`);
  return chosen ? all.filter(({ reason }) => reason === 'chosen') : all;
}

/** @throws AppError `not_found` */
export async function watchState(kind: RecordKind, id: string, caller: Caller): Promise<WatchState> {
  await requireSubject(kind, id);
  const watchers = await watchersOf(kind, id);
  const own = watchers.find((one) => one.id === caller.userId);
  return {
    watching: own !== undefined,
    reason: own?.reason ?? null,
    watchers: watchers.map((one) => ({ id: one.id, name: one.name })),
  };
}

/**
 * Watches from now on, or no longer: then also when the caller owns it or is mentioned.
 * @throws AppError `not_found`
 */
export function setWatch(kind: RecordKind, id: string, watching: boolean, caller: Caller): Promise<WatchState> {
  return transaction(async () => {
    await requireSubject(kind, id);
    await execute(
      `insert into record_watches (workspace_id, record_id, user_id, kind, reason, muted)
        values ($1, $2, $3, $4, 'chosen', $5)
       on conflict (workspace_id, record_id, user_id) do update set muted = excluded.muted, reason = 'chosen'`,
      [currentWorkspaceId(), id, caller.userId, kind, !watching],
    );
    if (!watching)
      await execute('delete from watch_news where workspace_id = $1 and user_id = $2 and record_id = $3', [
        currentWorkspaceId(),
        caller.userId,
        id,
      ]);
    await publishPaths(currentWorkspaceId(), [watchPath(kind, id)]);
    return watchState(kind, id, caller);
  });
}

const watchPath = (kind: RecordKind, id: string) => `${KINDS[kind].path}/${id}/watch`;

/** Lets people watch because of what happened, as far as they want that and did not turn it off for this record. */
export async function watchBecause(
  reason: 'mentioned' | 'commented',
  kind: RecordKind,
  recordId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const added = await execute(
    `insert into record_watches (workspace_id, record_id, user_id, kind, reason)
     select $1, $2, u, $4, $5 from unnest($3::uuid[]) as u
        left join watch_settings s on s.workspace_id = $1 and s.user_id = u where coalesce(s.${reason}, true)
     on conflict (workspace_id, record_id, user_id) do nothing`,
    [currentWorkspaceId(), recordId, userIds, kind, reason],
  );
  if (added > 0) await publishPaths(currentWorkspaceId(), [watchPath(kind, recordId)]);
}

export async function readWatchSettings(caller: Caller): Promise<WatchSettings> {
  const [row] = await query<WatchSettings>(
    'select own, mentioned, commented from watch_settings where workspace_id = $1 and user_id = $2',
    [currentWorkspaceId(), caller.userId],
  );
  return row ?? { own: true, mentioned: true, commented: true };
}

export async function writeWatchSettings(
  { own, mentioned, commented }: WatchSettings,
  caller: Caller,
): Promise<WatchSettings> {
  await execute(
    `insert into watch_settings (workspace_id, user_id, own, mentioned, commented) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, user_id) do update
        set own = excluded.own, mentioned = excluded.mentioned, commented = excluded.commented`,
    [currentWorkspaceId(), caller.userId, own, mentioned, commented],
  );
  await publishPaths(currentWorkspaceId(), ['/api/watch-settings']);
  return readWatchSettings(caller);
}
