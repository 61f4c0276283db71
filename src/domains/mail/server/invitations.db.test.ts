/** Replies to organizers, the calendar, files of records, and unsubscribing. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IMAP_PASSWORD, IMAP_USER, startTestImap, type TestImap } from '../../../testing/imap-server.ts';
import { startTestSmtp, type TestSmtp } from '../../../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { contactFiles } from '../../../records/contract.ts';
import { activities, contacts } from '../../crm/contract.ts';
import { mailAccounts, mailAssist, type MailMessage, mailThreads } from '../contract.ts';
import { readEvent } from '../engine/invitation.ts';

let system: TestSystem;
let imap: TestImap;
let smtp: TestSmtp;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let workspaceId: string;
let lists: Server;
let listPort: number;
const calls: { path: string; body: string }[] = [];
beforeAll(async () => {
  lists = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ path: `${request.method} ${request.url}`, body });
      response.writeHead(request.url === '/broken' ? 500 : 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(lists, 'listening');
  listPort = (lists.address() as AddressInfo).port;
  imap = await startTestImap();
  smtp = await startTestSmtp({ disabledCommands: ['STARTTLS'] });
  system = await startTestSystem({
    OUTGOING_ALLOW: `127.0.0.1:${imap.port},127.0.0.1:${smtp.port},127.0.0.1:${listPort}`,
  });
});
afterAll(async () => {
  await system.destroy();
  await imap.close();
  await smtp.close();
  lists.close();
});
beforeEach(async () => {
  for (const path of ['INBOX', 'Drafts', 'Sent', 'Archive', 'Trash', 'Junk']) imap.folder(path).messages.length = 0;
  smtp.mails.length = 0;
  workspaceId = await system.clientWorkspace('Tan Dental');
  owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  await owner.call(mailAccounts.connect, {
    body: {
      kind: 'imap',
      address: 'desk@tan.example',
      userName: IMAP_USER,
      password: IMAP_PASSWORD,
      senderName: 'Tan Dental',
      imap: { host: '127.0.0.1', port: imap.port, security: 'none' },
      smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
    },
  });
});

const SOON = { timeout: 20_000 };
const DAY = 86_400_000;
/** Nine o'clock UTC in a week, as an instant and as iCalendar writes it. */
const NEXT_WEEK = `${new Date(Date.now() + 7 * DAY).toISOString().slice(0, 10)}T09:00:00.000Z`;
const ical = (instant: string) => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

let letters = 0;
function invite({
  method = 'REQUEST',
  uid = 'kickoff@one.example',
  sequence = 0,
  from = 'Ada King <ada@one.example>',
  startsAt = NEXT_WEEK,
  lines = [] as string[],
} = {}): void {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${ical(later('2026-06-01T08:00:00.000Z', letters * 60_000))}`,
    `SEQUENCE:${sequence}`,
    'SUMMARY:Kickoff',
    'LOCATION:Room 2',
    'ORGANIZER;CN=Ada King:mailto:ada@one.example',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:desk@tan.example',
    `DTSTART:${ical(startsAt)}`,
    `DTEND:${ical(later(startsAt, 3_600_000))}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  imap.deliver(
    [
      `From: ${from}`,
      'To: desk@tan.example',
      `Subject: ${method} ${sequence} Kickoff`,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <i${++letters}@one.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nPlease come.',
      `--b\r\nContent-Type: text/calendar; method=${method}; charset=utf-8\r\n\r\n${text.join('\r\n')}`,
      '--b--',
    ].join('\r\n'),
  );
}

/** The message with this subject, once it is here. */
async function messageOf(subject: string): Promise<MailMessage> {
  let message: MailMessage | undefined;
  await expect
    .poll(async () => {
      const { items } = await owner.call(mailThreads.list, { query: { view: 'all' } });
      for (const { id } of items) {
        const detail = await owner.call(mailThreads.get, { params: { id } });
        message ??= detail.messages.find((one) => one.subject === subject);
      }
      return message !== undefined;
    }, SOON)
    .toBe(true);
  return message!;
}
const answer = (id: string, value: 'accepted' | 'tentative' | 'declined') =>
  owner.call(mailThreads.answerInvitation, { params: { id }, body: { answer: value } });
const planned = async () => (await owner.call(activities.list, { query: { sort: 'dueAt' } })).items;
const replies = () =>
  smtp.mails.flatMap(({ parsed }) =>
    parsed.attachments
      .filter(({ contentType }) => contentType === 'text/calendar')
      .slice(0, 1)
      .map(({ content }) => readEvent(content.toString(), 'UTC')!),
  );

