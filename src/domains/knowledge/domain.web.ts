/** Knowledge: documents, answers with their proof, freshness, and tests. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const knowledgeDomain = defineWebDomain({
  name: 'knowledge',
  pages: [
    page('/knowledge-base-unified', {
      title: 'Knowledge base',
      guard: 'user',
      load: () => import('./web/knowledge-page.tsx'),
    }),
    page('/ai-knowledge-base', { title: 'AI knowledge base', guard: 'user', load: () => import('./web/ask-page.tsx') }),
    page('/universal-knowledge-status', {
      title: 'Knowledge status',
      guard: 'user',
      load: () => import('./web/status-page.tsx'),
    }),
    page('/knowledge-testing-dashboard', {
      title: 'Knowledge testing',
      guard: 'user',
      load: () => import('./web/tests-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
