/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/model-config': ['AI', 'language models', 'LLM', 'OpenAI', 'Anthropic', 'prices', 'tokens', 'assistant'],
  },
});
