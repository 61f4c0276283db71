/** Catalog entries of the knowledge base. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const knowledgeEntry = defineCatalogEntry({
  id: 'knowledge',
  name: 'Knowledge base',
  summary: 'Answers questions from your documents, web pages, and notes, and shows the passage behind each sentence.',
  category: 'AI',
  page: '/ai-knowledge-base',
  ai: true,
  needs: [
    { port: 'model', required: false, why: 'Without one, the best passages are quoted instead of a written answer.' },
    { port: 'embedding', required: false, why: 'A better model finds more by meaning, and other languages.' },
  ],
  credits: 'assistant.tokens',
  allows: [
    'Reads the files, pages, and notes that you add.',
    'Fetches the web pages that you add, and keeps robots.txt.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      'select count(*)::int as count from knowledge_answers where workspace_id = $1 and created_at >= $2',
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return `${row!.count} questions`;
  },
});
