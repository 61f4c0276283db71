/** Orders of funnels: paid once, whatever is reported how often; then a lead, a receipt, and revenue. */
import { moneyText } from '../../../kernel/money/money-text.ts';
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
import { log } from '../../../server/observability/log.ts';
import { payable } from '../../../server/providers/payment/port.ts';
import { publicLink } from '../../../server/public/site.ts';
import { isTestPayment, onPayment, ownPaymentPath, refreshPayment, requestPayment } from '../../connections/index.ts';
import { sendMessage } from '../../messaging/index.ts';
import type { FunnelDocument } from '../contract.ts';
import { itemsText } from '../engine/order.ts';
import { FUNNELS } from '../paths.ts';
import { readDocument } from './document.ts';
import { notifyLeadOwner } from './order-notifications.ts';
import { markRefunded, refundWithoutOrder } from './order-refunds.ts';
import { dataOf, isExpired, itemsOf, nameOf, ORDER_ORIGIN, orderKey, type OrderRow, orderRow } from './order-row.ts';
import { orderToken } from './order-token.ts';
import { findEarlier, takeIn } from './submissions.ts';
import { countLaterConversion } from './visitors.ts';

/**
 * Asks for the payment of an order, or gives the one that was asked for.
 * @returns the page of the payment where it is one of ours; undefined: the order's own page shows how to go on
 * @throws AppError `unavailable` when the payment service isn’t responding
 */
export async function startPayment(id: string): Promise<`/p/${string}` | undefined> {
  const url = await paymentUrl(id);
  return url === null ? undefined : ownPaymentPath(url);
}

/** The page on which an open order is paid; null once it is paid or expired. @throws AppError `unavailable` */
export async function paymentUrl(id: string): Promise<string | null> {
  const row = await orderRow(id);
  if (row?.state !== 'open' || isExpired(row)) return null;
  const workspaceId = currentWorkspaceId();
  const payment = await requestPayment({
    workspaceId,
    amount: payable(row.total, row.currency),
    currency: row.currency,
    description: itemsText(itemsOf(row)).slice(0, 200),
    key: orderKey(id),
    returnTo: await publicLink(workspaceId, `/p/order/${orderToken(id)}`),
    email: dataOf(row)['email'] ?? '',
    origin: { type: ORDER_ORIGIN, id },
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

/**
 * Marks an order as paid, once: the buyer becomes a lead, gets a receipt, and counts in the figures. Money for an order
 * that was deleted is refunded.
 */
function settle(id: string, paymentId: string): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      const row = await orderRow(id, true);
      if (!row) return refundWithoutOrder(id, paymentId);
      if (row.state !== 'open') return;
      const workspaceId = currentWorkspaceId();
      const isTest = await isTestPayment(paymentId);
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
      const leadId = await makeLead(row, name, document);
      if (row.visitor !== '')
        await countLaterConversion(
          { workspaceId, funnelId: row.funnelId, stepId: row.stepId, variant: row.variant, day: row.day },
          row.visitor,
        );
      await sendReceipt({ ...row, isTest });
      await notifyLeadOwner(leadId, {
        title: `${nameOf(dataOf(row))} paid ${moneyText(row.total, row.currency)}`,
        body: `${itemsText(itemsOf(row))} from “${name}”`,
        href: `/funnel-builder?funnel=${row.funnelId}&tab=orders`,
        key: orderKey(row.id),
      });
      await emit({
        type: 'funnel.order_paid',
        subject: { type: 'funnel', id: row.funnelId },
        data: {
          leadId,
          funnel: name,
          items: itemsText(itemsOf(row)),
          total: payable(row.total, row.currency),
          currency: row.currency,
        },
        paths: [FUNNELS.list],
      });
    }),
  );
}

/** Money that arrived counts, even where no lead can be made of the buyer. */
async function makeLead(row: OrderRow, funnelName: string, document: FunnelDocument): Promise<string | null> {
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
            { label: 'Paid', answer: `${payable(row.total, row.currency)} ${row.currency}` },
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
    key: orderKey(id),
    origin: { type: 'funnel', id: funnelId, label: 'Order' },
  });
}

export const orderPaymentsSubscriber = onPayment(ORDER_ORIGIN, 'funnels.orders', {
  succeeded: ({ id, origin }) => settle(origin.id, id),
  refunded: async ({ id, origin, refunded }) => {
    // The report of the payment may come after that of its refund.
    await settle(origin.id, id);
    await withAllRecords(() => markRefunded(origin.id, refunded));
  },
});
