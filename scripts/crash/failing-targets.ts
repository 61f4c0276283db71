/**
 * The outside world at its worst: a mail server that refuses, hangs, trickles, sends garbage, or hangs up before it
 * acknowledges; and webhook targets that hang, trickle, redirect inward, send endlessly, or answer garbage.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { installation as admin } from '../../src/domains/admin/contract.ts';
import { webhooks } from '../../src/domains/automation/contract.ts';
import { activities, contacts, invitations } from '../../src/domains/crm/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { install, pause } from './engines.ts';
import { atMost, holds, none, seconds, type Bar, type Options, type Scenario } from './report.ts';

const MAILS = 10;
/** Seconds of the mail server's misbehavior. */
const BAD = 75;
const WRITE_WITHIN = 3_000;
/** After five failures a mail waits 160 s for the next try, and may hang for a minute before. */
const ALL_WITHIN = 420_000;
/** Maximum wait for any answer of a target. */
const GIVE_UP_WITHIN = 12_000;

type Habit = 'refuses' | 'hangs' | 'dribbles' | 'rubbish' | 'accepts and hangs up' | 'too busy' | 'good';
const HABITS: readonly Habit[] = ['refuses', 'hangs', 'dribbles', 'rubbish', 'accepts and hangs up', 'too busy'];

interface Listener {
  port: number;
  close(): Promise<void>;
}

async function listen(serve: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface MailServer extends Listener {
  habit(next: () => Habit): void;
  /** Each accepted mail, acknowledged or not. */
  taken: { id: string; to: string; acknowledged: boolean }[];
  met: Map<Habit, number>;
}

async function startMailServer(first: () => Habit): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const met = new Map<Habit, number>();
  let next = first;
  const { port, close } = await listen((socket) => {
    const habit = next();
    met.set(habit, (met.get(habit) ?? 0) + 1);
    if (habit === 'refuses') return void socket.destroy();
    if (habit === 'hangs') return;
    if (habit === 'rubbish') return void socket.end('HTTP/1.1 200 OK\r\n\r\n<html>\u0000\u0001');
    if (habit === 'dribbles') {
      const drop = setInterval(() => socket.write('2'), 900);
      return void socket.on('close', () => clearInterval(drop));
    }
    converse(socket, habit, taken);
  });
  return { port, close, taken, met, habit: (following) => void (next = following) };
}

/** The part of SMTP that one mail needs. */
function converse(socket: Socket, habit: Habit, taken: MailServer['taken']): void {
  let text = '';
  let inData = false;
  let to = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 mail.example');
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (;;) {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        const id = /^message-id: <([^>]+)>/im.exec(line)?.[1] ?? '';
        taken.push({ id, to, acknowledged: habit === 'good' });
        if (habit === 'accepts and hangs up') return void socket.destroy();
        say('250 taken');
      } else if (/^mail from/i.test(line) && habit === 'too busy') say('451 too busy, come again');
      else if (/^rcpt to:<([^>]*)>/i.test(line)) {
        to = /<([^>]*)>/.exec(line)![1]!;
        say('250 ok');
      } else if (/^data/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^quit/i.test(line)) return void socket.end('221 bye\r\n');
      else say('250 ok');
    }
  });
}

async function mailFaults({ random, seconds: length = BAD }: Options): Promise<Bar[]> {
  const bad = () => HABITS[Math.trunc(random() * HABITS.length)]!;
  const server = await startMailServer(bad);
  const installation = await install('postgres', {
    env: { SMTP_URL: `smtp://127.0.0.1:${server.port}?security=none` },
  });
  const { owner } = installation;
  try {
    const writes: number[] = [];
    const until = performance.now() + length * 1000;
    for (let n = 0; n < MAILS; n++) {
      const began = performance.now();
      const { id } = await owner.call(activities.create, {
        body: {
          type: 'meeting',
          subject: `Meeting ${n}`,
          dueAt: '2030-01-01T10:00:00Z',
          attendees: [{ name: `Guest ${n}`, email: `guest${n}@elsewhere.example` }],
        },
      });
      await owner.call(invitations.send, { params: { id }, body: {} });
      writes.push(performance.now() - began);
      await pause(400);
    }
    while (performance.now() < until) await pause(500);
    const retried = server.met.size;
    server.habit(() => 'good');
    const good = performance.now();
    const left = await emptied(owner, good + ALL_WITHIN);
    const delivered = Map.groupBy(
      server.taken.filter(({ to, acknowledged }) => acknowledged && to.startsWith('guest')),
      ({ to }) => to,
    );
    const ids = Map.groupBy(server.taken, ({ to }) => to);
    return [
      holds(
        'mail server: each misbehavior occurred',
        retried >= 4,
        [...server.met].map(([habit, count]) => `${count} × ${habit}`).join(', '),
      ),
      atMost(
        'mail server: longest wait of a person whose action sends mail',
        WRITE_WITHIN,
        Math.max(...writes),
        seconds,
      ),
      holds(
        `mail server: all ${MAILS} mails arrive once it works`,
        delivered.size === MAILS,
        `${delivered.size} after ${seconds(performance.now() - good)}`,
      ),
      none(
        'mail server: mails acknowledged twice',
        [...delivered].filter(([, mails]) => mails.length > 1).map(([to]) => to),
      ),
      none(
        'mail server: mails sent again with a different Message-ID',
        [...ids].filter(([, mails]) => new Set(mails.map(({ id }) => id)).size > 1).map(([to]) => to),
      ),
      none('mail server: jobs that hang or gave up', left),
    ];
  } finally {
    await installation.remove();
    await server.close();
  }
}

