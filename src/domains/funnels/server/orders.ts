/** Orders of funnels: paid once, whatever is reported how often; then a lead, a receipt, and revenue. */
import type * as z from 'zod';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { decimal, minorUnits } from '../../../kernel/money/index.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { mayManage, requireManager } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentWorkspaceId,
  NOW,
  query,
  savepoint,
  selectRow,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { log } from '../../../server/observability/log.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { publicLink } from '../../../server/public/site.ts';
import { onPayment, refreshPayment, refundPayment, requestPayment } from '../../connections/index.ts';
import { sendMessage } from '../../messaging/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { FunnelDocument, FunnelOrder, funnels, OrderFigures, OrderRefund } from '../contract.ts';
import { itemsText, type OrderItem } from '../engine/order.ts';
import { FUNNELS } from '../paths.ts';
import { readDocument } from './document.ts';
import { findFunnel, movesMoney } from './funnels.ts';
import { orderToken } from './order-token.ts';
import { findEarlier, takeIn } from './submissions.ts';
import { countLaterConversion } from './visitors.ts';

const ORIGIN = 'funnel_order';
const MAX_TOLD = 20;

export const FUNNEL_ORDERS = defineNotificationKind({
  name: 'funnel_order',
  group: 'Funnels',
  label: 'Paid orders',
  hint: 'A visitor pays an order on a funnel page.',
  ways: { inApp: true, email: false },
});

const COLUMNS = [
  'id',
  'workspaceId',
  'funnelId',
  'versionId',
  'stepId',
  'blockId',
  'variant',
  'items',
  'total',
  'currency',
  'data',
  'origin',
  'state',
  'isTest',
  'refunded',
  'paymentId',
  'submissionId',
  'leadId',
  'visitorSubmissionId',
  'visitor',
  'day',
  'paidAt',
] as const;

export const orderRow = (id: string, lock = false) =>
  selectRow('funnel_orders', COLUMNS, { id, workspaceId: currentWorkspaceId() }, lock ? { lock: 'update' } : {});
export type OrderRow = NonNullable<Awaited<ReturnType<typeof orderRow>>>;

const itemsOf = (row: Pick<OrderRow, 'items'>) => row.items as unknown as OrderItem[];
const dataOf = (row: Pick<OrderRow, 'data'>) => row.data as Record<string, string>;
const money = (amount: string, currency: string) => decimal(amount).toFixed(minorUnits(currency));
const nameOf = (data: Record<string, string>) => [data['firstName'], data['lastName']].filter(Boolean).join(' ');

/**
 * Asks for the payment of an order, or gives the one that was asked for.
 * @returns the page of the payment where it is one of ours; undefined: the order's own page leads on
 * @throws AppError `unavailable` when the payment service does not answer
 */
export async function startPayment(id: string): Promise<`/p/${string}` | undefined> {
  const url = await paymentUrl(id);
  if (url === null) return undefined;
  const { pathname } = new URL(url);
  const isOurs = pathname.startsWith('/p/') && url === (await publicLink(currentWorkspaceId(), pathname as '/p/'));
  return isOurs ? (pathname as `/p/${string}`) : undefined;
}

/** The page on which an open order is paid; null once it is paid. @throws AppError `unavailable` */
export async function paymentUrl(id: string): Promise<string | null> {
  const row = await orderRow(id);
  if (row?.state !== 'open') return null;
  const workspaceId = currentWorkspaceId();
  const payment = await requestPayment({
    workspaceId,
    amount: money(row.total, row.currency),
    currency: row.currency,
    description: itemsText(itemsOf(row)).slice(0, 200),
    key: `funnel-order:${id}`,
    returnTo: await publicLink(workspaceId, `/p/order/${orderToken(id)}`),
    email: dataOf(row)['email'] ?? '',
    origin: { type: ORIGIN, id },
  });
  await updateRows('funnel_orders', { paymentId: payment.id }, { id, workspaceId });
  if (payment.url === null) await settle(id, payment.id);
  return payment.url;
}

/** Looks up the payment of an open order, for a buyer who comes back before the report does. */
export async function refreshOrder(row: OrderRow): Promise<void> {
  if (row.state !== 'open' || row.paymentId === null) return;
  const { state } = await refreshPayment(currentWorkspaceId(), row.paymentId);
  if (state === 'paid' || state === 'refunded') await settle(row.id, row.paymentId);
}

