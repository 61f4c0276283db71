import type { SourceKind } from '../../contract.ts';
import { feedSource } from './feed-source.ts';
import { hackerNewsSource } from './hacker-news-source.ts';
import { NETWORKS, networkSource } from './network-source.ts';
import type { SourceAdapter } from './source.ts';

/** Sources that are asked again and again. */
export const SOURCES: Readonly<Record<Exclude<SourceKind, 'export' | 'bluesky'>, SourceAdapter>> = {
  feed: feedSource,
  hacker_news: hackerNewsSource,
  mastodon: networkSource(NETWORKS.mastodon),
  reddit: networkSource(NETWORKS.reddit),
};

/** Kinds that no scan asks: an export has nothing new, and Bluesky is read as a stream. */
export const NOT_ASKED = `('export', 'bluesky')`;
