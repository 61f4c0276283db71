import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestStripe, type TestStripe } from '../../../testing/stripe-server.ts';
import { useAppUrl } from '../../app-url.ts';
import { asSystem, insertRow, NOW, query } from '../../db/index.ts';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { useSites } from '../../public/site.ts';
import { guardedFetch, type ProviderContext } from '../define.ts';
import { paymentConformance } from './conformance.ts';
import { embeddedPayment, payWithTestCard } from './embedded.ts';
import { stripe } from './stripe.ts';

const workspaceId = newId();
let database: TestDatabase;
let server: TestStripe;
let restoreSites: () => void;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestStripe();
  allowPrivateHosts([new URL(server.url).host]);
  useAppUrl('https://gauntlet.example');
  restoreSites = useSites({ siteOf: () => Promise.resolve(undefined), domains: () => Promise.resolve(new Map()) });
  await asSystem(() =>
    insertRow('workspaces', {
      id: workspaceId,
      kind: 'client',
      name: 'Hahn',
      timeZone: 'UTC',
      currency: 'USD',
      createdAt: NOW,
    }),
  );
});
afterAll(async () => {
  restoreSites();
  allowPrivateHosts([]);
  await server.close();
  await database.destroy();
});
beforeEach(() => void (server.requests = []));

const context = (provider: typeof stripe): ProviderContext => ({
  workspaceId,
  connectionId: null,
  fetch: guardedFetch(provider),
});
const settings = () => ({ secretKey: server.secretKey, webhookSecret: server.webhookSecret, baseUrl: server.url });
const client = () => stripe.open(settings(), context(stripe));
const receive = (body: string, signature: string, change: object = {}) =>
  stripe.receive(
    { ...settings(), ...change },
    { url: 'https://gauntlet.example/x', headers: { 'stripe-signature': signature }, body: Buffer.from(body) },
    context(stripe),
  );

paymentConformance('Stripe', {
  client,
  pay: ({ id }, card) => Promise.resolve(server.pay(card, id)),
  reports: () => Promise.resolve(server.webhooks.splice(0).flatMap(({ body, signature }) => receive(body, signature))),
});

let seen = 0;
paymentConformance('The embedded test gateway', {
  client: () => embeddedPayment.open({}, context(embeddedPayment)),
  async pay({ url }, card) {
    await payWithTestCard(url.split('/').at(-1)!, card === 'good' ? '4242424242424242' : '4000 0000 0000 0002');
  },
  async reports() {
    const rows = await asSystem(() =>
      query<{ id: number; type: string; data: Record<string, unknown> }>(
        `select id, type, data from events where id > $1 and type like 'payment.%' order by id`,
        [seen],
      ),
    );
    seen = rows.at(-1)?.id ?? seen;
    return rows;
  },
});

const PAYMENT = { amount: '9.99', currency: 'EUR', description: 'Credits', returnTo: 'https://gauntlet.example/' };

describe('Stripe', () => {
  it('tests the key and repeats its words', async () => {
    await stripe.verify(settings(), context(stripe));
    const wrong = stripe.verify({ ...settings(), secretKey: 'sk_test_wrong' }, context(stripe));
    await expect(wrong).rejects.toMatchObject({
      kind: 'settings',
      message: 'Stripe answered: Invalid API Key provided: sk_test_****',
    });
  });

  it('is asked again after a fault with the same key, so that one payment is opened', async () => {
    const before = server.sessions.length;
    server.failures = [{ status: 500 }, { status: 500, after: true }];
    const { id } = await client().create({ ...PAYMENT, key: 'retried' });
    expect(server.sessions.length).toBe(before + 1);
    expect(server.requests.map(({ key }) => key)).toEqual(['retried', 'retried', 'retried']);
    expect(server.sessions.at(-1)!.form).toMatchObject({
      'line_items[0][price_data][unit_amount]': '999',
      'metadata[workspace]': workspaceId,
    });
    await expect(client().create({ ...PAYMENT, amount: '10', key: 'retried' })).rejects.toMatchObject({
      kind: 'refused',
    });
    server.failures = Array.from({ length: 3 }, () => ({ status: 503 }));
    await expect(client().retrieve(id)).rejects.toMatchObject({ kind: 'temporary' });
  });

  it('is not believed when a webhook is tampered with, old, or signed with no secret at all [V9]', () => {
    const body = JSON.stringify({ id: 'evt_x', type: 'checkout.session.completed', data: { object: {} } });
    const old = Math.floor(Date.now() / 1_000) - 301;
    expect(receive(body, server.sign(body))).toEqual([]);
    expect(() => receive(body.replace('evt_x', 'evt_y'), server.sign(body))).toThrow('signature');
    expect(() => receive(body, server.sign(body, old))).toThrow('old');
    expect(() => receive(body, server.sign(body).replace(/t=\d+/, `t=${old}`))).toThrow('signature');
    expect(() => receive(body, server.sign(body), { webhookSecret: '' })).toThrow('signature');
    expect(() => receive(body, '')).toThrow('signature');
  });
});
