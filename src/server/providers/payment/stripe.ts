/** Payments through Stripe Checkout (REST, version 2024-06-20). */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { defineProvider, type Delivery, type GuardedFetch, type ProviderEvent } from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import { checkPayment, type PaymentClient, type PaymentStatus } from './port.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { isSignedByStripe } from './stripe-signature.ts';

const Settings = z.object({
  secretKey: z
    .string()
    .trim()
    .regex(/^(sk|rk)_\w+$/, 'A secret key begins with sk_ or rk_.')
    .meta({ title: 'Secret key', description: 'From Developers → API keys in the Stripe Dashboard.' }),
  webhookSecret: z
    .string()
    .trim()
    .regex(/^(whsec_\w+)?$/, 'A signing secret begins with whsec_.')
    .default('')
    .meta({
      title: 'Signing secret',
      description:
        'Of a webhook with the address that this connection shows. Without it, payments are looked up every few minutes.',
    }),
  baseUrl: z.url().default('https://api.stripe.com').meta({ title: 'API address', description: 'Leave it as it is.' }),
});
type Settings = z.output<typeof Settings>;

const Failure = z.object({ error: z.object({ message: z.string().default(''), code: z.string().optional() }) });
const Charge = z.object({ amount_refunded: z.number().int().default(0) });
const Intent = z.object({ id: z.string(), latest_charge: Charge.nullish() });
const Session = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.number().int(),
  currency: z.string(),
  payment_intent: Intent.nullish(),
});
const Created = z.object({ id: z.string(), url: z.string() });

const ATTEMPTS = 3;
const FIRST_PAUSE = 250;
const TIMEOUT = 20_000;

interface Question {
  path: string;
  form?: Record<string, string>;
  /** Makes a repetition of a POST harmless. */
  key?: string;
}

/** Asks, and repeats what may succeed later: the key makes sure that it has one effect. */
async function ask<T>(settings: Settings, fetch: GuardedFetch, question: Question, answer: z.ZodType<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(settings, fetch, question, answer);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.worthRetrying || attempt >= ATTEMPTS) throw error;
      await wait(FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }
}

async function askOnce<T>(
  { secretKey, baseUrl }: Settings,
  fetch: GuardedFetch,
  { path, form, key }: Question,
  answer: z.ZodType<T>,
): Promise<T> {
  const response = await fetch({
    url: `${baseUrl.replace(/\/+$/, '')}/v1/${path}`,
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': '2024-06-20',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
    timeout: TIMEOUT,
    maxBytes: 512 * 1024,
  }).catch((error: unknown) => {
    throw errorOfSilence('Stripe', error);
  });
  const json = readJson(Buffer.from(response.body).toString('utf8'));
  if (response.status >= 400) {
    const { message = '', code } = Failure.safeParse(json).data?.error ?? {};
    const error = errorOfAnswer('Stripe', response, { message, code });
    if (response.headers['stripe-should-retry'] !== 'false' || !error.worthRetrying) throw error;
    throw new ProviderError('refused', error.message, { providerCode: code, cause: error });
  }
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ProviderError('temporary', 'Stripe gave an answer that cannot be read.');
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const upper = (currency: string) => currency.toUpperCase();

function openStripe(settings: Settings, workspaceId: string | null, fetch: GuardedFetch): PaymentClient {
  const readSession = (id: string) =>
    ask(
      settings,
      fetch,
      { path: `checkout/sessions/${encodeURIComponent(id)}?expand[]=payment_intent.latest_charge` },
      Session,
    );
  return {
    movesMoney: true,
    async create(payment) {
      checkPayment(payment);
      const about = { key: payment.key, ...(workspaceId && { workspace: workspaceId }) };
      const metadata = Object.entries(about).flatMap(([name, value]) => [
        [`metadata[${name}]`, value],
        [`payment_intent_data[metadata][${name}]`, value],
      ]);
      const form = {
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': payment.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': toStripeAmount(payment.amount, payment.currency),
        'line_items[0][price_data][product_data][name]': payment.description.slice(0, 250),
        success_url: payment.returnTo,
        cancel_url: payment.returnTo,
        client_reference_id: payment.key.slice(0, 200),
        ...(payment.email && { customer_email: payment.email }),
        ...(Object.fromEntries(metadata) as Record<string, string>),
      };
      return ask(settings, fetch, { path: 'checkout/sessions', form, key: payment.key }, Created);
    },
    retrieve: async (id) => statusOf(await readSession(id)),
    async refund({ id, amount, key }) {
      const session = await readSession(id);
      if (!session.payment_intent) throw new ProviderError('refused', 'This payment was not made.');
      const form = {
        payment_intent: session.payment_intent.id,
        amount: toStripeAmount(amount, upper(session.currency)),
      };
      return ask(settings, fetch, { path: 'refunds', form, key }, z.object({ id: z.string() }));
    },
  };
}

function statusOf(session: z.output<typeof Session>): PaymentStatus {
  const currency = upper(session.currency);
  return {
    id: session.id,
    state: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    amount: fromStripeAmount(session.amount_total, currency),
    currency,
    refunded: fromStripeAmount(session.payment_intent?.latest_charge?.amount_refunded ?? 0, currency),
  };
}

const Metadata = z.object({ key: z.string(), workspace: z.string().optional() });
const Event = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) });
const ReportedSession = Session.extend({ metadata: Metadata, payment_intent: z.unknown() });
const ReportedCharge = z.object({
  id: z.string(),
  amount_refunded: z.number().int(),
  currency: z.string(),
  metadata: Metadata,
});
const ReportedIntent = z.object({
  id: z.string(),
  metadata: Metadata,
  last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
});

