import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { startTestStripe, type TestStripe } from '../../../testing/stripe-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { connections } from '../contract.ts';
import { onPayment, refreshPayment, refundPayment, requestPayment } from '../index.ts';

const news: string[] = [];
const note = (text: string) => {
  news.push(text);
  return Promise.resolve();
};
onPayment('test', 'test.payments', {
  succeeded: ({ key, amount, currency }) => note(`${key}: ${amount} ${currency}`),
  failed: ({ key, why, isFinal }) => note(`${key}: ${why} ${isFinal ? 'The end.' : 'Again.'}`),
  refunded: ({ key, refunded, isAll }) => note(`${key}: ${refunded} back${isAll ? ', all of it' : ''}`),
});

let system: TestSystem;
let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startTestStripe();
  system = await startTestSystem({ OUTGOING_ALLOW: new URL(stripe.url).host });
});
afterAll(async () => {
  await system.destroy();
  await stripe.close();
});
afterEach(async () => {
  news.length = 0;
  stripe.webhooks = [];
  await asSystem(() => execute('delete from connections'));
});

async function business() {
  return system.signedIn({ workspaceId: await system.clientWorkspace('Hahn & Söhne'), workspaceRole: 'owner' });
}
type Owner = Awaited<ReturnType<typeof business>>;
const ask = ({ workspaceId }: Owner, key: string, amount = '12.50') =>
  inWorkspace(workspaceId, null, () =>
    requestPayment({
      workspaceId,
      amount,
      currency: 'USD',
      description: 'Invoice 17',
      key,
      returnTo: '/p/thanks',
      origin: { type: 'test', id: key },
    }),
  );
const stateOf = async (id: string) =>
  (await asSystem(() => query<{ state: string }>('select state from online_payments where id = $1', [id])))[0]?.state;
async function heard(...expected: string[]): Promise<void> {
  await expect.poll(() => news, { timeout: 20_000 }).toEqual(expected);
}

async function connect(owner: Owner): Promise<string> {
  const settings = { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret, baseUrl: stripe.url };
  const body = { port: 'payment', provider: 'stripe', name: 'Stripe', settings } as const;
  return (await owner.call(connections.create, { body })).id;
}
async function deliver(connection: string, { body, signature } = stripe.webhooks.shift()!): Promise<number> {
  const answer = await fetch(`${system.url}/api/provider-events/${connection}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
  return answer.status;
}

it('takes a payment through Stripe, in whatever order and how often its webhooks come [V9]', async () => {
  const owner = await business();
  const connection = await connect(owner);
  const asked = await ask(owner, 'a');
  expect(asked).toMatchObject({ state: 'open', url: expect.stringContaining('checkout.stripe') as string });
  expect((await ask(owner, 'a')).id).toBe(asked.id);
  await expect(ask(owner, 'a', '13')).rejects.toThrow('another amount');
  stripe.pay('declined');
  expect(await deliver(connection)).toBe(204);
  await heard('a: Your card was declined. Again.');
  stripe.pay('good');
  const paid = stripe.webhooks.shift()!;
  expect(await deliver(connection, { ...paid, body: paid.body.replace('1250', '1') })).toBe(400);
  await refundPayment({ workspaceId: owner.workspaceId, id: asked.id, amount: '2.50', key: 'r1' });
  await heard('a: Your card was declined. Again.', 'a: 12.50 USD', 'a: 2.50 back');
  // The webhooks of what was looked up already, the refund's before the payment's, each twice.
  for (const webhook of [stripe.webhooks.shift()!, paid, paid]) expect(await deliver(connection, webhook)).toBe(204);
  await refundPayment({ workspaceId: owner.workspaceId, id: asked.id, key: 'r2' });
  await heard('a: Your card was declined. Again.', 'a: 12.50 USD', 'a: 2.50 back', 'a: 12.50 back, all of it');
  expect(await ask(owner, 'a')).toEqual({ id: asked.id, state: 'refunded', url: null });
  await expect(
    refundPayment({ workspaceId: owner.workspaceId, id: asked.id, amount: '0.01', key: 'r3' }),
  ).rejects.toThrow('Only 0.00 USD is left');
});

it('looks up what no webhook reports, and replaces a link that expired', async () => {
  const owner = await business();
  await connect(owner);
  const first = await ask(owner, 'b');
  stripe.expire();
  await asSystem(() => execute(`update online_payments set checked_at = now() - interval '1 hour'`));
  await runRecurring('connections.look-up-payments');
  await heard('b: The payment link expired. The end.');
  const second = await ask(owner, 'b');
  expect([second.id, second.state]).toEqual([first.id, 'open']);
  expect(second.url).not.toBe(first.url);
  stripe.pay('good');
  expect(await refreshPayment(owner.workspaceId, second.id)).toMatchObject({ state: 'paid' });
  await heard('b: The payment link expired. The end.', 'b: 12.50 USD');
});

it('takes test cards on the page of the embedded gateway, which says that no money moves', async () => {
  const owner = await business();
  const stranger = await business();
  const { id, url } = await ask(owner, 'c');
  await expect(refreshPayment(stranger.workspaceId, id)).rejects.toMatchObject({ code: 'not_found' });
  const path = new URL(url!).pathname;
  const page = await (await fetch(`${system.url}${path}`)).text();
  expect(page).toContain('Embedded test gateway');
  expect(page).toContain('Pay $12.50');
  const pay = (number: string) =>
    fetch(`${system.url}${path}`, { method: 'POST', body: new URLSearchParams({ number }), redirect: 'manual' });
  const real = await pay('4111 1111 1111 1111');
  expect([real.status, await real.text()]).toEqual([422, expect.stringContaining('no real one')]);
  expect(await (await pay('4000000000000002')).text()).toContain('The card was declined.');
  await heard('c: The card was declined. Again.');
  expect((await Promise.all([1, 2, 3].map(() => pay('4242 4242 4242 4242')))).map(({ status }) => status)).toEqual([
    303, 303, 303,
  ]);
  expect(await (await fetch(`${system.url}${path}`)).text()).toContain('Payment complete');
  await heard('c: The card was declined. Again.', 'c: 12.50 USD');
  expect(await stateOf(id)).toBe('paid');
  expect((await fetch(`${system.url}${path}x`)).status).toBe(404);
});
