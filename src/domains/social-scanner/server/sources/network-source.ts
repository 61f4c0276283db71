/** Networks that need an account: Mastodon and Reddit, by the connections of the workspace. */
import type { Port } from '../../../../kernel/ports.ts';
import { currentWorkspaceId } from '../../../../server/db/index.ts';
import { ProviderError } from '../../../../server/providers/provider-error.ts';
import type { SocialPost } from '../../../../server/providers/social/port.ts';
import { connectionsOf, openConnection } from '../../../connections/index.ts';
import { textOfHtml } from '../../engine/html-text.ts';
import type { Post } from '../../engine/post.ts';
import { searchesOf, type Term } from '../../engine/query.ts';
import { type Answer, type Ask, pauseAfter, type SourceAdapter } from './source.ts';

const PORT: Port = 'social';

interface Network {
  id: 'mastodon' | 'reddit';
  name: string;
  /** The channel in an address: `roofing` of `#roofing`. */
  channel: RegExp;
  /** How a channel is written. */
  example: string;
  write: (channel: string) => string;
}

export const NETWORKS: Readonly<Record<Network['id'], Network>> = {
  mastodon: {
    id: 'mastodon',
    name: 'Mastodon',
    channel: /^#?([\p{L}\p{N}_]{1,100})$/u,
    example: '#smallbusiness',
    write: (channel) => `#${channel}`,
  },
  reddit: {
    id: 'reddit',
    name: 'Reddit',
    channel: /^(?:https?:\/\/(?:www\.|old\.)?reddit\.com)?\/?r\/(\w{2,21})\/?$/i,
    example: 'r/smallbusiness',
    write: (channel) => `r/${channel}`,
  },
};

/** Which networks the workspace is connected to. */
export async function connectedNetworks(): Promise<Network['id'][]> {
  const connected = new Set((await connectionsOf(PORT, currentWorkspaceId())).map(({ provider }) => provider));
  return Object.values(NETWORKS)
    .filter(({ id }) => connected.has(id))
    .map(({ id }) => id);
}

const toPost = ({ id, ...post }: SocialPost): Post => ({ ...post, guid: id, text: textOfHtml(post.text) });

/** A service that fails for a passing reason is asked again soon. */
function answerOfError(error: ProviderError, now: Date): Answer {
  if (error.kind === 'temporary' && error.retryAfter !== undefined)
    return {
      state: 'waiting',
      until: new Date(now.getTime() + Math.min(error.retryAfter * 1_000, pauseAfter(20))),
      reason: error.message,
    };
  return { state: 'failing', reason: error.message };
}

const phraseOf = ({ words }: Term): string => words.join(' ');

/** An address is a channel (`#tag`, `r/community`), or blank for the whole network. */
export const networkSource = ({ id, name, channel, example, write }: Network): SourceAdapter => ({
  address(entered) {
    if (entered.trim() === '') return { address: '' };
    const found = channel.exec(entered.trim())?.[1];
    return found ? { address: write(found) } : { problem: `“${entered}” is not like ${example}.` };
  },
  host: () => id,
  async ask(ask) {
    const connection = (await connectionsOf(PORT, currentWorkspaceId())).find(({ provider }) => provider === id);
    if (!connection) return { state: 'failing', reason: `Connect ${name} in Settings → Connections.` };
    try {
      return await read(connection.id, channel.exec(ask.address)?.[1], ask);
    } catch (error) {
      ask.signal.throwIfAborted();
      if (error instanceof ProviderError) return answerOfError(error, ask.now);
      throw error;
    }
  },
});

async function read(connectionId: string, channel: string | undefined, ask: Ask): Promise<Answer> {
  const client = await openConnection(PORT as 'social', connectionId, currentWorkspaceId(), { purpose: 'social scan' });
  // Of the whole network, each search has a place of its own to go on from.
  const searches = channel ? [{ key: '', all: [] as string[] }] : searchesOf(ask.query).map(searchFor);
  const newest: Record<string, string> = {};
  const before = (ask.cursor['newest'] ?? {}) as Record<string, string>;
  const posts = new Map<string, Post>();
  let isCut = false;
  for (const { key, all } of searches) {
    const answer = await client.search({
      all,
      channel,
      since: ask.since,
      after: before[key],
      agent: ask.agent,
      signal: ask.signal,
    });
    isCut ||= answer.isCut;
    if (answer.newest !== undefined) newest[key] = answer.newest;
    for (const post of answer.posts) posts.set(post.id, toPost(post));
  }
  return {
    state: 'ok',
    posts: [...posts.values()],
    cursor: { newest },
    ...(isCut && { reason: 'There were more posts than the service gives at once. The newest were read.' }),
  };
}

/** Services know no beginnings of words: whole words alone find more than enough where there are any. */
const searchFor = (terms: readonly Term[]) => {
  const whole = terms.filter(({ isPrefix }) => !isPrefix);
  const all = (whole.length > 0 ? whole : terms).map(phraseOf);
  return { key: all.join(' + '), all };
};
