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
import { connections } from '../../connections/contract.ts';
import { activities, contacts } from '../../crm/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { type MenuStep, type NewAgent, phone } from '../contract.ts';
import { starterAgent } from '../engine/starters.ts';
import { PHONE } from '../paths.ts';

type Owner = Awaited<ReturnType<TestSystem['signedIn']>>;

const DIALED = '+14155550100';
const CALLER = '+14155550123';
let system: TestSystem;
let twilio: TestTwilio;
let models: TestModelServer;
let owner: Owner;

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
  owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Tan Dental'), workspaceRole: 'owner' });
});

const TRANSFER: MenuStep = { id: 'sales', name: 'Sales', kind: 'transfer', text: 'Hold.', to: '+14155550199' };
const BYE: MenuStep = { id: 'bye', name: 'Bye', kind: 'hangup', text: 'Bye.' };
const MENU: MenuStep[] = [
  {
    id: 'menu',
    name: 'Menu',
    kind: 'ask',
    text: 'Press 1 or 2.',
    options: [
      { digit: '1', words: ['message'], next: 'message' },
      { digit: '2', words: ['sales'], next: 'sales' },
    ],
    tries: 2,
    otherwise: 'bye',
  },
  { id: 'message', name: 'Message', kind: 'message', text: 'Speak.', next: 'bye' },
  TRANSFER,
  BYE,
];
const fields = (change: Partial<NewAgent> = {}): NewAgent => ({
  ...starterAgent('messages', 'Front desk', 'America/New_York'),
  greeting: 'Hello.',
  steps: MENU,
  number: DIALED,
  ...change,
});
const create = (change: Partial<NewAgent> = {}) => owner.call(phone.createAgent, { body: fields(change) });

async function connectCarrier(): Promise<string> {
  const { accountSid, authToken, url: baseUrl } = twilio;
  const settings = { accountSid, authToken, number: DIALED, baseUrl };
  const body = { port: 'voice', provider: 'twilio', name: 'Twilio', settings, installation: false } as const;
  return (await owner.call(connections.create, { body })).id;
}

const caller = (connectionId: string, from = CALLER) =>
  new CarrierCaller(
    twilio,
    { server: system.url, appUrl: appLink('/').replace(/\/$/, ''), connectionId },
    { callSid: `CA${randomBytes(16).toString('hex')}`, from, to: DIALED },
  );
const onlyCall = async () => {
  const { items } = await owner.call(phone.calls);
  return owner.call(phone.call, { params: { id: items[0]!.id } });
};
const ended = () => vi.waitFor(async () => expect((await onlyCall()).state).toBe('ended'), { timeout: 20_000 });

describe('an agent', () => {
  it('is created, changed, and deleted by those who manage the workspace', async () => {
    const agent = await create();
    expect(agent).toMatchObject({ name: 'Front desk', number: DIALED, calls: 0, version: 1 });
    const member = await system.signedIn({ workspaceId: owner.workspaceId, workspaceRole: 'member' });
    expect((await member.tryCall(phone.createAgent, { body: fields({ number: null }) })).status).toBe(403);
    const params = { id: agent.id };
    const changed = await owner.call(phone.updateAgent, { params, body: { ...fields({ isOn: false }), version: 1 } });
    expect(changed).toMatchObject({ isOn: false, version: 2 });
    const stale = await owner.tryCall(phone.updateAgent, { params, body: { ...fields(), version: 1 } });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'stale' }]);
    await owner.call(phone.removeAgent, { params });
    expect((await owner.call(phone.agents)).items).toEqual([]);
  });

  it('is refused with a menu that is not sound, naming the step, and with a number that another agent has', async () => {
    const steps: MenuStep[] = [{ id: 'hi', name: 'Hi', kind: 'say', text: 'Hi.', next: 'gone' }];
    const refused = await owner.tryCall(phone.createAgent, { body: fields({ steps }) });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: [{ field: 'steps.0.next', message: 'Hi: there is no step “gone”.' }] },
    ]);
    await create();
    const twice = await owner.tryCall(phone.createAgent, { body: fields({ name: 'Second' }) });
    expect(twice.body).toMatchObject({ fields: [{ field: 'number' }] });
  });
});

