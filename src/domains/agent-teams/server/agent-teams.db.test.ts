import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { recoverOrphans } from '../../../server/jobs/worker.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { approvals } from '../../approvals/contract.ts';
import { activities, leads } from '../../crm/contract.ts';
import { type Agent, agentRuns, agentTeams, type Limits, type RunState, type Team } from '../contract.ts';

let system: TestSystem;
let server: TestModelServer;
let admin: Awaited<ReturnType<TestSystem['signedIn']>>;
let leadId: string;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
  admin = await system.signedIn({ role: 'admin' });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});
beforeEach(async () => {
  server.replies = [];
  server.requests = [];
  await asSystem(() => execute(`delete from connections where port = 'model'`));
  // Its own model costs no credits.
  await connectModel(server, { workspaceId: admin.workspaceId });
  ({ id: leadId } = await admin.call(leads.create, {
    body: { firstName: 'Nora', lastName: 'Vance', companyName: 'Vance Studio' },
  }));
});

const LIMITS: Limits = { steps: 20, tokens: 50_000, seconds: 60, credits: null };
const thinker = (id: string, handOffs: string[], more: Partial<Agent> = {}, tools: string[] = []): Agent => ({
  id,
  name: id.toUpperCase(),
  role: '',
  work: {
    kind: 'think',
    instructions: 'Think.',
    tools,
    purpose: 'draft',
    budget: { tokens: 20_000, steps: 4, seconds: 30 },
    withoutModel: 'stop',
  },
  asks: true,
  handOffs,
  mayFinish: false,
  ...more,
});
const teamOf = (agents: Agent[], limits: Partial<Limits> = {}) =>
  admin.call(agentTeams.create, { body: { name: 'Team', description: '', agents, limits: { ...LIMITS, ...limits } } });
const start = (team: Team) =>
  admin.call(agentTeams.start, { params: { id: team.id }, body: { subject: { type: 'lead', id: leadId } } });
const read = (id: string) => admin.call(agentRuns.get, { params: { id } });
const reaches = (id: string, ...states: RunState[]) =>
  vi.waitFor(
    async () => {
      const run = await read(id);
      expect({ state: run.state, error: run.error }).toMatchObject({ state: expect.toBeOneOf(states) });
      return run;
    },
    { timeout: 20_000, interval: 40 },
  );
const mailsOfLead = async () =>
  (await admin.call(activities.list, { query: { leadId, type: 'mail' } })).items.map(({ subject, body }) => ({
    subject,
    body,
  }));
const DRAFT = { calls: [{ name: 'draft_email', arguments: { subject: 'Your new site', text: 'Hello Nora.' } }] };
const FINISH = { text: '{"report":"Good.","handTo":"finish"}' };

