/** Catalog entries of collective intelligence. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const collectiveIntelligenceEntry = defineCatalogEntry({
  id: 'collective-intelligence',
  name: 'Collective intelligence',
  summary: 'Benchmarks over your clients from aggregates only, and a council of several models for hard questions.',
  category: 'AI',
  page: '/collective-intelligence',
  ai: true,
  admin: true,
  needs: [{ port: 'model', required: false, why: 'Benchmarks work without one. A council needs at least two models.' }],
  credits: 'assistant.tokens',
  allows: ['Counts records of client workspaces and keeps only aggregates over five or more.'],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from councils where workspace_id = $1 and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 council' : `${row!.count} councils`;
  },
});
