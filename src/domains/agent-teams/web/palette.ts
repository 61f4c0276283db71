/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: { '/swarm-agents': ['agent teams', 'AI agents', 'runs', 'research a lead', 'weekly report', 'approval'] },
});
