import { page } from '../../../web/router/page.ts';

export const assistantPages = [
  page('/model-config', {
    title: 'Model configuration',
    guard: 'admin',
    keywords: ['AI', 'language models', 'LLM', 'OpenAI', 'Anthropic', 'prices', 'tokens', 'assistant'],
    load: () => import('./models/model-config-page.tsx'),
  }),
];
