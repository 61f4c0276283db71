/** Runs of test sets: each question is searched as its starter may read, and measured. */
import * as z from 'zod';
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertRow, query, transaction, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { AGAIN, defineJob } from '../../../server/jobs/define.ts';
import { cancelAnyJob, enqueue } from '../../../server/jobs/jobs.ts';
import { hasModel } from '../../assistants/index.ts';
import type {
  FoundPassage,
  KnowledgeSettingValues,
  knowledgeTests,
  TestedSentence,
  TestedSettings,
  TestFigures,
  TestResult,
  TestRun,
} from '../contract.ts';
import { saysFact } from '../engine/facts.ts';
import { figuresOf, isExpected, MEASURED, ndcgOf, placesOf } from '../engine/test-set.ts';
import { KNOWLEDGE } from '../paths.ts';
import { type Viewer, viewerValues, VISIBLE } from './access.ts';
import { quotedOf, READ_FOR_ANSWER, writeAnswer } from './draft-answer.ts';
import { indexedText } from './index/write.ts';
import { searchKnowledge } from './search.ts';
import { guardSettings, readIndex } from './settings.ts';
import { type QuestionRow, questionsOf } from './test-questions.ts';
import { findTestSet, requireTester, RUN_COLUMNS } from './test-sets.ts';

/**
 * A result as it is stored: what was found by its ids, so that deleting a document leaves nothing of it here. What a
 * model wrote is blanked then, see forget.ts.
 */
type StoredResult = Omit<TestResult, 'found'> & {
  found: Omit<TestResult['found'][number], 'title' | 'place' | 'text'>[];
};

interface Measuring {
  settings: KnowledgeSettingValues;
  answers: TestRun['answers'];
  signal?: AbortSignal;
}

async function measureQuestion(
  { id, question, expected, mustSay, mustNotSay }: QuestionRow,
  { settings, answers, signal }: Measuring,
): Promise<StoredResult> {
  const { items } = await searchKnowledge({ question, most: MEASURED, settings, ...(signal && { signal }) });
  const places = placesOf(items, expected);
  const quoted = answers === 'quoted' ? quotedOf(items, settings.minCoverage) : [];
  const said = answers === 'written' ? await writeTested(question, items, settings.minCoverage, signal) : undefined;
  const shouldAbstain = expected.length === 0;
  const text = said
    ? said.sentences.flatMap((one) => (one.fault === null ? [one.text] : [])).join('\n')
    : quoted.map((item) => indexedText(item.documentTitle, item.heading, item.text)).join('\n');
  const check = (facts: readonly string[]) => facts.map((fact) => ({ fact, isSaid: saysFact(text, fact) }));
  return {
    questionId: id,
    question,
    places,
    ndcg: ndcgOf(places),
    // Where no answer came, neither is right.
    abstained: said?.error ? !shouldAbstain : said ? said.abstained : quoted.length === 0,
    shouldAbstain,
    mustSay: check(mustSay),
    mustNotSay: check(mustNotSay),
    sentences: said?.sentences ?? [],
    error: said?.error ?? '',
    found: items.map((item) => ({
      documentId: item.documentId,
      passageId: item.id,
      coverage: item.coverage,
      isExpected: expected.some((one) => isExpected(item, one)),
      isQuoted: quoted.includes(item),
    })),
  };
}

/** What a model writes, or why it wrote nothing. @throws AppError `credits`, which ends the run */
async function writeTested(
  question: string,
  items: readonly FoundPassage[],
  minCoverage: number,
  signal: AbortSignal | undefined,
): Promise<{ sentences: TestedSentence[]; abstained: boolean; error: string }> {
  try {
    const { draft, written } = await writeAnswer(question, items.slice(0, READ_FOR_ANSWER), minCoverage, signal);
    return { sentences: written, abstained: draft.state === 'abstained', error: '' };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (!(error instanceof AppError) || error.code === 'credits') throw error;
    return { sentences: [], abstained: false, error: error.message };
  }
}

const tested = ({ embeddingWeight, isWidening, minCoverage }: KnowledgeSettingValues): TestedSettings => ({
  embeddingWeight,
  isWidening,
  minCoverage,
});

interface State {
  results: StoredResult[];
}

