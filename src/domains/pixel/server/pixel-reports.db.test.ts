import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, dayAt, weekStart } from '../../../kernel/days.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts, opportunities, pipelines } from '../../crm/contract.ts';
import { pixelCosts, pixelFunnels, pixelReports, pixelSites, type PixelSite } from '../contract.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { DIRECT, type Origin } from '../engine/channel.ts';
import { clientOf } from '../engine/user-agent.ts';
import { linkVisitors } from './people.ts';
import { siteById } from './site-cache.ts';
import { storeBatch } from './store-batch.ts';

let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let site: PixelSite;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Shop'), workspaceRole: 'owner' });
  site = await owner.call(pixelSites.create, {
    body: { name: 'Shop', domains: ['shop.example'], consentMode: 'after_consent', timeZone: 'UTC', currency: 'USD' },
  });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GOOGLE: Origin = { channel: 'Paid search', source: 'google', medium: 'cpc', campaign: 'Fall' };
type Sent = Pick<CountedEvent, 'visitorId' | 'at'> & Partial<CountedEvent>;

/** Stores events as the intake does; a page unless it says otherwise. */
async function store(...events: Sent[]): Promise<void> {
  await asSystem(async () => {
    const counted = (await siteById(site.id))!;
    await storeBatch(
      events.map((event) => ({
        id: randomUUID(),
        site: counted,
        kind: 'page',
        name: '',
        path: '/',
        origin: undefined,
        client: clientOf('Firefox/140.0 (X11; Linux)'),
        props: undefined,
        revenue: undefined,
        known: true,
        formerId: undefined,
        ...event,
      })),
    );
  });
}
const today = () => new Date().toISOString().slice(0, 10);
const period = () => ({ from: addDays(today(), -20), to: today() });

it('counts how many visitors of a week come back in later weeks', async () => {
  const monday = Date.parse(weekStart(dayAt(new Date(), 'UTC')));
  const [ann, bob, eve] = [randomUUID(), randomUUID(), randomUUID()];
  const week = (ago: number, visitorId: string, more: Partial<CountedEvent> = {}) =>
    store({ visitorId, at: monday - ago * 7 * DAY + HOUR, ...more });
  await week(2, ann);
  await week(2, bob);
  // Another visit of the same week counts nothing, and neither does a visitor without an identifier.
  await store({ visitorId: ann, at: monday - 14 * DAY + 5 * HOUR });
  await week(2, randomUUID(), { known: false });
  // Several weeks arrive together.
  await store(
    { visitorId: ann, at: monday - 7 * DAY + HOUR },
    { visitorId: ann, at: monday + HOUR },
    { visitorId: bob, at: monday + HOUR },
  );
  await week(0, eve);
  const { cohorts } = await owner.call(pixelFunnels.retention, { params: { siteId: site.id }, query: { weeks: '3' } });
  expect(cohorts.map(({ visitors, returned }) => [visitors, returned])).toEqual([
    [2, [1, 2]],
    [0, [0]],
    [1, []],
  ]);
  await owner.call(pixelReports.forgetVisitor, { params: { siteId: site.id, visitorId: ann } });
  const left = await asSystem(() => query('select 1 from pixel_visitors where visitor_id = $1', [ann]));
  expect(left).toEqual([]);
});

const FUNNEL = {
  name: 'Signup',
  steps: [
    { kind: 'page', matches: '/' },
    { kind: 'page', matches: '/pricing*' },
    { kind: 'event', matches: 'Signup' },
  ],
  windowHours: 24,
} as const;
const params = () => ({ siteId: site.id });
const createFunnel = (body: object = {}) =>
  owner.call(pixelFunnels.create, { params: params(), body: { ...FUNNEL, steps: [...FUNNEL.steps], ...body } });
const result = (id: string) => owner.call(pixelFunnels.result, { params: { siteId: site.id, id }, query: period() });

