/**
 * `node bench/mail-sync.ts [--messages 50000]`: the first synchronization of a mailbox on Dovecot, by the real server
 * as a process of its own with a database of its own. Prints messages a second and the largest memory of the server, and
 * exits with 1 when it took more than 400 MB or fewer than 400 messages a second were read.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../scripts/crash/engines.ts';
import { mailAccounts } from '../src/domains/mail/contract.ts';
import { DOVECOT_PASSWORD, DOVECOT_USER, hasDovecot, startDovecot } from '../src/testing/dovecot.ts';
import { startTestSmtp } from '../src/testing/smtp-server.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '50000' } } });
const COUNT = Number(values.messages);
const MAX_MEMORY = 400;
const MIN_RATE = 400;
if (!hasDovecot()) throw new Error('This measurement needs Dovecot, and to be run as root.');

const WORDS =
  'budget contract meeting website invoice delivery design launch report schedule agency client campaign review draft figure answer question friday monday'.split(
    ' ',
  );
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, n) => WORDS[(seed * 31 + n * n * 7 + n) % WORDS.length]).join(' ');

/** One in 50 letters has a file of 300 kB, one in 1,000 a file of 8 MB; most have an HTML part. */
function letter(n: number): string {
  const thread = n - (n % 4);
  const text = `${words(n, 120)} unique${n}`;
  const reply = n % 4 > 0 ? `In-Reply-To: <m${n - 1}@x.example>\nReferences: <m${thread}@x.example>\n` : '';
  const head = `From: Person ${n % 300} <p${n % 300}@x.example>\nTo: ${DOVECOT_USER}\nSubject: ${reply ? 'Re: ' : ''}${words(thread, 5)} ${thread}\nDate: ${new Date(Date.UTC(2025, 0, 1) + n * 60_000).toUTCString()}\nMessage-ID: <m${n}@x.example>\nMIME-Version: 1.0\n${reply}`;
  const html = `<div style="font-family:Arial"><p>${text}</p>${'<table><tr><td>cell</td></tr></table>\n'.repeat(60)}</div>`;
  const body = `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n`;
  const bytes = n % 1_000 === 7 ? 8_000_000 : n % 50 === 0 ? 300_000 : 0;
  if (bytes === 0) return `${head}Content-Type: multipart/alternative; boundary=b\n\n${body}--b--\n`;
  const line = `${'QUJD'.repeat(19)}\n`;
  return `${head}Content-Type: multipart/mixed; boundary=b\n\n${body}--b\nContent-Type: application/pdf; name=file${n}.pdf\nContent-Disposition: attachment; filename=file${n}.pdf\nContent-Transfer-Encoding: base64\n\n${line.repeat(Math.ceil((bytes * 4) / 3 / 76))}--b--\n`;
}

const imap = await startDovecot();
const smtp = await startTestSmtp({
  disabledCommands: ['STARTTLS'],
  onAuth: (_auth, _session, done) => done(null, { user: 'desk' }),
});
const running = await install('postgres', { env: { OUTGOING_ALLOW: `127.0.0.1:${imap.port},127.0.0.1:${smtp.port}` } });
try {
  for (let n = 0; n < COUNT; n++) imap.deliver(letter(n));
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.pid()}/status`, 'utf8'))![1]) / 1_000;
  const before = memory();
  await running.owner.call(mailAccounts.connect, {
    body: {
      kind: 'imap',
      address: DOVECOT_USER,
      password: DOVECOT_PASSWORD,
      imap: { host: '127.0.0.1', port: imap.port, security: 'none' },
      smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
    },
  });
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, memory())), 100);
  const began = performance.now();
  const progress = async () => (await running.owner.call(mailAccounts.list)).items[0]!.progress;
  for (let told = 0; ;) {
    await pause(1_000);
    const now = await progress();
    if (now === null) break;
    if (now.done - told >= 10_000) {
      told = now.done;
      console.log(
        `${told}: ${Math.round(told / ((performance.now() - began) / 1_000))} a second, ${Math.round(memory())} MB`,
      );
    }
  }
  clearInterval(sampling);
  const rate = COUNT / ((performance.now() - began) / 1_000);
  console.log(
    `${COUNT.toLocaleString('en-US')} messages: ${Math.round(rate)} a second, at most ${Math.round(most)} MB, ${Math.round(before)} MB before`,
  );
  process.exitCode = most > MAX_MEMORY || rate < MIN_RATE ? 1 : 0;
} finally {
  await running.remove();
  await Promise.all([imap.close(), smtp.close()]);
}
