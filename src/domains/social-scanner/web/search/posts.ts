import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { Hit } from '../../contract.ts';
import { SOCIAL_SCANNER } from '../../paths.ts';

export default defineSearchSource<Hit>({
  id: 'social-posts',
  label: 'Public posts',
  page: '/social-media-scanner',
  list: SOCIAL_SCANNER.hits,
  query: { view: 'all' },
  hit: ({ id, title, text, author, site }) => ({
    id,
    title: title || text.slice(0, 120),
    detail: [author, site].filter(Boolean).join(' · '),
    to: `/social-media-scanner?view=all&open=${id}`,
  }),
});
