/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/model-config': ['AI', 'language models', 'LLM', 'OpenAI', 'Anthropic', 'prices', 'tokens', 'assistant'],
  },
});
