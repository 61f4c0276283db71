import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestStripe, type TestStripe } from '../../../testing/stripe-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections } from '../../connections/contract.ts';
import { leads } from '../../crm/contract.ts';
import { type Funnel, funnels } from '../contract.ts';
import { blankBlock } from '../engine/edit.ts';
import { writeHits } from './visitors.ts';

let system: TestSystem;
let stripe: TestStripe;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  stripe = await startTestStripe();
  system = await startTestSystem({ OUTGOING_ALLOW: new URL(stripe.url).host, TRUST_PROXY: '1' });
});
afterAll(async () => {
  await system.destroy();
  await stripe.close();
});
beforeEach(async () => {
  stripe.webhooks = [];
  owner = await system.signedIn({
    workspaceId: await system.clientWorkspace('Shop & <Söhne>'),
    workspaceRole: 'owner',
  });
  network += 1;
});

/** Each test comes from a network of its own, so that limits of one do not meet another. */
let network = 0;
const headers = () => ({
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  'x-forwarded-for': `203.0.${network}.7`,
});
const get = (path: string) => fetch(`${system.url}${path}`, { headers: headers(), redirect: 'manual' });
const send = (path: string, fields: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: headers(),
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const locationOf = (answer: Response) => answer.headers.get('location')!;

/** A published funnel: an order form with two products and an extra, then a thank-you page. */
async function shop(): Promise<{ funnel: Funnel; form: Record<string, string>; path: string }> {
  const draft = await owner.call(funnels.create, { body: { name: 'Course', template: 'consultant' } });
  const document = structuredClone(draft.document);
  const [first] = document.steps;
  const block = blankBlock('order');
  if (block.type !== 'order') throw new Error('This is no order form.');
  block.items = [
    { id: 'solo', name: 'Course', text: '', price: '99.90', most: 5, bump: false },
    { id: 'group', name: 'Group course', text: '', price: '249', most: 1, bump: false },
    { id: 'book', name: 'Workbook', text: '', price: '19.95', most: 1, bump: true },
  ];
  first!.kind = 'order';
  first!.blocks = [block];
  const { id, name, slug, version } = draft;
  const saved = await owner.call(funnels.update, { params: { id }, body: { version, name, slug, document } });
  const funnel = await owner.call(funnels.publish, { params: { id }, body: { version: saved.version } });
  const form = {
    block: block.id,
    token: formToken(slug, Date.now() - 5_000),
    product: 'solo',
    quantity: '2',
    'bump-book': 'yes',
    firstName: 'Ada',
    lastName: 'King',
    email: 'ada@buyer.example',
    consent: 'yes',
    utm_source: 'newsletter',
    utm_campaign: 'launch',
  };
  return { funnel, form, path: `/p/f/${slug}` };
}
const ordersOf = ({ id }: Funnel) => owner.call(funnels.orders, { params: { id } });
const pay = (gateway: string, number = '4242 4242 4242 4242') => send(gateway, { number });
const becomesPaid = async (funnel: Funnel) => {
  await expect.poll(async () => (await ordersOf(funnel)).items[0]?.state, { timeout: 20_000 }).toBe('paid');
};

it('takes an order without a script: paid once, a lead, a receipt, and revenue', async () => {
  const { funnel, form, path } = await shop();
  const page = await (await get(path)).text();
  expect(page).toContain('$99.90');
  expect(page).toMatch(/<form[^>]*method="post"/);
  const refused = await send(path, { ...form, quantity: '6', email: 'nobody', consent: '' });
  expect(refused.status).toBe(422);
  const problems = await refused.text();
  for (const problem of ['Enter a quantity from 1 to 5.', 'Enter an email address', 'Check the box to go on.'])
    expect(problems).toContain(problem);
  expect((await ordersOf(funnel)).items).toEqual([]);

  // Pressed twice at the same moment, and sent again from the history: one order, one payment.
  const sent = await Promise.all([send(path, form), send(path, form), send(path, form)]);
  expect(new Set(sent.map(locationOf)).size).toBe(1);
  const gateway = locationOf(sent[0]!);
  expect(gateway).toMatch(/^\/p\/pay\//);
  const [open] = (await ordersOf(funnel)).items;
  expect(open).toMatchObject({ state: 'open', total: '219.75', currency: 'USD', name: 'Ada King', leadId: null });
  expect((await owner.call(leads.list)).items).toEqual([]);

  // A card that is declined leaves the order open; so does coming back without paying.
  expect((await pay(gateway, '4000000000000002')).status).toBe(422);
  const receipt = new URL(open!.link).pathname;
  const unpaid = await (await get(receipt)).text();
  expect(unpaid).toContain('Your order is not paid yet');
  expect(unpaid).toContain('No money moves.');
  expect(locationOf(await send(receipt, {}))).toBe(gateway);

  expect((await pay(gateway)).status).toBe(303);
  const thanks = await (await get(receipt)).text();
  expect(thanks).toContain('Thank you, Ada');
  expect(thanks).toContain('$219.75');
  await becomesPaid(funnel);
  // The reports of the gateway again, the form again, the payment page again.
  await asSystem(() =>
    execute(`update online_payments set checked_at = now() - interval '1 hour', state = 'open' where amount = 219.75`),
  );
  await runRecurring('connections.look-up-payments');
  expect(locationOf(await send(path, form))).toBe(receipt);
  expect(locationOf(await pay(gateway))).toBe(gateway);

  const { items } = await ordersOf(funnel);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    state: 'paid',
    isTest: true,
    refunded: '0.00',
    origin: { utm_source: 'newsletter', utm_campaign: 'launch', consent: 'I agree to the terms of sale.' },
    items: [
      { name: 'Course', quantity: 2, price: '99.90', amount: '199.80' },
      { name: 'Workbook', quantity: 1, amount: '19.95', isBump: true },
    ],
  });
  const all = await owner.call(leads.list);
  expect(all.items).toHaveLength(1);
  const lead = await owner.call(leads.get, { params: { id: items[0]!.leadId! } });
  expect(lead).toMatchObject({ firstName: 'Ada', email: 'ada@buyer.example', origin: { utm_campaign: 'launch' } });
  expect(lead.about).toContain('Order: 2 × Course, Workbook');
  const mails = await asSystem(() =>
    query<{ subject: string; text: string }>(
      `select subject, text from messages where workspace_id = $1 and key like 'funnel-order:%'`,
      [owner.workspaceId],
    ),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('Total: $219.75');
  expect(mails[0]!.text).toContain('This was a test payment. No money moved.');
  await writeHits();
  expect(await owner.call(funnels.figures, { params: { id: funnel.id } })).toMatchObject({
    leads: 1,
    orders: { paid: 1, test: 1, revenue: [{ currency: 'USD', amount: '219.75' }] },
    steps: [{ conversions: 1 }, {}],
  });

  // It goes on to the thank-you page, which knows the buyer.
  const [, next] = /class="button" href="([^"]+)"/.exec(thanks) ?? [];
  expect(await (await get(next!.replaceAll('&amp;', '&'))).text()).toContain('Thank you, Ada');
  await expect(owner.call(funnels.remove, { params: { id: funnel.id } })).rejects.toThrow('This funnel has orders.');

  const refund = (body: object) =>
    owner.call(funnels.refundOrder, { params: { id: funnel.id, orderId: items[0]!.id }, body });
  await expect(refund({ amount: '219.76' })).rejects.toThrow('Only 219.75 USD is left to refund.');
  expect(await refund({ amount: '19.95', note: 'No workbook' })).toMatchObject({ state: 'paid', refunded: '19.95' });
  expect(await refund({})).toMatchObject({ state: 'refunded', refunded: '219.75', note: 'No workbook' });
  await expect(refund({})).rejects.toThrow('"code":"conflict"');
  expect(await (await get(receipt)).text()).toContain('Your order was refunded');
  expect((await owner.call(funnels.figures, { params: { id: funnel.id } })).orders.revenue).toEqual([
    { currency: 'USD', amount: '0.00' },
  ]);
});

