/** Cash: payment links, what was paid, refunds, reminders. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { requireManager } from '../../../records/server/access/managers.ts';
import { workspaceToday } from '../../../records/server/workspace.ts';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import {
  addNote,
  checkRefund,
  onPayment,
  refreshPayment,
  refundPayment,
  requestPayment,
} from '../../connections/index.ts';
import { sendMessage } from '../../messaging/index.ts';
import type { DealRoom, ReceivedEntry, RefundEntry } from '../contract.ts';
import { bookCommissions } from './commissions.ts';
import { roomUrl } from './link.ts';
import { tellOwner } from './notify.ts';
import { readRoom, requireRoom, tellOfRoom } from './rooms.ts';
import { type InstallmentRow, installmentRows, payableText } from './rows.ts';

const ORIGIN = 'deal_installment';

/** @throws AppError `not_found` */
async function requireInstallment(id: string, lock = false): Promise<InstallmentRow> {
  const [row] = await installmentRows({ id }, lock);
  if (!row) throw notFound('The installment');
  return row;
}

/**
 * The page on which an installment is paid; the person comes back to the room.
 * @throws AppError `not_found`, `conflict` for one that is paid; ProviderError
 */
export async function paymentUrl(id: string): Promise<string> {
  const row = await requireInstallment(id);
  const workspaceId = currentWorkspaceId();
  const room = await requireRoom(row.roomId);
  if (decimal(row.paid).gt(0n)) throw new AppError('conflict', 'This installment is paid already.');
  const payment = await requestPayment({
    workspaceId,
    amount: payableText(row.amount, row.currency),
    currency: row.currency,
    description: row.label,
    key: `deal-installment:${id}`,
    returnTo: `${await roomUrl(workspaceId, room.id, room.linkNumber)}?payment=${id}`,
    origin: { type: ORIGIN, id },
  });
  await updateRows('deal_installments', { paymentId: payment.id }, { id });
  if (payment.url === null) {
    await settle(id, payment.id);
    throw new AppError('conflict', 'This installment is paid already.');
  }
  return payment.url;
}

/** Looks up the payment of an installment, for a buyer who comes back before the report does. */
export async function refreshInstallment(roomId: string, id: string): Promise<void> {
  const [row] = await installmentRows({ id });
  if (row?.roomId !== roomId || row.paymentId === null || decimal(row.paid).gt(0n)) return;
  const { state } = await refreshPayment(currentWorkspaceId(), row.paymentId);
  if (state === 'paid') await settle(id, row.paymentId);
}

/** Marks an installment as paid online, once. */
function settle(id: string, paymentId: string): Promise<void> {
  return transaction(() => markPaid(id, { paymentId, method: 'online', note: '', paidAt: new Date().toISOString() }));
}

async function markPaid(
  id: string,
  paid: { paymentId?: string; method: string; note: string; paidAt: string; day?: string },
): Promise<void> {
  const [row] = await installmentRows({ id }, true);
  if (!row || decimal(row.paid).gt(0n)) return;
  const { day, ...changes } = paid;
  await updateRows('deal_installments', { paid: row.amount, ...changes }, { id });
  await bookCommissions(row, row.amount, day ?? (await workspaceToday()));
  const room = { id: row.roomId, opportunityId: row.opportunityId };
  const amount = `${payableText(row.amount, row.currency)} ${row.currency}`;
  await tellOfRoom(room, 'payment_received', `${row.label} paid: ${amount}`, { installmentId: id, amount: row.amount });
  if (paid.method === 'online')
    await tellOwner(room, { title: `${row.label} paid: ${amount}`, body: '', key: `deal-paid:${id}` });
}

async function markRefunded(id: string, refunded: string): Promise<void> {
  const [row] = await installmentRows({ id }, true);
  if (!row || decimal(refunded).lte(row.refunded)) return;
  await updateRows('deal_installments', { refunded }, { id });
  await bookCommissions(row, decimal(row.paid).minus(refunded).toFixed(), await workspaceToday());
  const back = payableText(decimal(refunded).minus(row.refunded).toFixed(), row.currency);
  await tellOfRoom(
    { id: row.roomId, opportunityId: row.opportunityId },
    'payment_refunded',
    `${row.label} refunded: ${back} ${row.currency}`,
    { installmentId: id },
  );
}

export const dealPaymentsSubscriber = onPayment(ORIGIN, 'deal-rooms.payments', {
  succeeded: ({ id, origin }) =>
    withAllRecords(() =>
      markPaid(origin.id, { paymentId: id, method: 'online', note: '', paidAt: new Date().toISOString() }),
    ),
  refunded: ({ origin, refunded }) => withAllRecords(() => markRefunded(origin.id, refunded)),
});

