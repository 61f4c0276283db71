/** Calendar invitations in messages: what is shown of them, and the mailbox's answer. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  insertRow,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { InvitationAnswer, MailInvitation, MailPerson } from '../contract.ts';
import { endOf, type MailEvent, replyText } from '../engine/invitation.ts';
import { type AccountRow, findAccount, publishThreads } from './account-rows.ts';
import { queueDraft } from './deliver.ts';
import { publishDrafts } from './drafts.ts';
import { cancelEventActivity, overlapsOf, putActivity } from './event-activity.ts';
import { EVENT_COLUMNS, type EventRow, isFrom } from './events.ts';

const SUBJECTS = { accepted: 'Accepted', tentative: 'Maybe', declined: 'Declined' } as const;
const TEXTS = {
  accepted: 'accepted this invitation',
  tentative: 'may come to this event',
  declined: 'declined this invitation',
} as const;

interface Answered {
  threadId: string;
  eventId: string | null;
}

/**
 * Answers the event in a message: the organizer gets a reply by email, and the calendar follows.
 * @throws AppError `not_found`; `conflict` for an event that is over, canceled, or not the mailbox's to answer
 */
export function answerInvitation(
  messageId: string,
  answer: Exclude<InvitationAnswer, 'none'>,
): Promise<MailInvitation> {
  return transaction(async () => {
    const [message] = await query<Answered>(
      'select thread_id as "threadId", event_id as "eventId" from mail_messages where id = $1 and workspace_id = $2',
      [messageId, currentWorkspaceId()],
    );
    const [row] = message?.eventId
      ? await query<EventRow>(`select ${EVENT_COLUMNS} from mail_events e where e.id = $1 for update`, [
          message.eventId,
        ])
      : [];
    if (!message || !row) throw notFound('The invitation');
    const account = await findAccount(row.accountId);
    const { event } = row;
    if (row.isCanceled) throw new AppError('conflict', 'This event was canceled.');
    if (isOver(event)) throw new AppError('conflict', 'This event has ended.');
    if (!event.organizer) throw new AppError('conflict', 'This invitation names no organizer to answer.');
    if (event.organizer.address === account.address)
      throw new AppError('conflict', 'You are the organizer of this event.');
    if (row.answer !== answer) {
      const activityId =
        answer === 'declined'
          ? row.activityId && (await cancelEventActivity(row.activityId))
          : await putActivity(event, answer, row.activityId);
      await updateRows(
        'mail_events',
        { answer, answeredBy: currentUserId(), answeredAt: new Date().toISOString(), activityId },
        { id: row.id },
      );
      await sendReply(account, row.event, answer, messageId, message.threadId);
      await publishThreads();
    }
    return (await readInvitations([messageId])).get(messageId)!;
  });
}

/** The reply goes out as every letter does: noted before, with its outcome after. */
async function sendReply(
  account: AccountRow,
  event: MailEvent,
  answer: Exclude<InvitationAnswer, 'none'>,
  messageId: string,
  threadId: string,
): Promise<void> {
  const id = newId();
  const now = new Date().toISOString();
  const invited = event.guests.find(({ address }) => address === account.address);
  const me: MailPerson = { name: account.senderName || (invited?.name ?? ''), address: account.address };
  await insertRow('mail_drafts', {
    id,
    workspaceId: account.workspaceId,
    accountId: account.id,
    authorId: currentUserId()!,
    threadId,
    answersId: messageId,
    mode: 'reply',
    toList: [event.organizer!],
    subject: `${SUBJECTS[answer]}: ${event.summary || 'Event'}`,
    text: `${me.name || me.address} ${TEXTS[answer]}.`,
    calendar: replyText(event, me, answer, now),
    state: 'scheduled',
    sendAt: now,
    messageKey: `${id}@${account.address.split('@')[1]}`,
  });
  await queueDraft(id, now);
  await publishDrafts();
}

/** A series is over when its rule says so; nobody computes that for a stranger's rule, so it stays open. */
const isOver = (event: MailEvent) => event.rule === '' && endOf(event) < Date.now();

interface MessageRow {
  id: string;
  direction: 'in' | 'out';
  account: string;
  sender: string;
  event: MailEvent;
  row: EventRow | null;
}

const MAX_GUESTS = 30;

/** The events in messages, as they are shown. */
export async function readInvitations(messageIds: readonly string[]): Promise<Map<string, MailInvitation>> {
  const rows = await query<MessageRow>(
    `select m.id, m.direction, a.address as account, m.from_address as sender, m.event,
        case when e.id is null then null else jsonb_build_object('id', e.id, 'accountId', e.account_id, 'sequence', e.sequence,
          'stamp', to_char(e.stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'sender', e.sender, 'event', e.event,
          'isCanceled', e.is_canceled, 'answer', e.answer, 'activityId', e.activity_id) end as row
      from mail_messages m join mail_accounts a on a.id = m.account_id left join mail_events e on e.id = m.event_id
      where m.id = any($1) and m.event is not null`,
    [messageIds],
  );
  const invitations = new Map<string, MailInvitation>();
  for (const message of rows) invitations.set(message.id, await toInvitation(message));
  return invitations;
}

async function toInvitation(message: MessageRow): Promise<MailInvitation> {
  const { event, row } = message;
  const state = stateOf(message);
  return {
    summary: event.summary,
    startsAt: event.startsAt,
    day: event.day,
    minutes: event.minutes,
    rule: event.rule,
    place: event.place,
    link: event.link,
    organizer: event.organizer,
    guests: event.guests.slice(0, MAX_GUESTS),
    moreGuests: Math.max(event.guests.length - MAX_GUESTS, 0),
    answer: row?.answer ?? 'none',
    state,
    activityId: row?.activityId ?? null,
    overlaps: state === 'open' ? await overlapsOf(event, row?.activityId ?? null) : [],
  };
}

function stateOf({ event, row, direction, account, sender }: MessageRow): MailInvitation['state'] {
  if (event.method === 'REPLY') return 'reply';
  if (!row) return 'shown';
  if (!isFrom(sender, row)) return 'foreign';
  if (row.isCanceled) return 'canceled';
  if (row.sequence !== event.sequence || row.stamp !== event.stamp) return 'updated';
  if (direction === 'out' || !event.organizer || event.organizer.address === account) return 'shown';
  return isOver(event) ? 'ended' : 'open';
}
