/** What the command palette offers of this domain. Loaded with the palette. */
import { send } from '../../../web/api/send.ts';
import { definePalette } from '../../../web/shell/commands.ts';
import { AUTOMATION } from '../paths.ts';

export default definePalette({
  keywords: { '/workflow-visualization': ['automation', 'webhook', 'trigger', 'rules'] },
  search: [
    {
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
    },
  ],
});
