import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { type ReceivedRequest, startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { knowledge, knowledgeDocuments, knowledgeSources, knowledgeTests } from '../contract.ts';

let system: TestSystem;
let server: TestModelServer;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});
beforeEach(() => {
  server.replies = [];
  server.requests = [];
});
afterEach(() => asSystem(() => execute(`delete from connections where port = 'model'`)));

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

const NOTICE = 'A client may leave with 30 days of notice at the end of a month. Setup fees are never discounted.';
const LAMPS = 'A lumen is a unit of light. The brightest lamp gives 900 lumens and costs $45.00.';
const WAIT = { timeout: 30_000, interval: 50 };

/** A workspace with two notes and a test set. */
async function withSet(): Promise<{ person: Person; setId: string; noticeId: string; lampsId: string }> {
  const person = await system.signedIn({
    workspaceId: await system.clientWorkspace(`Client ${newId()}`),
    workspaceRole: 'owner',
  });
  const source = await person.call(knowledgeSources.create, { body: { kind: 'notes', name: 'Notes' } as never });
  const note = (title: string, text: string) =>
    person.call(knowledgeDocuments.addNote, { params: { id: source.id }, body: { title, text } });
  const [notice, lamps] = [await note('Offboarding', NOTICE), await note('Lamps', LAMPS)];
  await vi.waitFor(async () => {
    const { state } = await person.call(knowledgeSources.get, { params: { id: source.id } });
    expect(state).toBe('ready');
  }, WAIT);
  const set = await person.call(knowledgeTests.create, { body: { name: 'Clients ask', maxLoss: 0.02 } });
  return { person, setId: set.id, noticeId: notice.id, lampsId: lamps.id };
}

const finished = (person: Person, id: string) =>
  vi.waitFor(async () => {
    const run = await person.call(knowledgeTests.results, { params: { id } });
    expect(run.state).not.toBe('running');
    return run;
  }, WAIT);

const runOf = async (person: Person, setId: string, more: Record<string, unknown> = {}) => {
  const { id } = await person.call(knowledgeTests.run, { params: { id: setId }, body: more as never });
  return finished(person, id);
};

