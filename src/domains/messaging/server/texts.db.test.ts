import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { answerFromHandset, listHandsetMessages } from '../../../server/providers/sms/embedded.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { startTestTwilio, type TestTwilio } from '../../../testing/twilio-server.ts';
import { connections } from '../../connections/contract.ts';
import { messaging, type Message } from '../contract.ts';
import { sendMessage } from '../index.ts';

const NUMBER = '+14155550100';
let system: TestSystem;
let twilio: TestTwilio;
beforeAll(async () => {
  twilio = await startTestTwilio();
  system = await startTestSystem({ OUTGOING_ALLOW: new URL(twilio.url).host });
});
afterAll(async () => {
  await system.destroy();
  await twilio.close();
});
afterEach(async () => {
  twilio.failure = undefined;
  await asSystem(() => execute('delete from connections'));
});

type Owner = Awaited<ReturnType<typeof business>>;
async function business(name = 'Hahn & Söhne') {
  return system.signedIn({ workspaceId: await system.clientWorkspace(name), workspaceRole: 'owner' });
}
async function connect(by: Owner, installation = false): Promise<string> {
  const { accountSid, authToken, url: baseUrl } = twilio;
  const settings = { accountSid, authToken, from: NUMBER, baseUrl };
  const body = { port: 'sms', provider: 'twilio', name: 'Twilio', settings, installation } as const;
  return (await by.call(connections.create, { body })).id;
}

let keys = 0;
const send = (owner: Owner, address: string, purpose: Message['purpose'] = 'transactional') =>
  inWorkspace(owner.workspaceId, owner.userId, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'sms',
      purpose,
      to: { address },
      text: 'Your table is ready.',
      key: `text:${++keys}`,
    }),
  );
const find = async (owner: Owner, id: string) =>
  (await owner.call(messaging.messages)).items.find((one) => one.id === id);
async function settled(owner: Owner, id: string, state: Message['state']): Promise<void> {
  await expect.poll(async () => (await find(owner, id))?.state, { timeout: 20_000 }).toBe(state);
}
const textsTo = (address: string) => twilio.messages.filter(({ To }) => To === address).map(({ Body }) => Body);

/** Calls the door as Twilio does. */
async function report(path: string, form: Record<string, string>, signature?: string): Promise<number> {
  const url = new URL(path, (await asked()).origin).href;
  const answer = await fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature ?? twilio.sign(url, form) },
    body: new URLSearchParams(form),
  });
  await answer.text();
  return answer.status;
}
const asked = async () => new URL(twilio.messages.at(-1)!.StatusCallback!);

it('follows a text through reports that come in any order and more than once [V9]', async () => {
  const owner = await business();
  await connect(owner);
  const { id } = await send(owner, '+14155550111');
  await settled(owner, id, 'sent');
  const callback = await asked();
  const path = callback.pathname + callback.search;
  const say = (MessageStatus: string, more: object = {}) => report(path, { MessageSid: 'SM1', MessageStatus, ...more });
  expect(await report(path, { MessageSid: 'SM1', MessageStatus: 'delivered' }, 'AAAA')).toBe(400);
  expect(await report(path.replace(/workspace=[^&]*/, 'workspace=x'), { MessageSid: 'SM1' }, 'AAAA')).toBe(400);
  expect(await report('/api/provider-events/0195f4a0-0000-7000-8000-000000000000', { MessageSid: 'SM1' })).toBe(400);
  expect(await say('delivered')).toBe(204);
  await settled(owner, id, 'delivered');
  expect([await say('sent'), await say('delivered'), await say('undelivered', { ErrorCode: '30003' })]).toEqual([
    204, 204, 204,
  ]);
  const kept = await asSystem(() =>
    query<{ event_id: string }>('select event_id from connection_events order by event_id'),
  );
  expect(kept.map((row) => row.event_id)).toEqual(['SM1:delivered', 'SM1:sent', 'SM1:undelivered']);
  const next = await send(owner, '+14155550112');
  await settled(owner, next.id, 'sent');
  const second = await asked();
  await report(second.pathname + second.search, {
    MessageSid: 'SM2',
    MessageStatus: 'undelivered',
    ErrorCode: '30006',
  });
  await settled(owner, next.id, 'failed');
  expect((await find(owner, next.id))?.why).toBe('The number cannot get texts; it may be a landline.');
  expect((await find(owner, id))?.state).toBe('delivered');
});

