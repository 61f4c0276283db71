import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import type { TestClient } from '../../../testing/client.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import {
  type ReceivedRequest,
  type ScriptedReply,
  startTestModelServer,
  type TestModelServer,
} from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { leads } from '../../crm/contract.ts';
import { benchmarks, councils, type CouncilState } from '../contract.ts';
import { measureBenchmarks } from './measure.ts';

let system: TestSystem;
let server: TestModelServer;
let admin: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
  admin = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});

/** A client with so many leads, of which some are converted. */
async function clientWith(total: number, converted: number): Promise<TestClient & { workspaceId: string }> {
  const workspaceId = await system.clientWorkspace(`Client ${total}/${converted}`);
  const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  for (let nth = 0; nth < total; nth++) await owner.call(leads.create, { body: { firstName: `Lead ${nth}` } });
  await asSystem(() =>
    execute(
      `update leads set converted_at = now() where id in
        (select id from leads where workspace_id = $1 order by id limit $2)`,
      [workspaceId, converted],
    ),
  );
  return owner;
}

/** As on a later day. */
async function measureAgain(): Promise<void> {
  await asSystem(() => execute('delete from benchmark_measurements'));
  await measureBenchmarks();
}
const conversion = async (person: TestClient = admin) => {
  const report = await person.call(benchmarks.report, { query: {} });
  return { report, item: report.items.find(({ metric }) => metric === 'lead-conversion')! };
};

describe('benchmarks', () => {
  const clients: Awaited<ReturnType<typeof clientWith>>[] = [];
  beforeAll(async () => {
    for (const converted of [2, 3, 4, 5]) clients.push(await clientWith(10, converted));
    // Too few cases to count.
    clients.push(await clientWith(4, 4));
  });

  it('are withheld from fewer than five clients with enough cases', async () => {
    await measureAgain();
    const { report, item } = await conversion();
    expect(report).toMatchObject({ contributing: 5, optedOut: 0, all: 5 });
    expect(item).toMatchObject({ clients: 4, figures: null, withheld: 'too few clients' });
  });

  it('show quartiles of five clients, and keep no value of one', async () => {
    clients.push(await clientWith(10, 6));
    await measureAgain();
    const { item, report } = await conversion();
    expect(item).toMatchObject({ clients: 5, withheld: null });
    const noise = Number(item.figures!.noise);
    // Quartiles of 20, 30, 40, 50, and 60, with noise of the scale (50 - 30) / 5; 5 in 100,000 draws lie further off.
    expect(noise).toBeCloseTo(4 * Math.log(20), 3);
    expect(Math.abs(Number(item.figures!.middle) - 40)).toBeLessThan(40);
    expect(report.groups).toEqual([
      { key: 'all', label: 'All clients' },
      { key: 'country:US', label: 'United States' },
    ]);
    const tables = await asSystem(() =>
      query<{ column_name: string }>(
        `select column_name from information_schema.columns where table_name = 'benchmark_figures'`,
      ),
    );
    expect(tables.map(({ column_name: name }) => name)).not.toContain('workspace_id');
  });

  it('are measured once a day', async () => {
    const before = (await conversion()).item;
    await measureBenchmarks();
    expect((await conversion()).item).toEqual(before);
    expect((await admin.tryCall(benchmarks.measure)).status).toBe(409);
  });

  it('are withheld when one client has more than half of the cases', async () => {
    const big = await clientWith(5, 1);
    await asSystem(() =>
      execute(
        `insert into leads (id, workspace_id, name) select gen_random_uuid(), $1, 'Lead' from generate_series(1, 100)`,
        [big.workspaceId],
      ),
    );
    await measureAgain();
    expect((await conversion()).item).toMatchObject({ figures: null, withheld: 'one client dominates' });
    await big.call(benchmarks.setParticipation, { body: { contributes: false } });
    await measureAgain();
    expect((await conversion()).report).toMatchObject({ optedOut: 1 });
    expect((await conversion()).item).toMatchObject({ clients: 5, withheld: null });
  });

  it('lead to a suggestion where the workspace is behind, which can be dismissed and brought back', async () => {
    for (let nth = 0; nth < 6; nth++) await admin.call(leads.create, { body: { firstName: `Own ${nth}` } });
    // Far from the noise: the quartiles without it.
    await asSystem(() =>
      execute(
        `update benchmark_figures set lower = 30, middle = 40, upper = 50 where metric = 'lead-conversion' and group_key = 'all'`,
      ),
    );
    const { item, report } = await conversion();
    expect(item).toMatchObject({ yours: '0.0000', place: 'behind' });
    const [suggestion] = report.suggestions;
    expect(suggestion).toMatchObject({ id: 'gap:lead-conversion', dismissed: false });
    expect(suggestion!.evidence[0]).toBe(
      'Lead conversion is 0% here, below the 30% that three in four of 5 clients reach.',
    );
    const params = { suggestion: 'gap:lead-conversion' };
    await admin.call(benchmarks.dismiss, { params, body: { dismissed: true } });
    expect((await conversion()).report.suggestions[0]).toMatchObject({ dismissed: true });
    await admin.call(benchmarks.dismiss, { params, body: { dismissed: false } });
    expect((await conversion()).report.suggestions[0]).toMatchObject({ dismissed: false });
    const unknown = { params: { suggestion: 'gap:nothing' }, body: { dismissed: true } };
    expect((await admin.tryCall(benchmarks.dismiss, unknown)).status).toBe(404);
  });

  it('are opted out of by owners, not by members', async () => {
    const member = await system.signedIn({ workspaceId: clients[0]!.workspaceId });
    expect(await member.call(benchmarks.participation)).toEqual({ contributes: true, mayChange: false });
    const out = { body: { contributes: false } };
    expect((await member.tryCall(benchmarks.setParticipation, out)).status).toBe(403);
    await clients[0]!.call(benchmarks.setParticipation, out);
    await measureAgain();
    expect((await conversion()).item).toMatchObject({ clients: 4, withheld: 'too few clients' });
  });
});

