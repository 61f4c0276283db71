/**
 * `npm run bench:public`: public pages from the server's memory, beside a bare `node:http` server that answers with the
 * same bytes. Each server has one core to itself, the clients the others; the two take turns. Prints a table and writes
 * docs/benchmarks-public.md.
 *
 * - `--quick` one short round; writes no document
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { leadForms } from '../src/domains/crm/contract/lead-forms.ts';
import { ReportName, reportShares } from '../src/domains/crm/contract/reports.ts';
import { funnels } from '../src/domains/funnels/contract.ts';
import { TestClient } from '../src/testing/client.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer } from '../src/testing/server-process.ts';
import { measure } from './measure.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });
const ROUNDS = options.quick ? 1 : 3;
const SECONDS = options.quick ? 2 : 5;
const CONNECTIONS = 16;
/** Bars: kilobytes of the answer, requests a second. */
const WEIGHT = 14;
const LANDING_PAGE_WEIGHT = 20;
const RATE = 1_500;
const HEADERS = { 'accept-encoding': 'gzip', 'accept-language': 'en' };
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks-public.md');

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const pin = (pid: number) => void execFileSync('taskset', ['-apc', '0', String(pid)], { stdio: 'ignore' });

/** Answers every request with the bytes that the product answered. */
const BARE = `const { createServer } = require('node:http');
const [port, status, headers, body] = JSON.parse(process.argv[1]);
const bytes = Buffer.from(body, 'base64');
createServer((_, response) => response.writeHead(status, headers).end(bytes)).listen(port, '127.0.0.1', () => console.log('ready'));`;

async function startBare(page: { headers: Record<string, string>; body: Buffer }) {
  const port = await freePort();
  const facts = JSON.stringify([port, 200, page.headers, page.body.toString('base64')]);
  const child = spawn(process.execPath, ['-e', BARE, facts], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() };
}

/** The answer as it travels, not unpacked. */
async function fetchPage(url: string, path: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const outgoing = request(`${url}${path}`, { headers: HEADERS }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = response.headers;
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { headers: Object.fromEntries(flat) as Record<string, string>, body: Buffer.concat(chunks) };
}

interface Row {
  name: string;
  weight: number;
  maxWeight: number;
  ours: number[];
  bare: number[];
  p99: number[];
}

async function compare(
  name: string,
  server: { url: string; pid: number },
  path: string,
  maxWeight = WEIGHT,
): Promise<Row> {
  const page = await fetchPage(server.url, path);
  const bare = await startBare(page);
  pin(bare.pid);
  const row: Row = { name, weight: page.body.length / 1_000, maxWeight, ours: [], bare: [], p99: [] };
  const job = { requests: [{ method: 'GET', path }], headers: HEADERS, connections: CONNECTIONS, seconds: SECONDS };
  const rate = async ({ url, pid }: { url: string; pid: number }) => {
    const { requests, seconds, p99 } = await measure(pid, { ...job, url });
    return { rate: requests / seconds, p99 };
  };
  await rate(server);
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await rate(server);
    row.ours.push(ours.rate);
    row.p99.push(ours.p99);
    row.bare.push((await rate(bare)).rate);
  }
  bare.stop();
  return row;
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function table(rows: readonly Row[]): string {
  return [
    `|  | kB compressed | bar | requests a second (≥ ${number(RATE)}) | bare server | of it | p99, ms |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ name, weight, maxWeight, ours, bare, p99 }) => {
      const [mine, theirs] = [median(ours), median(bare)];
      return `| ${name} | ${number(weight, 1)} | ≤ ${maxWeight} | ${number(mine)} | ${number(theirs)} | ${number((mine / theirs) * 100)} % | ${number(median(p99), 1)} |`;
    }),
  ].join('\n');
}

const dataDir = mkdtempSync(join(tmpdir(), 'gauntlet-bench-public-'));
const load = loadavg().map((value) => value.toFixed(1));
const server = await startServer({
  port: await freePort(),
  args: ['--demo'],
  env: { DATA_DIR: dataDir, NODE_ENV: 'test' },
  timeout: 180_000,
});
try {
  const admin = new TestClient(() => server.url);
  await admin.signIn(DEMO_ACCOUNTS[0]!.email, DEMO_PASSWORD);
  const form = await admin.call(leadForms.create, {
    body: {
      name: 'Ask for an offer',
      fields: [
        { name: 'lastName', label: 'Name', required: true },
        { name: 'email', label: 'Email', required: true },
        { name: 'message', label: 'Message', required: false },
      ],
    },
  });
  const share = await admin.call(reportShares.create, {
    body: { name: 'The year', report: ReportName.options[0]!, question: {}, days: 30 },
  });
  const draft = await admin.call(funnels.create, { body: { name: 'Review', template: 'consultant' } });
  const funnel = await admin.call(funnels.publish, { params: { id: draft.id }, body: { version: draft.version } });
  const funnelPath = `/p/f/${funnel.slug}` as const;
  pin(server.pid);
  const rows = [
    await compare('Shared report, the same for everybody', server, new URL(share.url).pathname),
    await compare('Web form, with a token of its own', server, `/p/forms/${form.key}`),
    await compare('Landing page of a funnel, with a form', server, funnelPath, LANDING_PAGE_WEIGHT),
    await compare('Thank-you page of a funnel', server, `${funnelPath}/thank-you`, LANDING_PAGE_WEIGHT),
  ];
  process.stdout.write(`${table(rows)}\n`);
  if (!options.quick)
    writeFileSync(
      DOCUMENT,
      `# Public pages\n\nWritten by \`npm run bench:public\`; do not edit by hand. Pages from the server's memory, ${CONNECTIONS} connections, the server on one core, beside a bare \`node:http\` server that answers with the same bytes on the same core. Medians of ${ROUNDS} rounds that take turns; Node ${process.version}, ${cpus().length} processors, load ${load.join(' ')} before the start.\n\n${table(rows)}\n`,
    );
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
