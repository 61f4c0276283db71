/** Runs of test sets: each question is searched as its starter may read, and measured. */
import * as z from 'zod';
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertRow, query, transaction, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import type {
  ExpectedPassage,
  KnowledgeSettingValues,
  knowledgeTests,
  TestedSettings,
  TestFigures,
  TestRun,
} from '../contract.ts';
import { figuresOf, isExpected, MEASURED, ndcgOf, placesOf } from '../engine/test-set.ts';
import { KNOWLEDGE } from '../paths.ts';
import { viewerValues, VISIBLE } from './access.ts';
import { searchKnowledge } from './search.ts';
import { guardSettings, readIndex } from './settings.ts';
import { findTestSet, questionsOf, requireTester, RUN_COLUMNS } from './test-sets.ts';

/** A result as it is stored: what was found by its ids, so that deleting a document leaves nothing of it here. */
interface StoredResult {
  questionId: string;
  question: string;
  places: (number | null)[];
  ndcg: number | null;
  abstained: boolean;
  shouldAbstain: boolean;
  found: { documentId: string; passageId: string; coverage: number; isExpected: boolean }[];
}

async function measureQuestion(
  { id, question, expected }: { id: string; question: string; expected: ExpectedPassage[] },
  settings: KnowledgeSettingValues,
  signal?: AbortSignal,
): Promise<StoredResult> {
  const { items } = await searchKnowledge({ question, most: MEASURED, settings, ...(signal && { signal }) });
  const places = placesOf(items, expected);
  return {
    questionId: id,
    question,
    places,
    ndcg: ndcgOf(places),
    abstained: !items.some(({ coverage }) => coverage >= settings.minCoverage),
    shouldAbstain: expected.length === 0,
    found: items.map((item) => ({
      documentId: item.documentId,
      passageId: item.id,
      coverage: item.coverage,
      isExpected: expected.some((one) => isExpected(item, one)),
    })),
  };
}

const tested = ({ embeddingWeight, isWidening, minCoverage }: KnowledgeSettingValues): TestedSettings => ({
  embeddingWeight,
  isWidening,
  minCoverage,
});

export const testJob = defineJob<{ runId: string; name: string }, undefined>({
  name: 'knowledge.test',
  title: ({ name }) => `Testing ${name}`,
  payload: z.object({ runId: z.uuid(), name: z.string() }),
  retry: { limit: 2, backoff: 5 },
  concurrency: 1,
  turn: 60,
  handler: ({ payload: { runId }, signal, progress }) =>
    finishRun(runId, signal, (done, total) => progress(done, total, 'Testing questions')),
  async ended({ runId }, { state, error }) {
    await updateRows(
      'knowledge_test_runs',
      { state: 'failed', error: state === 'cancelled' ? 'The test was canceled.' : error },
      { id: runId },
    );
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  },
});

