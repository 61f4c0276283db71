/** Working in another workspace: one's own, or as an administrator a client's, for a while and on the record. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  isUniqueViolation,
  NOW,
  query,
  savepoint,
  selectRow,
  sql,
  transaction,
  updateRow,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { endVisitsOf, moveSession, takeSessionOnVisit } from '../../identity/index.ts';
import { type StepIn, type Visit, type VisitableWorkspace, type workspaces } from '../contract.ts';
import { TEAM } from '../paths.ts';

const NOUN = 'The workspace';
/** A folded name is text of any kind. */
const ANY_KEY = /^[^]*$/;

/** Clients' workspaces by name. */
export async function listClients({
  search,
  cursor,
  limit,
}: QueryOf<typeof workspaces.clients>): Promise<ResponseOf<typeof workspaces.clients>> {
  const after = unpackCursor(cursor, ANY_KEY, UUID) ?? ['', ''];
  const rows = await asSystem(() =>
    query<VisitableWorkspace & { key: string }>(
      `select * from (
       select w.id, w.name, w.kind, lower(w.name) collate "C" as key,
          (select count(*)::int from memberships m join users u on u.id = m.user_id and u.active
          where m.workspace_id = w.id) as members,
         (select u.name from memberships m join users u on u.id = m.user_id and u.active where m.workspace_id = w.id
            and m.role = 'owner' order by m.created_at limit 1) as owner
       from workspaces w where w.kind = 'client' and w.archived_at is null and ($1::text is null or w.name ilike $1)
     ) client where (key, id::text) > ($2 collate "C", $3) order by key, id::text limit $4`,
      [search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null, after[0], after[1], limit + 1],
    ),
  );
  const page = pageFrom(rows, limit, ({ key, id }) => packCursor(key, id));
  return {
    items: page.items.map(({ id, name, kind, owner, members }) => ({ id, name, kind, owner, members })),
    next: page.next,
  };
}

/**
 * Takes the caller's session into a client's workspace.
 * @throws AppError not_found for one that is no client's; conflict during another visit.
 */
export function stepIn(caller: Caller, id: string, { reason, minutes }: z.output<typeof StepIn>): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      const client = await selectRow('workspaces', ['name'], { id, kind: 'client', archivedAt: null });
      if (!client) throw notFound(NOUN);
      // Two clicks take turns, so the second one sees the visit of the first.
      await selectRow('sessions', ['id'], { id: caller.sessionId }, { lock: 'update' });
      if (await isVisiting(caller)) throw visiting();
      const [visit] = await query<{ until: string }>(
        `select (now() + make_interval(mins => $1))::timestamptz(3) as until`,
        [minutes],
      );
      const until = new Date(visit!.until);
      // One that ended with its time is closed now; it was over since then.
      await updateRows(
        'step_ins',
        { endedAt: sql`least(now(), expires_at)` },
        { sessionId: caller.sessionId, endedAt: null },
      );
      await savepoint(() =>
        execute(
          'insert into step_ins (id, workspace_id, admin_id, session_id, home_id, reason, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
          [newId(), id, caller.userId, caller.sessionId, caller.workspaceId, reason, until],
        ),
      ).catch((error: unknown) => {
        // Pressed twice, or in two tabs: the other one was quicker.
        throw isUniqueViolation(error, 'step_ins_open') ? visiting() : error;
      });
      await takeSessionOnVisit(caller.sessionId, caller.userId, { workspaceId: id, homeId: caller.workspaceId, until });
      await recordInBoth(
        'visit.started',
        caller,
        { clientId: id, homeId: caller.workspaceId },
        { client: client.name, reason, until: until.toISOString() },
      );
    }),
  );
}

const visiting = () => new AppError('conflict', 'You are already visiting a client. End that visit first.');

/**
 * Ends the caller's visit.
 * @returns the workspace that the session is back in.
 * @throws AppError conflict without a visit.
 */
export function stepOut(caller: Caller): Promise<string> {
  return asSystem(() =>
    transaction(async () => {
      const visit = await updateRow(
        'step_ins',
        { endedAt: NOW },
        { sessionId: caller.sessionId, endedAt: null, expiresAt: sql`> now()` },
        ['workspaceId', 'homeId'],
      );
      if (!visit) throw new AppError('conflict', 'You are not visiting a client.');
      await moveSession(caller.sessionId, caller.userId, visit.homeId);
      await recordInBoth('visit.ended', caller, { clientId: visit.workspaceId, homeId: visit.homeId }, {});
      return visit.homeId;
    }),
  );
}

/** Ends every visit in a workspace that is shut; runs as system, in the transaction that shuts it. */
export async function endVisits(workspaceId: string): Promise<void> {
  await updateRows('step_ins', { endedAt: sql`least(now(), expires_at)` }, { workspaceId, endedAt: null });
}

/** Ends the visits of someone who is an administrator no more, for those who were visited as well; runs as system. */
export async function endVisitsBy(userId: string): Promise<void> {
  await updateRows('step_ins', { endedAt: sql`least(now(), expires_at)` }, { adminId: userId, endedAt: null });
  await endVisitsOf(userId);
}

async function isVisiting(caller: Caller): Promise<boolean> {
  const [row] = await query(
    'select 1 from step_ins where session_id = $1 and ended_at is null and expires_at > now()',
    [caller.sessionId],
  );
  return row !== undefined;
}

/** The client's audit log must tell of a visit as well as the house's own. */
async function recordInBoth(
  action: string,
  caller: Caller,
  { clientId, homeId }: { clientId: string; homeId: string },
  details: Record<string, unknown>,
): Promise<void> {
  for (const workspaceId of [clientId, homeId]) {
    await audit({ action, actorId: caller.userId, workspaceId, subject: { type: 'workspace', id: clientId }, details });
    await emit({
      type: action,
      subject: { type: 'workspace', id: clientId },
      workspaceId,
      data: { adminId: caller.userId },
      paths: [TEAM.visits],
    });
  }
}

/**
 * Moves the caller's session to another workspace of theirs.
 * @throws AppError not_found for one that they do not belong to.
 */
export function switchWorkspace(caller: Caller, id: string): Promise<void> {
  return asSystem(() =>
    transaction(async () => {
      const [mine] = await query(
        'select 1 from memberships m join workspaces w on w.id = m.workspace_id where m.user_id = $1 and w.id = $2 and w.archived_at is null',
        [caller.userId, id],
      );
      if (!mine) throw notFound(NOUN);
      if (await isVisiting(caller)) await stepOut(caller);
      await moveSession(caller.sessionId, caller.userId, id);
      await audit({ action: 'workspace.switched', actorId: caller.userId, workspaceId: id });
    }),
  );
}

/** Visits in the active workspace, newest first. */
export async function listVisits({
  cursor,
  limit,
}: QueryOf<typeof workspaces.visits>): Promise<ResponseOf<typeof workspaces.visits>> {
  const workspaceId = currentWorkspaceId();
  // A visit ends with its session, too. Its administrator is no member here, so their name is read above the wall.
  const rows = await asSystem(() =>
    query<Visit>(
      `select v.id, u.name as admin, v.reason, v.started_at as "startedAt", ends.at as "endsAt", ends.at > now() as open
     from step_ins v join users u on u.id = v.admin_id left join sessions s on s.id = v.session_id
     cross join lateral (select least(v.ended_at, v.expires_at, s.revoked_at) as at) ends
     where v.workspace_id = $1 and ($2::uuid is null or v.id < $2) order by v.id desc limit $3`,
      [workspaceId, cursor ?? null, limit + 1],
    ),
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}
