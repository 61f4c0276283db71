/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import workflows from './search/workflows.ts';

export default definePalette({
  keywords: { '/workflow-visualization': ['automation', 'webhook', 'trigger', 'rules'] },
  search: [workflows],
});
