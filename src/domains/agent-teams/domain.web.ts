/** Teams of agents. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const agentTeamsDomain = defineWebDomain({
  name: 'agent-teams',
  pages: [
    page('/swarm-agents', { title: 'Swarm agents', guard: 'admin', load: () => import('./web/agent-teams-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
});