/** Waits until no job is left. @returns remaining and failed jobs */
async function emptied(owner: TestClient, deadline: number): Promise<string[]> {
  for (;;) {
    const open = [];
    for (const state of ['queued', 'running'] as const)
      open.push(...(await owner.call(admin.jobs, { query: { state } })).items);
    if (open.length === 0 || performance.now() > deadline) {
      const failed = (await owner.call(admin.jobs, { query: { state: 'failed' } })).items;
      return [...open, ...failed].map(({ title, state, error }) => `${title} ${state} ${error ?? ''}`);
    }
    await pause(1_000);
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

async function webhookFaults(): Promise<Bar[]> {
  let inside = 0;
  const secret = await listen((socket) => {
    inside++;
    socket.end(`${HEAD}\r\nsecret`);
  });
  const endless = (socket: Socket, start: string, piece: string, every: number) => {
    socket.write(start);
    const more = setInterval(() => socket.write(piece), every);
    socket.on('close', () => clearInterval(more));
  };
  const targets: Record<string, (socket: Socket) => void> = {
    hangs: () => undefined,
    dribbles: (socket) => endless(socket, HEAD, 'x', 500),
    redirects: (socket) =>
      void socket.end(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${secret.port}/\r\ncontent-length: 0\r\n\r\n`),
    'never ends': (socket) => endless(socket, `${HEAD}\r\n`, 'x'.repeat(65_536), 1),
    'endless head': (socket) => endless(socket, HEAD, `x-more: ${'y'.repeat(1_000)}\r\n`, 5),
    rubbish: (socket) => void socket.end('\u0016\u0003\u0001rubbish'),
    'hangs up': (socket) => void socket.destroy(),
    good: (socket) => void socket.once('data', () => socket.end(`${HEAD}content-length: 2\r\n\r\nok`)),
  };
  const listeners = new Map<string, Listener>();
  for (const [name, serve] of Object.entries(targets)) listeners.set(name, await listen(serve));
  const installation = await install('postgres', {
    env: { OUTGOING_ALLOW: [...listeners.values()].map(({ port }) => `127.0.0.1:${port}`).join(',') },
  });
  const { owner } = installation;
  try {
    const endpoints = new Map<string, string>();
    for (const [name, { port }] of listeners)
      endpoints.set(
        name,
        (await owner.call(webhooks.create, { body: { url: `http://127.0.0.1:${port}/`, types: ['contact.created'] } }))
          .id,
      );
    const memory = installation.pid();
    for (let n = 0; n < 5; n++) await owner.call(contacts.create, { body: { firstName: 'Told', lastName: `${n}` } });
    await pause(45_000);
    const states: string[] = [];
    const wrong: string[] = [];
    let longest = 0;
    for (const [name, id] of endpoints) {
      const { items } = await owner.call(webhooks.messages, { params: { id }, query: { limit: 20 } });
      const tries = (
        await Promise.all(items.map((item) => owner.call(webhooks.message, { params: { id: item.id } })))
      ).flatMap((message) => message.tries);
      const delivered = items.filter(({ state }) => state === 'delivered').length;
      longest = Math.max(longest, ...tries.map(({ durationMs }) => durationMs));
      states.push(`${name} ${delivered}/${items.length}`);
      const taken = name === 'good' || name === 'never ends';
      if (items.length !== 5 || (taken ? delivered !== 5 : delivered > 0))
        wrong.push(`${name}: ${delivered} of ${items.length} delivered`);
      if (!taken && (tries.length === 0 || tries.some(({ error }) => !error)))
        wrong.push(`${name}: tried ${tries.length} times, not each with its reason`);
      if (!taken && tries.length > 15) wrong.push(`${name}: hammered ${tries.length} times`);
    }
    return [
      none('webhooks: deliveries neither accepted nor kept for a retry with a reason', wrong),
      holds('webhooks: delivered', true, states.join(', ')),
      atMost('webhooks: longest attempt', GIVE_UP_WITHIN, longest, seconds),
      holds('webhooks: no request followed a redirect to an internal address', inside === 0, String(inside)),
      holds('webhooks: the server was not restarted', memory === installation.pid()),
    ];
  } finally {
    await installation.remove();
    for (const listener of [...listeners.values(), secret]) await listener.close();
  }
}

export const outside: Scenario = {
  name: 'outside',
  title: 'A mail server and webhook targets that misbehave',
  run: async (options) => [...(await mailFaults(options)), ...(await webhookFaults())],
};
