/**
 * Parts of the product that feed knowledge. A domain declares one with `defineKnowledgeSource()`; people add it as a
 * source and choose who may read it.
 */
export interface FeedDocument {
  /** Names the document within the feed, and never changes. */
  key: string;
  title: string;
  /** Markdown. */
  text: string;
  /** Address of what it came from, within the product: `/contacts/…`. */
  url?: string;
  changedAt?: string;
}

export interface KnowledgeFeed {
  /** Hyphenated, never changed: `manual`. */
  id: string;
  name: string;
  /** One sentence: what it adds. */
  about: string;
  /**
   * All documents of the current workspace. Called in nobody's name, so private records stay out of it; texts that only
   * some people may read must be left out here.
   */
  documents(): AsyncIterable<FeedDocument>;
}

const feeds = new Map<string, KnowledgeFeed>();

/** Declares a feed. @throws Error for an id that is taken */
export function defineKnowledgeSource(feed: KnowledgeFeed): KnowledgeFeed {
  if (feeds.has(feed.id)) throw new Error(`There are two feeds of knowledge called ${feed.id}`);
  feeds.set(feed.id, feed);
  return feed;
}

export const knowledgeFeeds = (): readonly KnowledgeFeed[] => [...feeds.values()];
export const findFeed = (id: string): KnowledgeFeed | undefined => feeds.get(id);
