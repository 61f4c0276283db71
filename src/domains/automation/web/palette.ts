/** What automation adds to the command palette; loaded with it. */
import { send } from '../../../web/api/send.ts';
import { registerSearchProvider } from '../../../web/shell/commands.ts';
import { AUTOMATION } from '../paths.ts';

registerSearchProvider({
  id: 'workflows',
  page: '/workflow-visualization',
  label: 'Workflows',
  when: ({ role }) => role === 'admin',
  search: async (search, signal) => {
    const { items } = await send<{ items: { id: string; name: string }[] }>('GET', AUTOMATION.workflows, {
      query: { search, limit: 6 },
      signal,
    });
    return items.map(({ id, name }) => ({ id, title: name, to: `/workflow-visualization/${id}` }));
  },
});
