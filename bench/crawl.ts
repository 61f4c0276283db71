/**
 * `npm run bench:crawl`: the lead scraper over fifty sites on this machine. Prints pages a second, then kills the server
 * in the middle of a second crawl, starts it again, and counts the pages that were asked for twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { crawls } from '../src/domains/lead-scraper/contract.ts';
import { TestClient } from '../src/testing/client.ts';
import { freePort } from '../src/testing/postgres.ts';
import { sampleSites } from '../src/testing/sample-sites.ts';
import { startServer } from '../src/testing/server-process.ts';

const SITES = 50;
const PAGES = 40;
/** Pages a second. */
const BAR = 60;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const asked = new Map<string, number>();
const open = new Map<string, number>();
let mostAtOnce = 0;

async function startSite(pages: ReadonlyMap<string, string>): Promise<string> {
  const site = createServer((request, response) => {
    const key = `${request.headers.host}${request.url}`;
    const host = request.headers.host!;
    asked.set(key, (asked.get(key) ?? 0) + 1);
    open.set(host, (open.get(host) ?? 0) + 1);
    mostAtOnce = Math.max(mostAtOnce, open.get(host)!);
    setTimeout(() => {
      open.set(host, open.get(host)! - 1);
      const html = pages.get(request.url!);
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
    }, 5);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  site.unref();
  return `127.0.0.1:${(site.address() as AddressInfo).port}`;
}

const samples = sampleSites(PAGES);
const hosts = await Promise.all(
  Array.from({ length: SITES }, (_, n) => {
    const { pages } = samples[n % samples.length]!;
    return startSite(new Map(pages.map(({ path, html }) => [path, html.replace('</title>', ` ${n}</title>`)])));
  }),
);
const dataDir = mkdtempSync(join(tmpdir(), 'gauntlet-bench-crawl-'));
const env = { DATA_DIR: dataDir, NODE_ENV: 'test', OUTGOING_ALLOW: hosts.join(',') };
const start = async (args: string[]) => startServer({ port: await freePort(), args, env, timeout: 120_000 });

async function signIn(url: string): Promise<TestClient> {
  const client = new TestClient(() => url);
  await client.signIn(DEMO_ACCOUNTS[0]!.email, DEMO_PASSWORD);
  return client;
}

async function crawlReady(client: TestClient, name: string): Promise<string> {
  const body = {
    name,
    start: hosts.map((host) => `http://${host}/`).join('\n'),
    withCompanies: false,
    maxPages: 20_000,
    maxPagesPerSite: PAGES,
    maxDepth: 10,
    delay: 0.25,
  };
  const { id } = await client.call(crawls.create, { body });
  await until(client, id, 'ready');
  await client.call(crawls.start, { params: { id } });
  return id;
}

async function until(client: TestClient, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { state, error } = await client.call(crawls.get, { params: { id } });
    if (state === wanted) return;
    if (state === 'failed') throw new Error(error);
    await pause(200);
  }
}

let server = await start(['--demo']);
try {
  let client = await signIn(server.url);
  const began = performance.now();
  const first = await crawlReady(client, 'Rate');
  const started = performance.now();
  await until(client, first, 'done');
  const { fetched, candidates } = await client.call(crawls.get, { params: { id: first } });
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${fetched} pages of ${SITES} sites in ${seconds.toFixed(1)} s: ${(fetched / seconds).toFixed(0)} pages a second (bar: ${BAR}); robots.txt ${((started - began) / 1_000).toFixed(1)} s; ${candidates} candidates; most requests at once to a site: ${mostAtOnce}`,
  );

  asked.clear();
  const second = await crawlReady(client, 'Killed');
  await pause(4_000);
  await server.kill();
  server = await start([]);
  client = await signIn(server.url);
  await until(client, second, 'done');
  const twice = [...asked].filter(([key, times]) => times > 1 && !/\/(?:robots\.txt|sitemap\.xml)$/.test(key));
  const after = await client.call(crawls.get, { params: { id: second } });
  console.log(
    `killed and resumed: ${after.fetched} pages read, ${after.failed} cut off by the kill, ${twice.length} asked for twice (bar: 0)`,
  );
  process.exitCode = fetched / seconds >= BAR && twice.length === 0 && mostAtOnce === 1 ? 0 : 1;
} finally {
  await server.stop().catch(() => {});
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
