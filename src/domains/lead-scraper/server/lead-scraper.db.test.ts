import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useDns } from '../../../server/dns/resolver.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { inWorkspace, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { approvals } from '../../approvals/contract.ts';
import { contacts, leads } from '../../crm/contract.ts';
import { blockedSites, candidates, crawls } from '../contract.ts';

interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string;
}

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let server: Server;
let origin: string;
let pages: Record<string, Answer | (() => Answer)>;
let asked: string[];
let agents: Set<string>;
let atOnce = 0;
let mostAtOnce = 0;

beforeAll(async () => {
  system = await startTestSystem();
  server = createServer((request, response) => {
    asked.push(request.url!);
    agents.add(request.headers['user-agent'] ?? '');
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
    const page = pages[request.url!];
    const {
      status = page ? 200 : 404,
      type = 'text/html',
      headers = {},
      body = '',
    } = (typeof page === 'function' ? page() : page) ?? {};
    setTimeout(() => {
      atOnce -= 1;
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    }, 5);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  useDns({
    txt: () => Promise.resolve([]),
    cname: () => Promise.resolve([]),
    addresses: () => Promise.resolve([]),
    mx: (name) => Promise.resolve(name === 'acme.test' ? ['mx.acme.test'] : []),
    srv: () => Promise.resolve([]),
  });
});
afterAll(async () => {
  useDns(undefined);
  allowPrivateHosts([]);
  server.close();
  await system.destroy();
});
beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
  allowPrivateHosts([new URL(origin).host]);
  asked = [];
  agents = new Set();
  mostAtOnce = 0;
  pages = {
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\nSitemap: /ignored' },
    '/': {
      body: '<title>Acme</title><a href="/contact">Contact</a> <a href="/team">Team</a> <a href="/private/x">P</a> <a href="/hidden">H</a> <a href="/copy">C</a><a href="/brochure.pdf">B</a><a href="/old">O</a><a href="http://other.test/">X</a>',
    },
    '/contact': { body: '<h1>Contact</h1><p>info@acme.test, +1 415 555 0132</p>' },
    '/copy': { body: '<h1>Contact</h1><p>info@acme.test, +1 415 555 0132</p>' },
    '/team': {
      body: '<main><div><h3>Ann Lee</h3><p>Owner</p><a href="mailto:ann@acme.test">Email</a></div><div><h3>Bo Lind</h3><p>Engineer</p><a href="mailto:bo@nowhere.test">Email</a></div></main>',
    },
    '/hidden': { body: '<meta name="robots" content="noindex"><p>secret@acme.test</p>' },
    '/private/x': { body: 'private@acme.test' },
    '/old': { status: 301, headers: { location: '/moved' } },
    '/moved': { body: '<p>We moved.</p>' },
  };
});

const NEW = { name: 'Test', maxPages: 50, maxPagesPerSite: 50, maxDepth: 3, delay: 0.25 };
const create = (start: string, more: object = {}) => owner.call(crawls.create, { body: { ...NEW, start, ...more } });
const state = async (id: string) => (await owner.call(crawls.get, { params: { id } })).state;
async function until(id: string, wanted: string): Promise<void> {
  await expect.poll(() => state(id), { timeout: 20_000, interval: 60 }).toBe(wanted);
}

async function crawled(start = origin): Promise<string> {
  const { id } = await create(start);
  await until(id, 'ready');
  await owner.call(crawls.start, { params: { id } });
  await until(id, 'done');
  return id;
}

