/**
 * kill -9 while a mailbox is synchronized and while emails are sent. In the end each message of the server is here once,
 * and no email reached the SMTP server twice. An email whose outcome nobody can know is shown as such.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { mailAccounts, mailDrafts, mailThreads } from '../../src/domains/mail/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { DOVECOT_PASSWORD, DOVECOT_USER, hasDovecot, startDovecot } from '../../src/testing/dovecot.ts';
import { IMAP_PASSWORD, IMAP_USER, startTestImap } from '../../src/testing/imap-server.ts';
import { startTestSmtp } from '../../src/testing/smtp-server.ts';
import { type Engine, install } from './engines.ts';

export interface MailReport {
  engine: Engine;
  server: 'Dovecot' | 'test server';
  /** Messages on the IMAP server, and what is here of them. */
  messages: number;
  lost: number;
  doubled: number;
  /** Crashes before the first synchronization was complete. */
  crashesInSync: number;
  /** Emails that people sent, and what became of them. */
  sent: number;
  arrived: number;
  arrivedTwice: string[];
  /** Emails that arrived and are shown as unknown, so that a person decides. */
  unknown: number;
  /** Emails that are neither here as sent nor shown as unknown, or that are called sent and did not arrive. */
  wrong: string[];
  restarts: number[];
}

export interface MailCrash {
  cycles: number;
  /** Messages on the server when the mailbox is connected. */
  messages: number;
  /** Emails that are sent in each cycle. */
  perCycle: number;
}

const END_WITHIN = 180_000;
const LOOK_EVERY = 250;

export async function crashMail(engine: Engine, { cycles, messages, perCycle }: MailCrash): Promise<MailReport> {
  const imap = await startImap();
  // The server takes its time between the letter and its answer, so that a crash falls in between.
  const arrived: string[] = [];
  const smtp = await startTestSmtp({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')));
      stream.on('end', () => {
        arrived.push(/^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '');
        setTimeout(() => done(null, 'Accepted'), Math.random() * 300);
      });
    },
  });
  const running = await install(engine, { env: { OUTGOING_ALLOW: `127.0.0.1:${imap.port},127.0.0.1:${smtp.port}` } });
  const report: MailReport = {
    engine,
    server: imap.name,
    messages,
    lost: 0,
    doubled: 0,
    crashesInSync: 0,
    sent: 0,
    arrived: 0,
    arrivedTwice: [],
    unknown: 0,
    wrong: [],
    restarts: [],
  };
  try {
    for (let n = 0; n < messages; n++) imap.deliver(letter(n));
    const { owner } = running;
    const account = await owner.call(mailAccounts.connect, {
      body: {
        kind: 'imap',
        address: DOVECOT_USER,
        userName: imap.user,
        password: imap.password,
        imap: { host: '127.0.0.1', port: imap.port, security: 'none' },
        smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
      },
    });
    const subjects: string[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (let n = 0; n < perCycle; n++) subjects.push(await sendOne(owner, account.id, `Sent ${cycle}-${n}`));
      // New mail, too, so that there is something to read after the first synchronization.
      imap.deliver(letter(report.messages++));
      await pause(300 + Math.random() * 1_500);
      if (await isReading(owner)) report.crashesInSync++;
      report.restarts.push(await running.crash('server'));
    }
    await untilDone(owner, report.messages + subjects.length);
    await judge(owner, report, subjects, arrived);
    return report;
  } finally {
    await running.remove();
    await Promise.all([imap.close(), smtp.close()]);
  }
}

async function startImap() {
  if (hasDovecot()) {
    const dovecot = await startDovecot();
    return { ...dovecot, name: 'Dovecot' as const, user: DOVECOT_USER, password: DOVECOT_PASSWORD };
  }
  const imap = await startTestImap();
  const { port, deliver, close } = imap;
  return { port, deliver, close, name: 'test server' as const, user: IMAP_USER, password: IMAP_PASSWORD };
}

const letter = (n: number): string =>
  [
    `From: Person ${n % 90} <p${n % 90}@one.example>`,
    `To: ${DOVECOT_USER}`,
    `Subject: Letter ${n}`,
    `Date: ${new Date(Date.UTC(2026, 0, 1) + n * 60_000).toUTCString()}`,
    `Message-ID: <letter-${n}@one.example>`,
    '',
    `Number ${n}. ${'Words of a letter. '.repeat(40)}`,
  ].join('\r\n');

/** Sends an email in half a second. @returns its subject */
async function sendOne(owner: TestClient, accountId: string, subject: string): Promise<string> {
  const draft = await owner.call(mailDrafts.create, {
    body: { accountId, to: [{ address: 'someone@two.example' }], subject, text: 'Hello' },
  });
  await owner.call(mailDrafts.send, {
    params: { id: draft.id },
    body: { version: draft.version, sendAt: new Date(Date.now() + 500).toISOString() },
  });
  return subject;
}

const isReading = async (owner: TestClient): Promise<boolean> =>
  (await owner.call(mailAccounts.list)).items[0]!.progress !== null;

/** Waits until the mailbox is complete and no email waits or is on its way. */
async function untilDone(owner: TestClient, most: number): Promise<void> {
  const deadline = performance.now() + END_WITHIN;
  let quiet = 0;
  while (quiet < 8) {
    if (performance.now() > deadline) throw new Error('The mailbox did not become complete.');
    await pause(LOOK_EVERY);
    const account = (await owner.call(mailAccounts.list)).items[0]!;
    const waiting = (await owner.call(mailDrafts.list, { query: { state: 'scheduled', limit: 100 } })).items;
    const here = await countHere(owner, most);
    quiet = account.progress === null && waiting.length === 0 && here.isWhole ? quiet + 1 : 0;
  }
}

let lastCount = -1;
async function countHere(owner: TestClient, most: number): Promise<{ isWhole: boolean }> {
  const all = await subjectsOf(owner, 'all');
  const isWhole = all.length >= most || all.length === lastCount;
  lastCount = all.length;
  return { isWhole };
}

async function subjectsOf(owner: TestClient, view: 'all' | 'sent'): Promise<string[]> {
  const subjects: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call(mailThreads.list, { query: { view, limit: 100, cursor } });
    subjects.push(...page.items.flatMap(({ subject, messageCount }) => Array<string>(messageCount).fill(subject)));
    cursor = page.next ?? undefined;
  } while (cursor);
  return subjects;
}

async function judge(
  owner: TestClient,
  report: MailReport,
  subjects: readonly string[],
  arrived: readonly string[],
): Promise<void> {
  const times = (list: readonly string[], one: string) => list.filter((other) => other === one).length;
  const all = await subjectsOf(owner, 'all');
  for (let n = 0; n < report.messages; n++) {
    const count = times(all, `Letter ${n}`);
    if (count === 0) report.lost++;
    if (count > 1) report.doubled++;
  }
  const problems = (await owner.call(mailDrafts.list, { query: { state: 'problem', limit: 100 } })).items;
  report.sent = subjects.length;
  for (const subject of subjects) {
    const came = times(arrived, subject);
    const here = times(all, subject);
    const state = problems.find((one) => one.subject === subject)?.state;
    if (came > 0) report.arrived++;
    if (came > 1) report.arrivedTwice.push(subject);
    if (here > 1) report.wrong.push(`${subject} is here ${here} times`);
    if (state === 'unknown') report.unknown++;
    else if (here === 0) report.wrong.push(`${subject} is ${state ?? 'nowhere'} and arrived ${came} times`);
    if (here > 0 && came === 0) report.wrong.push(`${subject} is called sent and did not arrive`);
  }
}
