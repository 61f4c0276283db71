import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RECORD_CALLS } from '../../../records/contract/record-calls.ts';
import { inWorkspace } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { workflows } from '../../automation/contract.ts';
import { contacts, opportunities } from '../../crm/contract.ts';
import { sendMessage } from '../../messaging/index.ts';
import { pixelAudiences, pixelReports, pixelSites, type PixelSite } from '../contract.ts';
import { workflowDraft } from '../contract/audience-workflow.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const ANN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const BOB = '7c9e6679-7425-40de-944b-e07fc1f90ae8';
let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let site: PixelSite;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const fields = { name: 'Shop', domains: ['shop.example'], timeZone: 'UTC', currency: 'USD' };
beforeEach(async () => {
  const workspaceId = await system.clientWorkspace('Shop');
  // Only administrators make workflows.
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner', role: 'admin' });
  site = await owner.call(pixelSites.create, { body: { ...fields, consentMode: 'after_consent' } });
});

async function send(visitor: string | undefined, body: object): Promise<void> {
  const { status } = await fetch(`${system.url}${new URL(site.script).pathname.replace(/\.js$/, '')}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME, origin: 'https://shop.example' },
    body: JSON.stringify({ k: 'page', i: visitor, u: 'https://shop.example/', ...body }),
  });
  expect(status).toBe(204);
}
const view = (visitor: string, path: string) => send(visitor, { u: `https://shop.example${path}` });
const contact = (firstName: string, email: string) =>
  owner.call(contacts.create, { body: { firstName, emails: [{ value: email }] } });
const identify = (visitor: string, email: string) => send(visitor, { k: 'identify', m: email });

const params = () => ({ siteId: site.id });
const prices = { kind: 'did', what: 'page', matches: '/pricing*', times: 2, days: 7 } as const;
const create = (conditions: readonly object[], name = 'Looked at prices') =>
  owner.call(pixelAudiences.create, { params: params(), body: { name, conditions: conditions as never } });
const namesIn = async (id: string) =>
  (await owner.call(pixelAudiences.contacts, { params: { ...params(), id } })).items.map(({ name }) => name);
const matching = async (...conditions: object[]) =>
  (await owner.call(pixelAudiences.preview, { params: params(), body: { conditions: conditions as never } })).contacts;

it('holds the contacts who fulfil all conditions, and starts a workflow for those who enter', async () => {
  const ann = await contact('Ann', 'Ann@One.example');
  await contact('Bob', 'bob@one.example');
  await view(ANN, '/pricing?utm_source=News&utm_campaign=Fall');
  await view(ANN, '/pricing/pro');
  await identify(ANN, 'ann@one.example');
  const audience = await create([prices]);
  expect(audience).toMatchObject({ contacts: 1, name: 'Looked at prices' });
  expect(await namesIn(audience.id)).toEqual(['Ann']);

  const workflow = await owner.call(workflows.create, { body: { name: 'Prices', draft: workflowDraft(audience) } });
  await owner.call(workflows.publish, { params: { id: workflow.id }, body: { version: workflow.version } });
  await view(BOB, '/pricing');
  await identify(BOB, 'bob@one.example');
  await runRecurring('pixel.audiences');
  expect(await namesIn(audience.id)).toEqual(['Ann']);
  await view(BOB, '/pricing');
  await runRecurring('pixel.audiences');
  expect(await namesIn(audience.id)).toEqual(['Bob', 'Ann']);
  const tagged = async () =>
    (await owner.call(contacts.list, { query: { search: 'Bob' } })).items.map(({ tags }) => tags);
  await expect.poll(tagged, { timeout: 20_000 }).toEqual([['looked at prices']]);
  expect((await owner.call(contacts.get, { params: { id: ann.id } })).tags).toEqual([]);

  // A link that is removed takes the contact out.
  await owner.call(pixelReports.linkVisitor, {
    params: { siteId: site.id, visitorId: ANN },
    body: { email: 'ann@one.example', linked: false },
  });
  await runRecurring('pixel.audiences');
  expect(await namesIn(audience.id)).toEqual(['Bob']);
  expect(await matching({ ...prices, times: 3 })).toBe(0);
});

it('knows where visits came from, goals, and what the contact is in the CRM', async () => {
  const goal = await owner.call(pixelSites.createGoal, {
    params: params(),
    body: { name: 'Thanks', kind: 'page', matches: '/thanks' },
  });
  const ann = await contact('Ann', 'ann@one.example');
  await view(ANN, '/?utm_source=News&utm_campaign=Fall%20offer');
  await view(ANN, '/thanks');
  await identify(ANN, 'ann@one.example');
  await identify(BOB, 'nobody@one.example');
  const came = { kind: 'came_from', by: 'campaign', matches: 'fall*', days: 7 };
  const reached = { kind: 'goal', goalId: goal.id, days: 7 };
  const stage = (name: string) => ({ kind: 'stage', stage: name });
  expect(await matching(came, reached, { kind: 'visited', times: 1, days: 7 })).toBe(1);
  expect(await matching({ ...came, matches: 'Winter' })).toBe(0);
  expect(await matching({ kind: 'visited', times: 2, days: 7 })).toBe(0);
  expect([await matching(came, stage('no_deal')), await matching(came, stage('open_deal'))]).toEqual([1, 0]);
  await owner.call(opportunities.create, { body: { name: 'Deal', amount: '5', contactId: ann.id } });
  expect([await matching(came, stage('no_deal')), await matching(came, stage('open_deal'))]).toEqual([0, 1]);
  expect(await matching(came, stage('customer'))).toBe(0);

  const refused = (conditions: object[]) =>
    owner.tryCall(pixelAudiences.preview, { params: params(), body: { conditions: conditions as never } });
  expect(await refused([])).toMatchObject({ status: 400 });
  expect(await refused([stage('customer')])).toMatchObject({ status: 400 });
  expect(await refused([{ ...reached, goalId: site.id }])).toMatchObject({
    status: 400,
    body: { message: 'Choose a goal of this website.' },
  });
  const first = await create([came], 'One');
  expect(
    await owner.tryCall(pixelAudiences.create, {
      params: params(),
      body: { name: 'one', conditions: [came as never] },
    }),
  ).toMatchObject({ status: 409 });
  const { id, version } = first;
  await owner.call(pixelAudiences.update, {
    params: { ...params(), id },
    body: { name: 'Two', conditions: [{ ...came, matches: 'Winter' } as never], version },
  });
  expect((await owner.call(pixelAudiences.list, { params: params() })).items).toMatchObject([
    { name: 'Two', contacts: 0 },
  ]);
  await owner.call(pixelAudiences.remove, { params: { ...params(), id } });
  expect(await owner.tryCall(pixelAudiences.contacts, { params: { ...params(), id } })).toMatchObject({ status: 404 });
});

async function linkInMail(key: string, to: string): Promise<string> {
  await inWorkspace(owner.workspaceId, null, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'email',
      purpose: 'transactional',
      to: { address: to },
      subject: 'Your offer',
      text: 'Look at https://shop.example/offer.\nOr at https://other.example/.',
      key,
    }),
  );
  const [text] = await mailsTo(to);
  expect(text).toContain('https://other.example/.');
  return /https:\/\/shop\.example\S+/.exec(text!)![0].replace(/\.$/, '');
}