describe('a council', () => {
  let connectionId: string;
  beforeEach(async () => {
    server.replies = [];
    server.requests = [];
    await asSystem(() => execute(`delete from connections where port = 'model'`));
    // Its own model costs no credits.
    connectionId = await connectModel(server, { workspaceId: admin.workspaceId });
  });

  const textOf = ({ body }: ReceivedRequest) => JSON.stringify(body['messages']);
  /** Answers by what is asked: models are asked at the same time. */
  const scripted =
    (replies: { answer: (model: string) => ScriptedReply; rank?: string; conclusion?: object }) =>
    (request: ReceivedRequest): ScriptedReply => {
      const text = textOf(request);
      if (text.includes('You chair a council')) return { text: JSON.stringify(replies.conclusion) };
      if (text.includes('Rank the answers')) return { text: replies.rank ?? '' };
      return replies.answer(String(request.body['model']));
    };
  const script = (replies: Parameters<typeof scripted>[0]) => {
    server.replies = Array.from({ length: 30 }, () => scripted(replies));
  };
  const ask = (...names: string[]) =>
    admin.call(councils.create, {
      body: {
        question: 'Should we raise prices?',
        withBenchmarks: true,
        models: names.map((model) => ({ connectionId, model })),
      },
    });
  const reaches = (id: string, state: CouncilState) =>
    vi.waitFor(
      async () => {
        const council = await admin.call(councils.get, { params: { id } });
        expect({ state: council.state, error: council.error }).toMatchObject({ state });
        return council;
      },
      { timeout: 20_000, interval: 40 },
    );
  const CONCLUSION = {
    text: 'Raise prices for new clients.',
    agreement: ['Margins are thin.'],
    dissent: [
      { letter: 'A', text: 'Wait a quarter.' },
      { letter: 'Z', text: 'Nobody said this.' },
    ],
  };

  it('collects answers, ranks them blind, and concludes with the dissent', async () => {
    script({
      answer: (model) => ({ text: `Answer of ${model}` }),
      rank: '{"ranking":["B","A"],"reason":"B is complete."}',
      conclusion: CONCLUSION,
    });
    const { id } = await ask('one', 'two');
    const council = await reaches(id, 'done');
    expect(council.answers.map(({ letter, model, place }) => [letter, model, place])).toEqual([
      ['A', 'one', '2.00'],
      ['B', 'two', '1.00'],
    ]);
    expect(council.conclusion).toEqual({
      model: 'two',
      text: 'Raise prices for new clients.',
      agreement: ['Margins are thin.'],
      dissent: [{ letter: 'A', text: 'Wait a quarter.' }],
    });
    expect(council.tokens).toBeGreaterThan(0);
    // Judges read answers, and no names of models.
    const judged = server.requests.map(textOf).filter((text) => text.includes('Rank the answers'));
    expect(judged).toHaveLength(2);
    for (const text of judged) expect(text).toContain('ANSWER B');
    expect(server.requests.map(textOf)[0]).toContain('BENCHMARKS');
    expect((await admin.call(councils.list, { query: {} })).items[0]).toMatchObject({ id, state: 'done' });
  });

  it('goes on without a model that does not answer, and without a ranking that cannot be read', async () => {
    script({
      answer: (model) => (model === 'two' ? { status: 400, message: 'No such model' } : { text: `Answer of ${model}` }),
      rank: 'B is best',
      conclusion: { text: 'Yes.', agreement: [], dissent: [] },
    });
    const { id } = await ask('one', 'two', 'three');
    const council = await reaches(id, 'done');
    expect(council.answers[1]).toMatchObject({ text: '', error: expect.stringContaining('No such model') });
    expect(council.answers[0]!.verdict).toMatchObject({ ranking: [], error: expect.stringMatching(/./) });
    expect(council.conclusion).toMatchObject({ model: 'one', text: 'Yes.' });
  });

  it('fails in words when fewer than two models answer', async () => {
    script({ answer: (model) => (model === 'one' ? { text: 'Yes.' } : { status: 400, message: 'No such model' }) });
    const { id } = await ask('one', 'two');
    expect(await reaches(id, 'failed')).toMatchObject({ error: expect.stringContaining('Fewer than two') });
  });

  it('can be stopped while a model thinks, and deleted', async () => {
    script({ answer: () => ({ text: 'Well', hang: true }) });
    const { id } = await ask('one', 'two');
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0), { timeout: 20_000 });
    expect(await admin.call(councils.stop, { params: { id } })).toMatchObject({ state: 'stopped' });
    expect((await admin.tryCall(councils.stop, { params: { id } })).status).toBe(409);
    await admin.call(councils.remove, { params: { id } });
    expect((await admin.tryCall(councils.get, { params: { id } })).status).toBe(404);
  });

  it('refuses models that are not connected, twice the same, or alone', async () => {
    const other = { connectionId: '00000000-0000-4000-8000-000000000000', model: 'one' };
    const one = { connectionId, model: 'one' };
    for (const models of [[one, other], [one, one], [one]]) {
      const body = { question: 'Why?', withBenchmarks: false, models };
      expect((await admin.tryCall(councils.create, { body })).status).toBe(400);
    }
  });
});