describe('a run', () => {
  it('prepares a lead, waits for approval, and puts the draft on its timeline', async () => {
    const team = await admin.call(agentTeams.create, { body: { starter: 'research-lead' } });
    server.replies = [{ text: 'She needs a site.' }, { text: 'Subject: Your new site' }, DRAFT, FINISH];
    const { id } = await start(team);
    const waiting = await reaches(id, 'waiting');
    expect(await mailsOfLead()).toEqual([]);
    expect(waiting.trace.map(({ agentId, kind, state }) => [agentId, kind, state])).toEqual([
      ['reader', 'work', 'done'],
      ['researcher', 'work', 'done'],
      ['writer', 'work', 'done'],
      ['reviewer', 'work', 'done'],
      ['reviewer', 'act', 'waiting'],
    ]);
    expect(waiting.tokens).toBe(120);
    expect(JSON.stringify(server.requests[0]!.body)).toContain('Vance Studio');
    const { items } = await admin.call(approvals.list, { query: { tab: 'outgoing' } });
    const request = items.find((item) => item.id === waiting.trace[4]!.approvalId)!;
    await admin.call(approvals.approve, {
      params: { id: request.id },
      body: { version: request.version, content: { ...request.content, text: 'Hello Nora, edited.' } },
    });
    const done = await reaches(id, 'done');
    expect(await mailsOfLead()).toEqual([{ subject: 'Draft: Your new site', body: 'Hello Nora, edited.' }]);
    expect(done.trace[4]).toMatchObject({ state: 'done', record: { path: expect.stringMatching(/^\/activities\//) } });

    const replay = await admin.call(agentRuns.replay, { params: { id } });
    server.requests = [];
    const again = await reaches(replay.id, 'done');
    expect(again.trace.map(({ text, state, title }) => ({ text, state, title }))).toEqual(
      done.trace.map(({ text, state, title }) => ({ text, state, title })),
    );
    expect(server.requests).toEqual([]);
    expect(await mailsOfLead()).toHaveLength(1);
  });

  it('is resumed by another worker when its own dies, and acts once', async () => {
    const team = await teamOf([thinker('a', [], { asks: false }, ['draft_email'])]);
    server.replies = [{ text: 'Half', hang: true }, DRAFT, { text: 'Saved.' }];
    const { id } = await start(team);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 20_000, interval: 20 });
    await asSystem(() =>
      execute(
        `update jobs set heartbeat_at = now() - interval '10 minutes'
          where id = (select job_id from agent_runs where id = $1)`,
        [id],
      ),
    );
    await recoverOrphans();
    const run = await reaches(id, 'done');
    expect(run.trace.map(({ kind, state, attempts }) => [kind, state, attempts])).toEqual([
      ['work', 'done', 2],
      ['act', 'done', 1],
    ]);
    expect(await mailsOfLead()).toHaveLength(1);
    // Two calls of 30 tokens, and what was asked for when the worker died.
    expect(run.tokens).toBeGreaterThan(60);
  });

  it('ends at its caps, before it spends more', async () => {
    const tokens = await teamOf([thinker('a', ['b']), thinker('b', [])], { tokens: 900 });
    server.replies = [{ text: 'Long.', usage: { input: 600, output: 400 } }];
    const spent = await reaches((await start(tokens)).id, 'failed');
    expect(spent.error).toBe('Stopped at the limit of 900 tokens.');
    expect(server.requests).toHaveLength(1);
    const steps = await teamOf([thinker('a', [], {}, ['draft_email'])], { steps: 1 });
    server.replies = [DRAFT, { text: 'Saved.' }];
    const stopped = await reaches((await start(steps)).id, 'failed');
    expect(stopped.error).toContain('over the limit of 1 steps');
    expect(stopped.trace).toHaveLength(1);
  });

  it('stops when agents hand the work around in a circle', async () => {
    const team = await teamOf([thinker('a', ['b']), thinker('b', ['a'])]);
    server.replies = Array.from({ length: 20 }, (_, n) => ({ text: `Over to you, ${n}.` }));
    const run = await reaches((await start(team)).id, 'failed');
    expect(run.error).toContain('Stopped a loop');
    expect(server.requests.length).toBeLessThanOrEqual(8);
  });

  it('pauses and stops within a second, and withdraws what it asked for', async () => {
    const team = await teamOf([thinker('a', [], {}, ['draft_email'])]);
    server.replies = [{ text: 'Half', hang: true }];
    const { id } = await start(team);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 20_000, interval: 20 });
    const left = server.clientLeft();
    const began = performance.now();
    expect((await admin.call(agentRuns.pause, { params: { id } })).state).toBe('paused');
    await left;
    expect(performance.now() - began).toBeLessThan(1_000);
    server.replies = [DRAFT, { text: 'Saved.' }];
    await admin.call(agentRuns.resume, { params: { id } });
    const waiting = await reaches(id, 'waiting');
    await admin.call(agentRuns.stop, { params: { id } });
    const [approval] = await asSystem(() =>
      query<{ state: string }>('select state from approvals where id = $1', [waiting.trace[1]!.approvalId]),
    );
    expect(approval!.state).toBe('expired');
    expect(await admin.tryCall(agentRuns.resume, { params: { id } })).toMatchObject({ status: 409 });
    expect(await mailsOfLead()).toEqual([]);
  });

  it('goes on without what was rejected, and says so', async () => {
    const team = await teamOf([thinker('a', ['b'], {}, ['draft_email']), thinker('b', [])]);
    server.replies = [DRAFT, { text: 'Saved.' }, { text: 'Then I sum up.' }];
    const { id } = await start(team);
    const { trace } = await reaches(id, 'waiting');
    const request = await admin.call(approvals.get, { params: { id: trace[1]!.approvalId! } });
    await admin.call(approvals.reject, {
      params: { id: request.id },
      body: { version: request.version, reason: 'Not now' },
    });
    const run = await reaches(id, 'done');
    expect(run.trace.map(({ state }) => state)).toEqual(['done', 'rejected', 'done']);
    expect(run.trace[1]!.error).toBe('Not now');
  });
});

describe('without a model', () => {
  beforeEach(() => asSystem(() => execute(`delete from connections where port = 'model'`)));

  it('writes the weekly report from figures, and refuses a team that has to think', async () => {
    const team = await admin.call(agentTeams.create, { body: { starter: 'weekly-report' } });
    const { id } = await start(team);
    const { trace } = await reaches(id, 'waiting');
    expect(trace.map(({ state }) => state)).toEqual(['done', 'skipped', 'done', 'waiting']);
    expect(trace[0]!.text).toContain('Activities completed');
    await admin.call(agentRuns.stop, { params: { id } });
    const research = await admin.call(agentTeams.create, { body: { starter: 'research-lead' } });
    const refused = await admin.tryCall(agentTeams.start, {
      params: { id: research.id },
      body: { subject: { type: 'lead', id: leadId } },
    });
    expect(refused).toMatchObject({ status: 503 });
    expect((await admin.call(agentTeams.overview)).connected).toBe(false);
  });
});

describe('a team', () => {
  it('is refused with the field when its graph does not hold', async () => {
    const refused = await admin.tryCall(agentTeams.create, {
      body: { name: 'T', description: '', agents: [thinker('a', ['nobody']), thinker('b', [])], limits: LIMITS },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused)).toContain('There is no agent “nobody”.');
    expect(JSON.stringify(refused)).toContain('No agent hands off to “B”.');
  });
});
