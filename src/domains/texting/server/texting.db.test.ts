import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inWorkspace, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts } from '../../crm/contract.ts';
import { sendMessage } from '../../messaging/index.ts';
import { notifications } from '../../notifications/contract.ts';
import { texts, type ThreadText } from '../contract.ts';

const PHONE = '+14155550117';
let system: TestSystem;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
beforeEach(async () => {
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
});

const threads = async (query: object = {}) => (await owner.call(texts.threads, { query })).items;
const said = async (id: string) =>
  (await owner.call(texts.messages, { params: { id } })).items.map(({ direction, text, state }: ThreadText) => [
    direction,
    text,
    state,
  ]);
const answer = (text: string, phone = PHONE) => owner.call(texts.answerFromHandset, { body: { phone, text } });

it('begins a conversation with a contact, fills their name, and gets the answer', async () => {
  const contact = await owner.call(contacts.create, {
    body: { firstName: 'Ada', lastName: 'King', phones: [{ value: PHONE }] },
  });
  const { id } = await owner.call(texts.start, {
    body: { contactId: contact.id, text: 'Hi {{first_name}}, is 3 p.m. fine?' },
  });
  await answer('Yes, see you then.');
  await expect.poll(async () => (await threads())[0]?.unread, { timeout: 20_000 }).toBe(1);
  expect(await threads({ filter: 'unread' })).toEqual([
    expect.objectContaining({
      id,
      address: PHONE,
      contact: { id: contact.id, name: 'Ada King' },
      lastText: 'Yes, see you then.',
      lastDirection: 'in',
    }),
  ]);
  expect(await said(id)).toEqual([
    ['in', 'Yes, see you then.', 'received'],
    ['out', 'Hi Ada, is 3 p.m. fine?', 'kept'],
  ]);
  await owner.call(texts.markRead, { params: { id } });
  expect(await threads({ filter: 'unread' })).toEqual([]);
  const bell = await owner.call(notifications.list);
  expect(bell.items.map(({ title }) => title)).toContain('Text from Ada King');
});

it('counts a repeated report once', async () => {
  const data = { id: 'SM1', from: PHONE, to: '+12025550100', text: 'Hello?' };
  await inWorkspace(owner.workspaceId, null, () =>
    transaction(() => emit({ type: 'sms.received', data }, { type: 'sms.received', data })),
  );
  await answer('Anyone there?');
  await expect.poll(async () => (await threads())[0]?.lastText, { timeout: 20_000 }).toBe('Anyone there?');
  const [thread] = await threads();
  expect(thread!.unread).toBe(2);
  expect(await said(thread!.id)).toEqual([
    ['in', 'Anyone there?', 'received'],
    ['in', 'Hello?', 'received'],
  ]);
});

it('sends nothing after STOP, until START', async () => {
  const { id } = await owner.call(texts.start, { body: { address: PHONE, text: 'Your table is ready.' } });
  await answer('STOP');
  const blocked = async () => (await owner.call(texts.thread, { params: { id } })).blocked;
  await expect.poll(blocked, { timeout: 20_000 }).toBe('The person replied STOP.');
  await expect(owner.call(texts.reply, { params: { id }, body: { text: 'One more thing' } })).rejects.toThrow(
    '"code":"conflict"',
  );
  await expect(owner.call(texts.start, { body: { address: PHONE, text: 'Hello' } })).rejects.toThrow(
    '"field":"address"',
  );
  await answer('start');
  await expect.poll(blocked, { timeout: 20_000 }).toBeNull();
  await owner.call(texts.reply, { params: { id }, body: { text: 'Welcome back.' } });
  // The answer to “start” is recorded about now: before the reply or after it.
  expect((await said(id)).map(([, text]) => text)).toContain('Welcome back.');
});

it('opens a conversation again when the other person writes, and shows what workflows sent', async () => {
  const { id, version } = await owner.call(texts.start, { body: { address: PHONE, text: 'Done?' } });
  const body = { version, isDone: true, assignedTo: owner.userId };
  const done = await owner.call(texts.update, { params: { id }, body });
  expect(done).toMatchObject({ isDone: true, assignedTo: { id: owner.userId } });
  await expect(owner.call(texts.update, { params: { id }, body })).rejects.toThrow('"code":"stale"');
  expect(await threads()).toEqual([]);
  await answer('Not yet');
  await expect.poll(async () => (await threads({ filter: 'mine' })).length, { timeout: 20_000 }).toBe(1);
  await inWorkspace(owner.workspaceId, null, () =>
    sendMessage({
      workspaceId: owner.workspaceId,
      channel: 'sms',
      purpose: 'transactional',
      to: { address: '+14155550118' },
      text: 'Your invoice is due.',
      key: 'workflow:1',
      origin: { type: 'workflow', id: 'w', label: 'Invoice reminder' },
    }),
  );
  await expect.poll(async () => (await threads()).length, { timeout: 20_000 }).toBe(2);
  expect((await threads({ search: '555-0118' })).map(({ lastText }) => lastText)).toEqual(['Your invoice is due.']);
});

it('pages conversations and messages', async () => {
  for (let n = 0; n < 5; n++)
    await owner.call(texts.start, { body: { address: `+1415555010${n}`, text: `Text ${n}` } });
  const first = await owner.call(texts.threads, { query: { limit: 3 } });
  const second = await owner.call(texts.threads, { query: { limit: 3, cursor: first.next! } });
  expect([...first.items, ...second.items].map(({ lastText }) => lastText)).toEqual(
    [4, 3, 2, 1, 0].map((n) => `Text ${n}`),
  );
  expect(second.next).toBeNull();
  const { id } = first.items[0]!;
  for (const text of ['A', 'B']) await owner.call(texts.reply, { params: { id }, body: { text } });
  const newest = await owner.call(texts.messages, { params: { id }, query: { limit: 2 } });
  const older = await owner.call(texts.messages, { params: { id }, query: { limit: 2, cursor: newest.next! } });
  expect([...newest.items, ...older.items].map(({ text }) => text)).toEqual(['B', 'A', 'Text 4']);
});

it('keeps templates with known variables and one name each', async () => {
  const create = (name: string, text: string) => owner.call(texts.createTemplate, { body: { name, text } });
  const made = await create('Reminder', 'Hi {{first_name}}, see you tomorrow.');
  await expect(create('reminder', 'Again')).rejects.toThrow('"field":"name"');
  await expect(create('Other', 'Hi {{frist_name}}')).rejects.toThrow('"field":"text"');
  const params = { id: made.id };
  await owner.call(texts.updateTemplate, { params, body: { version: 1, name: 'Reminder', text: 'See you soon.' } });
  await expect(
    owner.call(texts.updateTemplate, { params, body: { version: 1, name: 'Reminder', text: 'Late' } }),
  ).rejects.toThrow('"code":"stale"');
  await owner.call(texts.removeTemplate, { params });
  expect((await owner.call(texts.templates)).items).toEqual([]);
});

it.each([
  [{ text: 'Hello' }, 'address'],
  [{ address: '12345', text: 'Hello' }, 'address'],
  [{ address: PHONE, text: '  ' }, 'text'],
  [{ address: PHONE, text: 'x'.repeat(1_601) }, 'text'],
  [{ address: PHONE, text: '{{company}}' }, 'text'],
])('refuses %o', async (body, field) => {
  await expect(owner.call(texts.start, { body })).rejects.toThrow(`"field":"${field}"`);
});
