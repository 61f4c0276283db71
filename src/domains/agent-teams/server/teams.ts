/** Teams: their graph and limits. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NEXT_VERSION,
  NOW,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { endpointTools, hasModel } from '../../assistants/index.ts';
import { MAX_TEAMS, type RunRow, type Team, type TeamFields } from '../contract.ts';
import { graphProblems } from '../engine/graph.ts';
import { AGENT_TEAMS } from '../paths.ts';
import { currentAdministrator } from './caller.ts';
import { starterOf, STARTERS } from './starters.ts';
import { OWN_ACTS } from './model-turn.ts';

const COLUMNS = ['id', 'version', 'name', 'description', 'starter', 'agents', 'limits', 'updatedAt'] as const;
const toTeam = (row: object): Team => row as Team;

/** @throws AppError `not_found` */
export async function readTeam(id: string): Promise<Team> {
  const row = await selectRow('agent_teams', COLUMNS, { id });
  if (!row) throw notFound('The team');
  return toTeam(row);
}

/** Words of a tool's name: `find_contacts` is "Find contacts". */
const labelOf = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

export async function readOverview() {
  const caller = await currentAdministrator();
  const teams = await selectRows('agent_teams', COLUMNS, {}, { orderBy: ['id'], limit: MAX_TEAMS });
  const last = await query<{ team_id: string; id: string; state: RunRow['state']; created_at: string }>(
    `select distinct on (team_id) team_id, id, state, created_at from agent_runs
      where workspace_id = $1 and team_id is not null order by team_id, id desc`,
    [caller.workspaceId],
  );
  return {
    items: teams.map((row) => {
      const run = last.find(({ team_id: teamId }) => teamId === row.id);
      return { ...toTeam(row), lastRun: run ? { id: run.id, state: run.state, createdAt: run.created_at } : null };
    }),
    starters: STARTERS.map(({ id, name, description, needsModel, subject }) => ({
      id,
      name,
      description,
      needsModel,
      subject,
    })),
    connected: await hasModel(caller.workspaceId),
    tools: [
      ...OWN_ACTS.map((one) => ({ ...one, effect: 'act' as const })),
      ...endpointTools(caller).map(({ spec }) => ({ name: spec.name, label: labelOf(spec.name), effect: spec.effect })),
    ],
  };
}

/** @throws AppError `validation` with the fields */
async function checkTeam({ agents }: Pick<TeamFields, 'agents'>): Promise<void> {
  const fields = graphProblems(agents);
  const known = new Set([
    ...OWN_ACTS.map(({ name }) => name),
    ...endpointTools(await currentAdministrator()).map(({ spec }) => spec.name),
  ]);
  for (const [index, { work }] of agents.entries())
    if (work.kind === 'think')
      for (const tool of work.tools)
        if (!known.has(tool))
          fields.push({ field: `agents.${index}.work.tools`, message: `There is no tool “${tool}”.` });
  if (fields.length > 0) throw new AppError('validation', fields[0]!.message, { fields });
}

/** @throws AppError `validation`; `not_found` for a starter that does not exist; `conflict` at the limit */
export async function createTeam(given: { starter: string } | TeamFields): Promise<Team> {
  const starter = 'starter' in given ? starterOf(given.starter) : undefined;
  if ('starter' in given && !starter) throw notFound('The starter team');
  const fields = starter ?? (given as TeamFields);
  await checkTeam(fields);
  if ((await countRows('agent_teams', {})) >= MAX_TEAMS)
    throw new AppError('conflict', `A workspace has at most ${MAX_TEAMS} teams. Delete one first.`);
  return insertTeam(fields, starter?.id ?? null);
}

/** Inserts a team that was checked. */
export async function insertTeam(
  { name, description, agents, limits }: TeamFields,
  starter: string | null,
): Promise<Team> {
  const id = newId();
  const workspaceId = currentWorkspaceId();
  const row = { id, workspaceId, name, description, starter, agents, limits, createdBy: currentUserId() };
  await insertRow('agent_teams', row);
  await publishPaths(workspaceId, [AGENT_TEAMS.teams]);
  return readTeam(id);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export async function updateTeam(id: string, { version, ...fields }: TeamFields & { version: number }): Promise<Team> {
  await checkTeam(fields);
  await transaction(async () => {
    const row = await selectRow('agent_teams', ['version'], { id }, { lock: 'update' });
    if (!row) throw notFound('The team');
    if (row.version !== version)
      throw new AppError('stale', 'Someone else changed this team in the meantime. Your changes were not saved.');
    await updateRows('agent_teams', { ...fields, updatedAt: NOW, version: NEXT_VERSION }, { id });
    await publishPaths(currentWorkspaceId(), [AGENT_TEAMS.teams]);
  });
  return readTeam(id);
}

/** @throws AppError `not_found`; `conflict` while a run is under way */
export async function removeTeam(id: string): Promise<void> {
  await transaction(async () => {
    if (!(await selectRow('agent_teams', ['id'], { id }, { lock: 'update' }))) throw notFound('The team');
    if ((await countRows('agent_runs', { teamId: id, state: ['queued', 'running', 'waiting', 'paused'] })) > 0)
      throw new AppError('conflict', 'A run of this team is under way. Stop it first.');
    await deleteRows('agent_teams', { id });
    await publishPaths(currentWorkspaceId(), [AGENT_TEAMS.teams]);
  });
}