describe('a call of the carrier', () => {
  it('is answered, leaves a message, a task, and an activity of the contact, and tells the owner', async () => {
    const contact = await owner.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', phones: [{ value: CALLER }] },
    });
    await create();
    const ada = caller(await connectCarrier());
    const rung = await ada.post('/call');
    expect(rung.status).toBe(200);
    expect(rung.markup).toContain('<ConversationRelay url="ws');
    expect(await ada.connect(rung.socket!)).toBe(true);
    await ada.hears('Hello. Press 1 or 2.');
    ada.send({ type: 'interrupt', utteranceUntilInterrupt: 'Hello. Press', durationUntilInterruptMs: 300 });
    ada.press('1');
    await ada.hears('Speak.');
    ada.say('The roof leaks.');
    ada.press('#');
    await ada.until(({ hasEnded }) => hasEnded);
    await ended();
    const call = await onlyCall();
    expect(call).toMatchObject({
      kind: 'inbound',
      outcome: 'message',
      message: 'The roof leaks.',
      nextStep: 'Answer the message.',
      contact: { id: contact.id, name: 'Ada King' },
      task: { done: false },
    });
    expect(call.turns.map(({ by, text, isCut }) => [by, text, isCut])).toEqual([
      ['agent', 'Hello. Press', true],
      ['caller', 'Pressed 1', false],
      ['agent', 'Speak.', false],
      ['caller', 'The roof leaks.', false],
      ['caller', 'Pressed #', false],
      ['agent', 'Bye.', false],
    ]);
    expect(call.turns.filter(({ by }) => by === 'agent').every(({ latencyMs }) => latencyMs !== null)).toBe(true);
    expect(call.latency!.p95).toBeLessThan(300);
    const { items } = await owner.call(activities.list, { query: { contactId: contact.id } });
    expect(items.map(({ type, subject, status }) => `${type} ${status}: ${subject}`).toSorted()).toEqual([
      'call done: Left a message: Ada King with Front desk',
      'task open: Answer message from Ada King',
    ]);
    const bell = await owner.call(notifications.list);
    expect(bell.items.map(({ title }) => title)).toContain('Message from Ada King');
    expect((await owner.call(phone.calls, { query: { search: 'roof', outcome: 'message' } })).items).toHaveLength(1);
    expect((await owner.call(phone.calls, { query: { search: '555-0123' } })).items).toHaveLength(1);
    expect((await owner.call(phone.calls, { query: { search: 'cellar' } })).items).toEqual([]);
  });

  it('is put through, and makes a task when no one takes it', async () => {
    await create();
    const ada = caller(await connectCarrier());
    await ada.connect((await ada.post('/call')).socket!);
    await ada.hears('Press 1 or 2.');
    ada.say('Sales, please');
    await ada.until(({ hasEnded }) => hasEnded);
    expect(ada.frames.at(-1)!.handoffData).toContain('+14155550199');
    const dial = await ada.post('/call/next', { HandoffData: '{}' });
    const whisper = /<Number url="([^"]+)" method="POST">\+14155550199</.exec(dial.markup)![1]!;
    const heard = await ada.post(whisper.slice(whisper.indexOf('/call/whisper')));
    expect(heard.markup).toContain('<Say>Call from + 1 4 1 5 5 5 5 0 1 2 3. They said: Sales, please</Say>');
    expect((await onlyCall()).outcome).toBe('transferred');
    const missed = await ada.post('/call/next', { DialCallStatus: 'no-answer' });
    expect(missed.markup).toContain('We will call you back.');
    const call = await onlyCall();
    expect(call).toMatchObject({ outcome: 'callback', task: { done: false } });
    expect(call.turns.at(-1)!.text).toBe('No one took the transfer to +14155550199.');
    // The same report again changes nothing.
    expect((await ada.post('/call/next', { DialCallStatus: 'no-answer' })).markup).not.toContain('call you back');
    const tasks = await owner.call(activities.list, { query: { type: 'task' } });
    expect(tasks.items).toHaveLength(1);
  });

  it('is refused with a forged signature, on the webhook and on the socket, and its address works once', async () => {
    await create();
    const connectionId = await connectCarrier();
    const ada = caller(connectionId);
    expect((await ada.post('/call', {}, 'Zm9yZ2Vk')).status).toBe(400);
    expect((await owner.call(phone.calls)).items).toEqual([]);
    const { socket } = await ada.post('/call');
    expect(await caller(connectionId).connect(socket!, { signature: 'Zm9yZ2Vk' })).toBe(false);
    const other = caller(connectionId);
    expect(await ada.connect(socket!)).toBe(true);
    expect(await other.connect(socket!)).toBe(false);
    await ada.hears('Press 1 or 2.');
    const wrong = caller(connectionId);
    await wrong.connect((await wrong.post('/call')).socket!, { callSid: 'CAsomeoneelse' });
    await wrong.until(({ closed }) => closed !== undefined);
    expect([wrong.closed, wrong.said]).toEqual([1008, '']);
    expect(await caller(connectionId).connect(`${new URL(socket!).origin}/ws/calls/nonsense`)).toBe(false);
    ada.hangUp();
  });

  it('is not taken for a number without an agent, or with one that is off', async () => {
    const connectionId = await connectCarrier();
    expect((await caller(connectionId).post('/call')).markup).toContain('not in service');
    await create({ isOn: false });
    expect((await caller(connectionId).post('/call')).markup).toContain('not in service');
    expect((await owner.call(phone.calls)).items).toEqual([]);
  });

  it('belongs to the workspace of the connection, whoever else names the number', async () => {
    const stranger = await system.signedIn({
      workspaceId: await system.clientWorkspace('Other'),
      workspaceRole: 'owner',
    });
    await stranger.call(phone.createAgent, { body: fields({ greeting: 'Stranger here.' }) });
    await create();
    const ada = caller(await connectCarrier());
    await ada.connect((await ada.post('/call')).socket!);
    await ada.hears('Hello. Press');
    expect(ada.said).not.toContain('Stranger');
    expect((await stranger.call(phone.calls)).items).toEqual([]);
    ada.hangUp();
    await ended();
    expect(await onlyCall()).toMatchObject({ outcome: 'abandoned', task: null });
  });

  it('ends by the report of the carrier when it never connects, and by itself when its process has died', async () => {
    await create();
    const ada = caller(await connectCarrier());
    await ada.post('/call');
    expect((await onlyCall()).state).toBe('ringing');
    expect((await ada.post('', { CallStatus: 'completed' })).status).toBe(204);
    await ended();
    expect((await onlyCall()).outcome).toBe('abandoned');
    const bea = caller((await owner.call(connections.list)).items[0]!.id);
    await bea.post('/call');
    await asSystem(() =>
      execute(`update phone_calls set state = 'live', seen_at = now() - interval '1 hour' where state <> 'ended'`),
    );
    await runRecurring('phone.end-lost-calls');
    expect(await onlyCall()).toMatchObject({ state: 'ended', outcome: 'failed' });
  });
});

