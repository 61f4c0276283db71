/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({ keywords: { '/workflow-visualization': ['workflow', 'webhook', 'trigger', 'rules'] } });