/** Reports about payments that this product did not ask for carry no key of ours, and are not ours. */
function receive({ webhookSecret }: Settings, { headers, body }: Delivery): ProviderEvent[] {
  if (!isSignedByStripe(webhookSecret, body, headers['stripe-signature'] ?? ''))
    throw new ProviderError('refused', 'The signature of this call is not Stripe’s, or the call is old.');
  const event = Event.safeParse(readJson(body.toString('utf8'))).data;
  if (!event) return [];
  const read = READERS[event.type]?.(event.data.object);
  if (!read) return [];
  const { type, data, metadata } = read;
  return [{ id: event.id, type, data: { ...data, key: metadata.key }, workspaceId: metadata.workspace }];
}

interface Read {
  type: string;
  data: Record<string, unknown>;
  metadata: z.output<typeof Metadata>;
}
type Reader = (object: unknown) => Read | undefined;

const ofSession =
  (read: (session: z.output<typeof ReportedSession>) => Omit<Read, 'metadata'> | undefined): Reader =>
  (object) => {
    const session = ReportedSession.safeParse(object).data;
    const found = session && read(session);
    return found && { ...found, data: { id: session.id, ...found.data }, metadata: session.metadata };
  };
const succeeded = ofSession(({ payment_status: status, amount_total: units, currency }) =>
  status === 'paid'
    ? {
        type: 'payment.succeeded',
        data: { amount: fromStripeAmount(units, upper(currency)), currency: upper(currency) },
      }
    : undefined,
);
const over = (why: string) => ofSession(() => ({ type: 'payment.failed', data: { why, isFinal: true } }));

const READERS: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': succeeded,
  'checkout.session.async_payment_succeeded': succeeded,
  'checkout.session.async_payment_failed': over('The bank refused the payment.'),
  'checkout.session.expired': over('The payment link expired.'),
  'payment_intent.payment_failed': (object) => {
    const intent = ReportedIntent.safeParse(object).data;
    const why = intent?.last_payment_error?.message || 'The card was declined.';
    return (
      intent && { type: 'payment.failed', data: { id: intent.id, why, isFinal: false }, metadata: intent.metadata }
    );
  },
  'charge.refunded': (object) => {
    const charge = ReportedCharge.safeParse(object).data;
    if (!charge) return undefined;
    const currency = upper(charge.currency);
    const refunded = fromStripeAmount(charge.amount_refunded, currency);
    return { type: 'payment.refunded', data: { id: charge.id, refunded, currency }, metadata: charge.metadata };
  },
};

export const stripe = defineProvider({
  port: 'payment',
  id: 'stripe',
  name: 'Stripe',
  summary: 'Takes cards and other ways to pay on Stripe’s own page.',
  settings: Settings,
  secrets: ['secretKey', 'webhookSecret'],
  open: (settings, { workspaceId, fetch }) => openStripe(settings, workspaceId, fetch),
  verify: async (settings, { fetch }) =>
    void (await ask(settings, fetch, { path: 'balance' }, z.object({ object: z.string() }))),
  receive,
});