describe('facts of a test set', () => {
  it('are checked on quotations, catch a document that changed, and refuse what no one can look for', async () => {
    const { person, setId, noticeId } = await withSet();
    const body = {
      question: 'How much notice must a client give to leave?',
      expected: [{ documentId: noticeId, quote: 'A client may leave' }],
      mustSay: ['30 days | one month'],
      mustNotSay: ['setup fees are discounted', '60 days'],
    };
    const bad = await person.tryCall(knowledgeTests.addQuestion, {
      params: { id: setId },
      body: { ...body, mustSay: ['and so on'] },
    });
    expect([bad.status, JSON.stringify(bad.body)]).toEqual([400, expect.stringContaining('mustSay')]);
    const { id } = await person.call(knowledgeTests.addQuestion, { params: { id: setId }, body });
    const before = await runOf(person, setId);
    expect(before.figures).toMatchObject({ facts: 1, citationPrecision: null, abstentionPrecision: null });
    expect(before.results[0]!.mustNotSay.map(({ isSaid }) => isSaid)).toEqual([false, false]);
    expect(before.results[0]!.found[0]).toMatchObject({ isExpected: true, isQuoted: true });

    const { version } = await person.call(knowledgeDocuments.get, { params: { id: noticeId } });
    await person.call(knowledgeDocuments.updateNote, {
      params: { id: noticeId },
      body: { title: 'Offboarding', text: NOTICE.replace('30 days', '60 days'), version },
    });
    await vi.waitFor(async () => {
      expect((await person.call(knowledgeDocuments.get, { params: { id: noticeId } })).state).toBe('ready');
    }, WAIT);
    const after = await runOf(person, setId);
    expect(after.figures!.facts).toBe(1 / 3);
    expect(after.results[0]).toMatchObject({
      mustSay: [{ fact: '30 days | one month', isSaid: false }],
      mustNotSay: [{ isSaid: false }, { fact: '60 days', isSaid: true }],
    });
    await person.call(knowledgeTests.updateQuestion, {
      params: { id },
      body: {
        ...body,
        question: 'How much notice must a departing client give to leave at the end of a month?',
        mustSay: ['60 days'],
        mustNotSay: [],
      },
    });
    expect((await runOf(person, setId)).figures!.facts).toBe(1);
    // Settings with which nothing is quoted lose the facts, too.
    const settings = await person.call(knowledge.settings);
    const refused = await person.tryCall(knowledge.updateSettings, {
      body: { version: settings.version, minCoverage: 1 },
    });
    expect(refused.status).toBe(409);
  });

  it('are checked on what a model writes, whose unsupported sentences are kept with the reason until the document goes', async () => {
    const { person, setId, noticeId } = await withSet();
    await person.call(knowledgeTests.addQuestion, {
      params: { id: setId },
      body: {
        question: 'How much notice must a client give to leave?',
        expected: [{ documentId: noticeId, quote: '' }],
        mustSay: ['30 days'],
        mustNotSay: [],
      },
    });
    const refused = await person.tryCall(knowledgeTests.run, {
      params: { id: setId },
      body: { answers: 'written' } as never,
    });
    expect(refused.status).toBe(409);
    await connectModel(server);
    server.replies = [
      (request: ReceivedRequest) => {
        const block = JSON.stringify(request.body.messages)
          .split('<passage ')
          .find((part) => part.includes('30 days'));
        const n = Number(/^\d+/.exec(block ?? '')?.[0]);
        const sentences = [
          { text: 'A client may leave with 30 days of notice.', citations: [n] },
          { text: 'A client may leave with 90 days of notice.', citations: [n] },
          { text: 'Setup fees are discounted.', citations: [n] },
        ];
        return { text: JSON.stringify({ sentences }) };
      },
    ];
    const run = await runOf(person, setId, { answers: 'written' });
    expect(run).toMatchObject({ state: 'done', answers: 'written', figures: { facts: 1, citationPrecision: 1 / 3 } });
    expect(run.results[0]!.sentences.map(({ fault }) => fault)).toEqual([null, 'number', 'negation']);

    const other = await system.signedIn({ workspaceId: person.workspaceId, workspaceRole: 'owner' });
    const textsFor = async (reader: Person) => {
      const { results } = await reader.call(knowledgeTests.results, { params: { id: run.id } });
      const { items } = await reader.call(knowledgeTests.get, { params: { id: setId } });
      return [results[0]!.sentences[0]!.text, results[0]!.mustSay[0]!.fact, items[0]!.mustSay[0]];
    };
    const all = ['A client may leave with 30 days of notice.', '30 days', '30 days'];
    expect(await textsFor(other)).toEqual(all);
    const [{ id: sourceId } = { id: '' }] = (await person.call(knowledgeSources.list)).items;
    const { version } = await person.call(knowledgeSources.get, { params: { id: sourceId } });
    await person.call(knowledgeSources.update, {
      params: { id: sourceId },
      body: { version, audience: 'people', people: [person.userId] } as never,
    });
    expect(await textsFor(other)).toEqual(['', '', '']);
    expect(await textsFor(person)).toEqual(all);
    await person.call(knowledgeDocuments.remove, { params: { id: noticeId } });
    const left = await person.call(knowledgeTests.results, { params: { id: run.id } });
    expect(left.results[0]!.sentences.map(({ text }) => text)).toEqual(['', '', '']);
    const [stored] = await asSystem(() =>
      query<{ count: number }>(
        `select count(*)::int as count from knowledge_test_runs where workspace_id = $1 and results::text like '%days of notice%'`,
        [person.workspaceId],
      ),
    );
    expect(stored!.count).toBe(0);
  });
});

describe('a run', () => {
  it('is canceled by whoever manages knowledge, also while a model hangs', async () => {
    const { person, setId, noticeId } = await withSet();
    await person.call(knowledgeTests.addQuestion, {
      params: { id: setId },
      body: { question: 'How much notice to leave?', expected: [{ documentId: noticeId, quote: '' }] } as never,
    });
    await connectModel(server);
    server.replies = [{ text: '{"sent', hang: true }];
    const { id } = await person.call(knowledgeTests.run, {
      params: { id: setId },
      body: { answers: 'written' } as never,
    });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), WAIT);
    const other = await system.signedIn({ workspaceId: person.workspaceId, workspaceRole: 'owner' });
    expect(await other.call(knowledgeTests.cancelRun, { params: { id } })).toMatchObject({
      state: 'canceled',
      total: 1,
    });
    await server.clientLeft();
    expect((await other.tryCall(knowledgeTests.cancelRun, { params: { id } })).status).toBe(409);
    expect((await person.call(knowledgeTests.results, { params: { id } })).state).toBe('canceled');
  });
});

