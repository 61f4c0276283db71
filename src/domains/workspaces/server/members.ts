/** The members of the active workspace, as administrators see them. */
import type * as z from 'zod';
import { notFound } from '../../../kernel/errors.ts';
import { asSystem, currentWorkspaceId, query } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { countOwned, ownedKinds } from '../../../server/ownership/ownership.ts';
import { type MemberQuery, type team, type TeamMember } from '../contract.ts';
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { presencesOf } from './availability.ts';

/** Sort key as text that compares byte by byte. */
const STAMP = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), '')`;
const LAST_SEEN = '(select max(s.last_seen_at) from sessions s where s.user_id = u.id)';
const SORT_KEYS: Record<string, string> = {
  name: 'lower(u.name)',
  role: `(case when u.is_owner then '0' when u.role = 'admin' then '1' when u.role = 'opus_team' then '2' when m.role = 'owner' then '3' else '4' end) || lower(u.name)`,
  lastSeen: STAMP(LAST_SEEN),
  joined: STAMP('m.created_at'),
};

/** A sort key is text of any kind. */
const ANY_KEY = /^[^]*$/;

type Row = Omit<TeamMember, 'presence' | 'owns'> & { sortKey: string };

const select = (sortKey: string) => `
  select u.id, u.version, u.name, u.username, u.email, u.email_confirmed_at is not null as "emailConfirmed", u.role,
    m.role as "workspaceRole", u.is_owner as "isOwner",
    case when u.active then 'active' else 'deactivated' end as state, m.created_at as "joinedAt",
      ${LAST_SEEN} as "lastSeenAt", u.deactivated_at as "deactivatedAt",
    exists (select 1 from two_factors t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor",
    (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name_key), '[]')
       from team_members tm join teams t on t.id = tm.team_id
          where tm.workspace_id = m.workspace_id and tm.user_id = u.id) as teams,
    (${sortKey}) collate "C" as "sortKey"
  from memberships m join users u on u.id = m.user_id
  where m.workspace_id = $1 and u.erased_at is null`;

/** One page of members. */
export async function listMembers(wanted: z.output<typeof MemberQuery>): Promise<ResponseOf<typeof team.members>> {
  const descending = wanted.sort.startsWith('-');
  const sortKey = SORT_KEYS[wanted.sort.replace('-', '')]!;
  const values: unknown[] = [currentWorkspaceId()];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (wanted.search) {
    const pattern = bind(`%${wanted.search.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(u.name ilike ${pattern} or u.email ilike ${pattern} or u.username ilike ${pattern})`);
  }
  if (wanted.state) conditions.push(`u.active = ${bind(wanted.state === 'active')}`);
  if (wanted.role) conditions.push(`u.role = ${bind(wanted.role)}`);
  if (wanted.team)
    conditions.push(
      `exists (select 1 from team_members tm where tm.team_id = ${bind(wanted.team)} and tm.user_id = u.id)`,
    );
  const where = conditions.map((condition) => ` and ${condition}`).join('');
  const filters = values.length;
  const after = unpackCursor(wanted.cursor, ANY_KEY, UUID);
  const direction = descending ? 'desc' : 'asc';
  const rows = await asSystem(() =>
    query<Row>(
      `select * from (${select(sortKey)}${where}) row
        ${after ? `where ("sortKey", id) ${descending ? '<' : '>'} (${bind(after[0])} collate "C", ${bind(after[1])}::uuid)` : ''}
     order by "sortKey" ${direction}, id ${direction} limit ${bind(wanted.limit + 1)}`,
      values,
    ),
  );
  const page = pageFrom(rows, wanted.limit, (row) => packCursor(row.sortKey, row.id));
  const [{ count } = { count: 0 }] = await asSystem(() =>
    query<{ count: number }>(
      `select count(*)::int as count from memberships m join users u on u.id = m.user_id
        where m.workspace_id = $1 and u.erased_at is null${where}`,
      values.slice(0, filters),
    ),
  );
  return {
    items: await complete(page.items),
    next: page.next,
    total: { count, capped: false },
    kinds: ownedKinds().map(({ kind, label }) => ({ kind, label })),
  };
}

/** @throws AppError not_found for someone who is not in this workspace. */
export async function getMember(id: string): Promise<TeamMember> {
  const workspaceId = currentWorkspaceId();
  const rows = await asSystem(() => query<Row>(`${select(`''`)} and u.id = $2`, [workspaceId, id]));
  const [member] = await complete(rows);
  if (!member) throw notFound('The member');
  return member;
}

async function complete(rows: Row[]): Promise<TeamMember[]> {
  const ids = rows.map(({ id }) => id);
  const [owns, presences] = [await countOwned(ids), await presencesOf(ids)];
  return rows.map((row) => {
    const member: Partial<Row> & Pick<TeamMember, 'presence' | 'owns'> = {
      ...row,
      presence: presences.get(row.id)!,
      owns: owns.get(row.id)!,
    };
    delete member.sortKey;
    return member as TeamMember;
  });
}
