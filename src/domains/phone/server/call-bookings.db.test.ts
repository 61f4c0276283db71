import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { startTestTwilio, type TestTwilio } from '../../../testing/twilio-server.ts';
import { credits } from '../../billing/contract.ts';
import { booking, type BookingType } from '../../booking/contract.ts';
import { NEW_TYPE } from '../../booking/engine/new-type.ts';
import { connections } from '../../connections/contract.ts';
import { activities, contacts, leads } from '../../crm/contract.ts';
import { type MenuStep, type NewAgent, phone } from '../contract.ts';
import { slotWords } from '../engine/spoken-slots.ts';
import { starterAgent } from '../engine/starters.ts';

/** Of a connection of the installation, the agent that named a number first has it: each test has its own. */
let dialed = '';
const CALLER = '+14155550123';
const ZONE = 'America/New_York';
let system: TestSystem;
let twilio: TestTwilio;
let models: TestModelServer;
let owner: Awaited<ReturnType<TestSystem['signedIn']>>;
let count = 0;

beforeAll(async () => {
  twilio = await startTestTwilio();
  models = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: `${new URL(twilio.url).host},${models.host}` });
});
afterAll(async () => {
  await system.destroy();
  await twilio.close();
  await models.close();
});
beforeEach(async () => {
  dialed = `+1415555${1_000 + (count += 1)}`;
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
});

const ALL_DAY: [string, string][] = [['00:00', '24:00']];
const WEEK = { mon: ALL_DAY, tue: ALL_DAY, wed: ALL_DAY, thu: ALL_DAY, fri: ALL_DAY, sat: ALL_DAY, sun: ALL_DAY };

async function newType(change: object = {}): Promise<BookingType> {
  await owner.call(booking.setHours, { body: { zone: 'UTC', weekly: WEEK, overrides: {} } });
  const slug = `call-checkup-${(count += 1)}`;
  return owner.call(booking.createType, {
    body: { ...NEW_TYPE, name: 'Checkup', slug, hostIds: [owner.userId], noticeMinutes: 0, ...change },
  });
}

const stepsFor = (typeId: string): MenuStep[] => [
  { id: 'book', name: 'Book', kind: 'book', text: 'Let’s find a time.', typeId, next: 'message', otherwise: 'message' },
  { id: 'message', name: 'Message', kind: 'message', text: 'Speak.', next: 'bye' },
  { id: 'bye', name: 'Bye', kind: 'hangup', text: 'Bye.' },
];
const create = (steps: MenuStep[], change: Partial<NewAgent> = {}) =>
  owner.call(phone.createAgent, {
    body: { ...starterAgent('messages', 'Front desk', ZONE), greeting: 'Hello.', steps, number: dialed, ...change },
  });

/** Of the installation; made once, because the first one is used for outgoing calls. */
let installed: string | undefined;

async function connectCarrier(installation = false): Promise<string> {
  if (installation && installed) return installed;
  const { accountSid, authToken, url: baseUrl } = twilio;
  const settings = { accountSid, authToken, number: dialed, baseUrl };
  const body = { port: 'voice', provider: 'twilio', name: 'Twilio', settings, installation } as const;
  const by = installation ? await system.signedIn({ role: 'admin' }) : owner;
  const { id } = await by.call(connections.create, { body });
  if (installation) installed = id;
  return id;
}

const caller = (connectionId: string, from = CALLER) =>
  new CarrierCaller(
    twilio,
    { server: system.url, appUrl: appLink('/').replace(/\/$/, ''), connectionId },
    { callSid: `CA${randomBytes(16).toString('hex')}`, from, to: dialed },
  );
