/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import clients from './search/clients.ts';

export default definePalette({
  keywords: {
    '/clients': ['customers', 'workspaces', 'health'],
    '/client-sync': ['clients', 'mapping', 'conflicts', 'copy', 'two-way'],
    '/client-status-demo': ['services', 'incidents', 'health', 'sounds'],
  },
  search: [clients],
});
