import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestTwilio, type TestTwilio } from '../../../testing/twilio-server.ts';
import { useAppUrl } from '../../app-url.ts';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { guardedFetch, type ProviderContext } from '../define.ts';
import { smsConformance } from './conformance.ts';
import { answerFromHandset, embeddedSms, listHandsetMessages } from './embedded.ts';
import { twilio } from './twilio.ts';

const workspaceId = newId();
const connectionId = newId();
const FROM = '+14155550100';
let database: TestDatabase;
let server: TestTwilio;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestTwilio();
  allowPrivateHosts([new URL(server.url).host]);
  useAppUrl('https://gauntlet.example');
});
afterAll(async () => {
  allowPrivateHosts([]);
  await server.close();
  await database.destroy();
});

const context = (provider: typeof twilio, id: string | null): ProviderContext => ({
  workspaceId,
  connectionId: id,
  fetch: guardedFetch(provider),
});
const settings = () => ({
  accountSid: server.accountSid,
  authToken: server.authToken,
  from: FROM,
  baseUrl: server.url,
});
const client = (change: object = {}) => twilio.open({ ...settings(), ...change }, context(twilio, connectionId));
const handset = () => embeddedSms.open({}, context(embeddedSms, null));
const HELLO = { to: '+14155550123', text: 'Hello', key: 'hello' };

smsConformance('Twilio', client, async () =>
  server.messages.map(({ From = '', To = '', Body = '' }) => ({ from: From, to: To, text: Body })),
);
smsConformance('the simulated handset', handset, async () =>
  (await listHandsetMessages(workspaceId, { limit: 100 })).map(({ sender, recipient, text }) => ({
    from: sender,
    to: recipient,
    text,
  })),
);

describe('Twilio', () => {
  it('tests the credentials and repeats its own words', async () => {
    await twilio.verify(settings(), context(twilio, null));
    await expect(twilio.verify({ ...settings(), authToken: 'wrong' }, context(twilio, null))).rejects.toMatchObject({
      kind: 'settings',
      message: 'Twilio answered: Authenticate',
      providerCode: '20003',
    });
    server.status = 'suspended';
    await expect(twilio.verify(settings(), context(twilio, null))).rejects.toThrow('suspended');
    server.status = 'active';
  });

  it('tells a refused message from one that may be tried again', async () => {
    await expect(client().send({ ...HELLO, to: '+15005550001' })).rejects.toMatchObject({
      kind: 'refused',
      providerCode: '21211',
    });
    server.failure = {
      status: 429,
      json: { message: 'Too Many Requests', code: 20429 },
      headers: { 'retry-after': '7' },
    };
    await expect(client().send(HELLO)).rejects.toMatchObject({ kind: 'temporary', retryAfter: 7 });
    await expect(client({ baseUrl: 'http://127.0.0.1:1' }).send(HELLO)).rejects.toMatchObject({ kind: 'settings' });
  });

  it('asks for reports under an address that names connection and workspace', async () => {
    await client().send(HELLO);
    expect(server.messages.at(-1)!.StatusCallback).toBe(
      `https://gauntlet.example/api/provider-events/${connectionId}?workspace=${workspaceId}&key=hello`,
    );
  });

  const url = `https://gauntlet.example/api/provider-events/${connectionId}?workspace=${workspaceId}`;
  const receive = (form: Record<string, string>, signature = server.sign(url, form)) =>
    twilio.receive(
      settings(),
      { url, headers: { 'x-twilio-signature': signature }, body: Buffer.from(new URLSearchParams(form).toString()) },
      context(twilio, connectionId),
    );

  it('reads signed reports and messages', () => {
    expect(receive({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30007' })).toEqual([
      {
        id: 'SM1:undelivered',
        type: 'sms.status',
        workspaceId,
        data: { id: 'SM1', state: 'failed', errorCode: '30007', key: null },
      },
    ]);
    expect(receive({ MessageSid: 'SM2', From: '+14155550123', To: FROM, Body: 'Yes, 8 is fine' })).toMatchObject([
      { id: 'SM2', type: 'sms.received', data: { from: '+14155550123', to: FROM, text: 'Yes, 8 is fine' } },
    ]);
  });

  it('refuses calls that Twilio did not sign [V9]', () => {
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    expect(() => receive(form, 'AAAA')).toThrow('signature');
    expect(() => receive({ ...form, MessageStatus: 'failed' }, server.sign(url, form))).toThrow('signature');
  });
});

describe('the simulated handset', () => {
  it('keeps a message that is sent again under its key once', async () => {
    const first = await handset().send({ ...HELLO, key: 'once' });
    expect((await handset().send({ ...HELLO, key: 'once' })).id).toBe(first.id);
  });

  it('answers, and other workspaces see none of it', async () => {
    const answer = await answerFromHandset(workspaceId, '+14155550123', 'Stop');
    expect((await listHandsetMessages(workspaceId, { limit: 1 }))[0]).toMatchObject({ id: answer.id, text: 'Stop' });
    expect(await listHandsetMessages(newId(), { limit: 10 })).toEqual([]);
  });
});