it('crawls politely, finds candidates with evidence, and turns an approved one into a lead', async () => {
  await owner.call(contacts.create, {
    body: { firstName: 'Ann', lastName: 'Lee', emails: [{ value: 'ann@acme.test' }] },
  });
  const id = await crawled();
  expect(mostAtOnce).toBe(1);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.filter((path) => path.startsWith('/private') || path.endsWith('.pdf'))).toEqual([]);
  expect([...agents]).toEqual([expect.stringMatching(/^GauntletBot\/1\.0 \(\+http.*; .*@.*\)$/)]);
  const found = await owner.call(crawls.candidates, { params: { id } });
  expect(
    found.items.map(({ kind, name, email, emailState, phone, duplicates }) => [
      kind,
      name,
      email,
      emailState,
      phone,
      duplicates,
    ]),
  ).toEqual([
    ['person', 'Ann Lee', 'ann@acme.test', 'ok', '', 1],
    ['company', '127.0.0.1', 'info@acme.test', 'role', '+14155550132', 0],
    ['person', 'Bo Lind', 'bo@nowhere.test', 'no_mail', '', 0],
  ]);
  const ann = await owner.call(candidates.get, { params: { id: found.items[0]!.id } });
  expect(ann.evidence).toContainEqual(
    expect.objectContaining({ field: 'email', value: 'ann@acme.test', url: `${origin}/team`, by: 'team' }),
  );
  expect(ann.matches).toEqual([expect.objectContaining({ kind: 'contact', name: 'Ann Lee', reason: 'email' })]);
  expect([ann.notice, ann.noticeText]).toEqual(['due', expect.stringContaining(`${origin}/team`)]);
  const list = await owner.call(crawls.pages, { params: { id }, query: { state: 'skipped' } });
  expect(Object.fromEntries(list.items.map(({ url, reason }) => [url.replace(origin, ''), reason]))).toMatchObject({
    '/private/x': 'Excluded by robots.txt',
    '/hidden': 'The page asks not to be indexed',
    '/old': `Redirects to ${origin}/moved`,
  });
  expect(list.items.some(({ reason }) => reason.startsWith('Same content as'))).toBe(true);

  await owner.call(candidates.submit, { body: { ids: [ann.id] } });
  expect(await owner.call(candidates.submit, { body: { ids: [ann.id] } })).toEqual({ changed: 0 });
  const [request] = (await owner.call(approvals.list, { query: {} })).items;
  await owner.call(approvals.approve, { params: { id: request!.id }, body: { version: request!.version } });
  await expect
    .poll(async () => (await owner.call(candidates.get, { params: { id: ann.id } })).state, { timeout: 20_000 })
    .toBe('accepted');
  const { leadId } = await owner.call(candidates.get, { params: { id: ann.id } });
  expect(await owner.call(leads.get, { params: { id: leadId! } })).toMatchObject({
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@acme.test',
    source: 'Lead scraper',
  });

  const bo = found.items[2]!;
  await owner.call(candidates.dismiss, { body: { ids: [bo.id] } });
  expect(await owner.call(candidates.get, { params: { id: bo.id } })).toMatchObject({
    state: 'dismissed',
    email: '',
    evidence: [],
    notice: 'not_needed',
  });
  await owner.call(candidates.setNotice, { body: { ids: [ann.id], notice: 'sent' } });
  expect((await owner.call(crawls.get, { params: { id } })).noticesDue).toBe(0);
});

it('does not crawl sites that say no, cannot be reached, or lie in a private network', async () => {
  pages['/robots.txt'] = { type: 'text/plain', body: 'User-agent: GauntletBot\nDisallow: /' };
  await owner.call(blockedSites.add, { body: { host: 'https://www.never.test/x' } });
  const { id } = await create(`${origin}\nhttp://127.0.0.1:1/\nhttps://shop.never.test\nhttps://www.linkedin.com/in/x`);
  await until(id, 'ready');
  const { items } = await owner.call(crawls.sites, { params: { id } });
  expect(Object.fromEntries(items.map(({ origin: site, verdict }) => [site, verdict]))).toEqual({
    [origin]: 'refused',
    'http://127.0.0.1:1': 'refused',
    'https://shop.never.test': 'blocked',
  });
  const crawl = await owner.call(crawls.get, { params: { id } });
  expect([crawl.problems, crawl.estimate.sitesAllowed]).toEqual([
    [{ text: 'https://www.linkedin.com/in/x', why: 'This network’s terms forbid crawling.' }],
    0,
  ]);
  await expect(owner.call(crawls.start, { params: { id } })).rejects.toThrow('"code":"conflict"');
  expect(asked).toEqual(['/robots.txt']);
});

