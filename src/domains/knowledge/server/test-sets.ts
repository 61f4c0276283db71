/** Test sets and their questions, for those who manage knowledge. */
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, deleteRows, insertRow, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import {
  type ExpectedPassage,
  type knowledgeTests,
  MAX_TEST_QUESTIONS,
  MAX_TEST_SETS,
  type TestQuestion,
  type TestRun,
  type TestSet,
} from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, requireManager, type Viewer, viewerValues, VISIBLE } from './access.ts';

const NOUN = 'The test set';
const RUNS_SHOWN = 20;

export const RUN_COLUMNS = `r.id, r.label, r.settings, r.state, r.error, r.figures, r.model, r.created_at as "createdAt"`;
const COLUMNS = `t.id, t.name, t.max_loss as "maxLoss", t.version,
  (select count(*)::int from knowledge_test_questions q where q.set_id = t.id) as questions,
  (select row_to_json(one) from (select ${RUN_COLUMNS} from knowledge_test_runs r
    where r.set_id = t.id order by r.id desc limit 1) one) as "lastRun"`;

export async function requireTester(): Promise<Viewer> {
  const viewer = await currentViewer();
  requireManager(viewer);
  return viewer;
}

const toSet = (row: TestSet): TestSet => ({ ...row, lastRun: row.lastRun && withInstant(row.lastRun) });
/** JSON made by the database writes instants with an offset. */
const withInstant = (run: TestRun): TestRun => ({ ...run, createdAt: new Date(run.createdAt).toISOString() });

/** @throws AppError `forbidden` */
export async function listTestSets(): Promise<{ items: TestSet[] }> {
  const { workspaceId } = await requireTester();
  const rows = await query<TestSet>(
    `select ${COLUMNS} from knowledge_test_sets t where t.workspace_id = $1 order by t.id desc limit ${MAX_TEST_SETS}`,
    [workspaceId],
  );
  return { items: rows.map(toSet) };
}

/** @throws AppError `not_found`, `forbidden` */
export async function findTestSet(id: string): Promise<TestSet> {
  const { workspaceId } = await requireTester();
  const [row] = await query<TestSet>(
    `select ${COLUMNS} from knowledge_test_sets t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  );
  if (!row) throw notFound(NOUN);
  return toSet(row);
}

/** @throws AppError `forbidden`; `conflict` at the limit */
export async function createTestSet(body: BodyOf<typeof knowledgeTests.create>, { userId }: Caller): Promise<TestSet> {
  const { workspaceId } = await requireTester();
  const { items } = await listTestSets();
  if (items.length >= MAX_TEST_SETS)
    throw new AppError('conflict', `You have reached the limit of ${MAX_TEST_SETS} test sets.`);
  const id = newId();
  await transaction(async () => {
    await insertRow('knowledge_test_sets', { ...body, id, workspaceId, createdBy: userId });
    await publishPaths(workspaceId, [KNOWLEDGE.tests]);
  });
  return findTestSet(id);
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export async function updateTestSet(
  id: string,
  { name, maxLoss, version }: BodyOf<typeof knowledgeTests.update>,
): Promise<TestSet> {
  await findTestSet(id);
  await transaction(async () => {
    const [row] = await query(
      `update knowledge_test_sets set name = $3, max_loss = $4, version = version + 1
        where id = $1 and version = $2 returning 1`,
      [id, version, name, maxLoss],
    );
    if (!row)
      throw new AppError('stale', 'Someone changed this test set in the meantime.', { details: await findTestSet(id) });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  return findTestSet(id);
}

/** @throws AppError `not_found`, `forbidden` */
export async function removeTestSet(id: string): Promise<void> {
  const { workspaceId } = await requireTester();
  await transaction(async () => {
    if ((await deleteRows('knowledge_test_sets', { id, workspaceId })) === 0) throw notFound(NOUN);
    await publishPaths(workspaceId, [KNOWLEDGE.tests]);
  });
}

interface QuestionRow {
  id: string;
  question: string;
  expected: ExpectedPassage[];
}

/** The questions of a set, in their order. */
export const questionsOf = (setId: string): Promise<QuestionRow[]> =>
  query<QuestionRow>(
    `select id, question, expected from knowledge_test_questions where set_id = $1 order by id limit ${MAX_TEST_QUESTIONS}`,
    [setId],
  );

/** Titles of documents that the caller may read. */
export async function titlesOf(viewer: Viewer, documentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ id: string; title: string }>(
    `select d.id, d.title from knowledge_documents d join knowledge_sources s on s.id = d.source_id
      where ${VISIBLE} and d.id = any($4)`,
    [...viewerValues(viewer), documentIds],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function withTitles(rows: readonly QuestionRow[]): Promise<TestQuestion[]> {
  const titles = await titlesOf(
    await currentViewer(),
    rows.flatMap(({ expected }) => expected.map(({ documentId }) => documentId)),
  );
  return rows.map((row) => ({
    ...row,
    expected: row.expected.map((one) => {
      const title = titles.get(one.documentId);
      return title === undefined ? { ...one, quote: '', title: 'Removed document' } : { ...one, title };
    }),
  }));
}

/** @throws AppError `not_found`, `forbidden` */
export async function readTestSet(id: string): Promise<ResponseOf<typeof knowledgeTests.get>> {
  const set = await findTestSet(id);
  const runs = await query<TestRun>(
    `select ${RUN_COLUMNS} from knowledge_test_runs r where r.set_id = $1 order by r.id desc limit ${RUNS_SHOWN}`,
    [id],
  );
  return { ...set, items: await withTitles(await questionsOf(id)), runs };
}

/** @throws AppError `not_found`, `forbidden`, `validation`; `conflict` at the limit */
export async function addTestQuestion(
  id: string,
  { question, expected }: BodyOf<typeof knowledgeTests.addQuestion>,
): Promise<TestQuestion> {
  const set = await findTestSet(id);
  if (set.questions >= MAX_TEST_QUESTIONS)
    throw new AppError('conflict', `A test set has at most ${MAX_TEST_QUESTIONS} questions.`);
  const titles = await titlesOf(
    await currentViewer(),
    expected.map(({ documentId }) => documentId),
  );
  if (expected.some(({ documentId }) => !titles.has(documentId)))
    throw invalid('expected', 'A document was deleted. Choose another passage.');
  const row = { id: newId(), question, expected };
  await transaction(async () => {
    await insertRow('knowledge_test_questions', { ...row, workspaceId: currentWorkspaceId(), setId: id });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  return (await withTitles([row]))[0]!;
}

/** @throws AppError `not_found`, `forbidden` */
export async function removeTestQuestion(id: string): Promise<void> {
  const { workspaceId } = await requireTester();
  await transaction(async () => {
    if ((await deleteRows('knowledge_test_questions', { id, workspaceId })) === 0) throw notFound('The question');
    await publishPaths(workspaceId, [KNOWLEDGE.tests]);
  });
}
