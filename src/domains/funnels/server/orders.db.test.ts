import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { READER_CALLS } from '../../../records/contract/readers.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { formToken } from '../../../server/public/spam-guard.ts';
import { startTestStripe, type TestStripe } from '../../../testing/stripe-server.ts';
import { eventsHandled } from '../../../testing/subscribers.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections } from '../../connections/contract.ts';
import { leads } from '../../crm/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { type Funnel, funnels } from '../contract.ts';
import { blankBlock } from '../engine/edit.ts';
import { FORGET_VISITORS, writeHits } from './visitors.ts';

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
  stripe.beforeAnswer = undefined;
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
/** Connects the workspace to Stripe. @returns a function that delivers one of its webhooks */
async function connectStripe() {
  const settings = { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret, baseUrl: stripe.url };
  const { id } = await owner.call(connections.create, {
    body: { port: 'payment', provider: 'stripe', name: 'Stripe', settings },
  });
  return async ({ body, signature }: (typeof stripe.webhooks)[number]) => {
    const answer = await fetch(`${system.url}/api/provider-events/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    });
    expect(answer.status).toBe(204);
  };
}
const paidEvents = ({ id }: Funnel) =>
  asSystem(() =>
    query(`select id from events where workspace_id = $1 and type = 'funnel.order_paid' and subject_id = $2`, [
      owner.workspaceId,
      id,
    ]),
  );
const figuresOf = async ({ id }: Funnel) => (await owner.call(funnels.figures, { params: { id } })).orders;
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
  await eventsHandled();
  expect(await paidEvents(funnel)).toHaveLength(1);
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
    orders: { paid: 0, revenue: [], test: 1, testRevenue: [{ currency: 'USD', amount: '219.75' }] },
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
  expect((await figuresOf(funnel)).testRevenue).toEqual([{ currency: 'USD', amount: '0.00' }]);
});

it('leads to Stripe by a link, and believes its reports however late and how often they come', async () => {
  const deliver = await connectStripe();
  const { funnel, form, path } = await shop();
  const receipt = locationOf(await send(path, { ...form, product: 'group', quantity: '1', 'bump-book': '' }));
  expect(receipt).toMatch(/^\/p\/order\//);
  const unpaid = await (await get(receipt)).text();
  expect(unpaid).toMatch(/href="[^"]*checkout\.stripe[^"]*">Continue to payment/);
  expect(unpaid).not.toContain('Test payment');
  stripe.pay('good');
  const paid = stripe.webhooks.shift()!;
  for (let n = 0; n < 3; n++) await deliver(paid);
  await becomesPaid(funnel);
  const { items, movesMoney, mayRefund } = await ordersOf(funnel);
  expect([items.length, movesMoney, mayRefund]).toEqual([1, true, true]);
  expect(items[0]).toMatchObject({ total: '249.00', isTest: false });
  expect((await owner.call(leads.list)).items).toHaveLength(1);
  await eventsHandled();
  expect(await paidEvents(funnel)).toHaveLength(1);
  const revenue = { paid: 1, revenue: [{ currency: 'USD', amount: '249.00' }], test: 0, testRevenue: [] };
  expect(await figuresOf(funnel)).toEqual(revenue);
  expect((await ordersOf(funnel)).figures).toEqual(revenue);

  // Stripe's report of the refund is handled before its answer arrives: the note is kept.
  stripe.beforeAnswer = async (path) => {
    if (path !== '/v1/refunds') return;
    await deliver(stripe.webhooks.shift()!);
    await eventsHandled();
    expect((await ordersOf(funnel)).items[0]).toMatchObject({ refunded: '49.00', note: '' });
  };
  const refund = (amount: string, note: string) =>
    owner.call(funnels.refundOrder, { params: { id: funnel.id, orderId: items[0]!.id }, body: { amount, note } });
  expect(await refund('49', 'One seat less')).toMatchObject({ refunded: '49.00', note: 'One seat less' });

  // Two people refund at the same moment: both sums and both notes stay.
  stripe.beforeAnswer = undefined;
  await Promise.all([refund('10', 'Late start'), refund('20', 'No book')]);
  await eventsHandled();
  const [order] = (await ordersOf(funnel)).items;
  expect(order!.refunded).toBe('79.00');
  expect(order!.note.split('\n').sort()).toEqual(['Late start', 'No book', 'One seat less']);
  expect((await figuresOf(funnel)).revenue).toEqual([{ currency: 'USD', amount: '170.00' }]);
});

it('keeps paid orders from members who cannot see them, and forgets the buyer with the lead', async () => {
  const { funnel, form, path } = await shop();
  await pay(locationOf(await send(path, form)));
  await becomesPaid(funnel);
  const [paid] = (await ordersOf(funnel)).items;
  const leadId = paid!.leadId!;
  const admin = await system.signedIn({ role: 'admin', workspaceId: owner.workspaceId, workspaceRole: 'owner' });
  await owner.call(READER_CALLS.lead.set, { params: { id: leadId }, body: { readers: [admin.userId] } });
  const member = await system.signedIn({ workspaceId: owner.workspaceId });
  expect((await member.call(funnels.orders, { params: { id: funnel.id } })).items).toEqual([]);
  await expect(member.call(funnels.remove, { params: { id: funnel.id } })).rejects.toThrow('This funnel has orders.');
  // Nothing else may delete it either.
  await expect(asSystem(() => execute('delete from funnels where id = $1', [funnel.id]))).rejects.toThrow(
    'violates foreign key constraint',
  );

  await owner.call(leads.remove, { params: { id: leadId } });
  await admin.call(leads.purge, { body: { ids: [leadId] } });
  const forgotten = {
    id: paid!.id,
    total: '219.75',
    items: paid!.items,
    name: '',
    email: '',
    origin: {},
    leadId: null,
  };
  const kept = await admin.call(funnels.orders, { params: { id: funnel.id } });
  expect(kept.items).toMatchObject([forgotten]);
  expect(kept.figures.test).toBe(1);
  // What was private does not become everyone's with that.
  const seen = await member.call(funnels.orders, { params: { id: funnel.id } });
  expect([seen.items, seen.figures.test]).toEqual([[], 0]);
  const leftovers = await asSystem(() =>
    query<{ order: string; email: string }>(
      `select row_to_json(o)::text as order, p.email from funnel_orders o join online_payments p on p.id = o.payment_id
        where o.id = $1`,
      [paid!.id],
    ),
  );
  expect(leftovers[0]!.order).not.toMatch(/Ada|King|buyer|newsletter/);
  expect(leftovers[0]!.email).toBe('');
  const receipt = await (await get(new URL(paid!.link).pathname)).text();
  expect(receipt).toContain('<h1>Thank you</h1>');
  expect(receipt).not.toContain('We sent a receipt');
  await expect(member.call(funnels.remove, { params: { id: funnel.id } })).rejects.toThrow('This funnel has orders.');
});

it('keeps the order of a deleted lead that everyone saw', async () => {
  const { funnel, form, path } = await shop();
  await pay(locationOf(await send(path, form)));
  await becomesPaid(funnel);
  const leadId = (await ordersOf(funnel)).items[0]!.leadId!;
  await owner.call(leads.remove, { params: { id: leadId } });
  const admin = await system.signedIn({ role: 'admin', workspaceId: owner.workspaceId, workspaceRole: 'owner' });
  await admin.call(leads.purge, { body: { ids: [leadId] } });
  const member = await system.signedIn({ workspaceId: owner.workspaceId });
  const { items } = await member.call(funnels.orders, { params: { id: funnel.id } });
  expect(items).toMatchObject([{ total: '219.75', name: '', email: '', origin: {}, leadId: null }]);
});

/** Moves an order and its payment into the past. */
const age = (order: { id: string }, { order: days, asked }: { order: number; asked: number }) =>
  asSystem(async () => {
    await execute(`update funnel_orders set created_at = now() - make_interval(days => $2) where id = $1`, [
      order.id,
      days,
    ]);
    await execute(
      `update online_payments set asked_at = now() - make_interval(days => $2) where key = 'funnel-order:' || $1`,
      [order.id, asked],
    );
  });

it('deletes an unpaid order once its payment is over, and pays back money that arrives later', async () => {
  const deliver = await connectStripe();
  const { funnel, form, path } = await shop();
  const receipt = locationOf(await send(path, form));
  const [order] = (await ordersOf(funnel)).items;
  expect(await (await get(receipt)).text()).toContain('Continue to payment');

  // The buyer came back late and may be paying right now.
  await age(order!, { order: 40, asked: 2 });
  await runRecurring(FORGET_VISITORS);
  expect((await ordersOf(funnel)).items).toHaveLength(1);
  await expect(owner.call(funnels.remove, { params: { id: funnel.id } })).rejects.toThrow('may still be paid');

  await age(order!, { order: 24, asked: 4 });
  expect(await (await get(receipt)).text()).toContain('Continue to payment');
  await age(order!, { order: 25, asked: 4 });
  const expired = await (await get(receipt)).text();
  expect(expired).toContain('This order has expired');
  expect(expired).not.toMatch(/Continue to payment|<button/);
  expect(locationOf(await send(receipt, {}))).toBe(receipt);
  expect(stripe.sessions.at(-1)!.status).toBe('open');

  await owner.call(funnels.remove, { params: { id: funnel.id } });
  expect(await asSystem(() => query('select 1 from funnel_orders where id = $1', [order!.id]))).toEqual([]);
  stripe.pay('good');
  const { id: session } = stripe.sessions.at(-1)!;
  const paid = stripe.webhooks.shift()!;
  await deliver(paid);
  await deliver(paid);
  await expect.poll(() => stripe.sessions.find(({ id }) => id === session)!.refunded).toBe(21_975);
  await deliver(stripe.webhooks.shift()!);
  await eventsHandled();
  expect(
    stripe.requests.filter((request) => request.path === '/v1/refunds' && request.key?.includes('deleted')),
  ).toHaveLength(1);
  const { items } = await owner.call(notifications.list);
  expect(items.filter(({ kind }) => kind === 'funnel_order')).toMatchObject([
    { title: '$219.75 is being refunded', body: 'The payment arrived after its order was deleted.' },
  ]);
  const mails = await asSystem(() =>
    query<{ subject: string; text: string }>('select subject, text from messages where workspace_id = $1', [
      owner.workspaceId,
    ]),
  );
  expect(mails).toMatchObject([{ subject: 'Your payment is refunded' }]);
  expect(mails[0]!.text).toContain('Your payment of $219.75 for 2 × Course, Workbook');
});

it('deletes an unpaid order after 30 days', async () => {
  const { funnel, form, path } = await shop();
  await send(path, form);
  const [order] = (await ordersOf(funnel)).items;
  await age(order!, { order: 31, asked: 6 });
  await runRecurring(FORGET_VISITORS);
  expect((await ordersOf(funnel)).items).toEqual([]);
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