async function ring(connectionId: string, from = CALLER) {
  const one = caller(connectionId, from);
  await one.connect((await one.post('/call')).socket!);
  return one;
}
const onlyCall = async () => {
  const { items } = await owner.call(phone.calls);
  return owner.call(phone.call, { params: { id: items[0]!.id } });
};
const ended = () => vi.waitFor(async () => expect((await onlyCall()).state).toBe('ended'), { timeout: 20_000 });
const upcoming = async () => (await owner.call(booking.bookings, { query: { tab: 'upcoming' } })).items;
const offeredTo = async (one: CarrierCaller) => {
  await one.hears('Press 9 for another day');
  return [...one.said.matchAll(/\d: (.+?[AP]M)\./g)].map(([, words]) => words!);
};
const sent = () =>
  asSystem(() =>
    query<{ channel: string; address: string; text: string }>(
      `select channel, address, text from messages where workspace_id = $1 and address = any($2) order by id`,
      [owner.workspaceId, [CALLER, 'ada@king.example']],
    ),
  );

describe('a caller', () => {
  it('books a time, leaves a task, and becomes a lead with both on its timeline; the confirmation goes by text', async () => {
    const type = await newType();
    await create(stepsFor(type.id));
    const ada = await ring(await connectCarrier());
    const offered = await offeredTo(ada);
    expect(offered).toHaveLength(3);
    ada.say('The second one');
    await ada.hears('What is your name?');
    ada.say('My name is Ada King.');
    await ada.hears(`${offered[1]}, for Ada King.`);
    ada.press('1');
    await ada.hears('You’re booked. You get the details by text message.');
    await ada.hears('Speak.');
    ada.say('Bring the blue folder.');
    ada.press('#');
    await ada.until(({ hasEnded }) => hasEnded);
    await ended();

    const [booked] = await upcoming();
    expect(booked).toMatchObject({ name: 'Ada King', email: '', phone: CALLER, state: 'confirmed', zone: ZONE });
    expect(slotWords(Date.parse(booked!.startAt), ZONE)).toBe(offered[1]);
    const call = await onlyCall();
    expect(call).toMatchObject({
      outcome: 'message',
      task: { done: false },
      booking: { id: booked!.id, type: 'Checkup', startAt: booked!.startAt },
    });
    const [lead] = (await owner.call(leads.list)).items;
    expect(lead).toMatchObject({ firstName: 'Ada', lastName: 'King', phone: CALLER });
    const { items } = await owner.call(activities.list, { query: { leadId: lead!.id } });
    expect(items.map(({ type: kind, subject }) => `${kind}: ${subject}`).toSorted()).toEqual([
      `call: Left a message: ${CALLER} with Front desk`,
      'meeting: Checkup: Ada King',
      `task: Answer message from ${CALLER}`,
    ]);
    const [text] = await sent();
    expect(text).toMatchObject({ channel: 'sms', address: CALLER });
    expect(text!.text).toContain('Confirmed: Checkup');
    // The hold of the call is gone: the other times are free to all.
    expect(await asSystem(() => query('select 1 from booking_holds where type_id = $1', [type.id]))).toEqual([]);
  });

  it('who is a contact books by keys alone, and gets the mail of the booking page', async () => {
    const contact = await owner.call(contacts.create, {
      body: {
        firstName: 'Ada',
        lastName: 'King',
        phones: [{ value: CALLER }],
        emails: [{ value: 'ada@king.example' }],
      },
    });
    const type = await newType();
    await create(
      [stepsFor(type.id)[0]!, stepsFor(type.id)[2]!].map((step) =>
        step.kind === 'book' ? { ...step, next: 'bye', otherwise: 'bye' } : step,
      ),
    );
    const ada = await ring(await connectCarrier());
    await offeredTo(ada);
    ada.press('1');
    await ada.hears('for Ada King.');
    ada.press('1');
    await ada.until(({ hasEnded }) => hasEnded);
    await ended();
    expect((await upcoming())[0]).toMatchObject({ email: 'ada@king.example', contactId: contact.id });
    expect(await onlyCall()).toMatchObject({ outcome: 'booked', contact: { id: contact.id } });
    expect((await sent()).map(({ channel, address }) => [channel, address])).toEqual([['email', 'ada@king.example']]);
  });

  it('who wants a time that another caller holds is offered other ones', async () => {
    const type = await newType();
    await create(stepsFor(type.id));
    const connectionId = await connectCarrier();
    const [ada, bea] = [await ring(connectionId), await ring(connectionId, '+14155550155')];
    const [offered] = await Promise.all([offeredTo(ada), offeredTo(bea)]);
    ada.press('1');
    await ada.hears('What is your name?');
    bea.press('1');
    await bea.hears('That time was just taken.');
    await vi.waitFor(() => expect(bea.said.split('Press 9 for another day')).toHaveLength(3), { timeout: 20_000 });
    const again = [...bea.said.matchAll(/\d: (.+?[AP]M)\./g)].map(([, words]) => words!).slice(3);
    expect(again).not.toContain(offered[0]);
    // Who hangs up lets go of the time.
    ada.hangUp();
    const holds = () => asSystem(() => query('select 1 from booking_holds where type_id = $1', [type.id]));
    await expect.poll(holds, { timeout: 20_000 }).toEqual([]);
    bea.hangUp();
  });

  it('hears that nothing can be booked when the type is off, and goes on', async () => {
    const type = await newType();
    await create(stepsFor(type.id));
    const { id, version, upcoming: _u, waiting: _w, hosts: _h, link: _l, ...fields } = type;
    await owner.call(booking.updateType, { params: { id }, body: { ...fields, version, isActive: false } });
    const ada = await ring(await connectCarrier());
    await ada.hears('I can’t book an appointment right now. Speak.');
    ada.hangUp();
    await ended();
    expect((await onlyCall()).turns.map(({ text }) => text)).toContain('This booking type takes no bookings.');
    const gone = await owner.tryCall(phone.createAgent, {
      body: { ...starterAgent('messages', 'Other', ZONE), steps: stepsFor('0197f3a0-0000-7000-8000-00000000dead') },
    });
    expect(gone.body).toMatchObject({ fields: [{ field: 'steps.0.typeId' }] });
  });

  it('books with a model, which may only book a time that is free', async () => {
    await connectModel(models, { workspaceId: owner.workspaceId });
    const type = await newType();
    const talk: MenuStep = {
      id: 'talk',
      name: 'Talk',
      kind: 'talk',
      text: 'How can I help?',
      instructions: 'We repair roofs.',
      to: '',
      typeId: type.id,
      maxTokens: 20_000,
      next: 'bye',
    };
    await create([talk, stepsFor(type.id)[2]!]);
    let free: string[] = [];
    models.requests = [];
    models.replies = [
      { calls: [{ name: 'find_appointments', arguments: {} }] },
      (request) => {
        const results = JSON.stringify(request.body);
        free = [...results.matchAll(/start\\+":\\+"([^"\\]+)/g)].map(([, start]) => start!);
        return { text: 'I have a time. Who are you?' };
      },
      () => ({
        calls: [{ name: 'book_appointment', arguments: { start: '2020-01-01T00:00:00.000Z', name: 'Ada King' } }],
      }),
      () => ({ calls: [{ name: 'book_appointment', arguments: { start: free[0]!, name: 'Ada King' } }] }),
      { text: 'It is booked.' },
      () => ({ calls: [{ name: 'book_appointment', arguments: { start: free[0]!, name: 'Ada King' } }] }),
      { text: 'You are all set.' },
    ];
    const ada = await ring(await connectCarrier());
    await ada.hears('How can I help?');
    ada.say('I need an appointment.');
    await ada.hears('Who are you?');
    expect(free.length).toBeGreaterThan(1);
    ada.say('Ada King. The first one, please.');
    await ada.hears('It is booked.');
    // A model that was interrupted does not know what it has booked.
    ada.say('Hello?');
    await ada.hears('You are all set.');
    expect(JSON.stringify(models.requests.at(-1)!.body)).toContain('Already booked in this call');
    ada.hangUp();
    await ended();
    expect(await upcoming()).toMatchObject([{ name: 'Ada King', startAt: free[0] }]);
    expect(await onlyCall()).toMatchObject({ outcome: 'booked' });
    await asSystem(() => execute(`delete from connections where port = 'model'`));
  });
});

describe('minutes', () => {
  const steps = () => stepsFor('').slice(1);
  const balance = async () => (await owner.call(credits.summary)).available;
  const setBalance = (amount: string) =>
    asSystem(() =>
      execute('update credit_accounts set balance = $2 where workspace_id = $1', [owner.workspaceId, amount]),
    );

  it('of a service of the installation are charged, each that has begun, once', async () => {
    await create(steps());
    const before = Number(await balance());
    const ada = await ring(await connectCarrier(true));
    await ada.hears('Speak.');
    // All ten minutes are set aside while the call goes on.
    expect(Number(await balance())).toBe(before - 80);
    await asSystem(() =>
      execute(`update phone_calls set connected_at = now() - interval '61 seconds' where state = 'live'`),
    );
    ada.hangUp();
    await expect.poll(async () => (await onlyCall()).credits, { timeout: 20_000 }).toBe('16.0000');
    await runRecurring('phone.end-lost-calls');
    expect(Number(await balance())).toBe(before - 16);
    const { byFeature } = await owner.call(credits.summary);
    expect(byFeature).toMatchObject([{ label: 'Phone calls', used: '16.0000', times: 1 }]);
  });

  it('of a service of the workspace cost no credits', async () => {
    await create(steps());
    const before = await balance();
    const ada = await ring(await connectCarrier());
    await ada.hears('Speak.');
    expect(await balance()).toBe(before);
    ada.hangUp();
    await ended();
    expect((await onlyCall()).credits).toBeNull();
  });

  it('are refused without credits: the call is not connected, and someone calls back', async () => {
    await create(steps());
    await balance();
    await setBalance('7.9');
    const poor = caller(await connectCarrier(true));
    const answer = await poor.post('/call');
    expect([answer.socket, answer.markup]).toEqual([undefined, expect.stringContaining('No one can take your call')]);
    const call = await onlyCall();
    expect(call).toMatchObject({ state: 'ended', outcome: 'callback', task: { done: false }, credits: null });
    expect(call.turns.map(({ text }) => text)).toEqual(['There were not enough credits to take this call.']);
    const agentId = call.agent.id!;
    const placed = await owner.tryCall(phone.place, { body: { agentId, number: CALLER } });
    expect([placed.status, placed.body]).toMatchObject([402, { code: 'credits' }]);
    expect(await balance()).toBe('7.9000');
  });

  it('last as long as the credits do: the carrier and the agent both end the call then', async () => {
    const agent = await create(steps());
    await balance();
    await setBalance('17');
    const connectionId = await connectCarrier(true);
    await owner.call(phone.place, { body: { agentId: agent.id, number: CALLER } });
    expect(twilio.calls.at(-1)).toMatchObject({ TimeLimit: '150' });
    const [row] = await asSystem(() =>
      query<{ minutes: number }>('select reserved_minutes as minutes from phone_calls where workspace_id = $1', [
        owner.workspaceId,
      ]),
    );
    expect(row!.minutes).toBe(2);
    // Nobody answers: nothing is charged.
    expect(
      (await caller(connectionId).post(new URL(twilio.calls.at(-1)!['Url']!).search, { CallStatus: 'no-answer' }))
        .status,
    ).toBe(204);
    await ended();
    await expect.poll(balance, { timeout: 20_000 }).toBe('17.0000');
  });

  it('go on while a caller is put through, and the carrier ends that when they are over', async () => {
    await create([{ id: 'go', name: 'Go', kind: 'transfer', text: 'Hold.', to: '+14155550199' }]);
    const ada = await ring(await connectCarrier(true));
    await ada.until(({ hasEnded }) => hasEnded);
    const dial = await ada.post('/call/next', { HandoffData: '{}' });
    expect(Number(/timeLimit="(\d+)"/.exec(dial.markup)![1])).toBeGreaterThan(500);
    expect((await onlyCall()).credits).toBeNull();
    await ada.post('/call/next', { DialCallStatus: 'completed', DialCallDuration: '130' });
    expect((await onlyCall()).credits).toBe('24.0000');
    await ada.post('/call/next', { DialCallStatus: 'completed', DialCallDuration: '500' });
    expect((await onlyCall()).credits).toBe('24.0000');
  });
});