/** Marks an order as paid, once: the buyer becomes a lead, gets a receipt, and counts in the figures. */
function settle(id: string, paymentId: string): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      const row = await orderRow(id, true);
      if (row?.state !== 'open') return;
      const workspaceId = currentWorkspaceId();
      const [payment] = await query<{ isTest: boolean }>(
        'select connection_id is null as "isTest" from online_payments where id = $1 and workspace_id = $2',
        [paymentId, workspaceId],
      );
      const isTest = payment?.isTest ?? false;
      await updateRows(
        'funnel_orders',
        { state: 'paid', paidAt: NOW, paymentId, isTest, visitor: '' },
        { id, workspaceId },
      );
      const [funnel] = await query<{ name: string; document: unknown }>(
        `select f.name, v.document from funnels f join funnel_versions v on v.id = $2
          where f.id = $1 and f.workspace_id = $3`,
        [row.funnelId, row.versionId, workspaceId],
      );
      const name = funnel?.name ?? 'Funnel';
      const document = readDocument(funnel?.document);
      const leadId = await becomeLead(row, name, document);
      if (row.visitor !== '')
        await countLaterConversion(
          { workspaceId, funnelId: row.funnelId, stepId: row.stepId, variant: row.variant, day: row.day },
          row.visitor,
        );
      await sendReceipt({ ...row, isTest });
      await tellTeam(row, name, leadId);
      await emit({
        type: 'funnel.order_paid',
        subject: { type: 'funnel', id: row.funnelId },
        data: {
          leadId,
          funnel: name,
          items: itemsText(itemsOf(row)),
          total: money(row.total, row.currency),
          currency: row.currency,
        },
        paths: [FUNNELS.list],
      });
    }),
  );
}

/** Money that arrived counts, even where no lead can be made of the buyer. */
async function becomeLead(row: OrderRow, funnelName: string, document: FunnelDocument): Promise<string | null> {
  const data = dataOf(row);
  const earlier = row.visitorSubmissionId ? await findEarlier(row.funnelId, row.visitorSubmissionId) : undefined;
  try {
    return await savepoint(async () => {
      const submissionId = await takeIn(
        {
          funnelId: row.funnelId,
          funnelName,
          versionId: row.versionId,
          document,
          stepId: row.stepId,
          blockId: row.blockId,
          variant: row.variant,
          data: { ...earlier?.data, ...data },
          answers: [
            { label: 'Order', answer: itemsText(itemsOf(row)) },
            { label: 'Paid', answer: `${money(row.total, row.currency)} ${row.currency}` },
          ],
          origin: row.origin as Record<string, string>,
        },
        earlier?.leadId ?? null,
      );
      const made = await selectRow('funnel_submissions', ['leadId'], { id: submissionId });
      const leadId = made?.leadId ?? null;
      await updateRows('funnel_orders', { submissionId, leadId }, { id: row.id });
      return leadId;
    });
  } catch (error) {
    log().error({ err: error, order: row.id }, 'no lead could be made of a paid order');
    return null;
  }
}

async function sendReceipt(row: OrderRow): Promise<void> {
  const { id, currency, total, funnelId, isTest } = row;
  const data = dataOf(row);
  const link = await publicLink(currentWorkspaceId(), `/p/order/${orderToken(id)}`);
  const lines = itemsOf(row).map(
    ({ name, quantity, amount }) => `${quantity} × ${name}: ${moneyText(amount, currency)}`,
  );
  await sendMessage({
    workspaceId: currentWorkspaceId(),
    channel: 'email',
    purpose: 'transactional',
    to: { address: data['email'] ?? '', name: nameOf(data) },
    subject: `Your order: ${itemsText(itemsOf(row))}`.slice(0, 200),
    text: `Hi ${data['firstName'] ?? ''},\n\nThank you for your order. We received your payment of ${moneyText(total, currency)}.\n\n${lines.join('\n')}\nTotal: ${moneyText(total, currency)}${isTest ? '\n\nThis was a test payment. No money moved.' : ''}\n\nYour order: ${link}`,
    key: `funnel-order:${id}`,
    origin: { type: 'funnel', id: funnelId, label: 'Order' },
  });
}

/** The lead's owner hears of it, else those who run the workspace. */
async function tellTeam(row: OrderRow, funnelName: string, leadId: string | null): Promise<void> {
  const owners = await query<{ id: string }>(
    'select p.id from workspace_people p join leads l on l.owner_id = p.id where l.id = $1 and p.active',
    [leadId],
  );
  const told =
    owners.length > 0
      ? owners
      : await query<{ id: string }>(
          `select id from workspace_people where active and workspace_role <> 'member' order by id limit ${MAX_TOLD}`,
        );
  for (const { id } of told)
    await tellUser(id, FUNNEL_ORDERS, {
      workspaceId: currentWorkspaceId(),
      title: `${nameOf(dataOf(row))} paid ${moneyText(row.total, row.currency)}`.slice(0, 200),
      body: `${itemsText(itemsOf(row))} from “${funnelName}”`.slice(0, 500),
      href: `/funnel-builder?funnel=${row.funnelId}&tab=orders`,
      key: `funnel-order:${row.id}`,
    });
}

async function markRefunded(id: string, refunded: string, note = ''): Promise<void> {
  const row = await orderRow(id, true);
  if (!row || row.state === 'open' || decimal(refunded).lte(row.refunded)) return;
  const isAll = decimal(refunded).gte(row.total);
  await updateRows(
    'funnel_orders',
    { refunded, ...(isAll && { state: 'refunded' as const }), ...(note && { note }) },
    { id, workspaceId: currentWorkspaceId() },
  );
  await emit({
    type: 'funnel.order_refunded',
    subject: { type: 'funnel', id: row.funnelId },
    data: { leadId: row.leadId, refunded: money(refunded, row.currency), currency: row.currency },
    paths: [FUNNELS.list],
  });
}

