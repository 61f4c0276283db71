/**
 * Bookings that cost something: the time is held while the visitor pays. Who pays too late gets the time if it is still
 * free, or the money back; nothing that was paid is lost.
 */
import { AppError } from '../../../kernel/errors.ts';
import { decimal, minorUnits } from '../../../kernel/money/index.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { requireManager } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
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
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { publicLink } from '../../../server/public/site.ts';
import {
  checkRefund,
  isTestPayment,
  onPayment,
  ownPaymentPath,
  refreshPayment,
  refundPayment,
  requestPayment,
} from '../../connections/index.ts';
import { tellUser } from '../../notifications/index.ts';
import type { Booking } from '../contract.ts';
import { BOOKING } from '../paths.ts';
import { admitBooking, BOOKING_CHANGED, hostsOf, publish } from './book.ts';
import { readBooking } from './bookings.ts';
import { chooseHosts, lockWorkspace } from './choose-hosts.ts';
import { tellVisitor, timeText } from './mails.ts';
import { takeTime } from './sessions.ts';
import { publicType } from './times.ts';
import { bookingToken } from './visitor-booking.ts';
import { tellWaiting } from './waits.ts';

const ORIGIN = 'booking';

const COLUMNS = [
  'id',
  'typeId',
  'hostId',
  'state',
  'name',
  'email',
  'zone',
  'startAt',
  'version',
  'price',
  'currency',
  'payUntil',
  'paymentId',
  'paidAt',
  'refunded',
] as const;
const bookingRow = (id: string, lock = false) =>
  selectRow('bookings', COLUMNS, { id, workspaceId: currentWorkspaceId() }, lock ? { lock: 'update' } : {});
type Row = NonNullable<Awaited<ReturnType<typeof bookingRow>>>;

const exact = (amount: string, currency: string) => decimal(amount).toFixed(minorUnits(currency));
const linkOf = (id: string) => publicLink(currentWorkspaceId(), `/p/bookings/${bookingToken(id)}`);

/** The page on which an unpaid booking is paid; null once it is. @throws AppError `unavailable` */
export async function bookingPaymentUrl(id: string): Promise<string | null> {
  const row = await bookingRow(id);
  if (row?.state !== 'unpaid' || row.price === null) return null;
  const workspaceId = currentWorkspaceId();
  const type = await selectRow('booking_types', ['name'], { id: row.typeId });
  const payment = await requestPayment({
    workspaceId,
    amount: exact(row.price, row.currency),
    currency: row.currency,
    description: `${type?.name ?? 'Appointment'}, ${timeText(row.startAt, row.zone)}`.slice(0, 200),
    key: `booking:${id}`,
    returnTo: await linkOf(id),
    ...(row.email !== '' && { email: row.email }),
    origin: { type: ORIGIN, id },
  });
  await updateRows('bookings', { paymentId: payment.id }, { id, workspaceId });
  if (payment.url === null) await settle(id, payment.id);
  return payment.url;
}

/** The same as a page of ours; undefined where it is a service's. */
export async function ownPaymentPage(id: string): Promise<`/p/${string}` | undefined> {
  const url = await bookingPaymentUrl(id);
  if (url === null) return undefined;
  return ownPaymentPath(url);
}

/** Looks the payment up for a visitor who comes back before its report does. */
export async function refreshBookingPayment(id: string): Promise<void> {
  const row = await bookingRow(id);
  if (row?.state !== 'unpaid' || row.paymentId === null) return;
  const { state } = await refreshPayment(currentWorkspaceId(), row.paymentId);
  if (state === 'paid' || state === 'refunded') await settle(id, row.paymentId);
}

/** Notes that a booking is paid, once, and confirms it. */
function settle(id: string, paymentId: string): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const row = await bookingRow(id, true);
      if (!row || row.paidAt !== null) return;
      const workspaceId = currentWorkspaceId();
      const isTest = await isTestPayment(paymentId);
      await updateRows('bookings', { paidAt: NOW, paymentId, isTest }, { id, workspaceId });
      if (row.state === 'unpaid') return admitBooking(id);
      if (row.state === 'expired' && (await takeAgain(row))) return admitBooking(id);
      await updateRows('bookings', { refundDue: true }, { id, workspaceId });
      await writeTooLate(id);
    }),
  );
}

