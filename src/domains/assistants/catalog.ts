/** Catalog entries of assistants. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';
import { TOKENS } from './server/metered.ts';

export const askEntry = defineCatalogEntry({
  id: 'ask',
  name: 'Ask',
  summary: 'Answers questions about the product and your records, and prepares changes. Open Help on any page.',
  category: 'AI',
  page: '/documentation',
  ai: true,
  needs: [
    { port: 'model', required: false, why: 'Without one, Ask shows passages of the manual and matching records.' },
  ],
  credits: TOKENS,
  allows: ['Reads what you may read. Changes a record only after you confirm the change.'],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from assistant_runs where workspace_id = $1 and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return `${row!.count} runs`;
  },
});

export const modelsEntry = defineCatalogEntry({
  id: 'model-config',
  name: 'Model configuration',
  summary: 'Chooses which language model serves which purpose, with prices, limits, and every call.',
  category: 'AI',
  page: '/model-config',
  ai: true,
  admin: true,
  needs: [{ port: 'model', required: true, why: 'There is nothing to choose without a connected model.' }],
  allows: ['Administrators set models, prices, and limits of all workspaces.'],
});

export const mcpEntry = defineCatalogEntry({
  id: 'mcp',
  name: 'Your own assistant by MCP',
  summary: 'Lets an assistant that speaks the Model Context Protocol work in this workspace at /mcp with an API key.',
  category: 'Third-party apps',
  page: '/settings?tab=api-keys',
  ai: true,
  allows: ['Does what the scopes of the API key allow, in the name of its owner.'],
});
