/** Refunds of orders: by a person, reported by the gateway, or because an order was deleted before it was paid. */
import * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { requireManager } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import { currentWorkspaceId, selectRow, transaction, updateRows, withAllRecords } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueueUnlessQueued } from '../../../server/jobs/jobs.ts';
import { log } from '../../../server/observability/log.ts';
import { payable } from '../../../server/providers/payment/port.ts';
import { addNote, checkRefund, refundPayment } from '../../connections/index.ts';
import { sendMessage } from '../../messaging/index.ts';
import type { FunnelOrder, OrderRefund } from '../contract.ts';
import { FUNNELS } from '../paths.ts';
import { findFunnel } from './funnels.ts';
import { readOrder } from './order-list.ts';
import { notifyManagers } from './order-notifications.ts';
import { orderRow } from './order-row.ts';

/**
 * Notes what the gateway paid back of an order, once for each sum.
 * @param refunded all that was paid back so far; decimal
 */
export async function markRefunded(id: string, refunded: string): Promise<void> {
  const row = await orderRow(id, true);
  if (!row || row.state === 'open' || decimal(refunded).lte(row.refunded)) return;
  const isAll = decimal(refunded).gte(row.total);
  await updateRows(
    'funnel_orders',
    { refunded, ...(isAll && { state: 'refunded' as const }) },
    { id, workspaceId: currentWorkspaceId() },
  );
  await emit({
    type: 'funnel.order_refunded',
    subject: { type: 'funnel', id: row.funnelId },
    data: { leadId: row.leadId, refunded: payable(refunded, row.currency), currency: row.currency },
    paths: [FUNNELS.list],
  });
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
  if (row.state === 'open' || row.paymentId === null) throw new AppError('conflict', 'This order is not paid.');
  const { total, currency, paymentId } = row;
  const refund = checkRefund({ amount, paid: total, refunded: row.refunded, currency });
  const workspaceId = currentWorkspaceId();
  // The same sum refunded before is the same refund, however often the button is pressed.
  await refundPayment({ workspaceId, id: paymentId, amount: refund.amount, key: `to:${refund.refunded}` });
  return transaction(async () => {
    await withAllRecords(async () => {
      await markRefunded(id, refund.refunded);
      // The gateway's report, or another refund, may have been faster and marked the order already, without this note.
      const locked = await orderRow(id, true);
      if (locked) await updateRows('funnel_orders', { note: addNote(locked.note, note) }, { id, workspaceId });
    });
    await audit({
      action: 'funnel_order.refunded',
      subject: { type: 'funnel', id: funnelId },
      details: { order: id, amount: refund.amount, currency },
    });
    const after = await readOrder(id, document);
    if (!after) throw notFound('The order');
    return after;
  });
}

const orphanedPayment = (id: string) =>
  selectRow('online_payments', ['amount', 'currency', 'description', 'email', 'state'], {
    id,
    workspaceId: currentWorkspaceId(),
  });

/** Pays back what was paid for an order that was deleted. It is tried for about a day. */
export const refundDeletedOrder = defineJob({
  name: 'funnels.refund_deleted_order',
  payload: z.object({ paymentId: z.uuid() }),
  title: 'Refund a payment of a deleted order',
  retry: { limit: 30, backoff: 30 },
  async handler({ payload: { paymentId } }) {
    if ((await orphanedPayment(paymentId))?.state !== 'paid') return;
    await refundPayment({ workspaceId: currentWorkspaceId(), id: paymentId, key: 'deleted-order' });
  },
  async ended({ paymentId }, { error }) {
    const payment = await orphanedPayment(paymentId);
    if (payment?.state !== 'paid') return;
    await notifyManagers({
      title: `${moneyText(payment.amount, payment.currency)} could not be refunded`,
      body: `The payment arrived after its order was deleted. Refund it at your payment service. ${error}`,
      href: '/settings?tab=connections',
      key: `funnel-order-not-refunded:${paymentId}`,
    });
  },
});

/**
 * Starts the refund of a payment whose order was deleted, and tells the buyer and the managers; in the caller's
 * transaction.
 */
export async function refundWithoutOrder(orderId: string, paymentId: string): Promise<void> {
  const payment = await orphanedPayment(paymentId);
  if (payment?.state !== 'paid') return;
  log().warn({ order: orderId, payment: paymentId }, 'a deleted order was paid and is refunded');
  await enqueueUnlessQueued(refundDeletedOrder, { paymentId });
  await notifyManagers({
    title: `${moneyText(payment.amount, payment.currency)} is being refunded`,
    body: 'The payment arrived after its order was deleted.',
    href: '/funnel-builder',
    key: `funnel-order-refund:${paymentId}`,
  });
  if (payment.email !== '') await tellBuyer(paymentId, payment);
}

async function tellBuyer(
  paymentId: string,
  { amount, currency, description, email }: { amount: string; currency: string; description: string; email: string },
): Promise<void> {
  await sendMessage({
    workspaceId: currentWorkspaceId(),
    channel: 'email',
    purpose: 'transactional',
    to: { address: email, name: '' },
    subject: 'Your payment is refunded',
    text: `Hi,\n\nYour payment of ${moneyText(amount, currency)} for ${description} arrived after the order had expired. We refund all of it.`,
    key: `funnel-order-refund:${paymentId}`,
  });
}