describe('a call that an agent makes', () => {
  async function place(change: object = {}) {
    const agent = await create();
    const connectionId = await connectCarrier();
    const body = { agentId: agent.id, number: CALLER, ...change };
    return { connectionId, agent, answer: await owner.tryCall(phone.place, { body }) };
  }

  it('rings, runs when someone answers, and is limited at the carrier, too', async () => {
    const { connectionId, answer } = await place();
    expect([answer.status, answer.body]).toMatchObject([201, { kind: 'outbound', state: 'ringing', number: CALLER }]);
    const form = twilio.calls.at(-1)!;
    expect(form).toMatchObject({ To: CALLER, From: DIALED, TimeLimit: '630', MachineDetection: 'Enable' });
    const ada = caller(connectionId);
    const query = new URL(form['Url']!).search;
    const answered = await ada.post(`/call${query}`, { AnsweredBy: 'human' });
    expect(await ada.connect(answered.socket!)).toBe(true);
    await ada.hears('Press 1 or 2.');
    ada.hangUp();
    await ended();
    expect(await onlyCall()).toMatchObject({ kind: 'outbound', outcome: 'abandoned' });
    expect((await ada.post(`/call${query}`)).socket).toBeUndefined();
  });

  it('ends as voicemail when a machine answers, and as missed when no one does', async () => {
    const { connectionId, agent } = await place();
    const machine = caller(connectionId);
    const query = () => new URL(twilio.calls.at(-1)!['Url']!).search;
    expect((await machine.post(`/call${query()}`, { AnsweredBy: 'machine_start' })).socket).toBeUndefined();
    expect((await onlyCall()).outcome).toBe('voicemail');
    await owner.call(phone.place, { body: { agentId: agent.id, number: CALLER } });
    expect((await caller(connectionId).post(query(), { CallStatus: 'no-answer' })).status).toBe(204);
    await ended();
    expect((await onlyCall()).outcome).toBe('missed');
  });

  it('is refused without a service, by the service, by an agent that is off, and to a contact who refused calls', async () => {
    const agent = await create();
    const body = { agentId: agent.id, number: CALLER };
    expect((await owner.tryCall(phone.place, { body })).body).toMatchObject({ code: 'unavailable' });
    await connectCarrier();
    expect((await owner.tryCall(phone.place, { body: { ...body, number: '+15005550001' } })).status).toBeGreaterThan(
      399,
    );
    expect(await onlyCall()).toMatchObject({ outcome: 'failed', activityId: null });
    const { id: contactId } = await owner.call(contacts.create, {
      body: {
        firstName: 'No',
        phones: [{ value: CALLER }],
        consent: { phone: { state: 'denied', basis: 'Asked us' } },
      },
    });
    const refused = await owner.tryCall(phone.place, { body: { agentId: agent.id, contactId } });
    expect(refused.body).toMatchObject({ code: 'conflict', message: 'This contact does not want to be called.' });
    await owner.call(phone.updateAgent, { params: { id: agent.id }, body: { ...fields({ isOn: false }), version: 1 } });
    expect((await owner.tryCall(phone.place, { body })).status).toBe(409);
  });
});

