/** Mail as a receiving server sees it, over SMTP on loopback, and what comes back of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace } from '../../../server/db/index.ts';
import { startTestSmtp, type TestSmtp } from '../../../testing/smtp-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { verifyDkim } from '../../../testing/verify-dkim.ts';
import { contacts } from '../../crm/contract.ts';
import { useDns } from '../../../server/dns/resolver.ts';
import { messaging, type Message } from '../contract.ts';
import { sendMessage } from '../index.ts';

let system: TestSystem;
let smtp: TestSmtp;
const raws: Buffer[] = [];
beforeAll(async () => {
  smtp = await startTestSmtp({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        raws.push(Buffer.concat(chunks));
        done(null, 'Accepted');
      });
    },
  });
  system = await startTestSystem({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?security=none`,
    MAIL_FROM: 'desk@gauntlet.example',
  });
});
afterAll(async () => {
  useDns(undefined);
  await system.destroy();
  await smtp.close();
});

type Owner = Awaited<ReturnType<typeof business>>;
async function business() {
  return system.signedIn({ workspaceId: await system.clientWorkspace('Hahn & Söhne'), workspaceRole: 'owner' });
}
let keys = 0;
const send = (owner: Owner, address: string, purpose: Message['purpose'] = 'marketing') =>
  inWorkspace(owner.workspaceId, owner.userId, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'email',
      purpose,
      to: { address },
      subject: 'Größe & Güte',
      text: 'Good news.\n.\nFrom us.',
      html: '<p>Good news.</p>',
      key: `mail:${++keys}`,
    }),
  );
async function settled(owner: Owner, id: string, state: Message['state']): Promise<void> {
  const find = async () => (await owner.call(messaging.messages)).items.find((one) => one.id === id)?.state;
  await expect.poll(find, { timeout: 20_000 }).toBe(state);
}
async function saveSettings(owner: Owner, change: object): Promise<void> {
  const { inboundUrl: _, ...settings } = await owner.call(messaging.settings);
  await owner.call(messaging.saveSettings, { body: { ...settings, ...change } });
}

it('signs mail in the name of the verified domain, and the signature covers the way out [V12]', async () => {
  const owner = await business();
  const domain = await owner.call(messaging.addDomain, { body: { domain: 'hahn.example' } });
  const dkim = domain.records[0]!;
  useDns({
    txt: (name) => Promise.resolve(name === dkim.name ? [dkim.value] : []),
    cname: () => Promise.resolve([]),
    addresses: () => Promise.resolve([]),
    mx: () => Promise.resolve([]),
    srv: () => Promise.resolve([]),
  });
  await owner.call(messaging.checkDomain, { params: { id: domain.id } });
  await saveSettings(owner, { sender: { name: 'Hahn', address: 'news@hahn.example', replyTo: '' } });
  await settled(owner, (await send(owner, 'ada@one.example')).id, 'sent');
  const raw = raws.at(-1)!;
  const key = /p=([^;]+)/.exec(dkim.value)![1]!;
  const result = verifyDkim(raw, key);
  expect(result).toMatchObject({ domain: 'hahn.example', isValid: true });
  expect(result.signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
  const forged = Buffer.from(raw.toString('latin1').replace('Good news', 'Bad news'), 'latin1');
  expect(verifyDkim(forged, key).isValid).toBe(false);
  const head = raw
    .toString('latin1')
    .split('\r\n\r\n', 1)[0]!
    .replace(/\r\n[ \t]+/g, ' ');
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const link = new URL(/^List-Unsubscribe: <([^>]+)>$/m.exec(head)![1]!);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect(await (await fetch(`${system.url}${link.pathname}`, { method: 'POST', body })).text()).toBe('Unsubscribed');
  expect((await send(owner, 'ada@one.example')).state).toBe('refused');
  await settled(owner, (await send(owner, 'ada@one.example', 'transactional')).id, 'sent');
  expect(raws.at(-1)!.toString('latin1')).not.toContain('List-Unsubscribe:');
});

it('ends mail to a person who reports it as spam', async () => {
  const owner = await business();
  await settled(owner, (await send(owner, 'mary@one.example')).id, 'sent');
  const messageId = /^Message-ID: <([^>]+)>/im.exec(raws.at(-1)!.toString('latin1'))![1]!;
  const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  const raw = `Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n${part('message/feedback-report', 'Feedback-Type: abuse\r\nVersion: 1')}${part('message/rfc822', `Message-ID: <${messageId}>\r\nTo: mary@one.example`)}--b--`;
  const { inboundUrl } = await owner.call(messaging.settings);
  const answer = await fetch(`${system.url}${new URL(inboundUrl).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ raw }),
  });
  expect(await answer.json()).toEqual({ kind: 'complaint', addresses: 1 });
  expect(await send(owner, 'mary@one.example', 'transactional')).toMatchObject({
    state: 'refused',
    why: 'The person reported a message as spam.',
  });
});

it('sends one address no more advertising in a day than the settings say', async () => {
  const owner = await business();
  await saveSettings(owner, { caps: { day: 2, week: 0 } });
  for (const _ of [1, 2]) await settled(owner, (await send(owner, 'grace@one.example')).id, 'sent');
  expect(await send(owner, 'grace@one.example')).toMatchObject({ state: 'refused' });
  expect((await send(owner, 'joan@one.example')).state).toBe('queued');
  await asSystem(() => execute(`update messages set handed_at = handed_at - interval '25 hours'`));
  expect((await send(owner, 'grace@one.example')).state).toBe('queued');
});

it('writes into the ledger what someone edits about consent on a contact', async () => {
  const owner = await business();
  const { id, version } = await owner.call(contacts.create, {
    body: { firstName: 'Ada', emails: [{ value: 'Ada@led.example' }], phones: [{ value: '+14155550177' }] },
  });
  const edit = (at: number, state: 'granted' | 'denied' | 'unknown') =>
    owner.call(contacts.update, {
      params: { id },
      body: { version: at, consent: { email: { state, basis: 'Call' } } },
    });
  const ledger = async () =>
    (await owner.call(messaging.consent, { query: { contactId: id } })).events.map(({ state, wording }) => [
      state,
      wording,
    ]);
  const granted = await edit(version, 'granted');
  expect(await ledger()).toEqual([['granted', 'Contact edited: Yes (Call)']]);
  expect((await send(owner, 'ada@led.example', 'newsletter')).state).toBe('queued');
  const denied = await edit(granted.version, 'denied');
  expect((await ledger())[0]).toEqual(['withdrawn', 'Contact edited: No (Call)']);
  expect((await send(owner, 'ada@led.example', 'newsletter')).state).toBe('refused');
  // An edit of something else adds nothing.
  await owner.call(contacts.update, { params: { id }, body: { version: denied.version, firstName: 'Augusta' } });
  expect(await ledger()).toHaveLength(2);
  const { events } = await owner.call(messaging.consent, { query: { contactId: id } });
  expect(events[0]).toMatchObject({ source: 'person', recordedBy: expect.any(String) as string });
});
