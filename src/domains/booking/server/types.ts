/** Booking types. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { decimal, isCurrency, minorUnits, ZERO } from '../../../kernel/money/index.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentWorkspaceId,
  insertRow,
  isUniqueViolation,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { emit } from '../../../server/events/emit.ts';
import { publicLink } from '../../../server/public/site.ts';
import { useProvider } from '../../connections/index.ts';
import { type BookingType, MAX_TYPES, type NewBookingType } from '../contract.ts';
import { BOOKING } from '../paths.ts';

/** Columns of a type, without what is counted. */
export const TYPE_COLUMNS = `t.id, t.slug, t.name, t.description, t.place, t.duration_minutes as "durationMinutes",
  t.step_minutes as "stepMinutes", t.buffer_before as "bufferBefore", t.buffer_after as "bufferAfter",
  t.notice_minutes as "noticeMinutes", t.horizon_days as "horizonDays", t.daily_limit as "dailyLimit",
  t.weekly_limit as "weeklyLimit", t.assignment, t.seats,
  trim_scale(t.price)::text as price, t.currency, t.refund_hours as "refundHours", t.needs_approval as "needsApproval", t.is_active as "isActive",
  t.questions, t.phone, t.reminders, t.text_reminders as "textReminders", t.host_ids as "hostIds", t.version`;
export type StoredType = Omit<BookingType, 'upcoming' | 'waiting' | 'link' | 'hosts'>;

const READ = `select ${TYPE_COLUMNS}, (select count(*)::int from bookings b where b.workspace_id = t.workspace_id
    and b.type_id = t.id and b.state in ('unpaid', 'pending', 'confirmed') and b.end_at > now()) as upcoming,
    (select count(*)::int from booking_waits w where w.workspace_id = t.workspace_id and w.type_id = t.id) as waiting,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by array_position(t.host_ids, p.id))
      from workspace_people p where p.active and p.id = any(t.host_ids)), '[]') as hosts
  from booking_types t where t.workspace_id = $1 and t.deleted_at is null`;

async function withLinks(rows: readonly Omit<BookingType, 'link'>[]): Promise<BookingType[]> {
  return Promise.all(
    rows.map(async (row) => ({ ...row, link: await publicLink(currentWorkspaceId(), `/p/book/${row.slug}`) })),
  );
}

export async function listTypes(caller: Caller) {
  const items = await query<Omit<BookingType, 'link'>>(`${READ} order by t.id limit ${MAX_TYPES}`, [
    currentWorkspaceId(),
  ]);
  const people = await query<{ id: string; name: string }>(
    'select id, name from workspace_people where active order by name limit 500',
  );
  const { movesMoney } = await useProvider('payment', currentWorkspaceId(), { purpose: 'booking' });
  return { items: await withLinks(items), people, movesMoney, mayRefund: await mayManage(caller) };
}

/** @throws AppError `not_found` */
export async function readType(id: string): Promise<BookingType> {
  const [row] = await query<Omit<BookingType, 'link'>>(`${READ} and t.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound('The booking type');
  return (await withLinks([row]))[0]!;
}

async function checkHosts(hostIds: readonly string[], before: readonly string[] = []): Promise<void> {
  const added = hostIds.filter((id) => !before.includes(id));
  const known = await query<{ id: string }>('select id from workspace_people where active and id = any($1)', [added]);
  if (known.length < new Set(added).size) throw invalid('hostIds', 'Choose hosts who are active in this workspace.');
}

/** @throws AppError `validation` of `price` */
function checkPrice({ price, currency }: NewBookingType): void {
  if (!isCurrency(currency)) throw invalid('currency', 'Choose a currency.');
  if (price === null) return;
  if (decimal(price).lte(ZERO)) throw invalid('price', 'Enter a price above zero, or leave it blank.');
  if (decimal(price).decimalPlaces() > minorUnits(currency))
    throw invalid('price', `A price in ${currency} has at most ${minorUnits(currency)} decimals.`);
  if (decimal(price).gt('999999')) throw invalid('price', 'Enter a price below 1,000,000.');
}

const slugTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) throw invalid('slug', 'This address is taken. Choose another one.');
  throw error;
};

async function record(
  id: string,
  action: 'created' | 'updated' | 'deleted',
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { type: 'booking_type', id };
  await audit({ action: `booking_type.${action}`, subject, details });
  await emit({ type: `booking_type.${action}`, subject, paths: [BOOKING.types] });
}

/** @throws AppError `validation`, `conflict` at the limit */
export function createType(input: NewBookingType): Promise<BookingType> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    checkPrice(input);
    await checkHosts(input.hostIds);
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from booking_types where workspace_id = $1 and deleted_at is null',
      [workspaceId],
    );
    if (count!.n >= MAX_TYPES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_TYPES} booking types.`);
    const id = newId();
    await insertRow('booking_types', { id, workspaceId, ...input });
    await record(id, 'created', { name: input.name, slug: input.slug });
    return readType(id);
  }).catch(slugTaken);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateType(
  id: string,
  { version, ...input }: NewBookingType & { version: number },
): Promise<BookingType> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const current = await selectRow('booking_types', ['version', 'hostIds'], { id, workspaceId, deletedAt: null });
    if (!current) throw notFound('The booking type');
    checkPrice(input);
    await checkHosts(input.hostIds, current.hostIds);
    const changed = await updateRows('booking_types', { ...input, version: version + 1 }, { id, workspaceId, version });
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this booking type in the meantime.', {
        details: await readType(id),
      });
    await record(id, 'updated', { name: input.name, slug: input.slug, isActive: input.isActive });
    return readType(id);
  }).catch(slugTaken);
}

/** Past bookings stay. @throws AppError `not_found`; `conflict` while there are upcoming bookings */
export function removeType(id: string): Promise<void> {
  return transaction(async () => {
    const { name, upcoming } = await readType(id);
    if (upcoming > 0)
      throw new AppError('conflict', 'Cancel the upcoming bookings of this type first, or turn its page off.');
    await updateRows('booking_types', { deletedAt: NOW, isActive: false }, { id, workspaceId: currentWorkspaceId() });
    await record(id, 'deleted', { name });
  });
}