/** Two visitors start, one of them from Google signs up, and one looks at prices a day too late. */
async function walk(): Promise<void> {
  const [ann, bob] = [randomUUID(), randomUUID()];
  const began = Date.now() - 3 * DAY;
  await store(
    { visitorId: ann, at: began, origin: GOOGLE },
    { visitorId: ann, at: began + 60_000, path: '/pricing/pro' },
    { visitorId: ann, at: began + 120_000, kind: 'event', name: 'Signup' },
    { visitorId: bob, at: began + 1_000, origin: DIRECT },
    { visitorId: bob, at: began + 25 * HOUR, path: '/pricing' },
    { visitorId: randomUUID(), at: began, path: '/pricing' },
  );
}

it('counts visitors through the steps of a funnel, by source, and again when the steps change', async () => {
  await walk();
  const funnel = await createFunnel();
  const counted = {
    reached: [2, 1, 1],
    sources: [
      { source: '', reached: [1, 0, 0] },
      { source: 'google', reached: [1, 1, 1] },
    ],
  };
  await expect.poll(() => result(funnel.id), { timeout: 20_000 }).toMatchObject({ ...counted, counting: false });
  expect(await result(funnel.id)).toMatchObject(counted);
  const { id, version, name } = funnel;
  const changed = await owner.call(pixelFunnels.update, {
    params: { siteId: site.id, id },
    body: { name, version, steps: [FUNNEL.steps[1], FUNNEL.steps[2]], windowHours: 24 },
  });
  await expect.poll(() => result(id), { timeout: 20_000 }).toMatchObject({ reached: [3, 1], counting: false });
  await expect(
    owner.call(pixelFunnels.update, {
      params: { siteId: site.id, id },
      body: { name, version, steps: [...FUNNEL.steps], windowHours: 24 },
    }),
  ).rejects.toThrow('409');
  // A new name alone counts nothing again.
  const { steps, windowHours } = changed;
  await owner.call(pixelFunnels.update, {
    params: { siteId: site.id, id },
    body: { name: 'Prices', version: changed.version, steps, windowHours },
  });
  expect((await result(id)).reached).toEqual([3, 1]);
  expect((await owner.call(pixelFunnels.list, { params: params() })).items.map((one) => one.name)).toEqual(['Prices']);
  await owner.call(pixelFunnels.remove, { params: { siteId: site.id, id } });
  expect(await owner.tryCall(pixelFunnels.result, { params: { siteId: site.id, id }, query: period() })).toMatchObject({
    status: 404,
  });
});

it('counts events that came late in the next night, and a visitor who agrees on the way as one', async () => {
  await walk();
  const { id } = await createFunnel();
  await expect.poll(() => result(id), { timeout: 20_000 }).toMatchObject({ reached: [2, 1, 1], counting: false });
  await walk();
  expect((await result(id)).reached).toEqual([2, 1, 1]);
  await runRecurring('pixel.recount_funnels');
  await expect.poll(() => result(id), { timeout: 20_000 }).toMatchObject({ reached: [4, 2, 2], counting: false });

  const [cookieless, known] = [randomUUID(), randomUUID()];
  const began = Date.now() - 60_000;
  await store({ visitorId: cookieless, at: began, known: false });
  await runRecurring('pixel.recount_funnels');
  await expect.poll(() => result(id), { timeout: 20_000 }).toMatchObject({ reached: [5, 2, 2], counting: false });
  await store({ visitorId: known, formerId: cookieless, at: began + 20_000, path: '/about' });
  const entry = await asSystem(() =>
    query('select step from pixel_funnel_entries where funnel_id = $1 and visitor_id = $2', [id, known]),
  );
  expect(entry).toEqual([{ step: 1 }]);
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ steps: [FUNNEL.steps[0]] }, 'steps'],
  [{ steps: [FUNNEL.steps[0], { kind: 'page', matches: 'pricing' }] }, 'steps.1.matches'],
  [{ windowHours: 5 }, 'windowHours'],
])('refuses a funnel with %j', async (wrong, field) => {
  const answer = await owner.tryCall(pixelFunnels.create, {
    params: params(),
    body: { ...FUNNEL, steps: [...FUNNEL.steps], ...wrong } as never,
  });
  expect(answer).toMatchObject({ status: 400, body: { fields: [expect.objectContaining({ field })] } });
});

