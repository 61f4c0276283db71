/**
 * Looks for public posts on a network, with the account that someone connected. Answers come newest first; callers ask
 * from where the last answer ended.
 */
export interface SocialSearch {
  /** Words and phrases that all have to be in a post; ignored where a channel is named. */
  all: readonly string[];
  /** A hashtag or a community by its name alone; undefined: the whole network. */
  channel?: string | undefined;
  /** Older posts are of no interest. */
  since: Date;
  /** `newest` of the last answer to the same search. */
  after?: string | undefined;
  /** How we call ourselves. */
  agent: string;
  signal: AbortSignal;
}

export interface SocialPost {
  id: string;
  url: string;
  title: string;
  /** Plain text or HTML. */
  text: string;
  author: string;
  authorUrl: string;
  postedAt: Date;
  /** Address or id of the thread that it belongs to, or the link that it is about. */
  about: string;
}

export interface SocialAnswer {
  posts: SocialPost[];
  /** From where to go on; undefined: nothing was found yet. */
  newest: string | undefined;
  /** There were more posts than could be read. */
  isCut: boolean;
}

export interface SocialClient {
  /** @throws ProviderError; `temporary` with `retryAfter` where the service asks to wait */
  search(request: SocialSearch): Promise<SocialAnswer>;
}

declare module '../define.ts' {
  interface PortClient {
    social: SocialClient;
  }
}
