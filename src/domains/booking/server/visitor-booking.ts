/** A booking as its visitor sees it, behind the signed link in their mails. */
import { asSystem, currentWorkspaceId, inWorkspace, query, withAllRecords } from '../../../server/db/index.ts';
import { UUID } from '../../../server/paging.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import type { BookingState } from '../contract.ts';

export interface VisitorBooking {
  id: string;
  workspaceId: string;
  version: number;
  typeId: string;
  typeName: string;
  typeLink: string;
  place: string;
  /** Names of all hosts. */
  hostName: string;
  state: BookingState;
  name: string;
  email: string;
  phone: string;
  wantsTexts: boolean;
  answers: { question: string; answer: string }[];
  zone: string;
  startAt: string;
  minutes: number;
  /** Of the last invitation; null: none went out. */
  sequence: number | null;
  /** Minutes before the start. */
  reminders: number[];
  remindAt: string | null;
  reason: string;
  /** Decimal; null: free. */
  price: string | null;
  currency: string;
  payUntil: string | null;
  paidAt: string | null;
  isTest: boolean;
  refunded: string;
  refundDue: boolean;
  refundHours: number | null;
}

/** The link of a booking is signed, so that it needs no row and cannot be guessed. */
export const bookingToken = (id: string): string => `${id}.${hmac('booking', id)}`;

/** The booking that a link names; undefined for a wrong link. */
function bookingOfToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, hmac('booking', id)) ? id : undefined;
}

/** The booking that a link names, and its workspace. */
export async function openBooking(token: string): Promise<VisitorBooking | undefined> {
  const id = bookingOfToken(token);
  const [row] = id
    ? await asSystem(() =>
        query<{ workspaceId: string }>(
          `select b.workspace_id as "workspaceId" from bookings b
            join workspaces w on w.id = b.workspace_id and w.archived_at is null where b.id = $1`,
          [id],
        ),
      )
    : [];
  return row && inWorkspace(row.workspaceId, null, () => withAllRecords(() => readVisitorBooking(id!)));
}

/** As the visitor may see it. */
export async function readVisitorBooking(id: string): Promise<VisitorBooking | undefined> {
  const [row] = await query<Omit<VisitorBooking, 'typeLink'> & { slug: string }>(
    `select b.id, b.workspace_id as "workspaceId", b.version, b.type_id as "typeId", t.name as "typeName", t.slug,
        t.place, coalesce((select string_agg(p.name, ', ' order by p.id <> b.host_id, p.name) from booking_hosts h
          join workspace_people p on p.id = h.host_id where h.booking_id = b.id), '') as "hostName",
        b.state, b.name, b.email, b.phone, b.wants_texts as "wantsTexts", b.answers, b.zone, b.start_at as "startAt",
        round(extract(epoch from b.end_at - b.start_at) / 60)::int as minutes, b.sequence, t.reminders,
        b.remind_at as "remindAt", b.reason, b.price::text as price, b.currency, b.pay_until as "payUntil",
        b.paid_at as "paidAt", b.is_test as "isTest", b.refunded::text as refunded, b.refund_due as "refundDue",
        t.refund_hours as "refundHours"
      from bookings b join booking_types t on t.workspace_id = b.workspace_id and t.id = b.type_id
      where b.workspace_id = $1 and b.id = $2`,
    [currentWorkspaceId(), id],
  );
  if (!row) return undefined;
  const { slug, ...one } = row;
  return { ...one, typeLink: await publicLink(one.workspaceId, `/p/book/${slug}`) };
}
