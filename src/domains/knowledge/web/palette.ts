/** Palette search of the knowledge base. Loaded with the palette. */
import { send } from '../../../web/api/send.ts';
import { definePalette, type SearchProvider } from '../../../web/shell/commands.ts';
import { type FoundPassage, knowledgeDocuments } from '../contract.ts';

const HITS = 5;

const passages: SearchProvider = {
  id: 'knowledge',
  label: 'Knowledge base',
  page: '/knowledge-base-unified',
  async search(q, signal) {
    const { method, path } = knowledgeDocuments.search;
    const { items } = await send<{ items: FoundPassage[] }>(method, path, { query: { q, limit: HITS }, signal });
    // Passages that match only in meaning suit a question, not a quick jump.
    return items
      .filter(({ marks }) => marks.length > 0)
      .map(({ id, documentId, documentTitle, text, marks }) => ({
        id,
        title: documentTitle,
        detail: aroundMark(text, marks[0]![0]),
        to: `/knowledge-base-unified?document=${documentId}&passage=${id}`,
      }));
  },
};

const BEFORE = 30;
const LONGEST = 120;

/** The words around what was found. */
function aroundMark(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  return text
    .slice(start, start + LONGEST)
    .replace(/\s+/g, ' ')
    .trim();
}

export default definePalette({
  keywords: {
    '/knowledge-base-unified': ['documents', 'sources', 'files', 'upload', 'pdf', 'rag', 'knowledge'],
    '/ai-knowledge-base': ['ask', 'answers', 'questions', 'faq', 'answer gaps', 'verified answers'],
    '/knowledge-testing-dashboard': ['test sets', 'recall', 'ndcg', 'retrieval quality', 'regression'],
    '/universal-knowledge-status': ['freshness', 'sync', 'index', 'failed documents', 'stale'],
  },
  search: [passages],
});
