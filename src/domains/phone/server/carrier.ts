/**
 * Calls of a carrier. It announces a call at `POST /api/provider-events/{connectionId}/call`, signed, and is told to
 * connect it to `/ws/calls/{token}`: an address that works once, for a minute, and only with the carrier's signature. When
 * the agent is done, the carrier asks at `…/call/next` for what follows.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors.ts';
import { newId, UUID } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import {
  asSystem,
  insertIfNew,
  inWorkspace,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { log } from '../../../server/observability/log.ts';
import { RequestLimit } from '../../../server/public/request-limit.ts';
import type { AnnouncedCall, CallMarkup, VoiceClient } from '../../../server/providers/voice/port.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import { calledConnection, deliveryOf, takeBytes } from '../../connections/index.ts';
import { PHONE } from '../paths.ts';
import { reserveMinutes, settleMinutes } from './minutes.ts';
import { CallSession } from './session.ts';
import { KEYS } from '../engine/call-state.ts';
import { readTurns } from './calls.ts';
import { agentForCall, contactOfNumber, keepChange, type LiveCall, withCaller } from './store.ts';

/** Calls that a workspace takes at once. */
const MAX_AT_ONCE = 100;
const REQUESTS = new RequestLimit(3_000);
/** Frames of one connection in ten seconds. */
const MAX_FRAMES = 200;
/** Milliseconds until the first frame, which says whose call it is. */
const SETUP_WITHIN = 10_000;

const NOT_IN_SERVICE = 'This number is not in service. Goodbye.';
const BUSY = 'All lines are busy. Try again later. Goodbye.';
const NO_CREDITS = 'No one can take your call right now. Goodbye.';
const NO_ONE = 'No one could take your call.';

interface Called {
  id: string;
  workspaceId: string | null;
  client: VoiceClient;
}

/** The connection and its signed request. @throws AppError for strangers, who learn nothing */
async function readRequest(request: FastifyRequest): Promise<{ called: Called; announced: AnnouncedCall }> {
  if (!REQUESTS.allows(networkOf(request.ip)))
    throw new AppError('rate_limited', 'Too many calls. Repeat this one later.', { retryAfter: 60 });
  const { connectionId } = request.params as { connectionId: string };
  try {
    const called = await calledConnection('voice', connectionId);
    if (called) return { called, announced: called.client.readCall(deliveryOf(request)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ connectionId, why: error.message }, 'a call was refused');
  }
  throw new AppError('bad_request', 'The signature of this call could not be verified.');
}

export function mountCarrier(app: FastifyInstance): void {
  void app.register((scope, _options, done) => {
    takeBytes(scope);
    const answer = (reply: FastifyReply, { contentType, body }: CallMarkup) => reply.type(contentType).send(body);
    scope.post('/api/provider-events/:connectionId/call', async (request, reply) => {
      const { called, announced } = await readRequest(request);
      return answer(reply, await answerCall(called, announced));
    });
    scope.post('/api/provider-events/:connectionId/call/next', async (request, reply) => {
      const { called, announced } = await readRequest(request);
      return answer(reply, await continueCall(called, announced));
    });
    scope.post('/api/provider-events/:connectionId/call/whisper', async (request, reply) => {
      const { called, announced } = await readRequest(request);
      return answer(reply, called.client.whisper(await whisperOf(called, announced.key ?? '')));
    });
    done();
  });
  app.route({
    method: 'GET',
    url: '/ws/calls/:token',
    preHandler: async (request) => {
      if (!request.ws) return;
      claims.set(request, await claim(request));
    },
    handler: (_request, reply) =>
      reply
        .code(426)
        .header('upgrade', 'websocket')
        .send({ message: 'This address speaks WebSocket.', code: 'bad_request' }),
    wsHandler: (wire, request) => converse(claims.get(request)!, wire as unknown as Wire),
  });
}

/** What is used of a WebSocket. */
interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The agent of a number; of several workspaces that share a carrier's account, the one that named it first. */
async function agentOf(called: Called, number: string): Promise<{ id: string; workspaceId: string } | undefined> {
  const [agent] = await asSystem(() =>
    query<{ id: string; workspaceId: string }>(
      `select a.id, a.workspace_id as "workspaceId" from phone_agents a join workspaces w on w.id = a.workspace_id
        where a.number = $1 and a.is_on and w.archived_at is null and ($2::uuid is null or a.workspace_id = $2)
        order by a.number_since, a.id limit 1`,
      [number, called.workspaceId],
    ),
  );
  return agent;
}

