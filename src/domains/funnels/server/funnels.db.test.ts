import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace } from '../../../server/db/index.ts';
import { useDns } from '../../../server/dns/resolver.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leads } from '../../crm/contract.ts';
import { publicPagesApi } from '../../public-pages/contract.ts';
import { messaging } from '../../messaging/contract.ts';
import { type Funnel, type FunnelDocument, funnels } from '../contract.ts';
import { writeHits } from './visitors.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  owner = await system.signedIn({
    workspaceId: await system.clientWorkspace('Lead & <Söhne>'),
    workspaceRole: 'owner',
  });
});

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${system.url}${path}`, { headers: { ...PERSON, ...headers }, redirect: 'manual' });
const send = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: { ...PERSON, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
const token = (slug: string) => formToken(slug, Date.now() - 5_000);

const create = (template = 'consultant') => owner.call(funnels.create, { body: { name: 'Spring offer', template } });
const save = (funnel: Funnel, document: FunnelDocument, changes: Partial<Funnel> = {}) => {
  const { id, version, name, slug } = { ...funnel, ...changes };
  return owner.call(funnels.update, { params: { id }, body: { version, name, slug, document } });
};
const publish = ({ id, version }: Funnel) => owner.call(funnels.publish, { params: { id }, body: { version } });
const figures = async (id: string) => {
  await writeHits();
  return owner.call(funnels.figures, { params: { id } });
};

/** Answers of somebody who asks a consultant for a review. */
const ENTRY = {
  f_first: 'Ada',
  f_last: 'King',
  f_email: 'ada@visitor.example',
  f_team: '5–20',
  f_goal: 'More profit',
  // Hidden, because another goal was chosen: it must not count.
  f_other: 'Ignore me',
  consent: 'yes',
};
const formBlock = ({ document }: Funnel) => document.steps[0]!.blocks.find(({ type }) => type === 'form')!.id;

it('publishes every template as pages that work without a script and weigh at most 20 kB', async () => {
  const { items } = await owner.call(funnels.templates);
  expect(items).toHaveLength(9);
  for (const { id } of items) {
    const funnel = await publish(await create(id));
    for (const [n, step] of funnel.document.steps.entries()) {
      const path = n === 0 ? `/p/f/${funnel.slug}` : `/p/f/${funnel.slug}/${step.path}`;
      const answer = await get(path, { 'accept-encoding': 'identity' });
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(text).toContain('Lead &amp; &lt;Söhne&gt;');
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline');
      expect(gzipSync(text).length).toBeLessThan(20_000);
    }
  }
});

it('lets search engines in only where the funnel says so, and gives them rules that they can read', async () => {
  let funnel = await publish(await create());
  const path = `/p/f/${funnel.slug}`;
  expect((await get(path)).headers.get('x-robots-tag')).toBe('noindex');
  funnel = await publish(await save(funnel, { ...funnel.document, findable: true }));
  expect((await get(path)).headers.get('x-robots-tag')).toBeNull();
  const rules = await get('/robots.txt');
  expect([rules.headers.get('content-type'), await rules.text()]).toEqual([
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow: /api/\n',
  ]);
});

it('turns a visitor of a campaign into a lead with attribution and proof of consent', async () => {
  const funnel = await publish(await create());
  const { slug, id } = funnel;
  const page = `/p/f/${slug}?utm_source=newsletter&utm_campaign=spring`;
  const text = await (await get(page, { referer: 'https://news.example/today' })).text();
  expect(text).toContain('name="utm_campaign" value="spring"');
  expect(text).toContain('name="referrer" value="news.example"');
  const fields = {
    ...ENTRY,
    block: formBlock(funnel),
    token: token(slug),
    utm_source: 'newsletter',
    utm_campaign: 'spring',
    referrer: 'news.example',
  };
  const refused = await send(`/p/f/${slug}`, { ...fields, f_email: 'nobody', consent: '' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('Check the box to go on.');
  const wrong = await send(`/p/f/${slug}`, { ...fields, f_email: 'nobody' });
  expect(await wrong.text()).toMatch(/aria-invalid="true"[^>]*>|Enter (a|an) .*email/);

  const sent = await send(`/p/f/${slug}`, fields);
  expect(sent.status).toBe(303);
  const next = sent.headers.get('location')!;
  expect(next).toMatch(
    new RegExp(`^/p/f/${slug}/thank-you\\?utm_source=newsletter&utm_campaign=spring&referrer=news.example&c=`),
  );
  // Sent twice, it is one lead.
  expect((await send(`/p/f/${slug}`, fields)).status).toBe(303);
  const thanks = await (await get(next)).text();
  expect(thanks).toContain('Thank you, Ada');
  // The token opens nothing when it is changed.
  expect(await (await get(next.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).text()).toContain(
    'Thank you, and welcome',
  );

  const { items } = await owner.call(leads.list);
  expect(items).toHaveLength(1);
  const lead = await owner.call(leads.get, { params: { id: items[0]!.id } });
  expect(lead).toMatchObject({
    firstName: 'Ada',
    email: 'ada@visitor.example',
    source: 'Consulting funnel',
    origin: {
      funnel: 'Spring offer',
      step: 'Free review',
      utm_source: 'newsletter',
      utm_campaign: 'spring',
      referrer: 'news.example',
      consent: expect.stringContaining('I agree to be contacted') as string,
    },
  });
  expect(lead.about).toContain('What matters most right now?: More profit');
  expect(lead.about).not.toContain('Ignore me');
  const ledger = await owner.call(messaging.consent, { query: { address: 'ada@visitor.example' } });
  expect(JSON.stringify(ledger)).toContain('I agree to be contacted');

  expect(await figures(id)).toMatchObject({
    visitors: 1,
    leads: 1,
    steps: [
      { name: 'Free review', views: 1, visitors: 1, conversions: 1, rate: 1 },
      { name: 'Thank you', visitors: 1, conversions: 0 },
    ],
    campaigns: [{ source: 'newsletter', campaign: 'spring', leads: 1 }],
  });
  const [row] = (await owner.call(funnels.list)).items;
  expect(row).toMatchObject({ visitors: 1, leads: 1, rate: 1, isPublished: true, hasChanges: false });
});

it('keeps one lead through all forms of a funnel, and counts who goes on by a button', async () => {
  const funnel = await publish(await create('ecommerce-coach'));
  const { slug, id } = funnel;
  const first = await send(`/p/f/${slug}`, {
    block: formBlock(funnel),
    token: token(slug),
    consent: 'yes',
    f_first: 'Bo',
    f_email: 'bo@store.example',
  });
  const offer = await (await get(first.headers.get('location')!)).text();
  expect(offer).toContain('on its way to bo@store.example');
  const [, next] = /href="(\/p\/f\/[^"]+\/apply[^"]+from=offer[^"]*)"/.exec(offer) ?? [];
  const apply = await (await get(next!.replaceAll('&amp;', '&'))).text();
  // The second form knows the visitor.
  expect(apply).toContain('value="bo@store.example"');
  const [, visitor] = /name="c" value="([^"]+)"/.exec(apply) ?? [];
  const done = await send(`/p/f/${slug}/apply`, {
    block: funnel.document.steps[2]!.blocks[0]!.id,
    token: token(slug),
    consent: 'yes',
    c: visitor!,
    f_first: 'Bo',
    f_last: 'Lind',
    f_email: 'bo@store.example',
    f_shop: 'https://store.example',
    f_orders: '10–50',
    f_way: 'Group',
  });
  expect(done.status).toBe(303);
  const { items } = await owner.call(leads.list);
  expect(items).toHaveLength(1);
  const lead = await owner.call(leads.get, { params: { id: items[0]!.id } });
  expect(lead).toMatchObject({ lastName: 'Lind', website: 'https://store.example/' });
  expect(lead.about).toContain('Orders per week: 10–50');
  const { steps } = await figures(id);
  expect(steps[1]).toMatchObject({ name: 'The program', visitors: 1, conversions: 1 });
});

it('shows each visitor the same half of a split test, and counts the halves apart', async () => {
  let funnel = await create();
  const copy = structuredClone(funnel.document);
  const [step] = copy.steps;
  step!.split = { id: 'test1', share: 50, blocks: structuredClone(step!.blocks) };
  const [hero] = step!.split.blocks;
  if (hero?.type === 'hero') hero.heading = 'The other headline';
  funnel = await publish(await save(funnel, copy));
  const path = `/p/f/${funnel.slug}`;
  const look = async (n: number) => {
    const text = await (await get(path, { 'user-agent': `Mozilla/5.0 (Visitor ${n}) Firefox/140.0` })).text();
    const [, half] = /name="half" value="([ab])"/.exec(text) ?? [];
    expect(text.includes('The other headline')).toBe(half === 'b');
    return half;
  };
  const halves = await Promise.all(Array.from({ length: 40 }, (_, n) => look(n)));
  const inB = halves.filter((half) => half === 'b').length;
  // Outside in one of 40,000 runs.
  expect(inB).toBeGreaterThan(6);
  expect(inB).toBeLessThan(34);
  expect(await Promise.all(halves.map((_, n) => look(n)))).toEqual(halves);
  const sent = await send(path, { ...ENTRY, block: formBlock(funnel), token: token(funnel.slug), half: 'b' });
  expect(sent.status).toBe(303);
  const { steps } = await figures(funnel.id);
  expect(steps[0]).toMatchObject({
    visitors: 41,
    split: {
      share: 0.5,
      a: { visitors: 40 - inB, conversions: 0 },
      b: { visitors: inB + 1, conversions: 1 },
      winner: null,
    },
  });
});

it('leads through a form with several pages without a script, and keeps an unfinished one', async () => {
  let funnel = await create();
  const copy = structuredClone(funnel.document);
  const form = copy.steps[0]!.blocks.find(({ type }) => type === 'form')!;
  if (form.type !== 'form') throw new Error('not a form');
  for (const field of form.fields) field.page = field.id === 'team' || field.id === 'other';
  funnel = await publish(await save(funnel, copy));
  const path = `/p/f/${funnel.slug}`;
  const fieldsOf = (text: string) =>
    new Set([...text.matchAll(/<(?:input|select|textarea)[^>]* name="f_(\w+)"/g)].map(([, id]) => id));
  const hiddenOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
  const first = await (await get(path)).text();
  expect(first).toContain('1 of 3');
  expect(first).not.toContain('I agree to be contacted');
  expect(fieldsOf(first).has('goal')).toBe(false);
  const start = { ...hiddenOf(first), token: token(funnel.slug), f_first: 'Ada', f_last: 'King' };
  expect((await send(path, { ...start, f_email: 'nobody' })).status).toBe(422);
  const second = await (await send(path, { ...start, f_email: 'ada@visitor.example' })).text();
  expect(second).toContain('2 of 3');
  expect(hiddenOf(second)).toMatchObject({ at: '1', f_first: 'Ada', f_email: 'ada@visitor.example' });
  const unfinished = async () =>
    (await owner.call(funnels.submissions, { params: { id: funnel.id }, query: { state: 'partial' } })).items;
  expect(await unfinished()).toMatchObject([
    { data: { firstName: 'Ada', email: 'ada@visitor.example' }, leadId: null },
  ]);
  expect((await unfinished())[0]!.origin).not.toHaveProperty('consent');
  // Back to the first page, with what was entered.
  const again = await (await send(path, { ...hiddenOf(second), go: 'back' })).text();
  expect(again).toContain('1 of 3');
  expect(again).toContain('value="Ada"');
  const answers = { ...hiddenOf(second), f_team: '5–20' };
  expect((await send(path, answers)).status).toBe(422);
  // Another goal brings the third page, the usual ones only the consent.
  const third = await (await send(path, { ...answers, f_goal: 'Something else' })).text();
  expect(fieldsOf(third).has('other')).toBe(true);
  const last = await (await send(path, { ...answers, f_goal: 'More profit' })).text();
  expect(last).toContain('I agree to be contacted');
  expect(last).not.toContain(`id="${form.id}-other"`);
  expect((await owner.call(leads.list)).items).toEqual([]);
  expect((await send(path, hiddenOf(last))).status).toBe(422);
  expect((await send(path, { ...hiddenOf(last), consent: 'yes' })).status).toBe(303);
  expect(await unfinished()).toEqual([]);
  const { items } = await owner.call(leads.list);
  expect(items).toHaveLength(1);
  expect((await owner.call(leads.get, { params: { id: items[0]!.id } })).about).toContain('More profit');
});

it("is shown under the workspace's own domain, with its images, and under nobody else's", async () => {
  const funnel = await publish(await create('blank'));
  const admin = await system.signedIn({ workspaceId: owner.workspaceId, workspaceRole: 'owner', role: 'admin' });
  const host = 'offers.lead.example';
  const domain = await admin.call(publicPagesApi.addDomain, { body: { host } });
  const [txt, cname] = domain.records;
  useDns({
    txt: (name) => Promise.resolve(name === txt!.name ? [txt!.value] : []),
    cname: (name) => Promise.resolve(name === host ? [`${cname!.value}.`] : []),
    addresses: () => Promise.resolve([]),
    mx: () => Promise.resolve([]),
    srv: () => Promise.resolve([]),
  });
  await admin.call(publicPagesApi.checkDomain, { params: { id: domain.id } });
  useDns(undefined);
  const { address } = await owner.call(funnels.get, { params: { id: funnel.id } });
  expect(address).toBe(`https://${host}/p/f/${funnel.slug}`);
  const under = (url: string) => system.app.inject({ method: 'GET', url, headers: { host, ...PERSON } });
  expect((await under(`/p/f/${funnel.slug}`)).body).toContain('Your headline');
  const stranger = await system.signedIn({
    workspaceId: await system.clientWorkspace('Other'),
    workspaceRole: 'owner',
  });
  const foreign = await stranger.call(funnels.create, { body: { name: 'Foreign', template: 'blank' } });
  await stranger.call(funnels.publish, { params: { id: foreign.id }, body: { version: foreign.version } });
  expect((await get(`/p/f/${foreign.slug}`)).status).toBe(200);
  expect((await under(`/p/f/${foreign.slug}`)).statusCode).toBe(404);
});