it('treats a robots.txt that fails as a ban', async () => {
  pages['/robots.txt'] = { status: 503 };
  const { id } = await create(origin);
  await until(id, 'ready');
  expect((await owner.call(crawls.sites, { params: { id } })).items[0]).toMatchObject({ verdict: 'unreachable' });
});

it('waits when a site asks for it, follows no redirect into a private network, and keeps failures with their reason @long', async () => {
  let tries = 0;
  pages['/contact'] = () =>
    (tries += 1) === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { body: 'late@acme.test' };
  pages['/old'] = { status: 302, headers: { location: 'http://169.254.169.254/latest' } };
  pages['/team'] = { status: 404 };
  const began = Date.now();
  const id = await crawled();
  expect(tries).toBe(2);
  expect(Date.now() - began).toBeGreaterThan(1_000);
  const failed = await owner.call(crawls.pages, { params: { id }, query: { state: 'failed' } });
  expect(failed.items.map(({ url, reason }) => [url, reason])).toEqual([[`${origin}/team`, 'The page does not exist']]);
  expect((await owner.call(crawls.sites, { params: { id } })).items).toHaveLength(1);
});

it('pauses, keeps what is under way, and resumes without asking for a page twice', async () => {
  pages['/'] = { body: Array.from({ length: 12 }, (_, n) => `<a href="/p${n}">${n}</a>`).join(' ') };
  for (let n = 0; n < 12; n++) pages[`/p${n}`] = { body: `p${n}@acme.test` };
  const { id } = await create(origin);
  await until(id, 'ready');
  await owner.call(crawls.start, { params: { id } });
  await expect.poll(() => asked.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(4);
  await owner.call(crawls.pause, { params: { id } });
  await until(id, 'paused');
  const before = asked.length;
  // A worker that died in the middle of a page leaves it claimed.
  await inWorkspace(owner.workspaceId, null, () =>
    query(
      `update crawl_pages set state = 'fetching' where id = (select id from crawl_pages where crawl_id = $1 and state = 'queued' limit 1)`,
      [id],
    ),
  );
  await owner.call(crawls.resume, { params: { id } });
  await until(id, 'done');
  expect(asked.length).toBeGreaterThan(before);
  const fetched = asked.filter((path) => /^\/p\d/.test(path));
  expect(new Set(fetched).size).toBe(fetched.length);
  const failed = await owner.call(crawls.pages, { params: { id }, query: { state: 'failed' } });
  expect(failed.items.map(({ reason }) => reason)).toEqual(['The server stopped while it fetched this page']);
  await owner.call(crawls.retryPages, { params: { id } });
  await until(id, 'done');
  expect((await owner.call(crawls.candidates, { params: { id }, query: { limit: 100 } })).items).toHaveLength(12);
});

it('finds every page of a site whose pages all link to each other @long', async () => {
  const links = Array.from({ length: 8 }, (_, n) => `<a href="/p${n}">${n}</a>`).join(' ');
  pages['/'] = { body: links };
  for (let n = 0; n < 8; n++) pages[`/p${n}`] = { body: `${links} p${n}` };
  const { id } = await create(origin, { maxPagesPerSite: 9 });
  await until(id, 'ready');
  await owner.call(crawls.start, { params: { id } });
  await until(id, 'done');
  expect((await owner.call(crawls.get, { params: { id } })).fetched).toBe(9);
});

it('refuses lists without an address, and keeps to the page limit', async () => {
  await expect(create('nonsense')).rejects.toThrow('"field":"start"');
  await expect(create('', {})).rejects.toThrow('"field":"start"');
  const { id } = await create(origin, { maxPages: 2 });
  await until(id, 'ready');
  await owner.call(crawls.start, { params: { id } });
  await until(id, 'done');
  expect(asked.filter((path) => path !== '/robots.txt' && path !== '/sitemap.xml')).toHaveLength(2);
  await owner.call(crawls.remove, { params: { id } });
  await expect(state(id)).rejects.toThrow('not_found');
});