it('leads to Stripe by a link, and believes its reports however late and how often they come', async () => {
  const settings = { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret, baseUrl: stripe.url };
  const { id: connection } = await owner.call(connections.create, {
    body: { port: 'payment', provider: 'stripe', name: 'Stripe', settings },
  });
  const deliver = ({ body, signature }: (typeof stripe.webhooks)[number]) =>
    fetch(`${system.url}/api/provider-events/${connection}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    });
  const { funnel, form, path } = await shop();
  const receipt = locationOf(await send(path, { ...form, product: 'group', quantity: '1', 'bump-book': '' }));
  expect(receipt).toMatch(/^\/p\/order\//);
  const unpaid = await (await get(receipt)).text();
  expect(unpaid).toMatch(/href="[^"]*checkout\.stripe[^"]*">Continue to payment/);
  expect(unpaid).not.toContain('Test payment');
  stripe.pay('good');
  const paid = stripe.webhooks.shift()!;
  for (let n = 0; n < 3; n++) expect((await deliver(paid)).status).toBe(204);
  await becomesPaid(funnel);
  const { items, movesMoney, mayRefund } = await ordersOf(funnel);
  expect([items.length, movesMoney, mayRefund]).toEqual([1, true, true]);
  expect(items[0]).toMatchObject({ total: '249.00', isTest: false });
  expect((await owner.call(leads.list)).items).toHaveLength(1);
});

it('holds nothing that was not sent from the form, and opens no order by a guessed address', async () => {
  const { funnel, form, path } = await shop();
  const changes: Record<string, string>[] = [
    { token: 'forged' },
    { url2: 'https://spam.example' },
    { block: 'other' },
    { product: 'free' },
  ];
  for (const change of changes) expect([422, 404]).toContain((await send(path, { ...form, ...change })).status);
  expect((await ordersOf(funnel)).items).toEqual([]);
  await send(path, form);
  const [order] = (await ordersOf(funnel)).items;
  const receipt = new URL(order!.link).pathname;
  expect((await get(receipt)).status).toBe(200);
  expect((await get(receipt.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
  const stranger = await system.signedIn({
    workspaceId: await system.clientWorkspace('Other'),
    workspaceRole: 'owner',
  });
  await expect(stranger.call(funnels.orders, { params: { id: funnel.id } })).rejects.toThrow('not_found');
});
