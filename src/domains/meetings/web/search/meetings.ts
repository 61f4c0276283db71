import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { MeetingRow } from '../../contract.ts';
import { MEETINGS } from '../../paths.ts';

export default defineSearchSource<MeetingRow>({
  id: 'meetings',
  label: 'Meetings',
  page: '/ai-meeting-assistant',
  list: MEETINGS,
  hit: ({ id, title, hit }) => ({
    id,
    title,
    ...(hit && { detail: hit.text }),
    to: `/ai-meeting-assistant?meeting=${id}${hit ? `&at=${hit.position}` : ''}`,
  }),
});