it('gives revenue of won deals to the first or the last visit that was not direct, beside what channels cost', async () => {
  const month = today().slice(0, 7);
  const visitorId = randomUUID();
  const began = Date.now() - 3 * HOUR;
  await store(
    { visitorId, at: began, origin: GOOGLE },
    { visitorId, at: began + HOUR, origin: { channel: 'Email', source: 'news', medium: 'email', campaign: 'Winter' } },
    { visitorId, at: began + 2 * HOUR, origin: DIRECT },
  );
  const email = 'ann@one.example';
  await linkVisitors([{ workspaceId: owner.workspaceId, siteId: site.id, visitorId, email, source: 'form' }]);
  const contact = await owner.call(contacts.create, { body: { firstName: 'Ann', emails: [{ value: email }] } });
  const other = await owner.call(contacts.create, { body: { firstName: 'Bob' } });
  const win = async (amount: string, contactId: string, currency = 'USD') => {
    const deal = await owner.call(opportunities.create, { body: { name: 'Deal', amount, currency, contactId } });
    const { items } = await owner.call(pipelines.list);
    const won = items[0]!.stages.find(({ outcome }) => outcome === 'won')!;
    await owner.call(opportunities.move, { params: { id: deal.id }, body: { stageId: won.id, version: deal.version } });
  };
  await win('1000.50', contact.id);
  await win('500', contact.id);
  await win('70', other.id);
  await win('9', contact.id, 'EUR');

  const cost = (channel: 'Paid search' | 'Email', amount: string, campaign = '') =>
    owner.call(pixelCosts.save, { params: params(), body: { month, channel, amount, campaign } });
  await cost('Paid search', '100');
  const saved = await cost('Paid search', '300');
  await cost('Paid search', '100', 'Fall');
  const returns = (query: object) =>
    owner.call(pixelCosts.returns, {
      params: params(),
      query: { from: new Date(began).toISOString().slice(0, 7), to: month, ...query },
    });
  const last = await returns({});
  expect(last.items).toEqual([
    { value: 'Email', visits: 1, cost: '0', deals: 2, customers: 1, revenue: '1500.5', cac: null, roas: null },
    { value: 'Paid search', visits: 1, cost: '400', deals: 0, customers: 0, revenue: '0', cac: null, roas: '0.00' },
    { value: 'Direct', visits: 1, cost: '0', deals: 0, customers: 0, revenue: '0', cac: null, roas: null },
  ]);
  expect(last.unattributed).toEqual({ deals: 1, revenue: '70' });
  expect(last.otherCurrencies).toEqual([{ currency: 'EUR', deals: 1, revenue: '9' }]);
  const [first] = (await returns({ attribution: 'first' })).items;
  expect(first).toMatchObject({ value: 'Paid search', deals: 2, revenue: '1500.5', cac: '400', roas: '3.75' });
  const [campaign] = (await returns({ attribution: 'first', by: 'campaign' })).items;
  expect(campaign).toMatchObject({ value: 'Fall', cost: '100', revenue: '1500.5' });

  await owner.call(pixelCosts.remove, { params: { siteId: site.id, id: saved.id } });
  const file = `month,channel,campaign,amount\n${month},email,,"1,200"\n${month},Email,Winter,50`;
  const send = (text: string) => owner.tryCall(pixelCosts.importFile, { params: params(), body: { text } });
  expect(await send(file)).toMatchObject({ status: 200, body: { saved: 2 } });
  expect(await send(`${file}\n${month},Fax,,1`)).toMatchObject({
    status: 400,
    body: { message: 'Line 4: “Fax” is not a channel.' },
  });
  expect(await send(file)).toMatchObject({ body: { saved: 2 } });
  const list = (await owner.call(pixelCosts.list, { params: params(), query: { from: month, to: month } })).items;
  expect(list.map(({ channel, campaign: name, amount }) => [channel, name, amount])).toEqual([
    ['Email', '', '1200'],
    ['Email', 'Winter', '50'],
    ['Paid search', 'Fall', '100'],
  ]);
  expect(
    await owner.tryCall(pixelCosts.returns, { params: params(), query: { from: month, to: '2020-01' } }),
  ).toMatchObject({ status: 400 });
});