it('forgets what a visitor sent with the lead that is deleted for good', async () => {
  const funnel = await publish(await create());
  await send(`/p/f/${funnel.slug}`, { ...ENTRY, block: formBlock(funnel), token: token(funnel.slug) });
  const kept = async () => (await owner.call(funnels.submissions, { params: { id: funnel.id } })).items;
  const [submission] = await kept();
  const id = submission!.leadId!;
  await owner.call(leads.remove, { params: { id } });
  expect(await kept()).toHaveLength(1);
  await asSystem(() => execute('delete from leads where id = $1', [id]));
  expect(await kept()).toEqual([]);
});

it('runs custom code only in a frame that reaches nothing', async () => {
  let funnel = await create('blank');
  const copy = structuredClone(funnel.document);
  copy.steps[0]!.blocks.push({
    id: 'own',
    type: 'code',
    look: 'plain',
    hide: 'none',
    title: 'Map of our office',
    html: '<script>document.title = "ran"</script><b>{{here}}</b>',
    size: 'small',
  });
  funnel = await publish(await save(funnel, copy));
  const page = await get(`/p/f/${funnel.slug}`);
  const text = await page.text();
  expect(text).not.toContain('document.title');
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");
  const [, src] =
    /<iframe class="code small" src="([^"]+)" title="Map of our office" sandbox="([^"]+)"/.exec(text) ?? [];
  const frame = await get(src!);
  expect(await frame.text()).toContain('<script>document.title = "ran"</script><b>{{here}}</b>');
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts allow-forms allow-popups;/);
  expect(frame.headers.get('content-security-policy')).not.toContain('allow-same-origin');
  expect(frame.headers.get('x-frame-options')).toBeNull();
  await owner.call(funnels.unpublish, { params: { id: funnel.id } });
  expect((await get(src!)).status).toBe(404);
});

