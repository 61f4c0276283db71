/**
 * `npm run bench:pixel`: how many website events a second the product stores on PostgreSQL, one event a request, whether
 * every acknowledged one is there after kill -9, and how long reports over a year take.
 *
 * - `--seconds 20` how long events are sent
 */
import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pixelReports, pixelSites } from '../src/domains/pixel/contract.ts';
import { TestClient } from '../src/testing/client.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer } from '../src/testing/server-process.ts';
import { contactsOnly, setStage } from './compared-servers.ts';
import { cpuTime } from './measure.ts';
import { OWNER } from './seed.ts';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const SECONDS = Number(options.seconds);
const CONNECTIONS = 600;
const VISITORS = 20_000;
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const stage = await setStage('postgres', contactsOnly(100));
const databaseUrl = stage.databaseUrl!;
const folder = mkdtempSync(join(tmpdir(), 'gauntlet-bench-pixel-'));
const start = async () =>
  startServer({
    port: await freePort(),
    env: {
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '1',
      SECRET_KEY: 'A'.repeat(43),
    },
  });
let server = await start();
const owner = new TestClient(() => server.url);
await owner.signIn(OWNER.email, OWNER.password);
const site = await owner.call(pixelSites.create, {
  body: { name: 'Bench', domains: ['bench.example'], timeZone: 'UTC', currency: 'USD' },
});
await owner.call(pixelSites.createGoal, {
  params: { siteId: site.id },
  body: { name: 'Order', kind: 'page', matches: '/p1', worth: '10' },
});
const database = new pg.Client(databaseUrl);
await database.connect();

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const path = new URL(site.script).pathname.replace(/\.js$/, '');
let acknowledged = 0;
let refused = 0;
const took: number[] = [];

function sendOne(): Promise<void> {
  const visitor = randomInt(VISITORS);
  const body = JSON.stringify({
    k: 'page',
    u: `https://bench.example/p${randomInt(200)}?utm_source=s${visitor % 20}`,
    r: '',
  });
  const began = performance.now();
  return new Promise((resolve) => {
    const outgoing = request(
      `${server.url}${path}`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'text/plain',
          'content-length': Buffer.byteLength(body),
          'user-agent': AGENT,
          'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.7`,
        },
      },
      (response) => {
        response.resume();
        if (response.statusCode === 204) {
          acknowledged++;
          took.push(performance.now() - began);
        } else refused++;
        response.once('end', resolve);
        response.once('error', () => resolve());
      },
    );
    outgoing.once('error', () => resolve());
    outgoing.end(body);
  });
}

async function sendFor(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) await sendOne();
    }),
  );
}

const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
const stored = async () => {
  const { rows } = await database.query<{ count: string }>('select count(*) as count from pixel_events');
  return Number(rows[0]!.count);
};

await sendFor(3);
acknowledged = 0;
took.length = 0;
const before = await stored();
const cpu = cpuTime(server.pid);
await sendFor(SECONDS);
const used = cpuTime(server.pid) - cpu;
console.log(
  `${Math.round(acknowledged / SECONDS)} events a second for ${SECONDS} s, one a request; ${refused} refused;`,
  `answer p50 ${percentile(took, 0.5).toFixed(0)} ms, p95 ${percentile(took, 0.95).toFixed(0)} ms;`,
  `server ${(used / acknowledged).toFixed(2)} ms of processor an event`,
);
console.log(`acknowledged ${acknowledged}, stored ${(await stored()) - before}`);

const beforeKill = await stored();
acknowledged = 0;
const sending = sendFor(6);
await new Promise((resolve) => setTimeout(resolve, 2_500));
await server.kill();
await sending;
const after = await stored();
const { rows } = await database.query<{ daily: string; visits: string; events: string }>(
  `select (select sum(pageviews) from pixel_daily where dimension = 'all') as daily,
    (select sum(pageviews) from pixel_visits) as visits, (select count(*) from pixel_events) as events`,
);
console.log(
  `kill -9: ${acknowledged} acknowledged, ${after - beforeKill} stored (${after - beforeKill >= acknowledged ? 'none lost' : 'LOST'});`,
  `figures ${rows[0]!.daily}, visits ${rows[0]!.visits}, events ${rows[0]!.events}`,
);

// A year of 50 million events as the writer would have left it: 400 pages, 60 sources, 25 campaigns a day.
await database.query(
  `insert into pixel_daily (site_id, workspace_id, dimension, day, value, visits, visitors, pageviews, events, seconds, goals, converted)
    select s.id, s.workspace_id, d.dimension, current_date - n, d.prefix || v, 40000 / d.count, 30000 / d.count, 137000 / d.count, 10, 900000 / d.count, 5, 5
    from pixel_sites s cross join generate_series(1, 365) n
      cross join (values ('all', '', 1), ('page', '/y', 400), ('entry', '/y', 200), ('exit', '/y', 200), ('source', 'y', 60), ('campaign', 'y', 25), ('channel', 'y', 12), ('device', 'y', 3)) d(dimension, prefix, count)
      cross join lateral generate_series(1, d.count) g(n2) cross join lateral (select case d.count when 1 then '' else g.n2::text end) x(v)`,
);
await database.query('analyze pixel_daily');
server = await start();
await owner.signIn(OWNER.email, OWNER.password);
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const params = { siteId: site.id };
const query = { from: day(364), to: day(0), compare: 'true' } as const;
const reports: Record<string, () => Promise<unknown>> = {
  overview: () => owner.call(pixelReports.overview, { params, query }),
  pages: () => owner.call(pixelReports.breakdown, { params, query: { ...query, dimension: 'page' } }),
  sources: () => owner.call(pixelReports.breakdown, { params, query: { ...query, dimension: 'source' } }),
  live: () => owner.call(pixelReports.live, { params }),
  visits: () => owner.call(pixelReports.visits, { params }),
};
for (const [name, read] of Object.entries(reports)) {
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  console.log(
    `${name}, a year: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );
}
agent.destroy();
await database.end();
await server.stop();
await stage.remove();
rmSync(folder, { recursive: true, force: true });
