/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import boards from './search/boards.ts';

export default definePalette({
  keywords: { '/whiteboard': ['board', 'draw', 'diagram', 'sketch', 'sticky notes', 'brainstorm', 'canvas'] },
  search: [boards],
});