it('shows images of the workspace, and keeps those that a version uses', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (content: Buffer | string, name: string) => {
    const form = new FormData();
    form.append('file', new File([content], name));
    return owner.send('POST', '/api/funnel-images?width=1&height=1', { raw: form });
  };
  expect((await upload('<svg onload="alert(1)"/>', 'a.svg')).status).toBe(415);
  const stored = (await upload(pixel, 'Team.png')).body as { id: string; key: string };
  let funnel = await create('blank');
  const copy = structuredClone(funnel.document);
  const [hero] = copy.steps[0]!.blocks;
  if (hero?.type === 'hero') Object.assign(hero, { image: stored.key, alt: 'Our team' });
  funnel = await publish(await save(funnel, copy));
  const text = await (await get(`/p/f/${funnel.slug}`)).text();
  expect(text).toContain(`<img src="/p/f-image/${stored.id}" alt="Our team" width="1" height="1"`);
  const shown = await get(`/p/f-image/${stored.id}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await shown.arrayBuffer()).equals(pixel)).toBe(true);
  const params = { id: stored.id };
  await expect(owner.call(funnels.removeImage, { params })).rejects.toThrow('“Spring offer” uses this image');
  await owner.call(funnels.remove, { params: { id: funnel.id } });
  await owner.call(funnels.removeImage, { params });
  expect((await get(`/p/f-image/${stored.id}`)).status).toBe(404);
});

it('holds spam back, and makes a lead of it when a person says so', async () => {
  const funnel = await publish(await create());
  const fields = { ...ENTRY, block: formBlock(funnel), token: token(funnel.slug), url2: 'http://spam.example' };
  const sent = await send(`/p/f/${funnel.slug}`, fields);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/p/f/${funnel.slug}/thank-you`]);
  expect((await owner.call(leads.list)).items).toEqual([]);
  const { items } = await owner.call(funnels.submissions, { params: { id: funnel.id } });
  expect(items).toMatchObject([{ state: 'spam', reason: 'A hidden field was filled in.', step: 'Free review' }]);
  const params = { id: funnel.id, submissionId: items[0]!.id };
  expect(await owner.call(funnels.accept, { params })).toMatchObject({ state: 'accepted', reason: '' });
  expect((await owner.call(leads.list)).items).toHaveLength(1);
  await expect(owner.call(funnels.accept, { params })).rejects.toThrow('409');
});

