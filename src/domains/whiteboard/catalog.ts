/** Catalog entries of whiteboards. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const whiteboardEntry = defineCatalogEntry({
  id: 'whiteboard',
  name: 'Whiteboard',
  summary: 'Boards that your team draws on together, with sticky notes, diagrams, and images.',
  category: 'Productivity',
  page: '/whiteboard',
  allows: ['Stores drawings and images of the workspace.'],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from whiteboards where workspace_id = $1 and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 board' : `${row!.count} boards`;
  },
});