/** Takes the time of a booking that expired, where it is still free. */
async function takeAgain(row: Row): Promise<boolean> {
  const type = await publicType('id', row.typeId);
  const at = Date.parse(row.startAt);
  if (!type || at <= Date.now()) return false;
  try {
    return await savepoint(async () => {
      const hosts = await chooseHosts(type, at, { except: row.id, prefer: [row.hostId] });
      await takeTime(type, row.id, hosts, at);
      await updateRows('bookings', { hostId: hosts[0]!.id }, { id: row.id, workspaceId: currentWorkspaceId() });
      return true;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}

const writeTooLate = (id: string) =>
  tellVisitor(id, 'paid-late', (one) => ({
    subject: 'Your payment is refunded',
    text: `Your payment of ${moneyText(one.price!, one.currency)} for ${one.typeName}, ${timeText(one.startAt, one.zone)}, arrived when the time was no longer held, and it is not free any more. We refund all of it. Choose another time: ${one.typeLink}`,
  }));

async function markRefunded(id: string, refunded: string): Promise<void> {
  const row = await bookingRow(id, true);
  if (!row || decimal(refunded).lte(row.refunded)) return;
  const isAll = decimal(refunded).gte(row.price ?? '0');
  await updateRows(
    'bookings',
    { refunded, version: row.version + 1, ...(isAll && { refundDue: false }) },
    { id, workspaceId: currentWorkspaceId() },
  );
  await emit({
    type: 'booking.refunded',
    subject: { type: 'booking', id },
    data: { refunded: exact(refunded, row.currency), currency: row.currency },
    paths: [BOOKING.bookings],
  });
}

export const bookingPaymentsSubscriber = onPayment(ORIGIN, 'booking.payments', {
  succeeded: ({ id, origin }) => settle(origin.id, id),
  refunded: async ({ id, origin, refunded }) => {
    // The report of the payment may come after that of its refund.
    await settle(origin.id, id);
    await withAllRecords(() => markRefunded(origin.id, refunded));
  },
});

/** @throws AppError `not_found`, `forbidden`; `conflict` for one that is not paid; `validation`; ProviderError */
export async function refundBooking(
  id: string,
  { amount }: { amount?: string | undefined },
  caller: Caller,
): Promise<Booking> {
  await requireManager(caller);
  await readBooking(id);
  const row = (await bookingRow(id))!;
  if (row.paidAt === null || row.paymentId === null || row.price === null)
    throw new AppError('conflict', 'This booking is not paid.');
  const { price: paid, refunded, currency } = row;
  const refund = checkRefund({ amount, paid, refunded, currency });
  await payBack(row.paymentId, id, refund);
  await audit({ action: 'booking.refunded', subject: { type: 'booking', id }, details: { amount: refund.amount } });
  return readBooking(id);
}

/** The same sum refunded before is the same refund, however often it is tried. */
async function payBack(
  paymentId: string,
  id: string,
  { amount, refunded }: { amount: string; refunded: string },
): Promise<void> {
  await refundPayment({ workspaceId: currentWorkspaceId(), id: paymentId, amount, key: `to:${refunded}` });
  await transaction(() => withAllRecords(() => markRefunded(id, refunded)));
}

const BATCH = 200;
const dueBookings = (where: string) =>
  asSystem(() =>
    query<{ id: string; workspaceId: string }>(
      `select b.id, b.workspace_id as "workspaceId" from bookings b where ${where} order by b.id limit ${BATCH}`,
    ),
  );

export const EXPIRE_UNPAID = 'booking.expire-unpaid';
export const expireUnpaidBookings = defineRecurring({
  name: EXPIRE_UNPAID,
  title: 'Free times that visitors did not pay for',
  every: 60,
  async handler() {
    for (const { id, workspaceId } of await dueBookings(`b.state = 'unpaid' and b.pay_until < now()`))
      await inWorkspace(workspaceId, null, () =>
        withAllRecords(async () => {
          // It may be paid without a report so far.
          await refreshBookingPayment(id).catch((error: unknown) =>
            log().warn({ err: error, booking: id }, 'the payment of a booking could not be looked up'),
          );
          await transaction(() => expire(id));
        }),
      );
  },
});

async function expire(id: string): Promise<void> {
  await lockWorkspace();
  const row = await bookingRow(id, true);
  if (row?.state !== 'unpaid') return;
  const workspaceId = currentWorkspaceId();
  await updateRows('bookings', { state: 'expired', version: row.version + 1 }, { id, workspaceId });
  await updateRows('booking_hosts', { isOpen: false }, { bookingId: id, workspaceId });
  await publish(id, 'expired');
  await tellVisitor(id, 'expired', (one) => ({
    subject: 'Your time is no longer held',
    text: `You chose ${one.typeName}, ${timeText(one.startAt, one.zone)}, but it was not paid in time. Nothing was charged, and others can book it again. Choose another time: ${one.typeLink}`,
  }));
  await tellWaiting(row.typeId, Date.parse(row.startAt));
}

export const REFUND_BOOKINGS = 'booking.refund';
export const refundBookings = defineRecurring({
  name: REFUND_BOOKINGS,
  title: 'Refund canceled bookings',
  every: 60,
  async handler() {
    for (const { id, workspaceId } of await dueBookings('b.refund_due and b.paid_at is not null'))
      await inWorkspace(workspaceId, null, () => withAllRecords(() => refundDue(id)));
  },
});

async function refundDue(id: string): Promise<void> {
  const row = await bookingRow(id);
  if (!row?.paymentId || row.price === null) return;
  const left = decimal(row.price).minus(row.refunded);
  try {
    if (left.gt(0n))
      await payBack(row.paymentId, id, { amount: left.toFixed(), refunded: decimal(row.price).toFixed() });
    await updateRows('bookings', { refundDue: false }, { id, workspaceId: currentWorkspaceId() });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ booking: id, why: error.message }, 'a booking could not be refunded yet');
    for (const hostId of await hostsOf(id))
      await tellUser(hostId, BOOKING_CHANGED, {
        workspaceId: currentWorkspaceId(),
        title: `The payment of ${row.name} could not be refunded yet`,
        body: `${error.message} It is tried again every minute.`,
        href: `/appointment-funnel?booking=${id}`,
        key: `booking-refund:${id}`,
      });
  }
}