describe('a conversation', () => {
  const TALK: MenuStep = {
    id: 'talk',
    name: 'Talk',
    kind: 'talk',
    text: 'How can I help?',
    instructions: 'We repair roofs.',
    to: '+14155550199',
    typeId: '',
    maxTokens: 5_000,
    next: 'bye',
  };
  const steps = [TALK, BYE];
  beforeEach(() => {
    models.replies = [];
    models.requests = [];
  });

  async function ring() {
    await create({ steps });
    const ada = caller(await connectCarrier());
    await ada.connect((await ada.post('/call')).socket!);
    return ada;
  }

  it('streams the model’s words to the carrier, takes a message with a tool, and hangs up', async () => {
    await connectModel(models, { workspaceId: owner.workspaceId });
    models.replies = [
      { text: ['We repair ', 'roofs. ', 'What is wrong?'] },
      { calls: [{ name: 'take_message', arguments: { message: 'Ada: the roof leaks.' } }] },
      { text: 'The team has it. Goodbye.', calls: [{ name: 'end_call', arguments: {} }] },
    ];
    const ada = await ring();
    await ada.hears('How can I help?');
    ada.say('What do you do?');
    await ada.hears('We repair roofs. What is wrong?');
    const pieces = ada.frames.filter(({ token }) => token && 'We repair roofs. What is wrong?'.includes(token.trim()));
    expect(pieces.length).toBeGreaterThan(1);
    ada.send({ type: 'interrupt', utteranceUntilInterrupt: 'We repair roofs.', durationUntilInterruptMs: 900 });
    ada.say('It leaks. I am Ada.');
    await ada.until(({ hasEnded }) => hasEnded);
    await ended();
    const call = await onlyCall();
    expect(call).toMatchObject({ outcome: 'message', message: 'Ada: the roof leaks.', task: { done: false } });
    expect(call.turns.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'agent: Hello. How can I help?',
      'caller: What do you do?',
      'agent: We repair roofs.',
      'caller: It leaks. I am Ada.',
      'agent: The team has it. Goodbye.',
    ]);
    // The model reads what was heard, and not what was cut.
    const second = JSON.stringify(models.requests[1]!.body);
    expect(second).toContain('We repair roofs. …');
    expect(second).not.toContain('What is wrong?');
  });

  it('puts the caller through when the model says so', async () => {
    await connectModel(models, { workspaceId: owner.workspaceId });
    models.replies = [{ calls: [{ name: 'transfer_call', arguments: {} }] }];
    const ada = await ring();
    await ada.hears('How can I help?');
    ada.say('A person, please.');
    await ada.until(({ hasEnded }) => hasEnded);
    expect(ada.said).toContain('I’ll put you through.');
    expect((await ada.post('/call/next')).markup).toContain('+14155550199');
  });

  it('goes on with the menu without a model, when it fails, and without credits', async () => {
    const plain = await ring();
    await plain.until(({ hasEnded }) => hasEnded);
    expect(plain.said).toBe('Hello. Bye.');
    await connectModel(models, { workspaceId: owner.workspaceId });
    models.replies = [{ status: 400, message: 'No.' }];
    const connectionId = (await owner.call(connections.list)).items.find(({ port }) => port === 'voice')!.id;
    const failing = caller(connectionId);
    await failing.connect((await failing.post('/call')).socket!);
    await failing.hears('How can I help?');
    failing.say('Hello?');
    await failing.hears('Bye.');
    await asSystem(() => execute(`delete from connections where port = 'model'`));
    await connectModel(models);
    models.requests = [];
    const poor = caller(connectionId);
    await poor.connect((await poor.post('/call')).socket!);
    await poor.hears('How can I help?');
    models.replies = [{ text: 'Yes?' }];
    poor.say('Hello?');
    await poor.hears('Yes?');
    const spend = () =>
      asSystem(() =>
        execute('update credit_accounts set balance = 0 where workspace_id = $1 and reserved = 0', [owner.workspaceId]),
      );
    await expect.poll(spend, { timeout: 10_000 }).toBe(1);
    poor.say('Are you there?');
    await poor.hears('Bye.');
    expect(models.requests).toHaveLength(1);
    await asSystem(() => execute(`delete from connections where port = 'model'`));
  });
});

