/**
 * WebSockets: the connections of this process, each ending with its session. Messages belong to the domain. The
 * platform admits only signed-in people from our own pages, pings, drops clients that do not read, and reports changes
 * in the workspace from every process.
 */
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { appOffMessage, appOfSocket } from '../../kernel/apps.ts';
import { AppError } from '../../kernel/errors.ts';
import { asSystem, inWorkspace, query } from '../db/index.ts';
import { bus } from '../events/bus.ts';
import { LIVE_CHANNEL, type LiveMessage } from '../events/emit.ts';
import type { Caller } from '../http/caller.ts';
import { log } from '../observability/log.ts';
import { type AliveSessions, checkSessions } from './session-check.ts';

/** One end of a connection, as its domain sees it. */
export interface Connection {
  caller: Caller;
  /** Sends a message as JSON. A client that does not read loses the connection, so that memory stays bounded. */
  send(message: unknown): void;
  /** Runs in the workspace and in the name of the person. */
  act<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the connection. */
  close(): void;
}

/** A domain's handlers for a connection, called in order. Errors are logged and close nothing. */
export interface Conversation {
  /** Received a message: parsed JSON. */
  received(message: unknown): Promise<void>;
  /** Answers of these paths are outdated; `*` means all. */
  changed(paths: readonly string[]): Promise<void>;
  /** The connection is gone, whoever ended it. Called once. */
  closed?(): void;
}

/** Limits of one connection. */
export interface SocketLimits {
  /** Bytes of one message. */
  bytes: number;
  /** Messages in ten seconds. */
  messages: number;
}

export interface BoundSocket<Query extends z.ZodType = z.ZodType> {
  path: `/ws/${string}`;
  query: Query;
  /** Absent: 64 KiB, and 30 messages in ten seconds. */
  limits?: SocketLimits;
  /** @throws AppError to refuse, before the connection is established */
  admit(caller: Caller, query: z.output<Query>): void;
  open(connection: Connection, query: z.output<Query>): Promise<Conversation>;
}

/** Binds a socket's address to its handlers. */
export function socket<Query extends z.ZodType>(bound: BoundSocket<Query>): BoundSocket {
  return bound as unknown as BoundSocket;
}

/** The part of a WebSocket that is used here. */
interface Wire {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'pong' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface Open {
  caller: Caller;
  /** The app of the address. */
  app: string | undefined;
  wire: Wire;
  conversation: Conversation | undefined;
  answered: boolean;
  /** Runs a connection's work one after another. */
  queue: Promise<void>;
}

const PING_EVERY = 20_000;
/** How often connections of switched-off apps are closed, in milliseconds. */
const APPS_EVERY = 700;
/** How long changes are collected, in milliseconds. */
const GATHER = 100;
const LIMITS: SocketLimits = { bytes: 64 * 1024, messages: 30 };
const MAX_WAITING = 2 * 1024 * 1024;
const MAX_PER_SESSION = 6;
/** Close codes: https://www.iana.org/assignments/websocket */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY = 1008;
const TOO_BIG = 1009;
const TRY_AGAIN = 1013;

export class Sockets {
  readonly #open = new Set<Open>();
  readonly #changed = new Map<string, Set<string>>();
  readonly #aliveSessions: AliveSessions;
  #stop: (() => void)[] = [];
  #flushing: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(aliveSessions: AliveSessions) {
    this.#aliveSessions = aliveSessions;
  }

