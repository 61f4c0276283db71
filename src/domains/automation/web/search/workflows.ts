import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import { AUTOMATION } from '../../paths.ts';

export default defineSearchSource<{ id: string; name: string }>({
  id: 'workflows',
  label: 'Workflows',
  page: '/workflow-visualization',
  when: ({ role }) => role === 'admin',
  list: AUTOMATION.workflows,
  hit: ({ id, name }) => ({ id, title: name, to: `/workflow-visualization/${id}` }),
});