it('shows visitors the published version until the next one, and publishes an earlier one again', async () => {
  let funnel = await create();
  expect((await get(`/p/f/${funnel.slug}`)).status).toBe(404);
  funnel = await publish(funnel);
  const headline = (text: string): FunnelDocument => {
    const copy = structuredClone(funnel.document);
    const [hero] = copy.steps[0]!.blocks;
    if (hero?.type === 'hero') hero.heading = text;
    return copy;
  };
  funnel = await save(funnel, headline('Second <b>headline</b>'));
  expect(funnel.hasChanges).toBe(true);
  expect(await (await get(`/p/f/${funnel.slug}`)).text()).toContain('Find the one bottleneck');
  funnel = await publish(funnel);
  expect(await (await get(`/p/f/${funnel.slug}`)).text()).toContain('Second &lt;b&gt;headline&lt;/b&gt;');
  const params = { id: funnel.id };
  const { items } = await owner.call(funnels.versions, { params });
  expect(items.map(({ number, isPublished }) => [number, isPublished])).toEqual([
    [2, true],
    [1, false],
  ]);
  funnel = await owner.call(funnels.restore, {
    params: { ...params, versionId: items[1]!.id },
    body: { version: funnel.version },
  });
  expect(funnel.published?.number).toBe(3);
  expect(await (await get(`/p/f/${funnel.slug}`)).text()).toContain('Find the one bottleneck');
  // A published version cannot be changed, not even by the database's owner.
  await expect(
    inWorkspace(owner.workspaceId, null, () =>
      execute(`update funnel_versions set note = 'x' where funnel_id = $1`, [funnel.id]),
    ),
  ).rejects.toThrow(/version/i);
  await owner.call(funnels.unpublish, { params });
  expect((await get(`/p/f/${funnel.slug}`)).status).toBe(404);
});

