/** Catalog entries of meetings. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const meetingsEntry = defineCatalogEntry({
  id: 'meetings',
  name: 'Meeting assistant',
  summary: 'Turns recordings and transcripts into summaries, decisions, and tasks, each with the passage it rests on.',
  category: 'AI',
  page: '/ai-meeting-assistant',
  ai: true,
  needs: [
    { port: 'model', required: false, why: 'Without one, summaries quote the sentences that say most.' },
    { port: 'speech', required: false, why: 'Without one, meetings begin with a transcript instead of a recording.' },
  ],
  credits: 'assistant.tokens',
  allows: [
    'Sends recordings that you upload to your speech service.',
    'Logs a meeting as an activity.',
    'Creates tasks that you accept.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from meetings where workspace_id = $1 and created_at >= $2`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 meeting' : `${row!.count} meetings`;
  },
});