/** @throws AppError `not_found`; `conflict` for one that is paid; `validation` for a day to come */
export function receivePayment(
  id: string,
  { method, day, note }: z.output<typeof ReceivedEntry>,
  caller: Caller,
): Promise<DealRoom> {
  return transaction(async () => {
    const row = await requireInstallment(id, true);
    if (decimal(row.paid).gt(0n)) throw new AppError('conflict', 'This installment is paid already.');
    if (day > (await workspaceToday())) throw invalid('day', 'Choose a day that is not in the future.');
    if (method.toLowerCase() === 'online')
      throw invalid('method', 'Online payments are recorded by themselves. Enter another method.');
    await markPaid(id, { method, note, day, paidAt: `${day}T12:00:00.000Z` });
    return readRoom(row.roomId, caller);
  });
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for one that is not paid; `validation`; ProviderError */
export async function refundInstallment(
  id: string,
  { amount, note }: z.output<typeof RefundEntry>,
  caller: Caller,
): Promise<DealRoom> {
  await requireManager(caller);
  const row = await requireInstallment(id);
  const { amount: back, refunded } = checkRefund({ ...row, amount });
  if (row.method === 'online' && row.paymentId !== null)
    // The same sum refunded before is the same refund, however often the button is pressed.
    await refundPayment({ workspaceId: currentWorkspaceId(), id: row.paymentId, amount: back, key: `to:${refunded}` });
  await transaction(async () => {
    await markRefunded(id, refunded);
    // The report of the service, or another refund, may have been faster.
    const [locked] = await installmentRows({ id }, true);
    if (locked) await updateRows('deal_installments', { note: addNote(locked.note, note) }, { id });
  });
  return readRoom(row.roomId, caller);
}

/** @throws AppError `not_found`; `conflict` for one that is paid */
export function rescheduleInstallment(id: string, dueDay: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const row = await requireInstallment(id, true);
    if (decimal(row.paid).gt(0n)) throw new AppError('conflict', 'This installment is paid already.');
    await updateRows('deal_installments', { dueDay, remindedAt: null }, { id });
    const room = { id: row.roomId, opportunityId: row.opportunityId };
    await tellOfRoom(room, 'payment_scheduled', `${row.label} is due on ${dueDay}`);
    return readRoom(row.roomId, caller);
  });
}

/** Reminders of one overdue installment, and the days between two. */
const MAX_REMINDERS = 4;
const REMIND_EVERY = 7;
const BATCH = 200;

export const remindOfInstallments = defineRecurring({
  name: 'deal-rooms.remind',
  title: 'Remind buyers of overdue installments',
  every: 3_600,
  async handler() {
    const overdue = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select i.id, i.workspace_id as "workspaceId" from deal_installments i join workspaces w on w.id = i.workspace_id
          where i.paid = 0 and i.due_day < (now() at time zone w.time_zone)::date and w.archived_at is null
            and i.reminders < ${MAX_REMINDERS}
            and (i.reminded_at is null or i.reminded_at < now() - interval '${REMIND_EVERY} days')
          order by i.due_day limit ${BATCH}`,
      ),
    );
    for (const { id, workspaceId } of overdue)
      await inWorkspace(workspaceId, null, () => withAllRecords(() => remind(id))).catch((error: unknown) =>
        log().error({ err: error, installment: id }, 'a buyer could not be reminded'),
      );
  },
});

function remind(id: string): Promise<void> {
  return transaction(async () => {
    const [row] = await installmentRows({ id }, true);
    if (!row || decimal(row.paid).gt(0n)) return;
    const workspaceId = currentWorkspaceId();
    const room = await requireRoom(row.roomId);
    const [signer] = await query<{ name: string; email: string; title: string }>(
      `select a.name, a.email, p.content->>'title' as title from deal_acceptances a join deal_proposals p on p.id = a.proposal_id
        join deal_installments i on i.proposal_id = p.id where i.id = $1 and i.workspace_id = $2`,
      [id, workspaceId],
    );
    const amount = `${payableText(row.amount, row.currency)} ${row.currency}`;
    await updateRows(
      'deal_installments',
      { remindedAt: new Date().toISOString(), reminders: row.reminders + 1 },
      { id },
    );
    if (signer?.email && room.linkOn)
      await sendMessage({
        workspaceId,
        channel: 'email',
        purpose: 'transactional',
        to: { address: signer.email, name: signer.name },
        subject: `${row.label} of ${amount} was due on ${row.dueDay}`,
        text: `Hi ${signer.name},\n\n${row.label} of ${amount} for “${signer.title}” was due on ${row.dueDay}. You can pay here:\n\n${await roomUrl(workspaceId, room.id, room.linkNumber)}`,
        key: `deal-reminder:${id}:${row.reminders + 1}`,
        origin: { type: 'deal_room', id: room.id, label: row.label },
      });
    await tellOwner(room, {
      title: `${row.label} of ${amount} is overdue`,
      body: signer?.email ? `A reminder went to ${signer.email}.` : 'No reminder was sent: no email address is known.',
      key: `deal-overdue:${id}:${row.reminders + 1}`,
    });
    await tellOfRoom(room, 'payment_reminded');
  });
}