  open(): void {
    const ping = setInterval(() => this.#ping(), PING_EVERY).unref();
    const apps = setInterval(() => void this.#checkApps(), APPS_EVERY).unref();
    this.#stop = [
      bus().listen(LIVE_CHANNEL, (payload) => {
        const { workspaceId, paths } = JSON.parse(payload) as LiveMessage;
        this.#gather(workspaceId, paths);
      }),
      bus().onReconnect(() => {
        for (const { caller } of this.#open) this.#gather(caller.workspaceId, ['*']);
      }),
      () => clearInterval(ping),
      () => clearInterval(apps),
      checkSessions(this.#aliveSessions, {
        open: this.#open,
        sessionOf: ({ caller }) => caller.sessionId,
        workspaceOf: ({ caller }) => caller.workspaceId,
        drop: (one) => this.#drop(one, POLICY, 'The session is over'),
      }),
      () => clearTimeout(this.#flushing),
    ];
  }

  get size(): number {
    return this.#open.size;
  }

  /** Ends all connections: browsers reconnect a moment later, elsewhere or after the restart. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stop) stop();
    for (const one of this.#open) this.#drop(one, GOING_AWAY, 'The server restarts');
  }

  /** Registers the addresses. */
  async register(app: FastifyInstance, sockets: readonly BoundSocket[], origin: string): Promise<void> {
    const maxPayload = Math.max(LIMITS.bytes, ...sockets.map(({ limits }) => limits?.bytes ?? 0));
    await app.register(websocket, { options: { maxPayload } });
    for (const bound of sockets) {
      app.route({
        method: 'GET',
        url: bound.path,
        preHandler: async (request) => {
          if (!request.ws) return;
          if (request.headers.origin !== undefined && request.headers.origin !== origin)
            throw new AppError('forbidden', 'This address is for our own pages.');
          const { caller } = request;
          // An API key has no session, and sockets end with their session.
          if (!caller || caller.scopes) throw new AppError('unauthenticated', 'Please sign in.');
          const app = appOfSocket(bound.path);
          if (app && caller.appsOff?.includes(app.id))
            throw new AppError('forbidden', appOffMessage(app), { details: { app: app.id } });
          const asked = bound.query.safeParse(request.query);
          if (!asked.success) throw new AppError('validation', 'The address of the channel is not complete.');
          bound.admit(caller, asked.data);
        },
        handler: (_request, reply) =>
          reply
            .code(426)
            .header('upgrade', 'websocket')
            .send({ message: 'This address speaks WebSocket.', code: 'bad_request' }),
        wsHandler: (wire, request) =>
          this.#add(bound, request.caller!, bound.query.parse(request.query), wire as unknown as Wire),
      });
    }
  }

  #add(bound: BoundSocket, caller: Caller, asked: unknown, wire: Wire): void {
    if (this.#closed) {
      wire.close(TRY_AGAIN, 'The server is about to restart');
      return;
    }
    const ofSession = [...this.#open].filter((one) => one.caller.sessionId === caller.sessionId);
    if (ofSession.length >= MAX_PER_SESSION) this.#drop(ofSession[0]!, POLICY, 'Too many connections');
    const one: Open = {
      caller,
      app: appOfSocket(bound.path)?.id,
      wire,
      conversation: undefined,
      answered: true,
      queue: Promise.resolve(),
    };
    this.#open.add(one);
    let recent: number[] = [];
    const { bytes, messages } = bound.limits ?? LIMITS;
    wire.on('close', () => {
      this.#open.delete(one);
      // After what is still being worked on, which may be what opens the conversation.
      void one.queue.then(() => one.conversation?.closed?.());
    });
    wire.on('error', (error) => log().debug({ err: error }, 'a socket broke'));
    wire.on('pong', () => {
      one.answered = true;
    });
    wire.on('message', (data) => {
      const now = performance.now();
      recent = [...recent.filter((at) => now - at < 10_000), now];
      if (recent.length > messages) return this.#drop(one, POLICY, 'Too many messages');
      if (data.byteLength > bytes) return this.#drop(one, TOO_BIG, 'The message is too large');
      const message = parse(data);
      if (message === undefined) return this.#drop(one, POLICY, 'Messages are JSON');
      return this.#enqueue(one, async () => one.conversation?.received(message));
    });
    const act = <T>(work: () => Promise<T>) => inWorkspace(caller.workspaceId, caller.userId, work);
    this.#enqueue(one, async () => {
      const close = () => this.#drop(one, NORMAL, 'The conversation is over');
      const send = (message: unknown) => this.#send(one, message);
      one.conversation = await act(() => bound.open({ caller, act, close, send }, asked));
    });
  }

  #enqueue(one: Open, work: () => Promise<void>): void {
    const { caller } = one;
    one.queue = one.queue
      .then(() => (this.#open.has(one) ? inWorkspace(caller.workspaceId, caller.userId, work) : undefined))
      .catch((error: unknown) => {
        log().error({ err: error, user: caller.userId }, 'a socket could not be served');
      });
  }

  #send(one: Open, message: unknown): void {
    if (!this.#open.has(one)) return;
    if (one.wire.bufferedAmount > MAX_WAITING) {
      log().info({ session: one.caller.sessionId }, 'a browser does not read its socket');
      this.#open.delete(one);
      one.wire.terminate();
      return;
    }
    one.wire.send(JSON.stringify(message));
  }

  #gather(workspaceId: string, paths: readonly string[]): void {
    if (this.#open.size === 0) return;
    const known = this.#changed.get(workspaceId) ?? new Set();
    for (const path of paths) known.add(path);
    this.#changed.set(workspaceId, known);
    this.#flushing ??= setTimeout(() => this.#flush(), GATHER);
  }

  #flush(): void {
    this.#flushing = undefined;
    const changed = new Map(this.#changed);
    this.#changed.clear();
    for (const one of this.#open) {
      const paths = changed.get(one.caller.workspaceId);
      if (paths) this.#enqueue(one, async () => one.conversation?.changed([...paths]));
    }
  }

  /** Closes connections of apps that a workspace no longer has. */
  async #checkApps(): Promise<void> {
    const asked = [...this.#open].filter((one) => one.app !== undefined);
    if (asked.length === 0) return;
    try {
      const off = await asSystem(() =>
        query<{ workspace: string; app: string }>(
          'select distinct o.workspace, o.app from unnest($1::uuid[], $2::text[]) as o(workspace, app) where not app_is_on(o.workspace, o.app)',
          [asked.map(({ caller }) => caller.workspaceId), asked.map(({ app }) => app)],
        ),
      );
      for (const one of asked) {
        if (
          this.#open.has(one) &&
          off.some(({ workspace, app }) => workspace === one.caller.workspaceId && app === one.app)
        )
          this.#drop(one, POLICY, 'The app is switched off');
      }
    } catch (error) {
      log().warn({ err: error }, 'apps of open sockets could not be checked');
    }
  }

  #ping(): void {
    for (const one of this.#open) {
      if (!one.answered) {
        this.#open.delete(one);
        one.wire.terminate();
        continue;
      }
      one.answered = false;
      one.wire.ping();
    }
  }

  #drop(one: Open, code: number, reason: string): void {
    this.#open.delete(one);
    one.wire.close(code, reason);
    // A client that does not answer the close must not delay the server's stop.
    setTimeout(() => one.wire.terminate(), 1_000).unref();
  }
}

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
