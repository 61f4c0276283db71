import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { startTestTwilio, type TestTwilio } from '../../../testing/twilio-server.ts';
import { connections } from '../../connections/contract.ts';
import { type MenuStep, phone } from '../contract.ts';
import { percentiles } from '../engine/summary.ts';
import { starterAgent } from '../engine/starters.ts';

const CALLS = 50;
const DIALED = '+14155550100';
let system: TestSystem;
let twilio: TestTwilio;
let models: TestModelServer;

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

const BYE: MenuStep = { id: 'bye', name: 'Bye', kind: 'hangup', text: 'Bye.' };
const STEPS: MenuStep[] = [
  {
    id: 'menu',
    name: 'Menu',
    kind: 'ask',
    text: 'Press 1 or 2.',
    options: [
      { digit: '1', words: [], next: 'message' },
      { digit: '2', words: ['talk'], next: 'talk' },
    ],
    tries: 2,
    otherwise: 'bye',
  },
  { id: 'message', name: 'Message', kind: 'message', text: 'Speak.', next: 'bye' },
  {
    id: 'talk',
    name: 'Talk',
    kind: 'talk',
    text: 'Go on.',
    instructions: 'Help.',
    to: '',
    typeId: '',
    maxTokens: 50_000,
    next: 'bye',
  },
  BYE,
];

it(
  `holds ${CALLS} calls at once, and passes a model’s first word on within 300 ms @long`,
  { timeout: 180_000 },
  async () => {
    const owner = await system.signedIn({ workspaceId: await system.clientWorkspace('Busy'), workspaceRole: 'owner' });
    await connectModel(models, { workspaceId: owner.workspaceId });
    const agent = { ...starterAgent('messages', 'Busy desk', 'UTC'), greeting: 'Hi.', steps: STEPS, number: DIALED };
    await owner.call(phone.createAgent, { body: agent });
    const { accountSid, authToken, url: baseUrl } = twilio;
    const settings = { accountSid, authToken, number: DIALED, baseUrl };
    const body = { port: 'voice', provider: 'twilio', name: 'Twilio', settings, installation: false } as const;
    const { id: connectionId } = await owner.call(connections.create, { body });
    const at = { server: system.url, appUrl: appLink('/').replace(/\/$/, ''), connectionId };

    /** When the model wrote the first word of the reply to a call. */
    const wrote = new Map<string, number>();
    models.replies = Array.from({ length: CALLS * 4 }, () => (request) => {
      const call = /call number (\d+) word/.exec(JSON.stringify(request.body));
      const key = call?.[1] ?? '';
      wrote.set(key, performance.now());
      return { text: [`Reply to ${key}. `, 'Anything else?'] };
    });

    const menuTimes: number[] = [];
    const replyTimes: number[] = [];
    const callers = Array.from({ length: CALLS }, (_, n) => {
      const from = `+1415555${String(1_000 + n)}`;
      return new CarrierCaller(twilio, at, { callSid: `CA${randomBytes(16).toString('hex')}`, from, to: DIALED });
    });
    await Promise.all(
      callers.map(async (caller, n) => {
        const { socket } = await caller.post('/call');
        expect(await caller.connect(socket!)).toBe(true);
        await caller.hears('Press 1 or 2.');
        const asked = performance.now();
        caller.press(n % 2 === 0 ? '2' : '1');
        await caller.hears(n % 2 === 0 ? 'Go on.' : 'Speak.');
        menuTimes.push(performance.now() - asked);
        caller.say(`This is call number ${n} word`);
        if (n % 2 === 0) {
          await caller.hears(`Reply to ${n}.`);
          const first = caller.frames.findIndex(({ token }) => token?.startsWith(`Reply to ${n}.`));
          replyTimes.push(caller.times[first]! - wrote.get(String(n))!);
          await caller.hears('Anything else?');
        } else {
          caller.press('#');
          await caller.until(({ hasEnded }) => hasEnded);
        }
        caller.hangUp();
      }),
    );
    const openCalls = async () =>
      (
        await asSystem(() => query<{ n: number }>(`select count(*)::int as n from phone_calls where state <> 'ended'`))
      )[0]!.n;
    await expect.poll(openCalls, { timeout: 30_000 }).toBe(0);
    const kept = await asSystem(() =>
      query<{ outcome: string; n: number }>(
        'select outcome, count(*)::int as n from phone_calls group by 1 order by 1',
      ),
    );
    expect(kept).toEqual([
      { outcome: 'abandoned', n: CALLS / 2 },
      { outcome: 'message', n: CALLS / 2 },
    ]);
    const menu = percentiles(menuTimes.map(Math.round))!;
    const reply = percentiles(replyTimes.map(Math.round))!;
    console.log(
      `answers of the menu: ${menu.p50} ms, 95% ${menu.p95} ms; first word of a reply: ${reply.p50} ms, 95% ${reply.p95} ms`,
    );
    expect(reply.p95).toBeLessThanOrEqual(300);
    expect(menu.p95).toBeLessThanOrEqual(300);
  },
);