export const testJob = defineJob<{ runId: string; name: string }, State, undefined>({
  name: 'knowledge.test',
  title: ({ name }) => `Testing ${name}`,
  payload: z.object({ runId: z.uuid(), name: z.string() }),
  retry: { limit: 2, backoff: 5 },
  concurrency: 1,
  turn: 10,
  handler: async ({ payload: { runId }, state, ...job }) => {
    const { signal, progress, checkpoint, turnIsOver } = job;
    return finishRun(runId, {
      signal,
      results: state?.results ?? [],
      async onResult(results, total, isWritten) {
        progress(results.length, total, 'Testing questions');
        // What a model wrote is not written twice.
        if (isWritten || turnIsOver()) await transaction(() => checkpoint({ results }));
        return turnIsOver();
      },
    });
  },
  async ended({ runId }, { state, error }) {
    const canceled = state === 'cancelled';
    await updateRows(
      'knowledge_test_runs',
      { state: canceled ? 'canceled' : 'failed', error: canceled ? '' : error },
      { id: runId, state: 'running' },
    );
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  },
  async revived({ runId }) {
    await updateRows('knowledge_test_runs', { state: 'running', error: '' }, { id: runId });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  },
});

interface Finishing {
  signal: AbortSignal;
  /** What was measured before an interruption. */
  results: readonly StoredResult[];
  /** @returns whether it is others' turn */
  onResult(results: StoredResult[], total: number, isWritten: boolean): Promise<boolean>;
}

/** Milliseconds between two times that progress is shown. */
const SHOWN_EVERY = 500;