it('refuses a stale draft, a taken address, and a funnel that cannot work', async () => {
  const funnel = await create('blank');
  const other = await create('blank');
  await expect(save(funnel, funnel.document, { version: 7 })).rejects.toThrow('409');
  await expect(save(funnel, funnel.document, { slug: other.slug })).rejects.toThrow('This address is taken');
  const broken = structuredClone(funnel.document);
  broken.steps[1]!.blocks.push({
    id: 'go',
    type: 'cta',
    look: 'plain',
    hide: 'none',
    heading: '{{contact.shoe_size}}',
    text: '',
    button: 'Go',
    to: 'next',
  });
  const saved = await save(funnel, broken);
  const { items } = await owner.call(funnels.check, { params: { id: funnel.id } });
  expect(items.filter(({ blocking }) => blocking).map(({ message }) => message)).toEqual([
    'A button leads to the next step, but this is the last one.',
    'There is no variable “contact.shoe_size”.',
  ]);
  await expect(publish(saved)).rejects.toThrow('Fix 2 problems before you publish.');
});

it('shows the draft to members and to holders of its link, and to nobody else', async () => {
  const funnel = await create();
  const params = { id: funnel.id };
  expect((await owner.call(funnels.preview, { params })).isMember).toBe(true);
  const stranger = await system.signedIn({
    workspaceId: await system.clientWorkspace('Other'),
    workspaceRole: 'owner',
  });
  await expect(stranger.call(funnels.preview, { params })).rejects.toThrow('404');
  const { url } = await owner.call(funnels.sharePreview, { params });
  const link = new URL(url).searchParams.get('token')!;
  expect(await stranger.call(funnels.preview, { params, query: { token: link } })).toMatchObject({
    isMember: false,
    name: 'Spring offer',
  });
  const later = `${(Date.now() + 1e9).toString(36)}.${link.split('.')[1]}`;
  await expect(stranger.call(funnels.preview, { params, query: { token: later } })).rejects.toThrow('404');
});
