// @smoke: also in the smoke suite of the embedded engine.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SMTP_PASSWORD, SMTP_USER, startTestSmtp, type TestSmtp } from '../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { files } from './files/index.ts';
import { sendMail } from './providers/mail/index.ts';

let smtp: TestSmtp;
let system: TestSystem;
beforeAll(async () => {
  smtp = await startTestSmtp({ disabledCommands: ['STARTTLS'] });
  system = await startTestSystem({
    SMTP_URL: `smtp://${SMTP_USER}:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${smtp.port}?security=none`,
    MAIL_FROM: 'The Agency <desk@agency.example>',
  });
});
afterAll(async () => {
  await system.destroy();
  await smtp.close();
});

it('sends mail by the server that the settings name, from the address that they name', async () => {
  const sent = await sendMail({ to: [{ address: 'ada@client.example' }], subject: 'Hello', text: 'Hello Ada' });
  expect(sent.delivered).toBe('handed_over');
  expect(smtp.mails.at(-1)!.parsed.from!.text).toBe('"The Agency" <desk@agency.example>');
});

it('puts names and subjects on one line, and what would be a line of its own with them [V10]', async () => {
  await sendMail({
    to: [{ address: 'ada@client.example', name: 'Ada\r\nBcc: everyone@elsewhere.example' }],
    replyTo: { address: 'bob@client.example', name: 'Bob\tBuilder' },
    subject: 'Report\r\n\r\nof the week',
    text: 'Hello',
  });
  const { parsed, recipients } = smtp.mails.at(-1)!;
  expect(recipients).toEqual(['ada@client.example']);
  expect([parsed.subject, parsed.replyTo!.value[0]!.name, parsed.bcc, parsed.text!.trim()]).toEqual([
    'Report of the week',
    'Bob Builder',
    undefined,
    'Hello',
  ]);
});

it('keeps files over a restart', async () => {
  async function* content() {
    yield Buffer.from('kept');
  }
  const { key } = await files().put(content(), { prefix: 'tests', limit: 10 });
  await system.restart();
  expect(await files().size(key)).toBe(4);
});

it('says on the health page whether mail and files work', async () => {
  const admin = await system.signedIn({ role: 'admin' });
  const { body } = await admin.send<{ state: string; dependencies: Record<string, { state: string; detail: string }> }>(
    'GET',
    '/api/health/dependencies',
  );
  expect(body.dependencies).toMatchObject({
    mail: { state: 'ok', detail: expect.stringContaining('SMTP') },
    files: { state: 'ok', detail: 'Disk' },
  });
});