describe('an import of questions', () => {
  it('previews rows with their problems, and adds the good ones once', async () => {
    const { person, setId, noticeId } = await withSet();
    const text = [
      'question,document,words,must say,must not say',
      'How much notice?,offboarding,30 days of notice,30 days,60 days; 90 days',
      'Which lamp is brightest?,Manual,,,',
      'What is a lumen?,Lamps,unit of sound waves and more,,',
      'How much notice?,Offboarding,,,',
      ',Lamps,,,',
      'Who won the chess championship?,,,,',
      'Who lost it?,,,chess,',
    ].join('\n');
    const send = (commit: boolean) =>
      person.call(knowledgeTests.importQuestions, { params: { id: setId }, body: { format: 'csv', text, commit } });
    const { rows, added } = await send(false);
    expect(added).toBe(0);
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual([
      [2, []],
      [3, ['No document that you may read is called “Manual”.']],
      [4, ['“Lamps” has no passage with these words.']],
      [5, ['Row 2 asks the same.']],
      [6, ['Question is required.']],
      [7, []],
      [8, ['Name the document that answers, or remove the facts to say.']],
    ]);
    const { items: none } = await person.call(knowledgeTests.get, { params: { id: setId } });
    expect(none).toEqual([]);
    expect((await send(true)).added).toBe(2);
    const { items } = await person.call(knowledgeTests.get, { params: { id: setId } });
    expect(items).toMatchObject([
      {
        expected: [{ documentId: noticeId, title: 'Offboarding', quote: '30 days of notice' }],
        mustSay: ['30 days'],
        mustNotSay: ['60 days', '90 days'],
        origin: 'imported',
      },
      { expected: [], state: 'accepted' },
    ]);
    const again = await send(true);
    expect([again.added, again.rows[0]!.problems]).toEqual([0, ['The set has this question.']]);
    const broken = await person.tryCall(knowledgeTests.importQuestions, {
      params: { id: setId },
      body: { format: 'csv', text: 'a,b\n1,2', commit: true },
    });
    expect(broken.status).toBe(400);
  });
});

describe('proposed questions', () => {
  const proposed = (person: Person, setId: string) =>
    vi.waitFor(async () => {
      const set = await person.call(knowledgeTests.get, { params: { id: setId } });
      expect(set.isProposing).toBe(false);
      return set;
    }, WAIT);
  const propose = async (person: Person, setId: string) => {
    await person.call(knowledgeTests.propose, { params: { id: setId }, body: { count: 5 } });
    return proposed(person, setId);
  };

  it('come from the text without a model, count once accepted, and do not come again once rejected', async () => {
    const { person, setId, noticeId, lampsId } = await withSet();
    const set = await propose(person, setId);
    const byDocument = new Map(set.items.map((item) => [item.expected[0]!.documentId, item]));
    expect(byDocument.get(lampsId)).toMatchObject({
      question: 'What is a lumen?',
      state: 'proposed',
      origin: 'document',
    });
    expect(byDocument.get(noticeId)).toMatchObject({
      question: 'What should I know about offboarding?',
      mustSay: ['30 days'],
    });
    expect([set.questions, set.proposed]).toEqual([0, 2]);
    expect((await person.tryCall(knowledgeTests.run, { params: { id: setId }, body: {} as never })).status).toBe(409);
    await person.call(knowledgeTests.acceptQuestion, { params: { id: byDocument.get(noticeId)!.id } });
    await person.call(knowledgeTests.removeQuestion, { params: { id: byDocument.get(lampsId)!.id } });
    expect((await runOf(person, setId)).figures).toMatchObject({ questions: 1, facts: 1 });
    const again = await propose(person, setId);
    expect(again).toMatchObject({ questions: 1, proposed: 0 });
    expect(again.proposalNote).toBe('No new questions were found in these documents.');
  });

  it('come from a model, without facts that their passage does not hold, and are edited into the set', async () => {
    const { person, setId } = await withSet();
    await connectModel(server);
    server.replies = [
      (request: ReceivedRequest) => {
        const told = JSON.stringify(request.body.messages);
        const n = Number(/Passage (\d+) \(Offboarding/.exec(told)?.[1]);
        const questions = [
          { question: 'When can a client go?', passage: n, mustSay: ['30 days', '14 days'] },
          { question: 'Is there more?', passage: 99, mustSay: [] },
        ];
        return { text: JSON.stringify({ questions }) };
      },
    ];
    const { items } = await propose(person, setId);
    expect(items).toMatchObject([
      { question: 'When can a client go?', mustSay: ['30 days'], origin: 'model', state: 'proposed' },
    ]);
    const { id, expected } = items[0]!;
    const edited = await person.call(knowledgeTests.updateQuestion, {
      params: { id },
      body: {
        question: 'When may a client leave?',
        expected: expected.map(({ documentId, quote }) => ({ documentId, quote })),
        mustSay: ['30 days'],
        mustNotSay: [],
      },
    });
    expect(edited).toMatchObject({ question: 'When may a client leave?', state: 'accepted' });
  });
});