async function answerCall(called: Called, announced: AnnouncedCall): Promise<CallMarkup> {
  const { client } = called;
  if (announced.key !== null) return answerPlaced(called, announced, announced.key);
  const agent = await agentOf(called, announced.to);
  if (!agent) return client.hangUp(NOT_IN_SERVICE);
  return inWorkspace(agent.workspaceId, null, () =>
    withAllRecords(async () => {
      const [row] = await query<{ language: string; voice: string; name: string; maxMinutes: number; open: number }>(
        `select language, voice, name, max_minutes as "maxMinutes", (select count(*)::int from phone_calls where workspace_id = $2 and state <> 'ended') as open
          from phone_agents where id = $1`,
        [agent.id, agent.workspaceId],
      );
      if (!row) return client.hangUp(NOT_IN_SERVICE);
      if (row.open >= MAX_AT_ONCE) return client.hangUp(BUSY);
      const rung = await ring(called, announced, { ...agent, name: row.name });
      if (!rung) return client.hangUp('');
      const { maxMinutes } = row;
      const call = { id: rung.id, workspaceId: agent.workspaceId, number: announced.from, maxMinutes };
      if (!(await canPay(call, called))) {
        await refuseUnpaid({ ...call, agentId: agent.id, kind: 'inbound' });
        return client.hangUp(NO_CREDITS);
      }
      return client.connect(connectionTo(called, rung.token, row));
    }),
  );
}

/** Sets the credits of a call aside. @returns false where there are not enough for a minute */
async function canPay(call: Parameters<typeof reserveMinutes>[0], { workspaceId }: Called): Promise<boolean> {
  try {
    await reserveMinutes(call, workspaceId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'credits') return false;
    throw error;
  }
}

/** A call that nothing is left to pay with: the team calls back. */
async function refuseUnpaid(row: Parameters<typeof liveCall>[0]): Promise<void> {
  const call = await liveCall(row);
  const text = 'There were not enough credits to take this call.';
  if (!call) return;
  await keepChange(call, {
    turns: [{ position: 0, by: 'note', text, atMs: 0, latencyMs: null, isCut: false }],
    tasks: row.number ? [{ kind: 'callback', text, number: row.number }] : [],
    ended: { outcome: row.number ? 'callback' : 'missed', transferTo: null },
  });
}

/** Someone, or a machine, has taken a call that we placed. */
async function answerPlaced(called: Called, announced: AnnouncedCall, key: string): Promise<CallMarkup> {
  const { client } = called;
  const [row] = await asSystem(() =>
    query<Claimed & { language: string; voice: string }>(
      `select c.id, c.workspace_id as "workspaceId", c.agent_id as "agentId", c.number, c.kind, a.language, a.voice
        from phone_calls c join phone_agents a on a.id = c.agent_id
        where c.id = $1 and c.connection_id = $2 and c.kind = 'outbound' and c.state = 'ringing'`,
      [UUID.test(key) ? key : null, called.id],
    ),
  );
  if (!row) return client.hangUp('');
  return inWorkspace(row.workspaceId, null, () =>
    withAllRecords(async () => {
      if (announced.isMachine) {
        const call = await liveCall(row);
        if (call) await keepChange(call, { turns: [], tasks: [], ended: { outcome: 'voicemail', transferTo: null } });
        return client.hangUp('');
      }
      const token = randomToken();
      await updateRows(
        'phone_calls',
        {
          carrierId: announced.id,
          tokenHash: hashToken(token),
          tokenExpiresAt: new Date(Date.now() + 60_000).toISOString(),
        },
        { id: row.id, state: 'ringing' },
      );
      return client.connect(connectionTo(called, token, row));
    }),
  );
}

const connectionTo = (called: Called, token: string, { language, voice }: { language: string; voice: string }) => ({
  url: appLink(`/ws/calls/${token}`).replace(/^http/, 'ws'),
  language,
  voice,
  afterwards: appLink(`/api/provider-events/${called.id}/call/next`),
});

/** Writes the call down. @returns its id and the token of its socket; undefined for a call that was connected already */
async function ring(
  called: Called,
  announced: AnnouncedCall,
  agent: { id: string; workspaceId: string; name: string },
): Promise<{ id: string; token: string } | undefined> {
  const token = randomToken();
  const contact = await contactOfNumber(announced.from);
  return transaction(async () => {
    await insertIfNew('phone_calls', {
      id: newId(),
      workspaceId: agent.workspaceId,
      agentId: agent.id,
      agentName: agent.name,
      kind: 'inbound',
      state: 'ringing',
      number: announced.from,
      dialed: announced.to,
      contactId: contact?.id ?? null,
      connectionId: called.id,
      carrierId: announced.id,
    });
    // A carrier that got no answer asks again: the newest address counts.
    const [rung] = await query<{ id: string }>(
      `update phone_calls set token_hash = $3, token_expires_at = now() + interval '1 minute'
        where connection_id = $1 and carrier_id = $2 and state = 'ringing' returning id`,
      [called.id, announced.id, hashToken(token)],
    );
    await publishPaths(agent.workspaceId, [PHONE.calls]);
    return rung && { id: rung.id, token };
  });
}

