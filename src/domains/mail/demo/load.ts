/** A mailbox with sample data, and templates. No server stands behind it: what is sent from it stays here. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, insertRow, query } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { people } from '../../messaging/index.ts';
import { fillTemplate } from '../engine/compose.ts';
import { snippetOf } from '../engine/clean-text.ts';
import type { MailPerson, ParsedMail } from '../engine/parsed-mail.ts';
import { type AccountRow, findAccount } from '../server/account-rows.ts';
import { createRule } from '../server/rules.ts';
import { type IncomingMail, storeMails } from '../server/sync/store.ts';
import { createTemplate } from '../server/templates.ts';
import { triageThreads } from '../server/triage.ts';
import { CONVERSATIONS, type SampleConversation, type SampleMail } from './conversations.ts';

const TEMPLATES = [
  {
    name: 'Follow up',
    subject: 'Following up',
    text: 'Hi {{first_name}},\n\nI wanted to follow up on my last email. Do you have any questions?',
  },
  {
    name: 'Meeting times',
    subject: 'Meeting',
    text: 'Hi {{first_name}},\n\nWould Tuesday at 10 a.m. or Wednesday at 2 p.m. work for you?',
  },
  { name: 'Thank you', subject: '', text: 'Hi {{first_name}},\n\nThank you, that works for us.' },
];
const ADDRESS = 'admin@gauntlet.example';

async function contactsWithMail(count: number): Promise<MailPerson[]> {
  const addresses: string[] = [];
  for await (const page of people().pages('email', undefined)) {
    addresses.push(...page.filter((one) => one !== null).map((one) => one.toLowerCase()));
    if (addresses.length >= count) break;
  }
  const wanted = addresses.slice(0, count);
  const found = await people().ofAddresses('email', wanted);
  return wanted.map((address) => ({ address, name: found.get(address)?.name ?? '' }));
}

async function createMailbox(ownerId: string): Promise<AccountRow> {
  const id = newId();
  const [owner] = await query<{ name: string }>('select name from workspace_people where id = $1', [ownerId]);
  await insertRow('mail_accounts', {
    id,
    workspaceId: currentWorkspaceId(),
    ownerId,
    readers: [ownerId],
    kind: 'sample',
    name: 'Sample mailbox',
    address: ADDRESS,
    senderName: owner?.name ?? '',
    isComplete: true,
    signature: `${owner?.name ?? ''}\n+1 415 555 0100`,
  });
  return findAccount(id);
}

export async function loadWorkspace({ workspace, people: [ownerId], now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const template of TEMPLATES) await createTemplate(template);
  const account = await createMailbox(ownerId!);
  const contacts = await contactsWithMail(16);
  const me: MailPerson = { name: account.senderName, address: account.address };
  const mails: IncomingMail[] = [];
  for (const [n, conversation] of CONVERSATIONS.entries()) {
    const them = conversation.sender ??
      contacts[n % contacts.length] ?? { name: 'Ada Park', address: 'ada.park@studio.example' };
    mails.push(...mailsOf(conversation, n, me, them, now));
  }
  const ids = await storeMails(account, mails);
  await triageThreads(
    (await query<{ id: string }>('select distinct thread_id as id from mail_messages where id = any($1)', [ids])).map(
      ({ id }) => id,
    ),
  );
  await createRule({
    accountId: account.id,
    name: 'Newsletters',
    conditions: { from: '', to: '', subject: '', text: '', hasAttachment: false, isNewsletter: true },
    acts: { label: 'Reading', archive: false, markRead: false, star: false, trash: false },
    endsHere: false,
  });
  for (const [n, { labels }] of CONVERSATIONS.entries())
    if (labels?.length)
      await execute(
        'update mail_threads t set labels = $2 from mail_messages m where m.thread_id = t.id and m.account_id = $3 and m.message_key = $1',
        [keyOf(n, 0), labels, account.id],
      );
}

const utc = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function calendarPart(
  { inDays, hour, minutes, summary, place }: NonNullable<SampleMail['invitation']>,
  uid: string,
  them: MailPerson,
  me: MailPerson,
  now: Date,
): string {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + inDays, hour);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gauntlet//Sample data//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now.getTime())}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(start + minutes * 60_000)}`,
    `SUMMARY:${summary}`,
    `LOCATION:${place.replaceAll(',', '\\,')}`,
    `ORGANIZER;CN="${them.name}":mailto:${them.address}`,
    `ATTENDEE;CN="${them.name}";PARTSTAT=ACCEPTED:mailto:${them.address}`,
    `ATTENDEE;CN="${me.name}";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${me.address}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

const keyOf = (conversation: number, mail: number) => `sample-${conversation}-${mail}@gauntlet.example`;

function mailsOf(
  conversation: SampleConversation,
  n: number,
  me: MailPerson,
  them: MailPerson,
  now: Date,
): IncomingMail[] {
  const { subject, mails, place = 'inbox', isUnread = false, isStarred = false, unsubscribe = '' } = conversation;
  return mails.map((mail, i) => {
    const isOut = mail.from === 'me';
    const text = fillTemplate(mail.text, them.name || them.address);
    const parsed: ParsedMail = {
      key: keyOf(n, i),
      inReplyTo: i > 0 ? keyOf(n, i - 1) : '',
      references: mails.slice(0, i).map((_, before) => keyOf(n, before)),
      subject: i > 0 && !subject.startsWith('Re:') ? `Re: ${subject}` : subject,
      from: isOut ? me : them,
      to: [isOut ? them : me],
      cc: [],
      bcc: [],
      replyTo: [],
      at: new Date(now.getTime() - mail.hoursAgo * 3_600_000).toISOString(),
      text,
      html: mail.html ?? null,
      snippet: snippetOf(text),
      attachments: [
        mail.file,
        mail.invitation && {
          name: 'invitation.ics',
          type: 'text/calendar',
          content: calendarPart(mail.invitation, keyOf(n, i), them, me, now),
        },
      ]
        .filter((file) => file !== undefined)
        .map((file) => ({ ...file, contentId: '', isInline: false, content: Buffer.from(file.content) })),
      unsubscribe,
      unsubscribeOneClick: unsubscribe !== '',
      listId: '',
      isAutomatic: unsubscribe !== '',
      remark: isOut ? 'kept' : '',
    };
    const isLast = i === mails.length - 1;
    return {
      parsed,
      place: isOut ? 'sent' : place,
      isRead: !(isUnread && isLast),
      isStarred: isStarred && isLast,
      isAnswered: !isLast,
      size: text.length + 400,
    };
  });
}
