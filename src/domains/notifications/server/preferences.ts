/** Which news reaches a person by which way. Of the person, whatever the workspace: every function runs as system. */
import { invalid } from '../../../kernel/errors.ts';
import { execute, selectRow, selectRows } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { NotificationSettings, Ways } from '../contract.ts';
import { kindsFor, type NotificationKind } from './kinds.ts';

/** How news of this kind reaches the person. */
export async function waysOf(userId: string, kind: NotificationKind): Promise<Ways> {
  const row = await selectRow('notification_ways', ['kind', 'inApp', 'email'], { userId, kind: kind.name });
  return row ? { inApp: row.inApp, email: row.email } : kind.ways;
}

/** Every kind that the person can be told of, with what they chose. */
export async function readSettings({ userId, role }: Pick<Caller, 'userId' | 'role'>): Promise<NotificationSettings> {
  const rows = await selectRows('notification_ways', ['kind', 'inApp', 'email'], { userId });
  const chosen = new Map(rows.map((row) => [row.kind, { inApp: row.inApp, email: row.email }]));
  return {
    kinds: kindsFor(role).map(({ name, group, label, hint, ways }) => ({
      kind: name,
      group,
      label,
      hint,
      ways: chosen.get(name) ?? ways,
    })),
  };
}

/** @throws AppError validation for a kind that there is not, naming it. */
export async function writeSettings(
  caller: Pick<Caller, 'userId' | 'role'>,
  change: Record<string, Ways>,
): Promise<NotificationSettings> {
  const known = new Set(kindsFor(caller.role).map((kind) => kind.name));
  const unknown = Object.keys(change).find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid(unknown, 'This type of notification does not exist.');
  const rows = Object.entries(change).map(([kind, { inApp, email }]) => ({ kind, in_app: inApp, email }));
  await execute(
    `insert into notification_ways (user_id, kind, in_app, email)
     select $1, w.kind, w.in_app, w.email
        from json_to_recordset($2::json) as w(kind text, in_app boolean, email boolean)
     on conflict (user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`,
    [caller.userId, JSON.stringify(rows)],
  );
  return readSettings(caller);
}
