/** Reading approvals: the queue, what was decided, how many wait. */
import { AppError } from '../../../kernel/errors.ts';
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../kernel/endpoint.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { keepHistory } from '../../../server/events/history.ts';
import { Memory } from '../../../server/events/figure-cache.ts';
import type { ApprovalCount, approvals } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { hiddenKinds, requireVisible } from './managers.ts';
import { type ApprovalRow, readApproval, SELECT, toApproval } from './rows.ts';

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/;

function unpack(cursor: string | undefined): [at: string | null, id: string | null] {
  if (cursor === undefined) return [null, null];
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (!at || !id)
    throw new AppError('bad_request', 'This page cursor is not valid for this list. Start from the first page.', {
      field: 'cursor',
    });
  return [at, id];
}

const WHERE = {
  waiting: `a.state = 'pending' and (a.snoozed_until is null or a.snoozed_until <= now())`,
  snoozed: `a.state = 'pending' and a.snoozed_until > now()`,
  decided: `a.state <> 'pending'`,
} as const;

export async function listApprovals(
  wanted: QueryOf<typeof approvals.list>,
): Promise<ResponseOf<typeof approvals.list>> {
  const { view, limit } = wanted;
  const latestFirst = view === 'decided';
  // An expired request was decided by no one, so it is sorted by its expiration.
  const at = latestFirst ? 'coalesce(a.decided_at, a.expires_at, a.requested_at)' : 'a.requested_at';
  const [cursorAt, cursorId] = unpack(wanted.cursor);
  const rows = await query<ApprovalRow & { position: string }>(
    `select * from (${SELECT.replace('select a.*', `select a.*, ${at} as position`)} and ${WHERE[view]}
       and ($2::text is null or a.tab = $2) and ($3::text is null or a.kind = $3) and ($4::text is null or a.state = $4)
       and ($5::text is null or a.search_text like '%' || $5 || '%') and a.kind <> all($9)) x
     where ($6::timestamptz is null or (position, id) ${latestFirst ? '<' : '>'} ($6::timestamptz, $7::uuid))
     order by position ${latestFirst ? 'desc, id desc' : ', id'} limit $8`,
    [
      currentWorkspaceId(),
      wanted.tab ?? null,
      wanted.kind ?? null,
      wanted.state ?? null,
      wanted.search ? likePattern(wanted.search) : null,
      cursorAt,
      cursorId,
      limit + 1,
      await hiddenKinds(),
    ],
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toApproval),
    next: rows.length > limit && last ? Buffer.from(`${last.position} ${last.id}`).toString('base64url') : null,
  };
}

function likePattern(search: string): string {
  return fold(search).replace(/[\\%_]/g, '\\$&');
}

/** Every page asks how many wait; what was put aside comes back by the clock. */
const COUNTS = new Memory({ paths: [APPROVALS.list], longest: 5_000 });

export async function countApprovals(): Promise<ApprovalCount> {
  const hidden = await hiddenKinds();
  return COUNTS.read(currentWorkspaceId(), JSON.stringify(hidden), () => countNow(hidden));
}

async function countNow(hidden: readonly string[]): Promise<ApprovalCount> {
  const capped = (where: string) =>
    `(select count(*)::int from
      (select 1 from approvals a where a.workspace_id = $1 and a.kind <> all($2) and ${where} limit ${COUNT_CAP}) x)`;
  const [row] = await query<Omit<ApprovalCount, 'total'>>(
    `select ${capped(`${WHERE.waiting} and tab = 'incoming'`)} as incoming,
      ${capped(`${WHERE.waiting} and tab = 'outgoing'`)} as outgoing,
       ${capped(WHERE.snoozed)} as snoozed, ${capped(`a.state in ('failed', 'uncertain')`)} as failed`,
    [currentWorkspaceId(), hidden],
    'approvals_count',
  );
  return { ...row!, total: row!.incoming + row!.outgoing };
}

const HISTORY_MAX = 200;

keepHistory({ approval: 'approvals' });

/** Everything that happened to one request, the oldest first. @throws AppError `not_found`. */
export async function historyOf(id: string): Promise<ResponseOf<typeof approvals.history>> {
  await requireVisible(await readApproval(id));
  const rows = await query<{
    type: string;
    at: string;
    actor_id: string | null;
    name: string | null;
    data: Record<string, unknown>;
  }>(
    `select e.type, e.at, e.actor_id, p.name, e.data from events e left join workspace_people p on p.id = e.actor_id
     where e.workspace_id = $1 and e.subject_type = 'approval' and e.subject_id = $2
        order by e.id limit ${HISTORY_MAX}`,
    [currentWorkspaceId(), id],
  );
  return {
    items: rows.map(({ type, at, actor_id, name, data }) => ({
      type,
      at,
      data,
      by: actor_id === null ? null : { id: actor_id, name: name ?? 'Former member' },
    })),
  };
}