it('links the visitor who comes by a link in an email, after consent, until the link is removed', async () => {
  const ann = await contact('Ann', 'ann@click.example');
  const url = new URL(await linkInMail('one', 'ann@click.example'));
  const token = url.searchParams.get('gx')!;
  expect(token).toMatch(/^[\w-]{35}$/);
  const person = async () =>
    (await owner.call(pixelReports.visits, { params: params() })).items.find(({ visitorId }) => visitorId === ANN)
      ?.person;
  // Nobody is linked without consent, or by a token that was made up.
  await send(undefined, { t: token });
  await send(ANN, { t: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` });
  expect(await person()).toBeNull();
  await send(ANN, { k: 'identify', t: token });
  expect(await person()).toMatchObject({ email: 'ann@click.example', contactId: ann.id });
  const visits = (await owner.call(RECORD_CALLS.contact.timeline.list, { params: { id: ann.id } })).items.filter(
    ({ kind }) => kind === 'visit',
  );
  expect(visits).toHaveLength(1);
  await owner.call(pixelReports.linkVisitor, {
    params: { siteId: site.id, visitorId: ANN },
    body: { email: 'ann@click.example', linked: false },
  });
  await send(ANN, { t: token });
  expect(await person()).toBeNull();
});

it('marks no links to a cookieless website', async () => {
  site = await owner.call(pixelSites.update, {
    params: { id: site.id },
    body: { ...fields, consentMode: 'cookieless', retentionDays: site.retentionDays, version: site.version },
  });
  expect(await linkInMail('two', 'bob@click.example')).toBe('https://shop.example/offer');
});
