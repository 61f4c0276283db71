/** What the catalog shows of funnels. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const funnelsEntry = defineCatalogEntry({
  id: 'funnels',
  name: 'Funnel builder',
  summary: 'Builds and publishes pages that turn visitors into leads, and shows where visitors leave.',
  category: 'Lead acquisition',
  page: '/funnel-builder',
  needs: [
    { port: 'payment', required: false, why: 'Without one, orders go to the embedded test gateway.' },
    { port: 'mail', required: false, why: 'Without one, receipts stay on this server.' },
  ],
  allows: [
    'Publishes pages that anyone can open.',
    'Creates leads from the forms that visitors send.',
    'Takes payments for the orders of visitors, and emails receipts.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from funnel_submissions
        where workspace_id = $1 and state = 'accepted' and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 lead' : `${row!.count} leads`;
  },
});