export const orderPaymentsSubscriber = onPayment(ORIGIN, 'funnels.orders', {
  succeeded: ({ id, origin }) => settle(origin.id, id),
  refunded: async ({ id, origin, refunded }) => {
    // The report of the payment may come after that of its refund.
    await settle(origin.id, id);
    await withAllRecords(() => markRefunded(origin.id, refunded));
  },
});

interface ListedRow {
  id: string;
  state: FunnelOrder['state'];
  isTest: boolean;
  items: OrderItem[];
  total: string;
  refunded: string;
  currency: string;
  data: Record<string, string>;
  note: string;
  stepId: string;
  origin: Record<string, string>;
  leadId: string | null;
  at: string;
  paidAt: string | null;
}

const LISTED = `o.id, o.state, o.is_test as "isTest", o.items, o.total::text as total, o.refunded::text as refunded,
  o.currency, o.data, o.note, o.step_id as "stepId", o.origin, o.lead_id as "leadId", o.created_at as at,
  o.paid_at as "paidAt"`;

async function shown({ data, stepId, ...row }: ListedRow, document: FunnelDocument): Promise<FunnelOrder> {
  return {
    ...row,
    total: money(row.total, row.currency),
    refunded: money(row.refunded, row.currency),
    name: nameOf(data),
    email: data['email'] ?? '',
    step: document.steps.find(({ id }) => id === stepId)?.name ?? 'Deleted step',
    link: await publicLink(currentWorkspaceId(), `/p/order/${orderToken(row.id)}`),
  };
}

/** @throws AppError `not_found`, `bad_request` */
export async function listOrders(
  id: string,
  { cursor, limit, state }: QueryOf<typeof funnels.orders>,
  caller: Caller,
): Promise<ResponseOf<typeof funnels.orders>> {
  const { document } = await findFunnel(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<ListedRow>(
    `select ${LISTED} from funnel_orders o where o.workspace_id = $1 and o.funnel_id = $2
        and ($3::text is null or o.state = $3) and ($4::uuid is null or o.id < $4) order by o.id desc limit $5`,
    [currentWorkspaceId(), id, state ?? null, from?.[0] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.id));
  return {
    ...page,
    items: await Promise.all(page.items.map((row) => shown(row, document))),
    movesMoney: await movesMoney(),
    mayRefund: await mayManage(caller),
  };
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for one that is not paid; `validation`; ProviderError */
export async function refundOrder(
  funnelId: string,
  id: string,
  { amount, note }: z.output<typeof OrderRefund>,
  caller: Caller,
): Promise<FunnelOrder> {
  await requireManager(caller);
  const { document } = await findFunnel(funnelId);
  const row = await orderRow(id);
  if (row?.funnelId !== funnelId) throw notFound('The order');
  const left = decimal(row.total).minus(row.refunded);
  if (row.state === 'open' || row.paymentId === null) throw new AppError('conflict', 'This order is not paid.');
  if (left.lte(0n)) throw new AppError('conflict', 'Nothing is left to refund.');
  const back = amount ?? left.toFixed();
  if (decimal(back).lte(0n)) throw invalid('amount', 'Enter an amount above zero.');
  if (decimal(back).decimalPlaces() > minorUnits(row.currency))
    throw invalid('amount', `An amount in ${row.currency} has at most ${minorUnits(row.currency)} decimals.`);
  if (decimal(back).gt(left))
    throw invalid('amount', `Only ${money(left.toFixed(), row.currency)} ${row.currency} is left to refund.`);
  const total = decimal(row.refunded).plus(back).toFixed();
  // The same sum refunded before is the same refund, however often the button is pressed.
  await refundPayment({ workspaceId: currentWorkspaceId(), id: row.paymentId, amount: back, key: `to:${total}` });
  return transaction(async () => {
    await withAllRecords(() => markRefunded(id, total, note));
    await audit({
      action: 'funnel_order.refunded',
      subject: { type: 'funnel', id: funnelId },
      details: { order: id, amount: back, currency: row.currency },
    });
    const [after] = await query<ListedRow>(
      `select ${LISTED} from funnel_orders o where o.id = $1 and o.workspace_id = $2`,
      [id, currentWorkspaceId()],
    );
    return shown(after!, document);
  });
}

/** Paid orders since a day of the workspace's time zone. */
export async function readOrderFigures(funnelId: string, from: string, timeZone: string): Promise<OrderFigures> {
  const rows = await query<{ currency: string; paid: number; test: number; amount: string }>(
    `select currency, count(*)::int as paid, count(*) filter (where is_test)::int as test,
        sum(total - refunded)::text as amount
      from funnel_orders where workspace_id = $1 and funnel_id = $2 and paid_at >= ($3::date)::timestamp at time zone $4
      group by currency order by sum(total - refunded) desc, currency`,
    [currentWorkspaceId(), funnelId, from, timeZone],
  );
  return {
    paid: rows.reduce((all, row) => all + row.paid, 0),
    test: rows.reduce((all, row) => all + row.test, 0),
    revenue: rows.map(({ currency, amount }) => ({ currency, amount: money(amount, currency) })),
  };
}
