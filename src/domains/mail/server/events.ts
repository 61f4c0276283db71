/**
 * Calendar events in messages. A later message of the organizer moves or cancels the activity of an event in the
 * transaction that stores the message.
 */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { insertRow, query, savepoint, updateRows, withAllRecords } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import type { InvitationAnswer } from '../contract.ts';
import { hasMoved, isLater, type MailEvent, readEvent } from '../engine/invitation.ts';
import type { ParsedMail } from '../engine/parsed-mail.ts';
import type { AccountRow } from './account-rows.ts';
import { cancelEventActivity, moveActivity } from './event-activity.ts';

/** A known event and its activity. */
export interface EventRow {
  id: string;
  accountId: string;
  sequence: number;
  stamp: string;
  sender: string;
  event: MailEvent;
  isCanceled: boolean;
  answer: InvitationAnswer;
  activityId: string | null;
}

export const EVENT_COLUMNS = `e.id, e.account_id as "accountId", e.sequence, e.stamp, e.sender, e.event, e.is_canceled as "isCanceled", e.answer,
  e.activity_id as "activityId"`;

/** Notes the events in letters that were just stored, the oldest first. Runs in the transaction that stores them. */
export async function noteEvents(
  account: AccountRow,
  mails: readonly { id: string; parsed: ParsedMail }[],
): Promise<void> {
  const withPart = mails.flatMap(({ id, parsed }) => {
    const part = parsed.attachments.find(({ type, name }) => type === 'text/calendar' || /\.ics$/i.test(name));
    return part ? [{ id, sender: parsed.from.address, text: new TextDecoder().decode(part.content) }] : [];
  });
  if (withPart.length === 0) return;
  const { timeZone } = await workspaceSettings();
  for (const { id, sender, text } of withPart) {
    const event = readEvent(text, timeZone);
    if (event) await noteEvent(account, id, sender, event);
  }
}

async function noteEvent(account: AccountRow, messageId: string, sender: string, event: MailEvent): Promise<void> {
  // Someone's answer, or an event that is only passed on, changes nothing.
  const row =
    event.method === 'REQUEST' || event.method === 'CANCEL' ? await takeEvent(account, sender, event) : undefined;
  await updateRows('mail_messages', { event, eventId: row?.id ?? null }, { id: messageId });
}

/** Whether a sender may change an event: who sent the first message, the organizer, or the mailbox itself. */
export const isFrom = (sender: string, known: Pick<EventRow, 'sender' | 'event'>) =>
  sender === known.sender || sender === known.event.organizer?.address;

async function takeEvent(account: AccountRow, sender: string, event: MailEvent): Promise<{ id: string }> {
  const { uid, occurs, sequence, stamp, isCanceled } = event;
  const [known] = await query<EventRow>(
    `select ${EVENT_COLUMNS} from mail_events e where e.account_id = $1 and e.uid = $2 and e.occurs = $3 for update`,
    [account.id, uid, occurs],
  );
  if (!known) {
    const id = newId();
    const whole = occurs ? await wholeEvent(account.id, uid) : undefined;
    if (whole && !isFrom(sender, whole)) return { id: whole.id };
    await insertRow('mail_events', {
      id,
      workspaceId: account.workspaceId,
      accountId: account.id,
      uid,
      occurs,
      sequence,
      stamp,
      sender,
      event,
      isCanceled,
      // An occurrence is answered as its series is, until it is answered by itself.
      answer: whole && !hasOtherTime(event) ? whole.answer : 'none',
    });
    if (whole?.activityId)
      await followEvent({ id, answer: whole.answer, activityId: whole.activityId, isCanceled: false }, event, occurs);
    return { id };
  }
  if (!isFrom(sender, known) || !isLater(event, known)) return known;
  const moved = hasMoved(event, known.event);
  const own = event.guests.find(({ address }) => address === account.address)?.answer ?? 'none';
  await updateRows(
    'mail_events',
    { sequence, stamp, event, isCanceled, ...(moved && !isCanceled && own === 'none' && { answer: 'none' }) },
    { id: known.id },
  );
  // A declined event stays off the calendar, whatever the organizer changes.
  if (known.activityId && (isCanceled || known.answer !== 'declined'))
    await followEvent({ ...known, activityId: known.activityId }, event);
  return known;
}

const hasOtherTime = ({ occurs, startsAt, day }: MailEvent) => occurs !== (day ?? startsAt);

async function wholeEvent(accountId: string, uid: string): Promise<EventRow | undefined> {
  const [whole] = await query<EventRow>(
    `select ${EVENT_COLUMNS} from mail_events e where e.account_id = $1 and e.uid = $2 and e.occurs = '' for update`,
    [accountId, uid],
  );
  return whole;
}

/**
 * The activity follows a change by the organizer. A calendar that does not take it must not stop the mailbox, so the
 * message is stored all the same.
 * @param occurs which occurrence of the activity's series is meant
 */
async function followEvent(
  known: Pick<EventRow, 'id' | 'answer' | 'isCanceled'> & { activityId: string },
  event: MailEvent,
  occurs?: string,
): Promise<void> {
  const { id, answer, activityId, isCanceled } = known;
  const follow = () =>
    withAllRecords(() =>
      event.isCanceled
        ? cancelEventActivity(activityId, occurs)
        : moveActivity(event, answer, activityId, { occurs, reopens: isCanceled }),
    );
  try {
    await savepoint(async () => {
      const followed = await follow();
      await updateRows('mail_events', { activityId: followed }, { id });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().warn({ err: error, eventId: id }, 'an activity could not follow its invitation');
  }
}