/** Measures a run that was begun, as the caller may read. */
async function finishRun(
  runId: string,
  signal: AbortSignal,
  onStep: (done: number, total: number) => void,
): Promise<void> {
  const [run] = await query<{ setId: string; settings: TestedSettings }>(
    `select set_id as "setId", settings from knowledge_test_runs where id = $1 and state = 'running'`,
    [runId],
  );
  if (!run) return;
  const { settings: current, model } = await readIndex();
  const questions = await questionsOf(run.setId);
  const results: StoredResult[] = [];
  for (const question of questions) {
    signal.throwIfAborted();
    results.push(await measureQuestion(question, { ...current, ...run.settings }, signal));
    onStep(results.length, questions.length);
  }
  await transaction(async () => {
    await updateRows(
      'knowledge_test_runs',
      { state: 'done', figures: figuresOf(results), results, model },
      { id: runId },
    );
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
}

async function beginRun(
  id: string,
  setId: string,
  { label, settings }: BodyOf<typeof knowledgeTests.run>,
  userId: string,
): Promise<void> {
  const { settings: current } = await readIndex();
  await insertRow('knowledge_test_runs', {
    id,
    workspaceId: currentWorkspaceId(),
    setId,
    label,
    settings: settings ?? tested(current),
    runBy: userId,
  });
}

/** Runs a set at once, for the example data. */
export async function runNow(setId: string, body: BodyOf<typeof knowledgeTests.run>, userId: string): Promise<string> {
  const id = newId();
  await beginRun(id, setId, body, userId);
  await finishRun(id, AbortSignal.timeout(60_000), () => undefined);
  return id;
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for a set without questions */
export async function startRun(
  id: string,
  body: BodyOf<typeof knowledgeTests.run>,
  { userId }: Caller,
): Promise<TestRun> {
  const set = await findTestSet(id);
  if (set.questions === 0) throw new AppError('conflict', 'Add a question first.');
  const runId = newId();
  await transaction(async () => {
    await beginRun(runId, id, body, userId);
    await enqueue(testJob, { runId, name: set.name });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  const [run] = await query<TestRun>(`select ${RUN_COLUMNS} from knowledge_test_runs r where r.id = $1`, [runId]);
  return run!;
}

/** @throws AppError `not_found`, `forbidden` */
export async function readRun(id: string): Promise<ResponseOf<typeof knowledgeTests.results>> {
  const viewer = await requireTester();
  const [run] = await query<TestRun & { results: StoredResult[] }>(
    `select ${RUN_COLUMNS}, r.results from knowledge_test_runs r where r.id = $1 and r.workspace_id = $2`,
    [id, viewer.workspaceId],
  );
  if (!run) throw notFound('The run');
  const rows = await query<{ id: string; title: string; place: string; text: string }>(
    `select p.id, d.title, p.place, p.text from knowledge_passages p join knowledge_documents d on d.id = p.document_id
      join knowledge_sources s on s.id = p.source_id where ${VISIBLE} and p.id = any($4)`,
    [...viewerValues(viewer), run.results.flatMap(({ found }) => found.map(({ passageId }) => passageId))],
  );
  const passages = new Map(rows.map((row) => [row.id, row]));
  return {
    ...run,
    results: run.results.map((result) => ({
      ...result,
      found: result.found.map((one) => {
        const passage = passages.get(one.passageId);
        const { title = 'Removed document', place = '', text = '' } = passage ?? {};
        return { ...one, title, place, text };
      }),
    })),
  };
}

/** Most questions that a change of settings is tried on, so that saving stays a matter of seconds. */
const TRIED = 60;

async function figuresWith(setId: string, settings: KnowledgeSettingValues): Promise<TestFigures> {
  const results: StoredResult[] = [];
  for (const question of (await questionsOf(setId)).slice(0, TRIED))
    results.push(await measureQuestion(question, settings));
  return figuresOf(results);
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`;

/** Refuses settings with which a test set loses more than it allows. @throws AppError `conflict` */
guardSettings(async (now, next) => {
  const [before, after] = [tested(now), tested(next)];
  const isSame = before.embeddingWeight === after.embeddingWeight && before.isWidening === after.isWidening;
  const hasSameWords = JSON.stringify(now.synonyms) === JSON.stringify(next.synonyms);
  if (isSame && hasSameWords && before.minCoverage === after.minCoverage) return;
  const sets = await query<{ id: string; name: string; maxLoss: number }>(
    `select id, name, max_loss as "maxLoss" from knowledge_test_sets where workspace_id = $1 order by id limit 10`,
    [currentWorkspaceId()],
  );
  for (const { id, name, maxLoss } of sets) {
    const [old, fresh] = [await figuresWith(id, now), await figuresWith(id, next)];
    const losses = [
      ['nDCG@10', (old.ndcg ?? 0) - (fresh.ndcg ?? 0), old.ndcg ?? 0, fresh.ndcg ?? 0],
      ['right abstentions', old.abstention - fresh.abstention, old.abstention, fresh.abstention],
    ] as const;
    const worst = losses.find(([, loss]) => loss > maxLoss);
    if (worst)
      throw new AppError(
        'conflict',
        `The test set “${name}” would fall from ${percent(worst[2])} to ${percent(worst[3])} in ${worst[0]}. Save anyway, or choose other settings.`,
      );
  }
});
