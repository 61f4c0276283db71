/**
 * Payments that a workspace asks of someone: one row each, whatever gateway takes the money. The row moves on by the
 * gateway's reports, and by looking it up where reports do not come; either way each step happens once.
 */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { appLink } from '../../../server/app-url.ts';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
  insertIfNew,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { presentScope } from '../../../server/db/context.ts';
import { emit } from '../../../server/events/emit.ts';
import { type RecordedEvent, subscribe, type Subscriber } from '../../../server/events/subscribers.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { onProviderEvent } from '../../../server/providers/events.ts';
import { publicLink } from '../../../server/public/site.ts';
import { checkPayment, payable, type PaymentStatus } from '../../../server/providers/payment/port.ts';
import { openConnection, openEmbedded, useProvider } from './use.ts';

export interface PaymentRequest {
  workspaceId: string;
  /** Decimal. */
  amount: string;
  currency: string;
  /** Description that the payer sees. */
  description: string;
  /** The same key is the same payment. */
  key: string;
  /** Page to which the person comes back: a path of the product, or a full address. */
  returnTo: string;
  email?: string;
  /** The payment's purpose; `onPayment` of this type is called. */
  origin: { type: string; id: string };
}

export interface RequestedPayment {
  id: string;
  state: 'open' | 'paid' | 'failed' | 'expired' | 'refunded';
  /** Page on which the person pays, while it is open. */
  url: string | null;
}

const COLUMNS = [
  'id',
  'key',
  'amount',
  'currency',
  'description',
  'origin',
  'state',
  'refunded',
  'connectionId',
  'providerId',
  'url',
  'attempt',
  'askedAt',
] as const;

const findRow = (where: { workspaceId: string; key: string } | { workspaceId: string; id: string }, lock = false) =>
  selectRow('online_payments', COLUMNS, where, lock ? { lock: 'update' } : {});
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Gateways close the page after a day. */
const LINK_LASTS = 23 * 3_600_000;

/** The gateway's key: another attempt is another payment there. */
const gatewayKey = (workspaceId: string, { key, attempt }: Pick<Row, 'key' | 'attempt'>) =>
  `${workspaceId}:${attempt}:${key}`;

function inside<T>(workspaceId: string, act: () => Promise<T>): Promise<T> {
  const scope = presentScope();
  return scope?.role === 'app' && scope.workspaceId === workspaceId ? act() : inWorkspace(workspaceId, null, act);
}

/**
 * Asks for a payment, or gives the one that was asked for under this key. A link that expired is replaced.
 * @throws AppError `validation`; `conflict` for another amount under the same key; ProviderError
 */
export function requestPayment(request: PaymentRequest): Promise<RequestedPayment> {
  const { workspaceId, amount, currency, key, description, email = '', origin } = request;
  const returnTo = request.returnTo.startsWith('/') ? appLink(request.returnTo as `/${string}`) : request.returnTo;
  checkPayment({ amount, currency, description, returnTo });
  return inside(workspaceId, async () => {
    await insertIfNew('online_payments', {
      id: newId(),
      workspaceId,
      key,
      amount,
      currency,
      description,
      email,
      origin,
      returnTo,
    });
    const row = (await findRow({ workspaceId, key }))!;
    if (!decimal(row.amount).eq(amount) || row.currency !== currency)
      throw new AppError('conflict', 'This payment was asked for with another amount.');
    if (row.state === 'paid' || row.state === 'refunded') return shown(row);
    const isLive = row.state === 'open' && Date.now() - Date.parse(row.askedAt) < LINK_LASTS;
    if (row.url && isLive) return shown(row);
    const attempt = row.url === null ? row.attempt : row.attempt + 1;
    const client = await useProvider('payment', workspaceId, { purpose: origin.type });
    const { id: providerId, url } = await client.create({
      amount: payable(amount, currency),
      currency,
      description,
      key: gatewayKey(workspaceId, { key, attempt }),
      returnTo,
      ...(email && { email }),
    });
    const { connectionId } = client;
    const changes = { providerId, url, connectionId, attempt, state: 'open', failure: '', askedAt: NOW } as const;
    await updateRows('online_payments', changes, { id: row.id });
    return shown({ ...row, ...changes });
  });
}

/**
 * The path of a payment page that this installation shows itself, to redirect to; undefined where a payment service shows
 * it.
 * @param url as `requestPayment` gave it in the current workspace
 */