it('answers an invitation, puts it into the calendar, and follows what the organizer changes', async () => {
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'ada@one.example', label: 'work' }] },
  });
  invite({ sequence: 1 });
  const first = await messageOf('REQUEST 1 Kickoff');
  expect(first.invitation).toMatchObject({
    summary: 'Kickoff',
    startsAt: NEXT_WEEK,
    minutes: 60,
    place: 'Room 2',
    organizer: { name: 'Ada King', address: 'ada@one.example' },
    state: 'open',
    answer: 'none',
  });
  const accepted = await answer(first.id, 'accepted');
  expect(accepted.answer).toBe('accepted');
  const [activity] = await planned();
  expect(activity).toMatchObject({
    id: accepted.activityId,
    type: 'meeting',
    subject: 'Kickoff',
    dueAt: NEXT_WEEK,
    durationMinutes: 60,
    ownerId: owner.userId,
    contact: { id: contact.id },
  });
  await expect.poll(() => replies().length, SOON).toBe(1);
  const { parsed } = smtp.mails[0]!;
  expect(parsed.subject).toBe('Accepted: Kickoff');
  expect(parsed.to).toMatchObject({ value: [{ address: 'ada@one.example' }] });
  expect(replies()[0]).toMatchObject({
    method: 'REPLY',
    uid: 'kickoff@one.example',
    sequence: 1,
    guests: [{ address: 'desk@tan.example', answer: 'accepted' }],
  });
  // The same answer once more is no second email.
  await answer(first.id, 'accepted');
  expect((await answer(first.id, 'tentative')).answer).toBe('tentative');
  await expect.poll(() => replies().map(({ guests }) => guests[0]!.answer), SOON).toEqual(['accepted', 'tentative']);
  expect((await planned()).map(({ subject }) => subject)).toEqual(['Maybe: Kickoff']);
  await answer(first.id, 'accepted');

  const moved = later(NEXT_WEEK, DAY);
  invite({ sequence: 2, startsAt: moved });
  const second = await messageOf('REQUEST 2 Kickoff');
  expect(second.invitation).toMatchObject({ state: 'open', answer: 'none', activityId: activity!.id });
  expect((await planned()).map(({ id, dueAt }) => [id, dueAt])).toEqual([[activity!.id, moved]]);
  expect((await messageOf('REQUEST 1 Kickoff')).invitation!.state).toBe('updated');

  // An older message that comes late, and one from a stranger, change nothing.
  invite({ method: 'CANCEL', sequence: 0 });
  await messageOf('CANCEL 0 Kickoff');
  invite({ method: 'CANCEL', sequence: 8, from: 'Eve <eve@evil.example>' });
  expect((await messageOf('CANCEL 8 Kickoff')).invitation!.state).toBe('foreign');
  expect((await planned())[0]!.status).toBe('open');

  // A declined event stays off the calendar when it moves, and returns when it is accepted.
  await answer(second.id, 'declined');
  expect((await planned())[0]!.status).toBe('cancelled');
  invite({ sequence: 3 });
  const third = await messageOf('REQUEST 3 Kickoff');
  expect((await planned())[0]!.status).toBe('cancelled');
  await answer(third.id, 'accepted');
  expect((await planned()).map(({ dueAt, status }) => [dueAt, status])).toEqual([[NEXT_WEEK, 'open']]);

  invite({ method: 'CANCEL', sequence: 4 });
  expect((await messageOf('CANCEL 4 Kickoff')).invitation!.state).toBe('canceled');
  expect((await planned())[0]!.status).toBe('cancelled');
  const late = await owner.tryCall(mailThreads.answerInvitation, {
    params: { id: third.id },
    body: { answer: 'accepted' },
  });
  expect(late.status).toBe(409);
}, 60_000);

it('repeats in the calendar as the invitation does, without the date that is called off', async () => {
  invite({ lines: ['RRULE:FREQ=WEEKLY;COUNT=4'] });
  const series = await messageOf('REQUEST 0 Kickoff');
  const { activityId } = await answer(series.id, 'accepted');
  const whole = await owner.call(activities.get, { params: { id: activityId! } });
  expect(whole.series?.rule).toContain('FREQ=WEEKLY');
  const third = later(NEXT_WEEK, 14 * DAY);
  invite({ method: 'CANCEL', sequence: 1, startsAt: third, lines: [`RECURRENCE-ID:${ical(third)}`] });
  await messageOf('CANCEL 1 Kickoff');
  const statuses = async () => {
    const { items } = await owner.call(activities.calendar, {
      query: { from: NEXT_WEEK, until: later(NEXT_WEEK, 40 * DAY) },
    });
    return items.map(({ dueAt, status }) => [dueAt, status]);
  };
  await expect
    .poll(statuses, SOON)
    .toEqual([0, 7, 14, 21].map((days) => [later(NEXT_WEEK, days * DAY), days === 14 ? 'cancelled' : 'open']));
  // Declined as a whole: the calendar is empty.
  expect((await answer(series.id, 'declined')).activityId).toBeNull();
  expect((await statuses()).filter(([, status]) => status === 'open')).toEqual([]);
}, 60_000);

