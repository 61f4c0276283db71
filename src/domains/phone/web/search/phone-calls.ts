import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { PhoneCallRow } from '../../contract.ts';
import { PHONE } from '../../paths.ts';

export default defineSearchSource<PhoneCallRow>({
  id: 'phone-calls',
  label: 'Calls',
  page: '/ai-phone-agent',
  list: PHONE.calls,
  hit: ({ id, contact, number, message, agent }) => ({
    id,
    title: contact?.name || number || 'Number withheld',
    detail: message || agent.name,
    to: `/ai-phone-agent?tab=calls&call=${id}`,
  }),
});
