/**
 * The browsers' event streams of this process.
 *
 * Changes are collected for a moment, so that a thousand writes become one message. A browser that does not read, or
 * whose session ended, is dropped; it reconnects by itself and receives what it missed.
 */
import type { ServerResponse } from 'node:http';
import type { LiveChange } from '../../kernel/live.ts';
import { bus } from '../events/bus.ts';
import { LIVE_CHANNEL, type LiveMessage } from '../events/emit.ts';
import { log } from '../observability/log.ts';
import { startLiveStream } from '../observability/metrics.ts';
import { type AliveSessions, checkSessions } from './session-check.ts';

/** How long changes are collected, in milliseconds. */
const GATHER = 60;
/** Proxies close a silent connection after 30 seconds or more. */
const HEARTBEAT_EVERY = 20_000;
/** Maximum bytes that wait for a browser that does not read. */
const MAX_WAITING = 256 * 1024;
/** How long a browser has to take the last bytes, in milliseconds. */
const DROP_WITHIN = 1_000;
/** One browser holds one stream; a few more while it reconnects. */
const MAX_PER_SESSION = 6;

export interface StreamOwner {
  workspaceId: string;
  sessionId: string;
}

interface Stream extends StreamOwner {
  response: ServerResponse;
  closed: () => void;
}

interface Gathered {
  paths: Set<string>;
  seq: number;
}

export class Streams {
  readonly #streams = new Set<Stream>();
  readonly #gathered = new Map<string, Gathered>();
  readonly #aliveSessions: AliveSessions;
  #stop: (() => void)[] = [];
  #flushing: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(aliveSessions: AliveSessions) {
    this.#aliveSessions = aliveSessions;
  }

  open(): void {
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_EVERY).unref();
    this.#stop = [
      bus().listen(LIVE_CHANNEL, (payload) => this.#gather(JSON.parse(payload) as LiveMessage)),
      // Changes during a broken connection are unknown, so everything may have changed.
      bus().onReconnect(() => this.#tellAll(['*'])),
      () => clearInterval(heartbeat),
      checkSessions(this.#aliveSessions, {
        open: this.#streams,
        sessionOf: (stream) => stream.sessionId,
        workspaceOf: (stream) => stream.workspaceId,
        drop: (stream) => this.#drop(stream),
      }),
      () => clearTimeout(this.#flushing),
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Adds a browser whose response has begun. @returns false while the server stops */
  add(owner: StreamOwner, response: ServerResponse): boolean {
    if (this.#closed) return false;
    const ofSession = [...this.#streams].filter((stream) => stream.sessionId === owner.sessionId);
    if (ofSession.length >= MAX_PER_SESSION) this.#drop(ofSession[0]!);
    const stream: Stream = { ...owner, response, closed: startLiveStream() };
    this.#streams.add(stream);
    response.on('close', () => this.#forget(stream));
    response.on('error', () => this.#forget(stream));
    return true;
  }

  /** Ends all streams: browsers reconnect a moment later, elsewhere or after the restart. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stop) stop();
    for (const stream of this.#streams) this.#drop(stream);
  }

  #gather(message: LiveMessage): void {
    const known = this.#gathered.get(message.workspaceId);
    if (known) {
      for (const path of message.paths) known.paths.add(path);
      // Each number promises that everything before it was received, so the highest one covers all.
      known.seq = Math.max(known.seq, message.seq);
    } else {
      this.#gathered.set(message.workspaceId, { paths: new Set(message.paths), seq: message.seq });
    }
    this.#flushing ??= setTimeout(() => this.#flush(), GATHER);
  }

  #flush(): void {
    this.#flushing = undefined;
    const gathered = new Map(this.#gathered);
    this.#gathered.clear();
    for (const stream of this.#streams) {
      const change = gathered.get(stream.workspaceId);
      if (change)
        this.#write(
          stream,
          formatChange({ seq: change.seq, paths: change.paths.has('*') ? ['*'] : [...change.paths] }),
        );
    }
  }

  #tellAll(paths: string[]): void {
    for (const stream of this.#streams) this.#write(stream, `data: ${JSON.stringify({ seq: 0, paths })}\n\n`);
  }

  #beat(): void {
    for (const stream of this.#streams) this.#write(stream, ': alive\n\n');
  }

  #write(stream: Stream, text: string): void {
    stream.response.write(text);
    if (stream.response.writableLength > MAX_WAITING) {
      log().info({ session: stream.sessionId }, 'a browser does not read its event stream');
      stream.response.destroy();
    }
  }

  #drop(stream: Stream): void {
    this.#forget(stream);
    const { response } = stream;
    const { socket } = response;
    // A browser that neither reads nor hangs up must not delay the stop of the server.
    const late = setTimeout(() => socket?.destroy(), DROP_WITHIN).unref();
    response.end(() => {
      clearTimeout(late);
      socket?.destroy();
    });
  }

  #forget(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.closed();
  }
}

/** One change as the stream carries it; its number comes back as Last-Event-ID. */
export function formatChange(change: LiveChange): string {
  return `id: ${change.seq}\ndata: ${JSON.stringify(change)}\n\n`;
}
