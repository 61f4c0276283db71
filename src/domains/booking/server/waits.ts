/** The waiting list of a booking type: whoever is on it gets an email when a time becomes free. */
import { newId, UUID } from '../../../kernel/ids.ts';
import {
  asSystem,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertIfNew,
  inWorkspace,
  query,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import { sendMessage } from '../../messaging/index.ts';
import type { BookingWait } from '../contract.ts';
import { BOOKING } from '../paths.ts';
import { timeText } from './mails.ts';
import { readType, type StoredType } from './types.ts';

const MINUTE = 60_000;
const MAX_LISTED = 500;
/** People notified of one free time; more would only be disappointed. */
const MAX_TOLD = 20;

export const waitToken = (id: string): string => `${id}.${hmac('booking-wait', id)}`;

/** The wait that a link names, and its workspace; undefined for a wrong link. */
export async function openWait(
  token: string,
): Promise<{ id: string; workspaceId: string; typeName: string } | undefined> {
  const [id = '', signature = ''] = token.split('.');
  if (!UUID.test(id) || !safeEqual(signature, hmac('booking-wait', id))) return undefined;
  const [row] = await asSystem(() =>
    query<{ id: string; workspaceId: string; typeName: string }>(
      `select w.id, w.workspace_id as "workspaceId", t.name as "typeName" from booking_waits w
        join booking_types t on t.id = w.type_id where w.id = $1`,
      [id],
    ),
  );
  return row;
}

export async function leaveWait({ id, workspaceId }: { id: string; workspaceId: string }): Promise<void> {
  await inWorkspace(workspaceId, null, async () => {
    await deleteRows('booking_waits', { id, workspaceId });
    await publishPaths(workspaceId, [BOOKING.types]);
  });
}

/** @throws AppError `not_found` */
export async function listWaits(typeId: string): Promise<{ items: BookingWait[] }> {
  await readType(typeId);
  const items = await query<BookingWait>(
    `select id, name, email, created_at as "createdAt" from booking_waits
      where workspace_id = $1 and type_id = $2 order by id limit ${MAX_LISTED}`,
    [currentWorkspaceId(), typeId],
  );
  return { items };
}

/** Puts a visitor on the list, once; they get an email with the way out. In the ambient transaction. */
export async function joinWaits(
  type: StoredType,
  { name, email, zone }: { name: string; email: string; zone: string },
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const id = newId();
  if (!(await insertIfNew('booking_waits', { id, workspaceId, typeId: type.id, name, email, zone }))) return;
  await publishPaths(workspaceId, [BOOKING.types]);
  await sendMessage({
    ...messageOf(id, 'joined', type),
    to: { address: email, name },
    subject: `Waiting list: ${type.name}`,
    text: [
      `Hi ${name},`,
      `You are on the waiting list for ${type.name}. You get an email when a time becomes free.`,
      `Leave the waiting list: ${await leaveLink(id)}`,
    ].join('\n\n'),
  });
}

const leaveLink = (id: string) => publicLink(currentWorkspaceId(), `/p/booking-waits/${waitToken(id)}`);

const messageOf = (id: string, what: string, type: Pick<StoredType, 'id' | 'name'>) => ({
  workspaceId: currentWorkspaceId(),
  channel: 'email' as const,
  purpose: 'transactional' as const,
  key: `booking-wait:${id}:${what}`,
  origin: { type: 'booking_type', id: type.id, label: type.name },
});

/** People who have booked leave the waiting list. */
export async function endWait(typeId: string, email: string): Promise<void> {
  await execute('delete from booking_waits where workspace_id = $1 and type_id = $2 and lower(email) = lower($3)', [
    currentWorkspaceId(),
    typeId,
    email,
  ]);
}

interface FreeType {
  id: string;
  name: string;
  slug: string;
}

/** Notifies the waiting list of a free time, in the transaction that frees it: each person at most once an hour. */
export async function tellWaiting(typeId: string, at: number): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const [type] = await query<FreeType & { noticeMinutes: number }>(
    `select id, name, slug, notice_minutes as "noticeMinutes" from booking_types
      where workspace_id = $1 and id = $2 and is_active and deleted_at is null`,
    [workspaceId, typeId],
  );
  if (!type || at < Date.now() + type.noticeMinutes * MINUTE) return;
  const waits = await query<{ id: string; name: string; email: string; zone: string }>(
    `update booking_waits set told_at = now() where id in (
        select id from booking_waits where workspace_id = $1 and type_id = $2
          and (told_at is null or told_at < now() - interval '1 hour') order by id limit ${MAX_TOLD})
      returning id, name, email, zone`,
    [workspaceId, typeId],
  );
  for (const { id, name, email, zone } of waits) {
    const link = await publicLink(workspaceId, `/p/book/${type.slug}`);
    await sendMessage({
      ...messageOf(id, `free:${at}:${Date.now()}`, type),
      to: { address: email, name },
      subject: `A time is free: ${type.name}`,
      text: [
        `Hi ${name},`,
        `This time became free for ${type.name}:`,
        timeText(at, zone),
        `Book it: ${link}?zone=${encodeURIComponent(zone)}&at=${at}`,
        'The first one who books gets it.',
        `Leave the waiting list: ${await leaveLink(id)}`,
      ].join('\n\n'),
    });
  }
}