it('believes a report that comes before the answer to the message', async () => {
  const owner = await business();
  const connection = await connect(owner);
  const { id } = await send(owner, '+14155550113');
  await settled(owner, id, 'sent');
  await asSystem(() => execute(`update messages set state = 'unknown', provider_id = null where id = $1`, [id]));
  const path = `/api/provider-events/${connection}?workspace=${owner.workspaceId}&key=${id}`;
  await report(path, { MessageSid: 'SM3', MessageStatus: 'delivered' });
  await settled(owner, id, 'delivered');
});

it('ends and restores texts by STOP and START, and answers in the name of the business', async () => {
  const owner = await business();
  const path = `/api/provider-events/${await connect(owner)}`;
  const from = '+14155550114';
  await settled(owner, (await send(owner, from)).id, 'sent');
  let sid = 0;
  const say = (Body: string) => report(path, { MessageSid: `IN${++sid}`, From: from, To: NUMBER, Body });
  await say('Stop.');
  await expect
    .poll(() => textsTo(from))
    .toContain('Hahn & Söhne: You get no more messages. Reply START to get them again.');
  expect(await send(owner, from)).toMatchObject({ state: 'refused', why: 'The person replied STOP.' });
  const [row] = (await owner.call(messaging.suppressions)).items;
  expect((await owner.tryCall(messaging.unsuppress, { params: { id: row!.id } })).status).toBe(409);
  await say('please stop by');
  await say('HELP');
  await say('START');
  await expect.poll(() => textsTo(from).length, { timeout: 20_000 }).toBe(4);
  expect((await send(owner, from)).state).toBe('queued');
  const { events } = await owner.call(messaging.consent, { query: { address: from } });
  expect(events.map(({ state, wording }) => [state, wording])).toEqual([
    ['granted', 'START'],
    ['withdrawn', 'Stop.'],
  ]);
});

it('ends the texts of every workspace that wrote from a shared number, with one answer', async () => {
  const admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
  const path = `/api/provider-events/${await connect(admin, true)}`;
  const owners = [await business('North'), await business('South'), await business('East')] as const;
  const from = '+14155550115';
  for (const owner of owners.slice(0, 2)) await settled(owner, (await send(owner, from)).id, 'sent');
  await report(path, { MessageSid: 'INS', From: from, To: NUMBER, Body: 'STOP' });
  const refused = async (owner: Owner) => (await send(owner, from, 'marketing')).why;
  for (const owner of owners.slice(0, 2))
    await expect.poll(() => refused(owner), { timeout: 20_000 }).toBe('The person replied STOP.');
  expect(await refused(owners[2])).toBe('There is no consent.');
  await expect
    .poll(() => textsTo(from).filter((text) => text!.includes('no more')).length, { timeout: 20_000 })
    .toBe(1);
});

it('takes the provider’s word that someone replied STOP there', async () => {
  const owner = await business();
  await connect(owner);
  twilio.failure = { status: 400, json: { code: 21610, message: 'Attempt to send to unsubscribed recipient' } };
  const { id } = await send(owner, '+14155550116');
  await settled(owner, id, 'refused');
  expect((await owner.call(messaging.suppressions)).items).toMatchObject([{ reason: 'stopped' }]);
});

it('keeps texts on the simulated handset where nothing is connected, which may answer STOP', async () => {
  const owner = await business();
  const { id } = await send(owner, '+14155550117');
  await settled(owner, id, 'kept');
  await answerFromHandset(owner.workspaceId, '+14155550117', 'stop');
  const texts = async () => (await listHandsetMessages(owner.workspaceId, { limit: 10 })).map(({ text }) => text);
  await expect
    .poll(texts, { timeout: 20_000 })
    .toContain('Hahn & Söhne: You get no more messages. Reply START to get them again.');
});
