/** What the catalog shows of phone agents. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const phoneEntry = defineCatalogEntry({
  id: 'phone',
  name: 'Phone agent',
  summary: 'Answers calls with a menu or a conversation: appointments, messages, call-backs, and transfers.',
  category: 'AI',
  page: '/ai-phone-agent',
  ai: true,
  needs: [
    { port: 'voice', required: false, why: 'Without one, agents answer test calls only.' },
    { port: 'model', required: false, why: 'Without one, agents follow their menu by keys and keywords.' },
  ],
  credits: 'phone.minutes',
  allows: [
    'Logs calls as activities.',
    'Creates tasks for messages and call-backs.',
    'Books appointments that callers choose.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from phone_calls where workspace_id = $1 and started_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 call' : `${row!.count} calls`;
  },
});