interface Claimed {
  id: string;
  workspaceId: string;
  agentId: string | null;
  carrierId: string;
  number: string;
  kind: LiveCall['kind'];
  /** How long the credits last that are set aside; null where none are needed. */
  reservedMinutes?: number | null;
}

const claims = new WeakMap<FastifyRequest, Claimed>();
const refusal = () => new AppError('unauthenticated', 'This address is not valid.');

/** The call of a socket's address, which is used up by it. @throws AppError for an address that is not good */
async function claim(request: FastifyRequest): Promise<Claimed> {
  if (!REQUESTS.allows(networkOf(request.ip)))
    throw new AppError('rate_limited', 'Too many calls. Repeat this one later.', { retryAfter: 60 });
  const hash = hashToken((request.params as { token: string }).token);
  const [row] = await asSystem(() =>
    query<{ connectionId: string | null }>(
      `select connection_id as "connectionId" from phone_calls where token_hash = $1 and token_expires_at > now()`,
      [hash],
    ),
  );
  const called = row?.connectionId ? await calledConnection('voice', row.connectionId) : undefined;
  const { url, headers } = deliveryOf(request);
  if (!called?.client.isHandshake(url.replace(/^http/, 'ws'), headers)) throw refusal();
  const [claimed] = await asSystem(() =>
    query<Claimed>(
      `update phone_calls set token_hash = null, state = 'live', connected_at = now(), seen_at = now()
        where token_hash = $1 and token_expires_at > now() and state = 'ringing'
          and (workspace_id = $2 or reservation_id is not null)
        returning id, workspace_id as "workspaceId", agent_id as "agentId", carrier_id as "carrierId", number, kind,
          reserved_minutes as "reservedMinutes"`,
      // Nothing is connected that nobody pays for.
      [hash, called.workspaceId],
    ),
  );
  if (!claimed) throw refusal();
  return claimed;
}

const POLICY = 1008;

function converse(claimed: Claimed, wire: Wire): void {
  const scope = (work: () => Promise<void>) => inWorkspace(claimed.workspaceId, null, () => withAllRecords(work));
  let session: CallSession | undefined;
  let isClosed = false;
  let recent: number[] = [];
  /** Frames that came while the call was being read. */
  const waiting: unknown[] = [];
  const slow = setTimeout(() => wire.close(POLICY, 'No setup came'), SETUP_WITHIN).unref();
  const opened = openSession(claimed, wire, scope).then((made) => {
    session = made;
    if (!made) return wire.close(POLICY, 'The agent is gone');
    for (const frame of waiting) made.receive(frame);
    if (isClosed) made.closed();
  });
  opened.catch((error: unknown) => {
    log().error({ err: error, callId: claimed.id }, 'a call could not be opened');
    wire.close(1011, 'The call could not be opened');
  });
  wire.on('error', (error) => log().debug({ err: error }, 'the socket of a call broke'));
  wire.on('close', () => {
    clearTimeout(slow);
    isClosed = true;
    session?.closed();
  });
  wire.on('message', (data) => {
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < 10_000), now];
    const frame = recent.length > MAX_FRAMES ? undefined : parse(data);
    if (frame === undefined) return wire.close(POLICY, 'Messages are JSON, not too many at once');
    if (isSetup(frame)) {
      clearTimeout(slow);
      if (frame.callSid !== claimed.carrierId) return wire.close(POLICY, 'This is another call');
    }
    if (session) session.receive(frame);
    else if (waiting.length < 20) waiting.push(frame);
  });
}

async function openSession(
  claimed: Claimed,
  wire: Wire,
  scope: (work: () => Promise<void>) => Promise<void>,
): Promise<CallSession | undefined> {
  let call: LiveCall | undefined;
  await scope(async () => {
    call = await liveCall(claimed);
  });
  if (!call) return undefined;
  return new CallSession(
    call,
    { send: (frame) => wire.send(JSON.stringify(frame)), close: () => wire.close(1000, 'The call is over') },
    scope,
  );
}

