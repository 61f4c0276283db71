/** Two watches with invented posts, marked as sample data. Nothing was fetched for them. */
import { newId } from '../../../kernel/ids.ts';
import { execute, insertRow } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import type { Post } from '../engine/post.ts';
import { parseQuery } from '../engine/query.ts';
import { storePosts } from '../server/store-posts.ts';

type Row = readonly [hours: number, author: string, title: string, text: string, thread?: string];

const WATCHES: readonly { name: string; query: string; address: string; title: string; posts: readonly Row[] }[] = [
  {
    name: 'Agencies wanted',
    query: '(agency OR marketer OR "web designer" OR website OR SEO) NOT ("now hiring" OR internship)',
    address: 'https://forum.mainstreetowners.example/latest.rss',
    title: 'Main Street Owners Forum',
    posts: [
      [
        2,
        'Dana Whitfield',
        'Website redo for a 3-location dental group',
        'Our website is eight years old and it shows. Can anyone recommend an agency that has worked with dentists? Budget is around $12k.',
        'dental-site',
      ],
      [
        3,
        'Priya N.',
        'Re: Website redo for a 3-location dental group',
        'Following. We are looking for the same thing, and our current web designer ghosted us.',
        'dental-site',
      ],
      [
        6,
        'Marcus Bell',
        'SEO agency, six months in',
        'Six months with an SEO agency and nothing to show. Is there anyone honest in that business? Need help with Google for my clinic.',
      ],
      [
        9,
        'GrowthHackPro',
        'Free audit this week',
        'Are you struggling to get leads? Our SEO agency gets local businesses 3x more calls. Free audit, book now!',
      ],
      [
        14,
        'Lena Ortiz',
        'Thank you',
        'Finally found an agency that answers the phone. Couldn’t be happier with the new website.',
      ],
      [
        20,
        'Tom Reyes',
        'What do you pay for SEO?',
        'How much should I expect to pay for SEO? Flat fee or percentage? I run two auto shops in Fresno.',
      ],
      [
        27,
        'Hollis & Sons Roofing',
        '',
        'Every time our web guy touches the website something else breaks. Thinking of firing him and starting over. Who builds decent sites for contractors?',
      ],
      [
        33,
        'Jo Farrow',
        'Love this',
        'Oh great, another "refresh" from our agency and the contact form is broken again. Love paying a retainer for this.',
      ],
      [
        41,
        'Sam Okafor',
        'Agency or freelancer?',
        'Agency or freelancer for a bakery website with online orders? Which would you pick, and why?',
      ],
      [
        52,
        'Beth Lang',
        'Marketing coordinator',
        'Growing agency seeks marketing coordinator, full-time role, send your resume.',
      ],
    ],
  },
  {
    name: 'CRM switchers',
    query:
      '(CRM OR HubSpot OR Pipedrive OR spreadsheet*) AND (switch* OR alternative* OR recommend* OR "looking for" OR outgrown OR vs)',
    address: 'https://news.smallbizops.example/feed.json',
    title: 'Small Biz Ops',
    posts: [
      [
        4,
        'ridgeline_hvac',
        '',
        'We’ve outgrown spreadsheets for tracking estimates. Looking for a simple CRM for 6 people, mostly phone and text.',
      ],
      [
        11,
        'cora',
        'HubSpot alternatives?',
        'HubSpot raised our price again. Any alternatives for a small team that just needs pipelines and email?',
        'hubspot',
      ],
      [
        12,
        'devin',
        'Re: HubSpot alternatives?',
        'We went with something smaller last year and would recommend it. HubSpot was overkill for us.',
        'hubspot',
      ],
      [
        30,
        'mapleplumbing',
        'Pipedrive vs HubSpot',
        'Pipedrive vs HubSpot for a one-truck plumbing business? Mostly repeat customers.',
      ],
      [
        46,
        'ops_digest',
        '7 signs you should switch your CRM',
        'Here’s how to choose a CRM in 2026. According to a new survey, 62% of teams plan to switch.',
      ],
    ],
  },
];

export async function loadWorkspace({ workspace, workspaceId, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const watch of WATCHES.toReversed()) await loadWatch(workspaceId, watch, now);
}

async function loadWatch(workspaceId: string, watch: (typeof WATCHES)[number], now: Date): Promise<void> {
  const parsed = parseQuery(watch.query);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  const watchId = newId();
  const sourceId = newId();
  const scannedAt = new Date(now.getTime() - 35 * 60_000);
  await insertRow('social_watches', {
    id: watchId,
    workspaceId,
    name: watch.name,
    query: watch.query,
    intervalMinutes: 60,
    retentionDays: 90,
    isSample: true,
    lastScanAt: scannedAt,
    scanDone: 1,
    scanTotal: 1,
    scanHits: watch.posts.length,
  });
  await insertRow('social_sources', {
    id: sourceId,
    workspaceId,
    watchId,
    kind: 'feed',
    address: watch.address,
    title: watch.title,
    state: 'ok',
    lastOkAt: scannedAt,
  });
  const { origin } = new URL(watch.address);
  const posts = watch.posts.map(([hours, author, title, text, thread], n): Post => ({
    guid: `sample-${n}`,
    url: thread ? `${origin}/t/${thread}?post=${n}` : `${origin}/t/${n}`,
    title,
    text,
    author,
    authorUrl: '',
    postedAt: new Date(now.getTime() - hours * 3_600_000),
    about: thread ? `${origin}/t/${thread}` : '',
  }));
  await storePosts({ watchId, sourceId, query: parsed.query, retentionDays: 90 }, posts, now);
  // The thanks and the ad are dealt with.
  await execute(
    `update social_hits set state = 'archived' where watch_id = $1 and workspace_id = $2 and (author = 'GrowthHackPro' or title = 'Thank you')`,
    [watchId, workspaceId],
  );
}
