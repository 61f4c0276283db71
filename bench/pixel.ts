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
import { opportunities, pipelines } from '../src/domains/crm/contract.ts';
import { pixelCosts, pixelFunnels, pixelReports, pixelSites } from '../src/domains/pixel/contract.ts';
import { TestClient } from '../src/testing/client.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer } from '../src/testing/server-process.ts';
import { contactsOnly, setStage } from './compared-servers.ts';
import { cpuTime } from './measure.ts';
import { OWNER } from './seed.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, events: { type: 'string', default: '5000000' } },
});
const SECONDS = Number(options.seconds);
const EVENTS = Number(options.events);
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
await seedEvents();
server = await start();
await owner.signIn(OWNER.email, OWNER.password);
await seedDeals();
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const params = { siteId: site.id };
const query = { from: day(364), to: day(0), compare: 'true' } as const;
const reports: Record<string, () => Promise<unknown>> = {
  overview: () => owner.call(pixelReports.overview, { params, query }),
  pages: () => owner.call(pixelReports.breakdown, { params, query: { ...query, dimension: 'page' } }),
  sources: () => owner.call(pixelReports.breakdown, { params, query: { ...query, dimension: 'source' } }),
  live: () => owner.call(pixelReports.live, { params }),
  visits: () => owner.call(pixelReports.visits, { params }),
  retention: () => owner.call(pixelFunnels.retention, { params, query: { weeks: '12' } }),
  funnel: () =>
    owner.call(pixelFunnels.result, { params: { ...params, id: funnelId }, query: { from: day(29), to: day(0) } }),
  revenue: () =>
    owner.call(pixelCosts.returns, { params, query: { from: day(364).slice(0, 7), to: day(0).slice(0, 7) } }),
};
const funnelId = await countFunnel();
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

/** Visits of four events each, from 400,000 visitors with an identifier, as the writer would have left them. */
async function seedEvents(): Promise<void> {
  const began = performance.now();
  for (let ago = 31; ago >= -1; ago--) {
    const [from, to] = [ago, ago - 1].map((n) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10));
    await database.query(
      `create table if not exists pixel_events_${from!.replaceAll('-', '')} partition of pixel_events
        for values from ('${from}T00:00:00Z') to ('${to}T00:00:00Z')`,
    );
  }
  const visitor = (n: string) => `md5('visitor ' || ${n} % 400000)::uuid`;
  await database.query(
    `insert into pixel_visits (id, workspace_id, site_id, visitor_id, known, started_at, last_at, pageviews, entry_path,
        exit_path, channel, source, campaign)
      select md5('visit ' || n)::uuid, s.workspace_id, s.id, ${visitor('n')}, true, at, at + interval '5 minutes', 4, '/', '/contact',
        (array['Direct', 'Organic search', 'Paid search', 'Email'])[1 + n % 4], (array['', 'google', 'bing', 'news'])[1 + n % 4],
        (array['', 'Fall', 'Winter'])[1 + n % 3]
      from pixel_sites s, generate_series(1, $1::int) n
        cross join lateral (select now() - interval '30 days' + interval '30 days' * n / $1::int - interval '10 minutes' as at) t
      where s.id = $2`,
    [Math.round(EVENTS / 4), site.id],
  );
  await database.query(
    `insert into pixel_events (workspace_id, site_id, at, id, visit_id, visitor_id, kind, path)
      select v.workspace_id, v.site_id, v.started_at + interval '1 minute' * k, gen_random_uuid(), v.id, v.visitor_id, 'page',
        case when k = 0 then '/' when k = 2 and random() < 0.4 then '/pricing' when k = 3 and random() < 0.2 then '/contact'
          else '/p' || floor(random() * 300) end
      from pixel_visits v cross join generate_series(0, 3) k where v.site_id = $1 and v.known`,
    [site.id],
  );
  await database.query(
    `with first as (select visitor_id, min(started_at) as at, workspace_id from pixel_visits where known group by 1, 3)
      insert into pixel_visitors (site_id, visitor_id, workspace_id, first_week, last_week)
      select $1, visitor_id, workspace_id, date_trunc('week', at)::date, date_trunc('week', now())::date from first`,
    [site.id],
  );
  await database.query(
    `insert into pixel_cohorts (site_id, cohort, week, workspace_id, visitors)
      select $1, p.first_week, w.week, p.workspace_id, count(*) from pixel_visitors p
        cross join generate_series(p.first_week, p.last_week, interval '7 days') w(week) group by 2, 3, 4`,
    [site.id],
  );
  await database.query('analyze pixel_visits, pixel_events');
  console.log(`${EVENTS.toLocaleString('en')} events seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** 5,000 won deals of contacts who are three visitors each. */
async function seedDeals(): Promise<void> {
  const deal = await owner.call(opportunities.create, { body: { name: 'Deal', amount: '100', currency: 'USD' } });
  const [pipeline] = (await owner.call(pipelines.list)).items;
  const won = pipeline!.stages.find(({ outcome }) => outcome === 'won')!;
  await database.query(
    `insert into opportunities (id, workspace_id, name, amount, currency, pipeline_id, stage_id, probability, state, closed_at, contact_id)
      select gen_random_uuid(), o.workspace_id, 'Deal ' || n, n, 'USD', $2, $3, 100, 'won', now() - interval '20 days' * random(), c.id
        from opportunities o, generate_series(1, 5000) n
          join (select id, row_number() over (order by id) as place, count(*) over () as all from contacts) c on c.place = 1 + n % c.all
        where o.id = $1`,
    [deal.id, pipeline!.id, won.id],
  );
  await database.query(
    `insert into pixel_people (id, workspace_id, site_id, visitor_id, email, source)
      select gen_random_uuid(), c.workspace_id, $1, md5('visitor ' || (c.place * 3 + n))::uuid, lower(c.emails -> 0 ->> 'value'), 'form'
        from (select *, row_number() over (order by id) as place from contacts where emails <> '[]') c, generate_series(0, 2) n`,
    [site.id],
  );
  await database.query('analyze opportunities, pixel_people, contacts');
}

/** @returns the id of a funnel that has counted all events */
async function countFunnel(): Promise<string> {
  const began = performance.now();
  const { id } = await owner.call(pixelFunnels.create, {
    params,
    body: {
      name: 'Contact',
      steps: ['/', '/pricing', '/contact'].map((matches) => ({ kind: 'page' as const, matches })),
      windowHours: 168,
    },
  });
  const query = { from: day(29), to: day(0) };
  for (;;) {
    const result = await owner.call(pixelFunnels.result, { params: { ...params, id }, query });
    if (!result.counting) {
      console.log(
        `funnel counted in ${((performance.now() - began) / 1000).toFixed(0)} s: ${result.reached.join(' → ')}`,
      );
      return id;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

agent.destroy();
await database.end();
await server.stop();
await stage.remove();
rmSync(folder, { recursive: true, force: true });
