import { type BoundRoute, route } from '../../../server/http/route.ts';
import { agentRuns, agentTeams } from '../contract.ts';
import { readRun } from './rows.ts';
import { listRuns, pauseRun, replayRun, resumeRun, startRun, stopRun } from './runs.ts';
import { createTeam, readOverview, removeTeam, updateTeam } from './teams.ts';

export const agentTeamRoutes: BoundRoute[] = [
  route(agentTeams.overview, readOverview),
  route(agentTeams.create, ({ body }) => createTeam(body)),
  route(agentTeams.update, ({ params, body }) => updateTeam(params.id, body)),
  route(agentTeams.remove, ({ params }) => removeTeam(params.id)),
  route(agentTeams.start, ({ params, body }) => startRun(params.id, body)),
  route(agentRuns.list, ({ query }) => listRuns(query)),
  route(agentRuns.get, ({ params }) => readRun(params.id)),
  route(agentRuns.pause, ({ params }) => pauseRun(params.id)),
  route(agentRuns.resume, ({ params }) => resumeRun(params.id)),
  route(agentRuns.stop, ({ params }) => stopRun(params.id)),
  route(agentRuns.replay, ({ params }) => replayRun(params.id)),
];
