import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute } from '../../../server/db/index.ts';
import { type DnsResolver, useDns } from '../../../server/dns/resolver.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { SCRIPT_PATH, SCRIPT_TEXT } from '../../../server/public/script.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leadForms, leads, reportShares } from '../../crm/contract.ts';
import { publicPagesApi } from '../contract.ts';
import { CHECK_DOMAINS } from './domains.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
afterEach(() => useDns(undefined));

const zone = (records: Partial<Record<string, string[]>>): DnsResolver => ({
  txt: (name) => Promise.resolve(records[`TXT ${name}`] ?? []),
  cname: (name) => Promise.resolve(records[`CNAME ${name}`] ?? []),
  addresses: (name) => Promise.resolve(records[`A ${name}`] ?? []),
  mx: (name) => Promise.resolve(records[`MX ${name}`] ?? []),
  srv: () => Promise.resolve([]),
});

async function business() {
  const workspaceId = await system.clientWorkspace('Hahn & <Söhne>');
  return system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
}

const FIELDS = [
  { name: 'lastName', label: 'Name', required: true },
  { name: 'email', label: 'Email', required: true },
] as const;

async function formOf(owner: Awaited<ReturnType<typeof business>>, more: object = {}) {
  return owner.call(leadForms.create, { body: { name: 'Ask "us"', fields: [...FIELDS], ...more } });
}

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${system.url}${path}`, { headers, redirect: 'manual' });
const post = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
/** As if asked under a host of its own. */
const under = (host: string, url: string) => system.app.inject({ method: 'GET', url, headers: { host } });

describe('the page of a web form', () => {
  it('is plain HTML with its own policy, small, without a cookie, and escapes what people wrote', async () => {
    const owner = await business();
    const form = await formOf(owner, { language: 'ar' });
    const answer = await page(`/p/forms/${form.key}`, { 'accept-encoding': 'gzip' });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('Hahn &amp; &lt;Söhne&gt;');
    expect(text).toContain('Ask &quot;us&quot;');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Number(answer.headers.get('content-length') ?? 0)).toBeLessThan(14 * 1024);
    expect(SCRIPT_TEXT.length).toBeLessThan(10 * 1024);
    expect((await page(SCRIPT_PATH)).headers.get('cache-control')).toContain('immutable');
  });

  it('takes an entry without any script, names what is wrong, and keeps what was typed', async () => {
    const owner = await business();
    const form = await formOf(owner);
    const token = formToken(form.key, Date.now() - 10_000);
    const refused = await post(`/p/forms/${form.key}`, { lastName: '<b>', email: 'nobody', token });
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain('value="&lt;b&gt;"');
    expect(text).toContain('aria-invalid="true"');
    expect((await owner.call(leads.list)).items).toEqual([]);
    const sent = await post(`/p/forms/${form.key}`, {
      lastName: 'Lovelace',
      email: 'ada@engines.example',
      token,
      utm_source: 'fair',
    });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/p/forms/${form.key}?sent=yes`]);
    expect(await (await page(sent.headers.get('location')!)).text()).toContain('We will be in touch soon.');
    expect((await owner.call(leads.list)).items).toMatchObject([{ name: 'Lovelace' }]);
  });

  it('shows a change at once, and is gone with its form', async () => {
    const owner = await business();
    const form = await formOf(owner);
    expect(await (await page(`/p/forms/${form.key}`)).text()).toContain('>Send</button>');
    await owner.call(leadForms.update, { params: { id: form.id }, body: { button: 'Ask now', version: 1 } });
    expect(await (await page(`/p/forms/${form.key}`)).text()).toContain('>Ask now</button>');
    await owner.call(leadForms.remove, { params: { id: form.id } });
    expect((await page(`/p/forms/${form.key}`)).status).toBe(404);
  });

  it('asks for work during a flood, and keeps back what comes without it', async () => {
    const owner = await business();
    const form = await formOf(owner);
    await asSystem(() =>
      execute(`insert into throttles (key, count, reset_at) values ($1, 1000, now() + interval '5 minutes')`, [
        `form-flood ${form.key}`,
      ]),
    );
    const entry = (email: string) => ({ lastName: 'Lovelace', email, token: formToken(form.key, Date.now() - 10_000) });
    const asked = await post(`/p/forms/${form.key}`, { ...entry('ada@engines.example'), bits: '0' });
    const text = await asked.text();
    expect([asked.status, /data-work="(\d+)"/.exec(text)?.[1]]).toEqual([422, '16']);
    await post(`/p/forms/${form.key}`, { ...entry('ada@engines.example'), bits: '16' });
    expect((await owner.call(leads.list)).items).toEqual([]);
    // Computes the proof like the page's script.
    const proof = new Function(
      `${SCRIPT_TEXT.slice(SCRIPT_TEXT.indexOf('function sha256'), SCRIPT_TEXT.indexOf('Array.prototype'))};return prove`,
    )() as (token: string, bits: number, done: (work: string) => void) => void;
    const proven = entry('grace@engines.example');
    const work = await new Promise<string>((resolve) => proof(proven.token, 16, resolve));
    await post(`/p/forms/${form.key}`, { ...proven, bits: '16', work });
    expect((await owner.call(leads.list)).items).toMatchObject([{ email: 'grace@engines.example' }]);
  });
});

