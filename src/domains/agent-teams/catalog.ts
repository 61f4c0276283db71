/** Catalog entries of agent teams. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const agentTeamsEntry = defineCatalogEntry({
  id: 'agent-teams',
  name: 'Agent teams',
  summary: 'Teams that research leads, write reports, and tidy records step by step, and wait for your approval.',
  category: 'AI',
  page: '/swarm-agents',
  ai: true,
  admin: true,
  needs: [{ port: 'model', required: false, why: 'Teams that only search, count, and save run without one.' }],
  credits: 'assistant.tokens',
  allows: ['Reads records in the name of who starts a run.', 'Changes records after approval, as the team says.'],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from agent_runs where workspace_id = $1 and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return `${row!.count} runs`;
  },
});
