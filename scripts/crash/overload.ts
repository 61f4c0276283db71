/** Overload, clients that are slow on purpose, and a long steady load with many listeners. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { contacts } from '../../src/domains/crm/contract.ts';
import { TestClient } from '../../src/testing/client.ts';
import { install, OWNER, pause, type Installation, type InstallOptions } from './engines.ts';
import type { Job, Result } from './load.ts';
import { atMost, holds, none, type Bar, type Options, type Scenario } from './report.ts';

const PATH = '/api/contacts?limit=50';
const ROWS = 200;
const OVERLOAD = 60;
const SLOW = 30;
/** Number of sessions. */
const CROWD = 60;
const SOAK = 1_800;
const LISTENERS = 200;
/** Frequent garbage collection, so that growth within minutes is real. */
const SMALL_HEAP = ['--max-old-space-size=192', '--max-semi-space-size=8'];
/** A session may hold six. */
const LISTENERS_PER_SESSION = 5;
const SLOW_CLIENTS = 500;

const cookieOf = (owner: TestClient) => [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function load(
  installation: Installation,
  {
    sessions = [installation.owner],
    ...job
  }: Pick<Job, 'seconds' | 'connections' | 'rate'> & { sessions?: readonly TestClient[] },
): Promise<Result> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'load.ts'),
      JSON.stringify({ url: installation.url, path: PATH, cookies: sessions.map(cookieOf), ...job } satisfies Job),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return JSON.parse(said) as Result;
}

/** Signs in this many sessions. */
async function signedIn(installation: Installation, count: number): Promise<TestClient[]> {
  const sessions = Array.from({ length: count }, () => new TestClient(() => installation.url));
  for (const session of sessions) await session.signIn(OWNER.email, OWNER.password);
  return sessions;
}

