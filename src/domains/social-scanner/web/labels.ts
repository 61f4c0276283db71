import type { Hit, HitState, HitView, Mark, ReplyState, Source, SourceKind, SourceState } from '../contract.ts';

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';
type Labels<Key extends string> = Readonly<Record<Key, { label: string; tone: Tone }>>;

export const HIT_STATES: Labels<HitState> = {
  new: { label: 'New', tone: 'info' },
  snoozed: { label: 'Snoozed', tone: 'neutral' },
  lead: { label: 'Lead', tone: 'success' },
  reply: { label: 'Reply', tone: 'warning' },
  archived: { label: 'Archived', tone: 'neutral' },
  muted: { label: 'Muted', tone: 'neutral' },
};

export const REPLY_STATES: Labels<Exclude<ReplyState, 'none'>> = {
  waiting: { label: 'Reply waiting for approval', tone: 'warning' },
  approved: { label: 'Reply approved', tone: 'success' },
  rejected: { label: 'Reply rejected', tone: 'danger' },
  posted: { label: 'Reply posted', tone: 'success' },
};

export const VIEWS: readonly (readonly [HitView, string])[] = [
  ['inbox', 'Inbox'],
  ['snoozed', 'Snoozed'],
  ['leads', 'Leads'],
  ['replies', 'Replies'],
  ['archived', 'Archived'],
  ['all', 'All posts'],
];

export const SOURCE_KINDS: Readonly<Record<SourceKind, string>> = {
  feed: 'Feed',
  hacker_news: 'Hacker News',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  reddit: 'Reddit',
  export: 'Import',
};

export const SOURCE_STATES: Labels<SourceState> = {
  new: { label: 'Not scanned yet', tone: 'neutral' },
  ok: { label: 'OK', tone: 'success' },
  waiting: { label: 'Asked to wait', tone: 'warning' },
  failing: { label: 'Failing', tone: 'danger' },
  gone: { label: 'Gone', tone: 'neutral' },
};

/** Labels of marks in a post. */
export const MARKS: Readonly<Record<Mark['kind'], { label: string; className: string }>> = {
  query: { label: 'Matches the query', className: 'font-semibold underline decoration-2 underline-offset-2' },
  intent: { label: 'Shows intent', className: 'bg-accent-soft text-accent-ink' },
  against: { label: 'Speaks against intent', className: 'bg-warning-soft text-warning-ink' },
  positive: { label: 'Positive', className: 'bg-success-soft text-success-ink' },
  negative: { label: 'Negative', className: 'bg-danger-soft text-danger-ink' },
};

export const INTENT_FROM = 40;
export const MOOD_FROM = 30;

export function moodOf(sentiment: number): { label: string; tone: Tone } | undefined {
  if (sentiment >= MOOD_FROM) return { label: 'Positive', tone: 'success' };
  return sentiment <= -MOOD_FROM ? { label: 'Negative', tone: 'danger' } : undefined;
}

export const sourceName = ({ title, address, kind }: Pick<Source, 'title' | 'address' | 'kind'>): string =>
  title || address || SOURCE_KINDS[kind];

/** One line that names a hit: its title, or how it begins. */
export const headOf = ({ title, text }: Pick<Hit, 'title' | 'text'>): string =>
  title || text.split('\n')[0]!.slice(0, 160);

export const intervalWords = (minutes: number): string =>
  minutes % 1_440 === 0
    ? 'Every day'
    : minutes === 60
      ? 'Every hour'
      : minutes % 60 === 0
        ? `Every ${minutes / 60} hours`
        : `Every ${minutes} minutes`;
