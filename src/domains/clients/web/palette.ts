/** What the command palette offers of this domain. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';

export default definePalette({
  keywords: {
    '/clients': ['customers', 'workspaces', 'health'],
    '/client-sync': ['clients', 'mapping', 'conflicts', 'copy', 'two-way'],
    '/client-status-demo': ['services', 'incidents', 'health', 'sounds'],
  },
  search: [
    {
      id: 'clients',
      page: '/clients',
      label: 'Clients',
      when: (user) => user.role === 'admin',
      search: async (query, signal) => (await import('./palette-search.ts')).searchClients(query, signal),
    },
  ],
});
