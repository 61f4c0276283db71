import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { ClientRow } from '../../contract.ts';
import { CLIENTS } from '../../paths.ts';

export default defineSearchSource<ClientRow>({
  id: 'clients',
  label: 'Clients',
  page: '/clients',
  when: ({ role }) => role === 'admin',
  list: CLIENTS,
  hit: ({ id, name, owner }) => ({ id, title: name, ...(owner && { detail: owner.name }), to: `/clients/${id}` }),
});
