import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { FunnelRow } from '../../contract.ts';
import { FUNNELS } from '../../paths.ts';

export default defineSearchSource<FunnelRow>({
  id: 'funnels',
  label: 'Funnels',
  page: '/funnel-builder',
  list: FUNNELS.list,
  hit: ({ id, name, isPublished }) => ({
    id,
    title: name,
    detail: isPublished ? 'Published' : 'Draft',
    to: `/funnel-builder?funnel=${id}`,
  }),
});