it('saves an attachment to the files of a record, with the type that its content says', async () => {
  const contact = await owner.call(contacts.create, { body: { firstName: 'Ada', lastName: 'King' } });
  imap.deliver(
    [
      'From: Ada King <ada@one.example>',
      'To: desk@tan.example',
      'Subject: Files',
      'Message-ID: <files@one.example>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nHere.',
      '--b\r\nContent-Type: image/png; name="../../offer.png"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.7 x',
      '--b--',
    ].join('\r\n'),
  );
  const [file] = (await messageOf('Files')).attachments;
  const save = (person: typeof owner, body: { kind: 'contact' | 'lead'; recordId: string }) =>
    person.tryCall(mailThreads.saveAttachment, { params: { id: file!.id }, body });
  expect((await save(owner, { kind: 'contact', recordId: contact.id })).status).toBe(201);
  const { items } = await owner.call(contactFiles.list, { params: { id: contact.id } });
  expect(items).toMatchObject([{ name: 'offer.png', type: 'application/pdf', uploadedBy: { id: owner.userId } }]);
  expect((await save(owner, { kind: 'lead', recordId: contact.id })).status).toBe(404);
  // Nobody else can take a file out of a personal mailbox.
  const mate = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  expect((await save(mate, { kind: 'contact', recordId: contact.id })).status).toBe(404);
  const stranger = await system.signedIn({
    workspaceId: await system.clientWorkspace('Other'),
    workspaceRole: 'owner',
  });
  expect((await save(stranger, { kind: 'contact', recordId: contact.id })).status).toBe(404);
}, 30_000);

it('leaves many mailing lists at once, each once: by a call, by email, or with their page', async () => {
  const newsletter = (name: string, n: number, headers: string[]) =>
    imap.deliver(
      [
        `From: ${name} <news@${name}.example>`,
        'To: desk@tan.example',
        `Subject: ${name} ${n}`,
        `Date: ${new Date(Date.now() - (10 - n) * 60_000).toUTCString()}`,
        `Message-ID: <${name}${n}@list.example>`,
        `List-Id: ${name} <${name}.list.example>`,
        ...headers,
        '',
        'News.',
      ].join('\r\n'),
    );
  const oneClick = (path: string) => [
    `List-Unsubscribe: <https://list.invalid${path}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ];
  newsletter('weekly', 1, oneClick('/off?u=1'));
  newsletter('weekly', 2, oneClick('/off?u=2'));
  newsletter('broken', 1, oneClick('/broken'));
  newsletter('paper', 1, ['List-Unsubscribe: <mailto:off@paper.example?subject=leave%2042>']);
  newsletter('page', 1, ['List-Unsubscribe: <https://page.invalid/off>']);
  const all = async () => (await owner.call(mailAssist.lists)).items;
  await expect.poll(async () => (await all()).reduce((sum, { emails }) => sum + emails, 0), SOON).toBe(5);
  expect((await all())[0]).toMatchObject({ name: 'weekly', emails: 2, unread: 2, way: 'one_click' });
  expect((await all()).map(({ way }) => way).toSorted()).toEqual(['email', 'link', 'one_click', 'one_click']);
  // Lists call over HTTPS; the one of the test has no certificate.
  await asSystem(() =>
    query(`update mail_messages set unsubscribe = replace(unsubscribe, 'https://list.invalid', $1)`, [
      `http://127.0.0.1:${listPort}`,
    ]),
  );
  const { items } = await owner.call(mailThreads.list, { query: { view: 'all' } });
  const result = await owner.call(mailAssist.unsubscribe, { body: { threadIds: items.map(({ id }) => id) } });
  expect(result.done).toBe(2);
  expect(new Map(result.left.map(({ from, link }) => [from, link]))).toEqual(
    new Map([
      ['broken', `http://127.0.0.1:${listPort}/broken`],
      ['page', 'https://page.invalid/off'],
    ]),
  );
  expect(calls.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: 'POST /broken', body: 'List-Unsubscribe=One-Click' },
    { path: 'POST /off?u=2', body: 'List-Unsubscribe=One-Click' },
  ]);
  await expect.poll(() => smtp.mails.map(({ parsed }) => parsed.subject), SOON).toEqual(['leave 42']);
  expect((await all()).filter(({ unsubscribedAt }) => unsubscribedAt).map(({ name }) => name)).toEqual([
    'weekly',
    'paper',
  ]);
}, 30_000);
