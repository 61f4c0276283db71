/** Questions of test sets: written, imported, or proposed and reviewed. */
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertRow, query, transaction, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import {
  type ExpectedPassage,
  type knowledgeTests,
  MAX_TEST_QUESTIONS,
  type TestQuestion,
  type TestRun,
} from '../contract.ts';
import { isCheckable } from '../engine/facts.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, type Viewer, viewerValues, VISIBLE } from './access.ts';
import { findTestSet, requireTester, RUN_COLUMNS } from './test-sets.ts';

const NOUN = 'The question';
const RUNS_SHOWN = 20;
/** Proposed questions that wait in one set. */
export const MAX_WAITING_PROPOSALS = 100;

export type QuestionRow = Omit<TestQuestion, 'expected'> & { expected: ExpectedPassage[] };

const COLUMNS = `q.id, q.question, q.expected, q.must_say as "mustSay", q.must_not_say as "mustNotSay", q.state, q.origin`;

/** The questions of a set that count, in their order. */
export const questionsOf = (setId: string): Promise<QuestionRow[]> => readQuestions(setId, ['accepted']);

const readQuestions = (setId: string, states: readonly string[]) =>
  query<QuestionRow>(
    `select ${COLUMNS} from knowledge_test_questions q where q.set_id = $1 and q.state = any($2)
      order by q.id limit ${MAX_TEST_QUESTIONS + MAX_WAITING_PROPOSALS}`,
    [setId, states],
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
  return rows.map((row) => {
    const isReadable = row.expected.every(({ documentId }) => titles.has(documentId));
    return {
      ...row,
      // Facts, and the words of a proposal, are taken from the passage.
      ...(!isReadable && { mustSay: row.mustSay.map(() => ''), mustNotSay: row.mustNotSay.map(() => '') }),
      ...(!isReadable && row.state === 'proposed' && { question: '' }),
      expected: row.expected.map((one) => {
        const title = titles.get(one.documentId);
        return title === undefined ? { ...one, quote: '', title: 'Removed document' } : { ...one, title };
      }),
    };
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function readTestSet(id: string): Promise<ResponseOf<typeof knowledgeTests.get>> {
  const set = await findTestSet(id);
  const runs = await query<TestRun>(
    `select ${RUN_COLUMNS} from knowledge_test_runs r where r.set_id = $1 order by r.id desc limit ${RUNS_SHOWN}`,
    [id],
  );
  return { ...set, items: await withTitles(await readQuestions(id, ['accepted', 'proposed'])), runs };
}

/** @throws AppError `validation` for documents that are gone, and for facts that no one can look for */
async function requireSound({
  expected,
  mustSay,
  mustNotSay,
}: BodyOf<typeof knowledgeTests.addQuestion>): Promise<void> {
  const titles = await titlesOf(
    await currentViewer(),
    expected.map(({ documentId }) => documentId),
  );
  if (expected.some(({ documentId }) => !titles.has(documentId)))
    throw invalid('expected', 'A document was deleted. Choose another passage.');
  for (const [field, facts] of Object.entries({ mustSay, mustNotSay }))
    for (const fact of facts)
      if (!isCheckable(fact)) throw invalid(field, `“${fact}” holds no word that can be looked for.`);
  if (expected.length === 0 && mustSay.length > 0)
    throw invalid(
      'mustSay',
      'A question that nothing answers has no facts to say. Choose a passage, or remove the facts.',
    );
}

/** Takes one lock on the set, so that the limit holds. @throws AppError `conflict` at the limit */
export async function requireRoomIn(setId: string, more = 1): Promise<void> {
  await query('select 1 from knowledge_test_sets where id = $1 for update', [setId]);
  const { questions } = await findTestSet(setId);
  if (questions + more > MAX_TEST_QUESTIONS)
    throw new AppError('conflict', `A test set has at most ${MAX_TEST_QUESTIONS} questions.`);
}

const publishSet = () => publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);

/** Adds accepted questions. Runs in a transaction. @throws AppError `conflict` at the limit */
export async function insertQuestions(
  setId: string,
  rows: readonly (Omit<QuestionRow, 'id' | 'state'> & { state?: QuestionRow['state'] })[],
): Promise<string[]> {
  const accepted = rows.filter(({ state }) => state !== 'proposed').length;
  if (accepted > 0) await requireRoomIn(setId, accepted);
  const ids: string[] = [];
  for (const row of rows) {
    const id = newId();
    ids.push(id);
    await insertRow('knowledge_test_questions', { ...row, id, workspaceId: currentWorkspaceId(), setId });
  }
  await publishSet();
  return ids;
}

/** @throws AppError `not_found`, `forbidden`, `validation`; `conflict` at the limit */
export async function addTestQuestion(
  id: string,
  body: BodyOf<typeof knowledgeTests.addQuestion>,
): Promise<TestQuestion> {
  await findTestSet(id);
  await requireSound(body);
  const [added] = await transaction(() => insertQuestions(id, [{ ...body, origin: 'written' }]));
  return readQuestion(added!);
}

async function readQuestion(id: string): Promise<TestQuestion> {
  const { row } = await findQuestion(id);
  return (await withTitles([row]))[0]!;
}

/** @throws AppError `not_found`, `forbidden` */
async function findQuestion(id: string): Promise<{ row: QuestionRow; setId: string }> {
  const { workspaceId } = await requireTester();
  const [found] = await query<QuestionRow & { setId: string }>(
    `select ${COLUMNS}, q.set_id as "setId" from knowledge_test_questions q
      where q.id = $1 and q.workspace_id = $2 and q.state <> 'rejected'`,
    [id, workspaceId],
  );
  if (!found) throw notFound(NOUN);
  const { setId, ...row } = found;
  return { row, setId };
}

/** Changes a question; a proposed one is accepted with it. @throws AppError `not_found`, `forbidden`, `validation`, `conflict` */
export async function updateTestQuestion(
  id: string,
  body: BodyOf<typeof knowledgeTests.updateQuestion>,
): Promise<TestQuestion> {
  const { row, setId } = await findQuestion(id);
  await requireSound(body);
  await transaction(async () => {
    if (row.state === 'proposed') await requireRoomIn(setId);
    await updateRows('knowledge_test_questions', { ...body, state: 'accepted' }, { id });
    await publishSet();
  });
  return readQuestion(id);
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export async function acceptTestQuestion(id: string): Promise<TestQuestion> {
  const { row, setId } = await findQuestion(id);
  if (row.state === 'proposed')
    await transaction(async () => {
      await requireRoomIn(setId);
      await updateRows('knowledge_test_questions', { state: 'accepted' }, { id });
      await publishSet();
    });
  return readQuestion(id);
}

/** Deletes a question. A proposed one is remembered as rejected. @throws AppError `not_found`, `forbidden` */
export async function removeTestQuestion(id: string): Promise<void> {
  const { row } = await findQuestion(id);
  await transaction(async () => {
    if (row.state === 'proposed')
      // Its question alone stays, so that it is not proposed again.
      await updateRows('knowledge_test_questions', { state: 'rejected', expected: [], mustSay: [] }, { id });
    else await query('delete from knowledge_test_questions where id = $1', [id]);
    await publishSet();
  });
}
