/** What the example agency knows: a handbook, notes, a policy for owners, and what people asked. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertRow, NOW, query, updateRows } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { files } from '../../../server/files/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { askKnowledge, rateAnswer } from '../server/answers.ts';
import { embedSource } from '../server/index/embed.ts';
import { readingAtOnce, readNext, sha256 } from '../server/read-next.ts';
import { createSource } from '../server/sources.ts';
import { runNow } from '../server/test-runs.ts';
import { addTestQuestion } from '../server/test-questions.ts';
import { createTestSet } from '../server/test-sets.ts';
import { answersSource } from '../server/verified-answers.ts';
import { HANDBOOK, NOTES, POLICY, QUESTIONS, TEST_QUESTIONS, VERIFIED } from './texts.ts';

const SHARED = {
  url: '',
  maxPages: 1,
  feed: '',
  audience: 'everyone',
  roles: [],
  people: [],
  everyHours: null,
} as const;

export async function loadWorkspace({ workspace, now, people }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const handbook = await createSource({ ...SHARED, kind: 'files', name: 'Agency handbook', people: [], roles: [] });
  for (const file of HANDBOOK) await addFile(handbook.id, file);
  const notes = await createSource({ ...SHARED, kind: 'notes', name: 'Team notes', people: [], roles: [] });
  for (const note of NOTES) await addText(notes.id, note);
  const policy = await createSource({
    ...SHARED,
    kind: 'notes',
    name: 'Finance policies',
    audience: 'roles',
    roles: ['owner'],
    people: [],
  });
  await addText(policy.id, POLICY);
  await addText(await answersSource(), VERIFIED);
  await readAll();
  await askAll(people[0]!, now);
  await testAll(people[0]!, now);
}

async function addFile(sourceId: string, { name, type, text }: (typeof HANDBOOK)[number]): Promise<void> {
  const stored = await files().put(
    (async function* () {
      yield Buffer.from(text);
    })(),
    { prefix: `knowledge/${currentWorkspaceId()}`, limit: 1_000_000 },
  );
  await insertRow('knowledge_documents', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    sourceId,
    title: name,
    outerKey: name,
    type,
    storageKey: stored.key,
    size: stored.size,
    sha256: stored.sha256,
  });
}

async function addText(sourceId: string, { title, text }: { title: string; text: string }): Promise<void> {
  await insertRow('knowledge_documents', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    sourceId,
    title,
    type: 'text/markdown',
    body: text,
    sha256: sha256(`${title}\n${text}`),
  });
}

/** Reads everything at once: the example begins with an index, and starts no job. */
async function readAll(): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const sources = await query<{ id: string; number: number; kind: string }>(
    'select id, number, kind from knowledge_sources where workspace_id = $1 order by number',
    [currentWorkspaceId()],
  );
  for (const source of sources) {
    while ((await readNext(source, readingAtOnce(signal))) > 0);
    await embedSource(source.id, signal, () => Promise.resolve(true));
    await updateRows('knowledge_sources', { checkedAt: NOW }, { id: source.id });
  }
}

const DAY = 86_400_000;

/** A test set with two runs, so that there is something to compare. */
async function testAll(userId: string, now: Date): Promise<void> {
  const { id } = await createTestSet({ name: 'What clients ask', maxLoss: 0.02 }, { userId } as Caller);
  for (const { question, quote, mustSay = [], mustNotSay = [] } of TEST_QUESTIONS) {
    const [passage] = quote
      ? await query<{ documentId: string }>(
          `select document_id as "documentId" from knowledge_passages
            where workspace_id = $1 and position($2 in text) > 0 limit 1`,
          [currentWorkspaceId(), quote],
        )
      : [];
    await addTestQuestion(id, { question, expected: passage ? [{ ...passage, quote }] : [], mustSay, mustNotSay });
  }
  const words = { embeddingWeight: 0, isWidening: true, minCoverage: 0.5 };
  const runs = [
    { id: await runNow(id, { label: 'Keywords only', settings: words }, userId), daysAgo: 7 },
    {
      id: await runNow(id, { label: 'Keywords and meaning', settings: { ...words, embeddingWeight: 0.3 } }, userId),
      daysAgo: 6,
    },
  ];
  for (const run of runs)
    await updateRows(
      'knowledge_test_runs',
      { createdAt: new Date(now.getTime() - run.daysAgo * DAY).toISOString() },
      { id: run.id },
    );
}

async function askAll(userId: string, now: Date): Promise<void> {
  const caller = { userId } as Caller;
  for (const { question, daysAgo, helpful } of QUESTIONS) {
    const { id } = await askKnowledge({ id: newId(), question }, caller);
    if (helpful !== undefined) await rateAnswer(id, { helpful, comment: '' }, caller);
    await updateRows('knowledge_answers', { createdAt: new Date(now.getTime() - daysAgo * DAY).toISOString() }, { id });
  }
}