/** Measures a run that was begun, as the caller may read. */
async function finishRun(
  runId: string,
  { signal, results: before, onResult }: Finishing,
): Promise<undefined | typeof AGAIN> {
  const [run] = await query<{ setId: string; settings: TestedSettings; answers: TestRun['answers'] }>(
    `select set_id as "setId", settings, answers from knowledge_test_runs where id = $1 and state = 'running'`,
    [runId],
  );
  if (!run) return undefined;
  const { settings: current, model } = await readIndex();
  const questions = await questionsOf(run.setId);
  const measured = new Map(before.map((result) => [result.questionId, result]));
  let shownAt = 0;
  const results: StoredResult[] = [];
  for (const question of questions) {
    signal.throwIfAborted();
    const known = measured.get(question.id);
    results.push(
      known ??
        (await measureQuestion(question, { settings: { ...current, ...run.settings }, answers: run.answers, signal })),
    );
    if (known) continue;
    if (performance.now() - shownAt > SHOWN_EVERY) {
      shownAt = performance.now();
      await updateRows('knowledge_test_runs', { done: results.length, total: questions.length }, { id: runId });
      await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
    }
    if (await onResult(results, questions.length, run.answers === 'written')) return AGAIN;
  }
  await transaction(async () => {
    await updateRows(
      'knowledge_test_runs',
      { state: 'done', figures: figuresOf(results), results, model, done: results.length, total: results.length },
      { id: runId, state: 'running' },
    );
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  return undefined;
}

interface Begun extends BodyOf<typeof knowledgeTests.run> {
  id: string;
  setId: string;
  total: number;
}

async function beginRun({ id, setId, label, settings, answers, total }: Begun, userId: string): Promise<void> {
  const { settings: current } = await readIndex();
  await insertRow('knowledge_test_runs', {
    id,
    workspaceId: currentWorkspaceId(),
    setId,
    label,
    answers,
    total,
    settings: settings ?? tested(current),
    runBy: userId,
  });
}

/** Runs a set at once, for the example data. */
export async function runNow(
  setId: string,
  { label, settings }: { label: string; settings: TestedSettings },
  userId: string,
): Promise<string> {
  const id = newId();
  await beginRun({ id, setId, label, settings, answers: 'quoted', total: 0 }, userId);
  await finishRun(id, { signal: AbortSignal.timeout(60_000), results: [], onResult: () => Promise.resolve(false) });
  return id;
}

async function findRun(id: string): Promise<TestRun & { jobId: string | null }> {
  const { workspaceId } = await requireTester();
  const [run] = await query<TestRun & { jobId: string | null }>(
    `select ${RUN_COLUMNS}, r.job_id as "jobId" from knowledge_test_runs r where r.id = $1 and r.workspace_id = $2`,
    [id, workspaceId],
  );
  if (!run) throw notFound('The run');
  return run;
}

async function readRunRow(id: string): Promise<TestRun> {
  const { jobId: _jobId, ...run } = await findRun(id);
  return run;
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for a set without questions, and without a model to write */
export async function startRun(
  id: string,
  body: BodyOf<typeof knowledgeTests.run>,
  { userId }: Caller,
): Promise<TestRun> {
  const set = await findTestSet(id);
  if (set.questions === 0) throw new AppError('conflict', 'Add a question first.');
  if (body.answers === 'written' && !(await hasModel(currentWorkspaceId())))
    throw new AppError('conflict', 'Connect a language model first, or test with quotations.');
  const runId = newId();
  await transaction(async () => {
    await beginRun({ ...body, id: runId, setId: id, total: set.questions }, userId);
    const jobId = await enqueue(testJob, { runId, name: set.name });
    await updateRows('knowledge_test_runs', { jobId }, { id: runId });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  return readRunRow(runId);
}

/** Ends a run, whoever started it. @throws AppError `not_found`, `forbidden`; `conflict` when it is over */
export async function cancelRun(id: string): Promise<TestRun> {
  const { jobId } = await findRun(id);
  await transaction(async () => {
    const ended = await updateRows('knowledge_test_runs', { state: 'canceled' }, { id, state: 'running' });
    if (ended === 0) throw new AppError('conflict', 'This run is over.');
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
    if (jobId) await cancelAnyJob(jobId).catch(() => undefined);
  });
  return readRunRow(id);
}

/** What runs of earlier versions did not measure. */
const UNMEASURED = { mustSay: [], mustNotSay: [], sentences: [], error: '' };

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
  const hidden = await hiddenDocuments(
    viewer,
    run.results.flatMap(({ found }) => found.map(({ documentId }) => documentId)),
  );
  return {
    ...run,
    results: run.results.map((result) => ({
      ...UNMEASURED,
      ...result,
      ...readableTexts({ ...UNMEASURED, ...result }, hidden),
      found: result.found.map((one) => {
        const passage = passages.get(one.passageId);
        const { title = 'Removed document', place = '', text = '' } = passage ?? {};
        return { ...one, isQuoted: one.isQuoted ?? false, title, place, text };
      }),
    })),
  };
}

/** Documents that the caller may not read, of these. */
async function hiddenDocuments(viewer: Viewer, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: string }>(
    `select d.id from knowledge_documents d join knowledge_sources s on s.id = d.source_id
      where d.id = any($4) and not (${VISIBLE})`,
    [...viewerValues(viewer), ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * What was written from passages, and the facts taken from them, without what rests on hidden documents. A sentence
 * without citations may rest on any passage that was found.
 */
function readableTexts(
  { found, sentences, mustSay, mustNotSay }: StoredResult,
  hidden: ReadonlySet<string>,
): Pick<TestResult, 'sentences' | 'mustSay' | 'mustNotSay'> {
  const hiddenPassages = new Set(
    found.filter(({ documentId }) => hidden.has(documentId)).map(({ passageId }) => passageId),
  );
  if (hiddenPassages.size === 0) return { sentences, mustSay, mustNotSay };
  const withoutText = (facts: TestResult['mustSay']) => facts.map((one) => ({ ...one, fact: '' }));
  return {
    sentences: sentences.map((one) =>
      one.passageIds.length > 0 && !one.passageIds.some((id) => hiddenPassages.has(id)) ? one : { ...one, text: '' },
    ),
    mustSay: withoutText(mustSay),
    mustNotSay: withoutText(mustNotSay),
  };
}

/** Most questions that a change of settings is tried on, so that saving stays a matter of seconds. */
const TRIED = 60;

async function figuresWith(setId: string, settings: KnowledgeSettingValues): Promise<TestFigures> {
  const results: StoredResult[] = [];
  for (const question of (await questionsOf(setId)).slice(0, TRIED))
    results.push(await measureQuestion(question, { settings, answers: 'quoted' }));
  return figuresOf(results);
}

const percent = (value: number) => `${Number((value * 100).toFixed(1))}%`;

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
      ['correct abstentions', old.abstention - fresh.abstention, old.abstention, fresh.abstention],
      ['facts', (old.facts ?? 0) - (fresh.facts ?? 0), old.facts ?? 0, fresh.facts ?? 0],
    ] as const;
    const worst = losses.find(([, loss]) => loss > maxLoss);
    if (worst)
      throw new AppError(
        'conflict',
        `The test set “${name}” would fall from ${percent(worst[2])} to ${percent(worst[3])} in ${worst[0]}. Save anyway, or choose other settings.`,
      );
  }
});
