/** Teams of agents. */
import { defineServerDomain } from '../../server/domain.ts';
import { agentTeamsEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { actKind, draftKind } from './server/acts.ts';
import { agentTeamRoutes } from './server/routes.ts';
import { decisionsSubscriber, runJob } from './server/work.ts';

export const agentTeamsDomain = defineServerDomain({
  name: 'agent-teams',
  catalog: [agentTeamsEntry],
  contract,
  routes: () => agentTeamRoutes,
  jobs: [runJob],
  subscribers: [decisionsSubscriber],
  approvalKinds: [actKind, draftKind],
  demo: () => import('./demo/load.ts'),
});
