/** Teams: named groups of members. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  insertRows,
  isUniqueViolation,
  NEXT_VERSION,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { NewTeam, Team, TeamUpdate } from '../contract.ts';
import { TEAM } from '../paths.ts';

const MAX_TEAMS = 200;
const SELECT = `select t.id, t.version, t.name,
    (select coalesce(jsonb_agg(tm.user_id order by tm.user_id), '[]') from team_members tm
      where tm.workspace_id = t.workspace_id and tm.team_id = t.id) as members
  from teams t where t.workspace_id = $1`;

export function listTeams(): Promise<Team[]> {
  return query<Team>(`${SELECT} order by t.name_key limit ${MAX_TEAMS}`, [currentWorkspaceId()]);
}

async function readTeam(id: string): Promise<Team> {
  const [team] = await query<Team>(`${SELECT} and t.id = $2`, [currentWorkspaceId(), id]);
  if (!team) throw notFound('The team');
  return team;
}

async function setMembers(id: string, members: readonly string[]): Promise<void> {
  const people = await query<{ id: string }>(
    'select id from workspace_people where workspace_id = $1 and id = any($2)',
    [currentWorkspaceId(), members],
  );
  if (people.length < new Set(members).size)
    throw new AppError('validation', 'One of these people is not a member of this workspace.', { field: 'members' });
  await deleteRows('team_members', { workspaceId: currentWorkspaceId(), teamId: id });
  await insertRows(
    'team_members',
    [...new Set(members)].map((userId) => ({ workspaceId: currentWorkspaceId(), teamId: id, userId })),
  );
}

async function record(action: string, id: string, name: string): Promise<void> {
  await audit({ action: `team.${action}`, subject: { type: 'team', id }, details: { name } });
  await emit({ type: `team.${action}`, subject: { type: 'team', id }, paths: [TEAM.teams, TEAM.members] });
}

async function uniquely<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await transaction(act);
  } catch (error) {
    if (isUniqueViolation(error, 'teams_name'))
      throw new AppError('conflict', 'A team with this name already exists.', { field: 'name' });
    throw error;
  }
}

export function createTeam({ name, members }: z.output<typeof NewTeam>): Promise<Team> {
  return uniquely(async () => {
    const count = await countRows('teams', { workspaceId: currentWorkspaceId() });
    if (count >= MAX_TEAMS) throw new AppError('conflict', `A workspace can have up to ${MAX_TEAMS} teams.`);
    const id = newId();
    await insertRow('teams', { id, workspaceId: currentWorkspaceId(), name, nameKey: fold(name) });
    await setMembers(id, members);
    await record('created', id, name);
    return readTeam(id);
  });
}

export function updateTeam(id: string, { version, name, members }: z.output<typeof TeamUpdate>): Promise<Team> {
  return uniquely(async () => {
    const before = await readTeam(id);
    const written = await updateRows(
      'teams',
      { name, nameKey: name === undefined ? undefined : fold(name), version: NEXT_VERSION },
      { workspaceId: currentWorkspaceId(), id, version },
    );
    if (written === 0)
      throw new AppError('stale', 'Someone changed this team in the meantime. Review it again.', {
        details: { version: before.version },
      });
    if (members) await setMembers(id, members);
    await record('updated', id, name ?? before.name);
    return readTeam(id);
  });
}

export function deleteTeam(id: string): Promise<void> {
  return transaction(async () => {
    const { name } = await readTeam(id);
    await deleteRows('teams', { workspaceId: currentWorkspaceId(), id });
    await record('deleted', id, name);
  });
}