/** A call that a carrier knows, with its agent as that is now. */
export async function liveCall(
  row: Pick<Claimed, 'id' | 'workspaceId' | 'agentId' | 'number' | 'kind' | 'reservedMinutes'>,
): Promise<LiveCall | undefined> {
  const found = row.agentId ? await agentForCall(row.agentId) : undefined;
  if (!found) return undefined;
  const { id, workspaceId, number, kind } = row;
  const contact = await contactOfNumber(number);
  const maxMinutes = Math.min(found.maxMinutes, row.reservedMinutes ?? found.maxMinutes);
  const call = { ...found, maxMinutes, plan: withCaller(found.plan, contact) };
  return { id, workspaceId, number, kind, isLogged: true, tells: true, contact, ...call };
}

const isSetup = (frame: unknown): frame is { type: 'setup'; callSid: unknown } =>
  typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'setup' && 'callSid' in frame;

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

/** What follows on the agent: a transfer, and after one that nobody took a task. */
async function continueCall({ id, client }: Called, announced: AnnouncedCall): Promise<CallMarkup> {
  const [row] = await asSystem(() =>
    query<Claimed & { transferTo: string | null; secondsLeft: number | null }>(
      `select id, workspace_id as "workspaceId", agent_id as "agentId", number, kind, transfer_to as "transferTo",
          greatest(60, reserved_minutes * 60 - extract(epoch from ended_at - connected_at))::int as "secondsLeft"
        from phone_calls where connection_id = $1 and carrier_id = $2`,
      [id, announced.id],
    ),
  );
  if (!row?.transferTo) return client.hangUp('');
  if (announced.transfer !== null) await settleMinutes(row.id, announced.transferSeconds);
  if (announced.transfer === null)
    return client.transfer(
      row.transferTo,
      appLink(`/api/provider-events/${id}/call/whisper`, { call: row.id }),
      appLink(`/api/provider-events/${id}/call/next`),
      row.secondsLeft,
    );
  if (announced.transfer === 'answered') return client.hangUp('');
  const willCall = await inWorkspace(row.workspaceId, null, () => withAllRecords(() => noteMissedTransfer(row)));
  return client.hangUp(willCall ? `${NO_ONE} We will call you back. Goodbye.` : `${NO_ONE} Goodbye.`);
}

const MAX_WHISPER = 300;

/** Who is calling and what they said, for the person who takes a transferred call. */
async function whisperOf(called: Called, key: string): Promise<string> {
  const [row] = await asSystem(() =>
    query<Claimed>(
      `select id, workspace_id as "workspaceId", agent_id as "agentId", number, kind from phone_calls
        where id = $1 and connection_id = $2 and transfer_to is not null`,
      [UUID.test(key) ? key : null, called.id],
    ),
  );
  if (!row) return 'A caller is on the line.';
  return inWorkspace(row.workspaceId, null, () =>
    withAllRecords(async () => {
      const contact = await contactOfNumber(row.number);
      const turns = await readTurns(row.id);
      const who = contact?.name || row.number.split('').join(' ') || 'a caller without a number';
      const said = turns.filter(({ by, text }) => by === 'caller' && !text.startsWith(KEYS)).map(({ text }) => text);
      return `Call from ${who}.${said.length > 0 ? ` They said: ${said.join(' ').slice(-MAX_WHISPER)}` : ''}`;
    }),
  );
}

/** Notes that nobody took a transferred call. @returns whether someone will call back */
async function noteMissedTransfer(
  row: Parameters<typeof liveCall>[0] & { transferTo: string | null },
): Promise<boolean> {
  const call = await liveCall(row);
  const willCall = call !== undefined && row.number !== '';
  return transaction(async () => {
    // The carrier may ask twice: only the first time there is a transfer to take back.
    const [taken] = await query<{ startedAt: string; turns: number }>(
      `update phone_calls c set transfer_to = null, outcome = $2 where id = $1 and transfer_to is not null
        returning started_at as "startedAt", (select count(*)::int from phone_turns t where t.call_id = c.id) as turns`,
      [row.id, willCall ? 'callback' : 'abandoned'],
    );
    if (!taken || !call) return willCall;
    const text = `No one took the transfer to ${row.transferTo}.`;
    const atMs = Math.max(0, Date.now() - Date.parse(taken.startedAt));
    await keepChange(call, {
      turns: [{ position: taken.turns, by: 'note', text, atMs, latencyMs: null, isCut: false }],
      tasks: willCall ? [{ kind: 'callback', text, number: row.number }] : [],
      ended: null,
    });
    return willCall;
  });
}