export async function ownPaymentPath(url: string): Promise<`/p/${string}` | undefined> {
  const path = new URL(url).pathname as `/p/${string}`;
  return path.startsWith('/p/') && url === (await publicLink(currentWorkspaceId(), path)) ? path : undefined;
}

/** Whether a payment of the current workspace went to the embedded gateway: no money moved. */
export async function isTestPayment(id: string): Promise<boolean> {
  const row = await findRow({ workspaceId: currentWorkspaceId(), id });
  return row?.connectionId === null;
}

const shown = ({ id, state, url }: Pick<Row, 'id' | 'state' | 'url'>): RequestedPayment => ({
  id,
  state,
  url: state === 'open' ? url : null,
});

/** The gateway that has the payment, even where another one is connected by now. */
const gatewayOf = (workspaceId: string, { connectionId }: Row) =>
  connectionId === null
    ? openEmbedded('payment', workspaceId)
    : openConnection('payment', connectionId, workspaceId, { purpose: 'payment' });

async function rowOf(workspaceId: string, id: string): Promise<Row & { providerId: string }> {
  const row = await findRow({ workspaceId, id });
  if (!row) throw notFound('The payment');
  if (row.providerId === null) throw new AppError('conflict', 'This payment was not made.');
  return { ...row, providerId: row.providerId };
}

/**
 * Pays back, all that is left unless an amount is given.
 * @param refund.key the same key is the same refund
 * @throws AppError `not_found`, `validation`; ProviderError
 */
export function refundPayment(refund: {
  workspaceId: string;
  id: string;
  amount?: string;
  key: string;
}): Promise<void> {
  const { workspaceId, id, key } = refund;
  return inside(workspaceId, async () => {
    const row = await rowOf(workspaceId, id);
    const left = decimal(row.amount).minus(row.refunded);
    const amount = refund.amount ?? left.toString();
    if (decimal(amount).gt(left))
      throw invalid('amount', `Only ${payable(left.toString(), row.currency)} ${row.currency} is left to refund.`);
    const client = await gatewayOf(workspaceId, row);
    await client.refund({ id: row.providerId, amount, key: `${workspaceId}:${id}:${key}` });
    await refreshPayment(workspaceId, id);
  });
}

/** Looks a payment up at its gateway, for a person who comes back before the report does. */
export function refreshPayment(workspaceId: string, id: string): Promise<RequestedPayment> {
  return inside(workspaceId, async () => {
    const row = await rowOf(workspaceId, id);
    const status = await (await gatewayOf(workspaceId, row)).retrieve(row.providerId);
    await transaction(() => moveOn(workspaceId, row, status));
    return shown((await findRow({ workspaceId, id }))!);
  });
}

async function moveOn(workspaceId: string, known: Row, status: PaymentStatus): Promise<void> {
  const row = (await findRow({ workspaceId, id: known.id }, true))!;
  await updateRows('online_payments', { checkedAt: NOW }, { id: row.id });
  if (status.state === 'paid') await notePaid(row, { amount: status.amount, currency: status.currency });
  if (status.state === 'expired') await noteFailed(row, 'The payment link expired.', 'expired');
  if (status.state === 'paid')
    await noteRefunded({ ...row, state: row.state === 'refunded' ? 'refunded' : 'paid' }, status.refunded);
}

const announce = (type: string, { id, key, amount, currency, origin }: Row, more: object = {}) =>
  emit({
    type: `online_payment.${type}`,
    subject: { type: 'online_payment', id },
    data: { key, amount: payable(amount, currency), currency, origin, ...more },
  });

/** @throws Error for another amount than was asked for, so that people hear of it */
async function notePaid(
  row: Row,
  { amount, currency, id }: { amount: string; currency: string; id?: string | undefined },
): Promise<void> {
  if (row.state === 'paid' || row.state === 'refunded') {
    if (id !== undefined && id !== row.providerId)
      log().warn({ payment: row.id, providerId: id }, 'a payment was made twice');
    return;
  }
  if (!decimal(row.amount).eq(amount) || row.currency !== currency)
    throw new Error(`The gateway reports ${amount} ${currency} for payment ${row.id} of ${row.amount} ${row.currency}`);
  await updateRows('online_payments', { state: 'paid', failure: '', paidAt: NOW, providerId: id }, { id: row.id });
  await announce('succeeded', row);
}

