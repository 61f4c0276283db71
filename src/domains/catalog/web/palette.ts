/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/app-store': ['apps', 'install', 'integrations', 'connectors', 'catalog', 'marketplace'],
    '/ai-features': ['AI', 'assistant', 'agents', 'models', 'what needs a model'],
  },
});
