import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificate.ts';
import {
  SMTP_PASSWORD,
  SMTP_USER,
  startSilentServer,
  startTestSmtp,
  type TestSmtp,
} from '../../../testing/smtp-server.ts';
import { mailProviderConformance, MESSAGE } from './conformance.ts';
import { MailError, type MailProvider } from './port.ts';
import { openSmtpMail, smtpOptionsFromUrl, type SmtpOptions } from './smtp.ts';

let server: TestSmtp;
let options: SmtpOptions;
let provider: MailProvider;

beforeAll(async () => {
  server = await startTestSmtp({ disabledCommands: ['STARTTLS'] });
  options = {
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    user: SMTP_USER,
    password: SMTP_PASSWORD,
    timeoutMs: 5_000,
  };
  provider = openSmtpMail(options);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

async function failureOf(attempt: Promise<unknown>): Promise<{ kind: string; message: string }> {
  return attempt.then(
    () => ({ kind: 'none', message: '' }),
    (error: unknown) => ({ kind: error instanceof MailError ? error.kind : 'other', message: String(error) }),
  );
}

mailProviderConformance(
  'SMTP',
  () => provider,
  async () => {
    const { parsed, recipients } = server.mails.at(-1)!;
    const addresses = (field: typeof parsed.to) =>
      field ? [field].flat().flatMap((group) => group.value.map(({ address }) => address ?? '')) : [];
    return {
      id: parsed.messageId!.slice(1, -1),
      from: addresses(parsed.from)[0]!,
      to: addresses(parsed.to),
      cc: addresses(parsed.cc),
      recipients,
      replyTo: addresses(parsed.replyTo)[0],
      subject: parsed.subject!,
      text: parsed.text ?? '',
      html: parsed.html || '',
      attachments: parsed.attachments.map(({ filename, contentType, content }) => ({
        fileName: filename ?? '',
        contentType,
        content,
      })),
      header: (name) => parsed.headerLines.find(({ key }) => key === name)?.line,
    };
  },
  () => server.mails.length,
);

describe('sign-in', () => {
  it('uses the given account', async () => {
    await provider.send(MESSAGE);
    expect(server.mails.at(-1)!.user).toBe(SMTP_USER);
  });

  it('that fails is a settings error', async () => {
    const wrong = openSmtpMail({ ...options, password: 'wrong' });
    const failure = await failureOf(wrong.verify());
    expect(failure.kind).toBe('settings');
    expect(failure.message).toContain('did not accept the user name and password');
    expect((await failureOf(wrong.send(MESSAGE))).kind).toBe('settings');
    expect(failure.message).not.toContain('wrong');
  });

  it.each([421, 432, 451, 454])('that the server answers with %i is worth a retry', async (responseCode) => {
    const busy = await startTestSmtp({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('Try again later'), { responseCode })),
    });
    const failure = await failureOf(openSmtpMail({ ...options, port: busy.port }).send(MESSAGE));
    await busy.close();
    expect(failure.kind).toBe('temporary');
    expect(failure.message).toContain('Try again later');
  });
});

describe('recipients', () => {
  it('that are all refused reject the mail permanently', async () => {
    const failure = await failureOf(provider.send({ ...MESSAGE, to: [{ address: 'unknown@client.example' }] }));
    expect(failure.kind).toBe('refused');
    expect(failure.message).toContain('No such mailbox');
  });

  it('that are refused among others are named', async () => {
    const sent = await provider.send({ ...MESSAGE, cc: [{ address: 'unknown@client.example' }] });
    expect(sent.refused).toEqual([
      { address: 'unknown@client.example', reason: expect.stringContaining('No such mailbox') },
    ]);
    expect(server.mails.at(-1)!.recipients).toEqual(['ada@client.example']);
  });

  it('that are busy are worth a retry', async () => {
    expect((await failureOf(provider.send({ ...MESSAGE, to: [{ address: 'busy@client.example' }] }))).kind).toBe(
      'temporary',
    );
  });
});

it('reports a message that is refused after its data', async () => {
  expect((await failureOf(provider.send({ ...MESSAGE, subject: 'too big' }))).kind).toBe('refused');
});

describe('a misbehaving server', () => {
  it.each([
    ['accepts and says nothing', ''],
    ['greets and then hangs', '220 hello\r\n'],
  ])('times out when it %s', async (_, greeting) => {
    const silent = await startSilentServer(greeting);
    const started = performance.now();
    const failure = await failureOf(openSmtpMail({ ...options, port: silent.port, timeoutMs: 200 }).send(MESSAGE));
    expect(failure.kind).toBe('temporary');
    expect(performance.now() - started).toBeLessThan(3_000);
    await silent.close();
  });

  it('is reported when nothing listens', async () => {
    const gone = await startSilentServer();
    await gone.close();
    const failure = await failureOf(openSmtpMail({ ...options, port: gone.port }).verify());
    expect(failure.kind).toBe('temporary');
    expect(failure.message).toContain('could not be reached');
  });
});

describe('encryption', () => {
  it('is required: a server without STARTTLS gets neither password nor mail', async () => {
    const failure = await failureOf(openSmtpMail({ ...options, security: 'starttls' }).send(MESSAGE));
    expect(failure.kind).toBe('settings');
  });

  it('is required: a server without TLS is refused', async () => {
    expect((await failureOf(openSmtpMail({ ...options, security: 'tls' }).send(MESSAGE))).kind).toBe('settings');
  });

  it('rejects an untrusted certificate', async () => {
    const secure = await startTestSmtp({ ...makeCertificate(), secure: true });
    const failure = await failureOf(
      openSmtpMail({ ...options, host: 'localhost', port: secure.port, security: 'tls' }).send(MESSAGE),
    );
    expect(failure.kind).toBe('settings');
    expect(failure.message).toContain('secure connection');
    expect(secure.mails).toEqual([]);
    await secure.close();
  });

  it.each(['tls', 'starttls'] as const)('works with %s and a private certificate authority', async (security) => {
    const certificate = makeCertificate();
    const secure = await startTestSmtp({ ...certificate, secure: security === 'tls' });
    const sender = openSmtpMail({ ...options, host: 'localhost', port: secure.port, security, ca: certificate.cert });
    await sender.verify();
    await sender.send(MESSAGE);
    expect(secure.mails.at(-1)).toMatchObject({ secure: true, user: SMTP_USER });
    await secure.close();
  });
});

it.each([
  [
    'smtps://desk:a%40b@mail.example',
    { host: 'mail.example', port: 465, security: 'tls', user: 'desk', password: 'a@b' },
  ],
  [
    'smtp://desk:pw@mail.example:2525',
    { host: 'mail.example', port: 2525, security: 'starttls', user: 'desk', password: 'pw' },
  ],
  [
    'smtp://mail.example',
    { host: 'mail.example', port: 587, security: 'starttls', user: undefined, password: undefined },
  ],
  ['smtp://127.0.0.1:1025?security=none', { host: '127.0.0.1', port: 1025, security: 'none' }],
  ['smtps://[::1]', { host: '::1', port: 465 }],
])('reads the setting %s', (url, expected) => {
  expect(smtpOptionsFromUrl(url)).toMatchObject(expected);
});