/** Resident memory in MB, and the number of open files and sockets. */
function sizeOf(pid: number): { memory: number; handles: number } {
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

async function withContacts(
  work: (installation: Installation) => Promise<Bar[]>,
  options: InstallOptions = {},
): Promise<Bar[]> {
  const installation = await install('postgres', options);
  try {
    for (let n = 0; n < ROWS; n++)
      await installation.owner.call(contacts.create, {
        body: { firstName: `Name ${n}`, lastName: 'Load', title: 'Somebody' },
      });
    await load(installation, { seconds: 5, connections: 16 });
    return await work(installation);
  } finally {
    await installation.remove();
  }
}

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const told = ({ statuses }: Result) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
    .join(', ');

export const overload: Scenario = {
  name: 'overload',
  title: 'Twice as many requests as the server can answer, for a minute',
  run: ({ seconds: length = OVERLOAD }) =>
    withContacts(async (installation) => {
      // Many sessions, because one alone would reach its share.
      const sessions = await signedIn(installation, CROWD);
      const most = await load(installation, { seconds: 8, connections: 32 });
      const before = sizeOf(installation.pid()).memory;
      const rate = most.perSecond * 2;
      const running = load(installation, { seconds: length, connections: 4_000, rate, sessions });
      await pause(length * 500);
      const health = await fetch(`${installation.url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => status,
        () => 0,
      );
      const result = await running;
      const odd = Object.keys(result.statuses).filter((status) => !['200', '429', '503'].includes(status));
      await pause(10_000);
      const calm = await load(installation, { seconds: 5, connections: 4 });
      await pause(20_000);
      const after = sizeOf(installation.pid()).memory;
      return [
        holds('requests a second: capacity, and sent', true, `${Math.round(most.perSecond)}, ${Math.round(rate)}`),
        holds('answers', (result.statuses['503'] ?? 0) > 0, told(result)),
        none('answers other than 200, 429 and 503', odd),
        holds('every 429 and 503 has Retry-After', result.withoutRetryAfter === 0),
        atMost('p99 of accepted requests', 2_000, result.p99, milliseconds),
        holds('still answered per second', result.perSecond > most.perSecond * 0.4, `${Math.round(result.perSecond)}`),
        holds('/health/ready meanwhile', health === 200, String(health)),
        holds('everything is accepted afterward', Object.keys(calm.statuses).join() === '200', told(calm)),
        atMost(
          'memory 35 s afterward, against full load before',
          110,
          (after / before) * 100,
          (value) => `${Math.round(value)} %`,
        ),
      ];
    }),
};

/** Concurrent calls of one program, repeated. */
const GREEDY = 400;

export const greedy: Scenario = {
  name: 'greedy',
  title: `One program with ${GREEDY} calls at once, beside somebody who works`,
  run: ({ seconds: length = SLOW }) =>
    withContacts(async (installation) => {
      const [person] = (await signedIn(installation, 1)) as [TestClient];
      const work = (seconds: number) => load(installation, { seconds, connections: 2, sessions: [person] });
      const alone = await work(length / 2);
      const program = load(installation, { seconds: length + 4, connections: GREEDY });
      await pause(2_000);
      const beside = await work(length);
      const asked = await program;
      return [
        none(
          'answers other than 200 to the person',
          Object.keys(beside.statuses).filter((status) => status !== '200'),
        ),
        atMost('p95 of the person, beside the program', 1_000, beside.p95, milliseconds),
        holds('p95 of the person, alone', true, milliseconds(alone.p95)),
        none(
          'answers to the program other than 200 and 429',
          Object.keys(asked.statuses).filter((status) => !['200', '429'].includes(status)),
        ),
        holds('answers to the program', (asked.statuses['200'] ?? 0) > 0, told(asked)),
      ];
    }),
};

/** Sends an endless head, or a body that never completes, a byte at a time. */
function crawl(url: string, body: boolean): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      body
        ? 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{'
        : 'GET / HTTP/1.1\r\nhost: x\r\n',
    );
  });
  const more = setInterval(() => socket.write(body ? ' ' : 'x: y\r\n'), 1_000);
  socket.on('error', () => undefined).on('close', () => clearInterval(more));
  return socket;
}

export const slowClients: Scenario = {
  name: 'slow-clients',
  title: '500 clients that send a byte a second',
  run: ({ seconds: length = SLOW }) =>
    withContacts(async (installation) => {
      const alone = await load(installation, { seconds: length / 2, connections: 4 });
      const sockets = Array.from({ length: SLOW_CLIENTS }, (_, index) => crawl(installation.url, index % 2 === 0));
      await pause(2_000);
      const beside = await load(installation, { seconds: length, connections: 4 });
      for (const socket of sockets) socket.destroy();
      return [
        none(
          'answers other than 200 meanwhile',
          Object.keys(beside.statuses).filter((status) => status !== '200'),
        ),
        atMost(
          'p95 of everybody else, against without them',
          2,
          beside.p95 / alone.p95,
          (value) => `${value.toFixed(1)} ×`,
        ),
        holds('p95 without and with them', true, `${milliseconds(alone.p95)}, ${milliseconds(beside.p95)}`),
      ];
    }),
};

/** Listens for changes, reconnects when cut off, and hangs up now and then. */
async function listen(url: string, owner: TestClient, signal: AbortSignal, random: () => number): Promise<void> {
  while (!signal.aborted) {
    const mine = AbortSignal.any([signal, AbortSignal.timeout(5_000 + Math.trunc(random() * 30_000))]);
    await fetch(`${url}/api/events`, { headers: { cookie: cookieOf(owner) }, signal: mine })
      .then(async ({ body }) => {
        for await (const _ of body ?? []) if (mine.aborted) return;
      })
      .catch(() => undefined);
    if (!signal.aborted) await pause(100);
  }
}

async function steady(installation: Installation, { random, seconds: length = SOAK }: Options): Promise<Bar[]> {
  const most = await load(installation, { seconds: 8, connections: 16 });
  const rate = most.perSecond * 0.3;
  const stop = new AbortController();
  const sessions = await signedIn(installation, LISTENERS / LISTENERS_PER_SESSION);
  const listeners = Array.from({ length: LISTENERS }, (_, n) =>
    listen(installation.url, sessions[n % sessions.length]!, stop.signal, random),
  );
  const share = Math.max(20, length / 6);
  // Warm, with all listeners connected.
  await load(installation, { seconds: share, connections: 64, rate });
  const sizes: { minute: number; memory: number; handles: number }[] = [];
  const began = performance.now();
  const sampler = setInterval(
    () => sizes.push({ minute: (performance.now() - began) / 60_000, ...sizeOf(installation.pid()) }),
    2_000,
  );
  const results: Result[] = [];
  for (let part = 1; part < 6; part++) {
    await installation.owner.call(contacts.create, { body: { firstName: 'Heard', lastName: 'by all' } });
    results.push(await load(installation, { seconds: share, connections: 64, rate }));
  }
  clearInterval(sampler);
  stop.abort();
  await Promise.all(listeners);
  const [first, last] = [results[0]!, results.at(-1)!];
  const third = sizes.slice(0, sizes.length / 3);
  const end = sizes.slice(-sizes.length / 3);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const slope =
    (mean(end.map(({ memory }) => memory)) - mean(third.map(({ memory }) => memory))) /
    (mean(end.map(({ minute }) => minute)) - mean(third.map(({ minute }) => minute)));
  const handles = mean(end.map((size) => size.handles)) / mean(third.map((size) => size.handles));
  return [
    holds(
      'load',
      true,
      `${Math.round(rate)} requests a second for ${Math.round((share * 6) / 60)} min, ${LISTENERS} event streams`,
    ),
    none(
      'answers other than 200',
      results.flatMap(({ statuses }) => Object.keys(statuses)).filter((status) => status !== '200'),
    ),
    atMost('memory growth per minute, after the warm-up', 1, slope, (value) => `${value.toFixed(2)} MB`),
    atMost(
      'open files and sockets at the end, against the beginning',
      1.1,
      handles,
      (value) => `${value.toFixed(2)} ×`,
    ),
    atMost('p99 in the last sixth, against the second', 1.2, last.p99 / first.p99, (value) => `${value.toFixed(2)} ×`),
  ];
}

export const soak: Scenario = {
  name: 'soak',
  title: 'A third of the maximum load and 200 event streams',
  run: (options) => withContacts((installation) => steady(installation, options), { nodeArgs: SMALL_HEAP }),
};
