/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import workflows from './search/workflows.ts';

export default definePalette({
  keywords: { '/workflow-visualization': ['automation', 'webhook', 'trigger', 'rules'] },
  search: [workflows],
});