describe('a teammate', () => {
  it('takes a call, speaks, and ends it; no one else can meanwhile', async () => {
    await create();
    const ada = caller(await connectCarrier());
    await ada.connect((await ada.post('/call')).socket!);
    await ada.hears('Press 1 or 2.');
    await vi.waitFor(async () => expect((await onlyCall()).state).toBe('live'), { timeout: 10_000 });
    const params = { id: (await onlyCall()).id };
    expect((await owner.tryCall(phone.say, { params, body: { text: 'Too early' } })).status).toBe(409);
    expect(await owner.call(phone.take, { params })).toMatchObject({ takenBy: { id: owner.userId } });
    const other = await system.signedIn({ workspaceId: owner.workspaceId });
    expect((await other.tryCall(phone.take, { params })).status).toBe(409);
    await owner.call(phone.say, { params, body: { text: 'This is the owner.' } });
    await ada.hears('This is the owner.');
    ada.press('1');
    await owner.call(phone.release, { params, body: { next: 'end' } });
    await ada.until(({ hasEnded }) => hasEnded);
    await ended();
    expect(ada.said).not.toContain('Too early');
    expect(ada.said).not.toContain('Speak.');
    expect(await onlyCall()).toMatchObject({ outcome: 'completed', takenBy: null });
    expect((await owner.tryCall(phone.take, { params })).status).toBe(409);
  });
});

describe('a test call', () => {
  async function dial(by: Owner, search: Record<string, string>) {
    const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = `${system.url.replace('http', 'ws')}${PHONE.testSocket}?${new URLSearchParams(search)}`;
    const socket = new WebSocket(address, { headers: { cookie } } as unknown as string[]);
    const frames: { type: string; token?: string }[] = [];
    let isClosed = false;
    socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as never));
    socket.addEventListener('close', () => {
      isClosed = true;
    });
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', resolve);
    });
    const hears = (text: string) =>
      vi.waitFor(() => expect(frames.map(({ token = '' }) => token).join('')).toContain(text), { timeout: 20_000 });
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    send({ type: 'setup', callSid: 'test' });
    return { socket, frames, hears, send, isClosed: () => isClosed };
  }

  it('speaks the same frames, and leaves the same as a real one, marked as a test', async () => {
    const { id: contactId } = await owner.call(contacts.create, { body: { firstName: 'Bo', lastName: 'Lund' } });
    const agent = await create();
    const call = await dial(owner, { agentId: agent.id, contactId, number: CALLER });
    await call.hears('Press 1 or 2.');
    call.send({ type: 'prompt', voicePrompt: 'A message' });
    await call.hears('Speak.');
    call.send({ type: 'prompt', voicePrompt: 'Call me.' });
    call.socket.close();
    await ended();
    expect(await onlyCall()).toMatchObject({ kind: 'test', outcome: 'message', contact: { id: contactId } });
    const { items } = await owner.call(activities.list, { query: { contactId } });
    expect(items.map(({ subject }) => subject).toSorted()).toEqual([
      'Test call: Answer message from Bo Lund',
      'Test call: Left a message: Bo Lund with Front desk',
    ]);
    const { id } = await onlyCall();
    await owner.call(phone.removeCall, { params: { id } });
    expect((await owner.call(phone.calls)).items).toEqual([]);
  });

  it('leaves nothing behind but its transcript when that is asked for', async () => {
    const agent = await create();
    const call = await dial(owner, { agentId: agent.id, log: '0' });
    await call.hears('Press 1 or 2.');
    call.send({ type: 'dtmf', digit: '1' });
    await call.hears('Speak.');
    call.send({ type: 'prompt', voicePrompt: 'Hello?' });
    call.socket.close();
    await ended();
    expect(await onlyCall()).toMatchObject({ outcome: 'message', message: 'Hello?', task: null, activityId: null });
    expect((await owner.call(activities.list)).items).toEqual([]);
  });

  it('reaches no agent of another workspace', async () => {
    const agent = await create();
    const stranger = await system.signedIn({
      workspaceId: await system.clientWorkspace('Other'),
      workspaceRole: 'owner',
    });
    const call = await dial(stranger, { agentId: agent.id });
    await vi.waitFor(() => expect(call.isClosed()).toBe(true), { timeout: 10_000 });
    expect(call.frames).toEqual([]);
    const rows = await asSystem(() => query('select 1 from phone_calls where agent_id = $1', [agent.id]));
    expect(rows).toEqual([]);
  });
});
