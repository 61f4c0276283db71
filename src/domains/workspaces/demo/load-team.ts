/** People of a sample workspace: membership since, teams, working hours, invitations. */
import { newId } from '../../../kernel/ids.ts';
import { addDays } from '../../../kernel/days.ts';
import { fold } from '../../../kernel/text.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import type { DemoWorkspace } from '../../../server/domain.ts';

const OFFICE = [{ from: 540, to: 1050 }];
const EARLY = [{ from: 450, to: 930 }];
const WEEK = {
  office: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []],
  early: [EARLY, EARLY, EARLY, EARLY, [], [], []],
};
/** Hours since the teammates besides the sample accounts were last seen. */
const LAST_SEEN = [2, 20, 5, 75, 30];

/** @param people ids of the workspace's people, the owner first */
export async function loadTeam(
  workspace: DemoWorkspace,
  workspaceId: string,
  people: readonly string[],
  today: string,
): Promise<void> {
  if (workspace.kind === 'personal') return;
  await asSystem(async () => {
    await execute(
      `update memberships set created_at = now() - make_interval(days => (400 - 37 * n)::int)
        from unnest($2::uuid[]) with ordinality as p(id, n) where workspace_id = $1 and user_id = p.id`,
      [workspaceId, people],
    );
    await loadTeams(workspace, workspaceId, people);
    await loadHours(workspace, workspaceId, people, today);
    await loadInvitations(workspace, workspaceId, people[0]!);
    await loadLastSeen(workspaceId, people.slice(-workspace.team.length));
  });
}

async function loadTeams(workspace: DemoWorkspace, workspaceId: string, people: readonly string[]): Promise<void> {
  const teams =
    workspace.kind === 'operations'
      ? ([
          ['Client success', [0, 2, 3]],
          ['Campaigns', [4, 5]],
          ['Fund', [1]],
        ] as const)
      : ([
          ['Sales', [0, 1]],
          ['Site visits', [1, 2]],
        ] as const);
  for (const [name, members] of teams) {
    const id = newId();
    await execute('insert into teams (id, workspace_id, name, name_key) values ($1, $2, $3, $4)', [
      id,
      workspaceId,
      name,
      fold(name),
    ]);
    for (const user of members.flatMap((n) => people[n] ?? []))
      await execute('insert into team_members (workspace_id, team_id, user_id) values ($1, $2, $3)', [
        workspaceId,
        id,
        user,
      ]);
  }
}

async function loadHours(
  workspace: DemoWorkspace,
  workspaceId: string,
  people: readonly string[],
  today: string,
): Promise<void> {
  for (const [n, user] of people.entries()) {
    await execute('insert into working_hours (workspace_id, user_id, time_zone, days) values ($1, $2, $3, $4)', [
      workspaceId,
      user,
      workspace.timeZone,
      JSON.stringify(n % 3 === 2 ? WEEK.early : WEEK.office),
    ]);
  }
  const absences = [
    [people.at(-1)!, addDays(today, -1), addDays(today, 6), 'Vacation'],
    [people[0]!, addDays(today, 12), addDays(today, 13), 'Trade show'],
  ] as const;
  for (const [user, firstDay, lastDay, note] of absences) {
    await execute(
      'insert into absences (id, workspace_id, user_id, first_day, last_day, note) values ($1, $2, $3, $4, $5, $6)',
      [newId(), workspaceId, user, firstDay, lastDay, note],
    );
  }
}

/** No one has these links: their tokens are random and discarded. */
async function loadInvitations(workspace: DemoWorkspace, workspaceId: string, invitedBy: string): Promise<void> {
  const domain = workspace.team[0]!.email.split('@')[1]!;
  for (const [name, sentDaysAgo] of [
    ['wilhelmina.castro', 12],
    ['jonas.adeyemi', 2],
  ] as const) {
    const email = `${name}@${domain}`;
    await execute(
      `insert into invitations (id, workspace_id, email, email_key, role, workspace_role, invited_by, token_hash,
        created_at, sent_at, sendings, expires_at)
       values ($1, $2, $3, $3, 'user', 'member', $4, $5, now() - make_interval(days => $6),
          now() - make_interval(days => $6), 1, now() + make_interval(days => 7 - $6))`,
      [newId(), workspaceId, email, invitedBy, hashToken(randomToken()), sentDaysAgo],
    );
  }
}

async function loadLastSeen(workspaceId: string, people: readonly string[]): Promise<void> {
  for (const [n, user] of people.entries()) {
    await query(
      `insert into sessions (id, user_id, workspace_id, token_hash, renewal_hash, created_at, last_seen_at,
        idle_expires_at, expires_at, renewable_until, revoked_at, user_agent, address)
       select $1, $2, $3, $4, $5, at, at, at, at, at, at, '', ''
          from (select now() - make_interval(hours => $6) as at) seen`,
      [newId(), user, workspaceId, hashToken(randomToken()), hashToken(randomToken()), LAST_SEEN[n % LAST_SEEN.length]],
    );
  }
}
