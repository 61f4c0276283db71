/** What client management adds to the command palette; loaded with it. */
import { registerSearchProvider } from '../../../web/shell/commands.ts';
import { searchClients } from './palette-search.ts';

registerSearchProvider({
  id: 'clients',
  page: '/clients',
  label: 'Clients',
  when: (user) => user.role === 'admin',
  search: searchClients,
});
