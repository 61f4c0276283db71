/** A server with Stripe's protocol of Checkout on 127.0.0.1, for tests: idempotency, its errors, and signed webhooks. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
interface Answer {
  status: number;
  json: Json;
}

interface Session {
  id: string;
  form: Record<string, string>;
  status: 'open' | 'complete' | 'expired';
  refunded: number;
}

export interface Webhook {
  body: string;
  signature: string;
}

export interface TestStripe {
  url: string;
  secretKey: string;
  webhookSecret: string;
  sessions: Session[];
  /** Requests that arrived, with their idempotency keys. */
  requests: { path: string; key: string | undefined }[];
  /** The next requests are answered with these states instead; the request has its effect with `after`. */
  failures: { status: number; after?: true }[];
  /** Webhooks that Stripe would send, the oldest first. */
  webhooks: Webhook[];
  /** Runs after a request had its effect and before it is answered, to let a webhook be faster than the answer. */
  beforeAnswer: ((path: string) => Promise<void>) | undefined;
  /** Acts as the person on the page of the newest session, or of the session with this id. */
  pay(card: 'good' | 'declined', id?: string): void;
  expire(id?: string): void;
  /** Signs by Stripe's published recipe. @param seconds when it was sent */
  sign(body: string, seconds?: number): string;
  close(): Promise<void>;
}

export async function startTestStripe(): Promise<TestStripe> {
  const answers = new Map<string, { body: string; answer: Answer }>();
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const { status, json } = answer(request, body);
      await stripe.beforeAnswer?.(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function answer(request: IncomingMessage, body: string): Answer {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const key = request.headers['idempotency-key'] as string | undefined;
    stripe.requests.push({ path, key });
    const failure = stripe.failures.shift();
    if (failure && !failure.after) return refusal(failure.status, 'An unknown error occurred');
    if (request.headers.authorization !== `Bearer ${stripe.secretKey}`)
      return refusal(401, 'Invalid API Key provided: sk_test_****');
    const known = key === undefined ? undefined : answers.get(key);
    if (known && known.body !== body)
      return refusal(400, 'Keys for idempotent requests can only be used with the same parameters.');
    const made = known?.answer ?? act(request.method ?? '', path, Object.fromEntries(new URLSearchParams(body)));
    if (key !== undefined) answers.set(key, { body, answer: made });
    return failure ? refusal(failure.status, 'An unknown error occurred') : made;
  }

  function act(method: string, path: string, form: Record<string, string>): Answer {
    if (path === '/v1/balance') return { status: 200, json: { object: 'balance' } };
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const id = `cs_test_${stripe.sessions.length + 1}`;
      const session: Session = { id, form, status: 'open', refunded: 0 };
      stripe.sessions.push(session);
      return { status: 200, json: { ...sessionJson(session), url: `https://checkout.stripe.example/${id}` } };
    }
    if (method === 'POST' && path === '/v1/refunds') return refund(form);
    const session = stripe.sessions.find(({ id }) => path === `/v1/checkout/sessions/${id}`);
    return session ? { status: 200, json: sessionJson(session) } : refusal(404, `No such checkout.session: '${path}'`);
  }

  function refund(form: Record<string, string>): Answer {
    const session = stripe.sessions.find(({ id }) => form['payment_intent'] === intentOf(id));
    if (!session) return refusal(404, 'No such payment_intent');
    const amount = Number(form['amount']);
    if (session.refunded + amount > unitsOf(session))
      return refusal(400, 'Refund amount is greater than unrefunded amount on charge');
    session.refunded += amount;
    const charge = { id: `ch_${session.id}`, amount_refunded: session.refunded, currency: currencyOf(session) };
    report('charge.refunded', { ...charge, metadata: metadataOf(session.form) });
    return { status: 200, json: { id: `re_${session.id}_${session.refunded}`, object: 'refund' } };
  }

  let events = 0;
  function report(type: string, object: Json): void {
    const body = JSON.stringify({ id: `evt_${++events}`, object: 'event', type, data: { object } });
    stripe.webhooks.push({ body, signature: stripe.sign(body) });
  }
  const find = (id?: string) => stripe.sessions.find((one) => one.id === id) ?? stripe.sessions.at(-1)!;

  const stripe: TestStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecret: 'whsec_0123456789abcdef',
    sessions: [],
    requests: [],
    failures: [],
    webhooks: [],
    beforeAnswer: undefined,
    pay(card, id) {
      const session = find(id);
      const metadata = metadataOf(session.form);
      if (card === 'declined') {
        const error = { message: 'Your card was declined.', code: 'card_declined' };
        return report('payment_intent.payment_failed', {
          id: intentOf(session.id),
          metadata,
          last_payment_error: error,
        });
      }
      session.status = 'complete';
      // The webhook names the payment intent by its id alone.
      report('checkout.session.completed', { ...sessionJson(session), payment_intent: intentOf(session.id), metadata });
    },
    expire(id) {
      const session = find(id);
      session.status = 'expired';
      report('checkout.session.expired', {
        ...sessionJson(session),
        payment_intent: null,
        metadata: metadataOf(session.form),
      });
    },
    sign(body, seconds = Math.floor(Date.now() / 1_000)) {
      const signed = createHmac('sha256', stripe.webhookSecret).update(`${seconds}.${body}`, 'utf8').digest('hex');
      return `t=${seconds},v1=${signed},v0=${'0'.repeat(64)}`;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
  return stripe;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

const refusal = (status: number, message: string): Answer => ({
  status,
  json: { error: { message, type: 'invalid_request_error' } },
});
const intentOf = (id: string) => `pi_${id}`;
const unitsOf = ({ form }: Session) => Number(form['line_items[0][price_data][unit_amount]']);
const currencyOf = ({ form }: Session) => form['line_items[0][price_data][currency]'];
const metadataOf = (form: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field ? [[field, value]] : [];
    }),
  );

function sessionJson(session: Session): Json {
  const isPaid = session.status === 'complete';
  return {
    id: session.id,
    object: 'checkout.session',
    status: session.status,
    payment_status: isPaid ? 'paid' : 'unpaid',
    amount_total: unitsOf(session),
    currency: currencyOf(session),
    payment_intent: isPaid ? { id: intentOf(session.id), latest_charge: { amount_refunded: session.refunded } } : null,
  };
}
