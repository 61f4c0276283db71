/** Notifies a watch's creator: right away of spikes, and in the morning with a digest. */
import { asSystem, currentWorkspaceId, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { averageDay, isSpike, SPIKE_DAYS } from '../engine/spike.ts';

export const spikeNews = defineNotificationKind({
  name: 'social_spike',
  group: 'Social media scanner',
  label: 'Spikes',
  hint: 'Your watch found at least 5 posts in 24 hours, three times as many as on an average day.',
  ways: { inApp: true, email: true },
});
export const digestNews = defineNotificationKind({
  name: 'social_digest',
  group: 'Social media scanner',
  label: 'Daily digest',
  hint: 'The posts that your watches found in the last 24 hours, each morning after 8:00.',
  ways: { inApp: true, email: true },
});

/** Told once in a day. In the transaction that added the posts. */
export async function checkSpike(watchId: string, now: Date): Promise<void> {
  const [watch] = await query<{ name: string; who: string; recent: number; before: number; days: number }>(
    `select w.name, w.created_by as who,
        (select count(*)::integer from social_hits h where h.watch_id = w.id and h.state <> 'muted' and h.posted_at > $3::timestamptz - interval '1 day') as recent,
        (select count(*)::integer from social_hits h where h.watch_id = w.id and h.state <> 'muted'
          and h.posted_at > greatest($3::timestamptz - interval '${SPIKE_DAYS + 1} days', w.created_at - interval '1 day') and h.posted_at <= $3::timestamptz - interval '1 day') as before,
        least(${SPIKE_DAYS}, floor(extract(epoch from $3::timestamptz - w.created_at) / 86400))::integer as days
      from social_watches w join workspace_people p on p.id = w.created_by and p.active
      where w.id = $1 and w.workspace_id = $2 and w.alert_spikes and (w.spike_told_at is null or w.spike_told_at < $3::timestamptz - interval '1 day')`,
    [watchId, currentWorkspaceId(), now.toISOString()],
  );
  if (!watch || !isSpike(watch)) return;
  await execute('update social_watches set spike_told_at = $2 where id = $1', [watchId, now.toISOString()]);
  await tellUser(watch.who, spikeNews, {
    title: `${watch.recent} posts in 24 hours for ${watch.name}`,
    body: `The average day before had ${averageDay(watch).toFixed(1)} posts.`,
    href: `/social-media-scanner?watch=${watchId}&view=all`,
    workspaceId: currentWorkspaceId(),
    key: `social-spike:${watchId}:${now.toISOString()}`,
  });
}

const HOUR = 8;
const MAX_TOLD = 5;

interface DueDigest {
  workspaceId: string;
  who: string;
  /** The workspace's day. */
  today: string;
}

/** Digests of people for whom it is past eight in the morning, once a day. */
export async function sendDigests(now: Date): Promise<void> {
  const due = await asSystem(() =>
    query<DueDigest>(
      `select distinct w.workspace_id as "workspaceId", w.created_by as who, to_char($1::timestamptz at time zone s.time_zone, 'YYYY-MM-DD') as today
        from social_watches w join workspaces s on s.id = w.workspace_id
        where w.send_digest and not w.is_paused and w.created_by is not null
          and extract(hour from $1::timestamptz at time zone s.time_zone) >= ${HOUR}
          and (w.digest_on is null or w.digest_on < ($1::timestamptz at time zone s.time_zone)::date) limit 2000`,
      [now.toISOString()],
    ),
  );
  for (const one of due) await inWorkspace(one.workspaceId, null, () => transaction(() => sendDigest(one, now)));
}

async function sendDigest({ workspaceId, who, today }: DueDigest, now: Date): Promise<void> {
  await execute(
    `update social_watches set digest_on = $3::date where workspace_id = $1 and created_by = $2 and send_digest and not is_paused`,
    [workspaceId, who, today],
  );
  const posts = await query<{ watch: string; head: string; intent: number }>(
    `select w.name as watch, left(coalesce(nullif(h.title, ''), h.text), 120) as head, h.intent
      from social_hits h join social_watches w on w.id = h.watch_id join workspace_people p on p.id = w.created_by and p.active
      where w.workspace_id = $1 and w.created_by = $2 and w.send_digest and not w.is_paused and h.state <> 'muted'
        and h.found_at > $3::timestamptz - interval '1 day' order by h.intent desc, h.posted_at desc limit 1000`,
    [workspaceId, who, now.toISOString()],
  );
  if (posts.length === 0) return;
  const watches = Map.groupBy(posts, ({ watch }) => watch);
  await tellUser(who, digestNews, {
    title: `${posts.length} new ${posts.length === 1 ? 'post' : 'posts'} in ${watches.size === 1 ? '1 watch' : `${watches.size} watches`}`,
    body: posts
      .slice(0, MAX_TOLD)
      .map(({ watch, head, intent }) => `${head.replaceAll('\n', ' ')} (${watch}, intent ${intent})`)
      .join('\n'),
    href: '/social-media-scanner?sort=intent',
    workspaceId,
    key: `social-digest:${who}:${today}`,
  });
}

export const digestRecurring = defineRecurring({
  name: 'social-scanner.digest',
  title: 'Send daily digests of public posts',
  cron: '5,20,35,50 * * * *',
  handler: ({ dueAt }) => sendDigests(dueAt),
});
