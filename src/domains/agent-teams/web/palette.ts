/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: { '/swarm-agents': ['agent teams', 'AI agents', 'runs', 'research a lead', 'weekly report', 'approval'] },
});
