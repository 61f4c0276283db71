/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import funnels from './search/funnels.ts';

export default definePalette({
  keywords: {
    '/funnel-builder': ['funnels', 'landing pages', 'opt-in pages', 'forms', 'split test', 'campaign pages'],
  },
  search: [funnels],
});