describe('a shared report', () => {
  it('opens for whoever has the link, is asked for again cheaply, and ends at once [V35]', async () => {
    const owner = await business();
    const share = await owner.call(reportShares.create, {
      body: { name: 'Won this year', report: 'outcomes', question: { period: 'this_year' } },
    });
    const path = new URL(share.url).pathname;
    const first = await page(path);
    expect([first.status, first.headers.get('cache-control'), first.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-cache',
      'noindex',
    ]);
    expect(await first.text()).toContain('<h1>Won this year</h1>');
    const again = await page(path, { 'if-none-match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
    expect((await page(path.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a')))).status).toBe(404);
    await owner.call(reportShares.revoke, { params: { id: share.id } });
    expect((await page(path, { 'if-none-match': first.headers.get('etag')! })).status).toBe(404);
    expect((await owner.call(reportShares.list)).items).toMatchObject([{ state: 'revoked' }]);
  });

  it('ends with the membership of who shared it', async () => {
    const owner = await business();
    const teammate = await system.signedIn({ workspaceId: owner.workspaceId });
    const { url } = await teammate.call(reportShares.create, {
      body: { name: 'Mine', report: 'conversion', question: {} },
    });
    await asSystem(() => execute('delete from memberships where user_id = $1', [teammate.userId]));
    expect((await page(new URL(url).pathname)).status).toBe(404);
  });
});

describe('a domain of a workspace', () => {
  it('serves its own pages and nothing else once its record is found [V40]', async () => {
    const [owner, stranger] = [await business(), await business()];
    const [form, foreign] = [await formOf(owner), await formOf(stranger)];
    useDns(zone({}));
    const host = 'pages.hahn.example';
    const domain = await owner.call(publicPagesApi.addDomain, { body: { host } });
    expect((await owner.call(publicPagesApi.checkDomain, { params: { id: domain.id } })).problem).toMatch(/not found/);
    const isKnown = async () => (await page(`/api/public/domains/check?domain=${host}`)).status;
    expect(await isKnown()).toBe(404);
    const [txt, cname] = domain.records;
    useDns(zone({ [`TXT ${txt!.name}`]: [txt!.value], [`CNAME ${host}`]: [`${cname!.value}.`] }));
    expect(await owner.call(publicPagesApi.checkDomain, { params: { id: domain.id } })).toMatchObject({
      state: 'verified',
      problem: '',
    });
    expect(await isKnown()).toBe(204);
    expect((await under(host, `/p/forms/${form.key}`)).statusCode).toBe(200);
    expect((await under(host, `/p/forms/${foreign.key}`)).statusCode).toBe(404);
    for (const path of ['/', '/login', '/api/setup', '/api/auth/setup-status'])
      expect([path, (await under(host, path)).statusCode]).toEqual([path, 404]);
    const share = await owner.call(reportShares.create, { body: { name: 'Open', report: 'conversion', question: {} } });
    expect(new URL(share.url).host).toBe(host);
    // Another workspace cannot prove the same name, and the proof of the first cannot be reused.
    const theirs = await stranger.call(publicPagesApi.addDomain, { body: { host } });
    useDns(zone({ [`TXT ${txt!.name}`]: [txt!.value, theirs.records[0]!.value] }));
    expect((await stranger.tryCall(publicPagesApi.checkDomain, { params: { id: theirs.id } })).status).toBe(409);
  });

  it('stops after its record was missing on three days', async () => {
    const owner = await business();
    const form = await formOf(owner);
    const host = 'gone.hahn.example';
    const domain = await owner.call(publicPagesApi.addDomain, { body: { host } });
    useDns(zone({ [`TXT ${domain.records[0]!.name}`]: [domain.records[0]!.value] }));
    await owner.call(publicPagesApi.checkDomain, { params: { id: domain.id } });
    useDns(zone({}));
    const statuses: number[] = [];
    for (let day = 0; day < 3; day++) {
      await asSystem(() => execute(`update public_domains set checked_at = now() - interval '2 days'`));
      await runRecurring(CHECK_DOMAINS);
      statuses.push((await under(host, `/p/forms/${form.key}`)).statusCode);
    }
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect((await owner.call(publicPagesApi.domains)).items).toMatchObject([{ state: 'pending' }]);
  });
});

it('the brand is refused when it is no color or no language, and changed by one at a time', async () => {
  const owner = await business();
  const site = await owner.call(publicPagesApi.site);
  const save = (change: object) => owner.tryCall(publicPagesApi.saveSite, { body: { ...site, ...change } });
  expect((await save({ color: 'red' })).body).toMatchObject({ fields: [{ field: 'color' }] });
  expect((await save({ language: 'nonsense!' })).status).toBe(400);
  expect((await save({ color: '#aa3300', imprint: 'Hahn\nMain Street 1' })).status).toBe(200);
  expect((await save({ color: '#00aa33' })).status).toBe(409);
  const form = await formOf(owner);
  const text = await (await page(`/p/forms/${form.key}`)).text();
  expect(text).toContain('--brand:#aa3300;--on-brand:#fff');
  expect(text).toContain('<p>Hahn<br>Main Street 1</p>');
});
