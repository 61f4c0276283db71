import type { SourceKind } from '../../contract.ts';
import { feedSource } from './feed-source.ts';
import { hackerNewsSource } from './hacker-news-source.ts';
import type { SourceAdapter } from './source.ts';

/** Sources that are asked again and again. */
export const SOURCES: Readonly<Record<Exclude<SourceKind, 'export'>, SourceAdapter>> = {
  feed: feedSource,
  hacker_news: hackerNewsSource,
};