async function noteFailed(row: Row, why: string, end: 'failed' | 'expired' | undefined): Promise<void> {
  if (row.state !== 'open') return;
  await updateRows('online_payments', { failure: why.slice(0, 500), ...(end && { state: end }) }, { id: row.id });
  await announce('failed', row, { why, isFinal: end !== undefined });
}

async function noteRefunded(row: Row, refunded: string): Promise<void> {
  if (decimal(refunded).lte(row.refunded)) return;
  // The report of the payment may come after that of its refund.
  await notePaid(row, { amount: row.amount, currency: row.currency });
  const isAll = decimal(refunded).gte(row.amount);
  await updateRows('online_payments', { refunded, ...(isAll && { state: 'refunded' }) }, { id: row.id });
  await announce('refunded', row, { refunded, isAll });
}

/** The row that a report is about, if it is of the row's present attempt or brings money. */
async function reported({
  workspaceId,
  data,
}: {
  workspaceId: string;
  data: { key: string };
}): Promise<Row | undefined> {
  const [, attempt, key] = /^[^:]+:(\d+):(.*)$/s.exec(data.key) ?? [];
  const row = key === undefined ? undefined : await findRow({ workspaceId, key }, true);
  if (row && Number(attempt) !== row.attempt)
    log().info({ payment: row.id, attempt }, 'a report is about an old payment link');
  return row;
}
const isPresent = (row: Row, key: string, workspaceId: string) => key === gatewayKey(workspaceId, row);

export const paymentReportsSubscriber = onProviderEvent('payment', 'connections.payments', {
  async 'payment.succeeded'(event) {
    const row = await reported(event);
    if (row) await notePaid(row, event.data);
  },
  async 'payment.failed'(event) {
    const row = await reported(event);
    const { why, isFinal, key } = event.data;
    if (row && isPresent(row, key, event.workspaceId)) await noteFailed(row, why, isFinal ? 'failed' : undefined);
  },
  async 'payment.refunded'(event) {
    const row = await reported(event);
    if (row) await noteRefunded(row, event.data.refunded);
  },
});

/** Payments whose reports did not come, from when and how many at a time. */
const LOOK_UP = "checked_at < now() - interval '5 minutes' and asked_at > now() - interval '3 days'";
const MOST_LOOKED_UP = 100;

export const lookUpPaymentsRecurring = defineRecurring({
  name: 'connections.look-up-payments',
  title: 'Look up open payments',
  every: 300,
  async handler() {
    const open = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select id, workspace_id as "workspaceId" from online_payments
          where state = 'open' and provider_id is not null and ${LOOK_UP} order by checked_at limit ${MOST_LOOKED_UP}`,
      ),
    );
    for (const { id, workspaceId } of open)
      await refreshPayment(workspaceId, id).catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log().warn({ payment: id, why: error.message }, 'a payment could not be looked up');
        await asSystem(() => updateRows('online_payments', { checkedAt: NOW }, { id }));
      });
  },
});

/** An event of a payment. */
export interface PaymentNews {
  id: string;
  key: string;
  amount: string;
  currency: string;
  origin: { type: string; id: string };
}

/**
 * Declares what a domain does about payments that it asked for; its manifest lists the result under `subscribers`. Each
 * handler runs in the payment's workspace and in a transaction, once for each step.
 * @param name unique and never changed: the place in the outbox is stored under it
 */
export function onPayment(
  originType: string,
  name: string,
  handlers: {
    succeeded?: (payment: PaymentNews) => Promise<void>;
    /** `isFinal`: this link cannot be paid any more. */
    failed?: (payment: PaymentNews & { why: string; isFinal: boolean }) => Promise<void>;
    /** `refunded`: all that was paid back so far. */
    refunded?: (payment: PaymentNews & { refunded: string; isAll: boolean }) => Promise<void>;
  },
): Subscriber {
  const byType = new Map(
    Object.entries(handlers).map(([type, handler]) => [
      `online_payment.${type}`,
      handler as (news: object) => Promise<void>,
    ]),
  );
  return subscribe([...byType.keys()], name, async ({ type, subject, data }: RecordedEvent) => {
    const origin = data['origin'] as PaymentNews['origin'];
    if (origin.type === originType) await byType.get(type)!({ id: subject!.id, ...data });
  });
}
