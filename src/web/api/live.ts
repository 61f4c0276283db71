/**
 * The live channel: the server names API paths whose answers changed, and their reads are repeated.
 *
 * One tab of the browser holds the event stream (elected by a web lock) and passes everything to the others, because
 * browsers allow six connections to a host and each stream occupies one.
 */
import type { LiveChange } from '../../kernel/live.ts';
import { backOff } from './back-off.ts';
import { API } from './paths.ts';

/** `off`: no one is signed in; `waiting`: the connection was lost and will be retried. */
export type LiveState = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveEvents {
  change(change: LiveChange): void;
  /**
   * The stream is open for the first time, in this tab or the one that holds it, and earlier changes are unknown.
   * @param askedAt time of the request, in milliseconds: earlier reads may have missed a change
   */
  opened(askedAt: number): void;
  /** The server refused the stream: the session may be over. */
  refused(): void;
}

/** The part of EventSource that is used. */
export interface Stream {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
}

export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

export interface LiveDependencies {
  openStream(url: string): Stream;
  /** Other tabs. Without BroadcastChannel each tab holds its own stream. */
  openChannel?: () => Channel;
  /** Calls `held` once this tab is the one that holds the stream, until the signal aborts. */
  elect(held: () => Promise<void>, signal: AbortSignal): void;
  schedule(run: () => void, milliseconds: number): () => void;
  random(): number;
  now(): number;
}

type TabMessage =
  | { type: 'change'; change: LiveChange }
  | { type: 'state'; state: LiveState; seq: number | undefined; begunAt: number | undefined }
  | { type: 'hello' };

const CLOSED = 2;
export interface LiveConnection {
  state(): LiveState;
  /** Calls back on each change of state, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /**
   * @param from position in the stream of changes before this page's first reads; undefined where the page started none
   */
  start(from?: number): void;
  stop(): void;
  /** Retries at once, for example when the browser is online again. */
  retryNow(): void;
}

export function createLiveConnection(dependencies: LiveDependencies, events: LiveEvents): LiveConnection {
  let state: LiveState = 'off';
  let seq: number | undefined;
  let failures = 0;
  let stream: Stream | undefined;
  let channel: Channel | undefined;
  let cancelRetry: (() => void) | undefined;
  let session: AbortController | undefined;
  let leads = false;
  /** Request time of the first stream; other tabs may have read earlier. */
  let begunAt: number | undefined;
  /** Position when this tab started to read; undefined until the tab that holds the stream has reported it. */
  let readFrom: number | undefined;
  /** If that is unknown, the time from which this tab listens; it may have missed earlier changes. */
  let listensSince = 0;
  const listeners = new Set<() => void>();

  function setState(next: LiveState): void {
    if (leads) tell({ type: 'state', state: next, seq, begunAt });
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function tell(message: TabMessage): void {
    channel?.postMessage(message);
  }

  function receive(change: LiveChange): void {
    compare(change.seq);
    seq = change.seq;
    events.change(change);
  }

  /** A listening tab does not hear changes between its first reads and its listening. */
  function compare(present: number): void {
    const missed = !leads && readFrom !== undefined && present > readFrom;
    readFrom = undefined;
    if (missed) events.opened(dependencies.now());
  }

  function connect(): void {
    cancelRetry?.();
    cancelRetry = undefined;
    setState('connecting');
    const askedAt = dependencies.now();
    // The browser's own reconnection has no jitter. Ours sends its position in the query, because a header cannot be
    // set.
    stream = dependencies.openStream(seq === undefined ? API.events : `${API.events}?lastEventId=${seq}`);
    stream.onopen = () => {
      failures = 0;
      // A tab that reported its position receives what it missed.
      const unknown = seq === undefined;
      if (unknown || begunAt === undefined) begunAt = askedAt;
      setState('open');
      if (unknown) events.opened(askedAt);
    };
    stream.onmessage = ({ data }) => {
      const change = JSON.parse(data) as LiveChange;
      tell({ type: 'change', change });
      receive(change);
    };
    stream.onerror = () => {
      const refused = stream?.readyState === CLOSED;
      disconnect();
      failures += 1;
      setState('waiting');
      cancelRetry = dependencies.schedule(connect, backOff(failures, dependencies.random()));
      if (refused) events.refused();
    };
  }

  function disconnect(): void {
    stream?.close();
    stream = undefined;
  }

  function hear(message: TabMessage): void {
    if (leads) {
      if (message.type === 'hello') tell({ type: 'state', state, seq, begunAt });
    } else if (message.type === 'change') {
      receive(message.change);
    } else if (message.type === 'state') {
      if (message.seq !== undefined) compare(message.seq);
      seq = message.seq ?? seq;
      setState(message.state);
      if (message.begunAt !== undefined && message.begunAt !== begunAt) {
        begunAt = message.begunAt;
        events.opened(Math.max(begunAt, listensSince));
      }
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(from) {
      if (session) return;
      seq = readFrom = from;
      listensSince = from === undefined ? dependencies.now() : 0;
      session = new AbortController();
      const { signal } = session;
      setState('connecting');
      channel = dependencies.openChannel?.();
      if (channel) {
        channel.onmessage = ({ data }) => hear(data as TabMessage);
        tell({ type: 'hello' });
      }
      dependencies.elect(
        () =>
          new Promise<void>((release) => {
            if (signal.aborted) return release();
            leads = true;
            signal.addEventListener('abort', () => release());
            connect();
          }),
        signal,
      );
    },
    stop() {
      if (!session) return;
      disconnect();
      cancelRetry?.();
      cancelRetry = undefined;
      leads = false;
      session.abort();
      session = undefined;
      channel?.close();
      channel = undefined;
      seq = readFrom = undefined;
      begunAt = undefined;
      failures = 0;
      setState('off');
    },
    retryNow() {
      if (leads && state === 'waiting') connect();
    },
  };
}

/** Browser features; each falls back to "this tab alone". */
export const browserDependencies: LiveDependencies = {
  openStream: (url) => new EventSource(url) as Stream,
  openChannel: 'BroadcastChannel' in globalThis ? () => new BroadcastChannel('gauntlet.live') as Channel : undefined,
  elect(held, signal) {
    // Web locks exist only in secure contexts; over plain HTTP each tab holds its own stream.
    if (!navigator.locks) void held();
    else navigator.locks.request('gauntlet.live', { signal }, held).catch(() => undefined);
  },
  schedule(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  now: () => Date.now(),
};
