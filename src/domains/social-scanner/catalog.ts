/** Catalog entries of the social media scanner. */
import { defineCatalogEntry } from '../../server/catalog.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';

export const socialScannerEntry = defineCatalogEntry({
  id: 'social-scanner',
  name: 'Social media scanner',
  summary:
    'Finds public posts of people who may buy, in feeds, on Hacker News, Bluesky, Mastodon, and Reddit, and in exports.',
  category: 'Lead acquisition',
  page: '/social-media-scanner',
  needs: [{ port: 'social', required: false, why: 'Mastodon and Reddit are searched with your account.' }],
  allows: [
    'Reads public posts of the sources that you name.',
    'Tells whoever created a watch of spikes, and sends a digest, where they ask for it.',
    'Creates leads that you choose.',
    'Asks for approval of your replies. It posts nothing itself.',
  ],
  async usage(monthStart) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from social_hits where workspace_id = $1 and found_at >= $2 and state <> 'muted'`,
      [currentWorkspaceId(), monthStart.toISOString()],
    );
    return row!.count === 1 ? '1 post found' : `${row!.count.toLocaleString('en')} posts found`;
  },
});
