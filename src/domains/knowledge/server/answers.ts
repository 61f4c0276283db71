/** Questions of people with their answers: kept, rated, and counted as gaps where nothing answered them. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  currentWorkspaceId,
  deleteRows,
  execute,
  insertIfNew,
  query,
  selectRow,
  transaction,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { hasModel } from '../../assistants/index.ts';
import type { AnswerGap, KnowledgeAnswer, knowledgeAnswers } from '../contract.ts';
import { questionKey } from '../engine/question.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, requireManager, viewerValues, VISIBLE } from './access.ts';
import { OCR } from './documents.ts';
import { quoteAnswer, READ_FOR_ANSWER, writeAnswer } from './draft-answer.ts';
import { searchKnowledge } from './search.ts';
import { readIndex } from './settings.ts';

/**
 * Answers under the id that the caller chose; one that is there is the answer. A PUT, because a POST runs in the
 * transaction of its idempotency key, which a model would hold open for a minute.
 * @throws AppError `not_found` for a source that the caller may not read, or another's id; `unavailable`, `credits` of
 *   the model
 */
export async function askKnowledge(
  { id, question, sourceId }: { id: string; question: string; sourceId?: string | undefined },
  { userId }: Caller,
): Promise<KnowledgeAnswer> {
  const workspaceId = currentWorkspaceId();
  if (await selectRow('knowledge_answers', ['id'], { id, workspaceId })) return readAnswer(id, userId);
  const { items } = await searchKnowledge({ question, sourceId, most: READ_FOR_ANSWER });
  const { settings } = await readIndex();
  const draft = (await hasModel(workspaceId))
    ? (await writeAnswer(question, items, settings.minCoverage)).draft
    : quoteAnswer(items, settings.minCoverage);
  await transaction(async () => {
    await insertIfNew('knowledge_answers', {
      ...draft,
      id,
      workspaceId,
      userId,
      question,
      questionKey: questionKey(question),
      searched: await extentOf(sourceId),
      gap: draft.state === 'abstained' ? 'open' : 'none',
    });
    await publishPaths(workspaceId, [KNOWLEDGE.answers, KNOWLEDGE.status]);
  });
  return readAnswer(id, userId);
}

/** How much was searched, so that an empty answer says where nothing was found. */
async function extentOf(sourceId: string | undefined): Promise<KnowledgeAnswer['searched']> {
  const [row] = await query<KnowledgeAnswer['searched']>(
    `select count(distinct s.id)::int as sources, count(d.id)::int as documents, coalesce(sum(d.passages), 0)::int as passages
      from knowledge_sources s left join knowledge_documents d on d.source_id = s.id
      where ${VISIBLE} and ($4::uuid is null or s.id = $4)`,
    [...viewerValues(await currentViewer()), sourceId ?? null],
  );
  return row!;
}

const COLUMNS = `a.id, a.question, a.state, a.sentences, a.passages, a.dropped, a.searched, a.helpful, a.comment,
  a.created_at as "createdAt"`;

/** Citations whose passage was deleted or replaced since, or may no longer be read by the caller. */
async function markRemoved(answers: KnowledgeAnswer[]): Promise<KnowledgeAnswer[]> {
  const ids = answers.flatMap(({ passages }) => passages.map(({ passageId }) => passageId));
  if (ids.length === 0) return answers;
  const viewer = await currentViewer();
  const rows = await query<{ id: string; ocr: number | null }>(
    `select p.id, ${OCR} as ocr from knowledge_passages p join knowledge_sources s on s.id = p.source_id where ${VISIBLE} and p.id = any($4)`,
    [...viewerValues(viewer), ids],
  );
  const readable = await query<{ id: string }>(
    `select d.id from knowledge_documents d join knowledge_sources s on s.id = d.source_id where ${VISIBLE} and d.id = any($4)`,
    [...viewerValues(viewer), answers.flatMap(({ passages }) => passages.map(({ documentId }) => documentId))],
  );
  const present = new Map(rows.map(({ id, ocr }) => [id, ocr]));
  const documents = new Set(readable.map(({ id }) => id));
  return answers.map((answer) => {
    const lost = new Set(answer.passages.filter(({ documentId }) => !documents.has(documentId)).map(({ n }) => n));
    return {
      ...answer,
      passages: answer.passages.map((passage) => ({
        ...passage,
        ocr: present.get(passage.passageId) ?? null,
        isRemoved: !present.has(passage.passageId),
        ...(lost.has(passage.n) && { quote: '', heading: '', marks: [], documentTitle: 'Removed document' }),
      })),
      sentences: answer.sentences.map((sentence) =>
        sentence.citations.every((n) => lost.has(n))
          ? { ...sentence, text: 'This was removed with its document.' }
          : sentence,
      ),
    };
  });
}

/** @throws AppError `not_found`, also for another person's */
export async function readAnswer(id: string, userId: string): Promise<KnowledgeAnswer> {
  const rows = await query<KnowledgeAnswer>(
    `select ${COLUMNS} from knowledge_answers a where a.id = $1 and a.workspace_id = $2 and a.user_id = $3`,
    [id, currentWorkspaceId(), userId],
  );
  if (rows.length === 0) throw notFound('The question');
  return (await markRemoved(rows))[0]!;
}

export async function listAnswers(
  { cursor, limit }: QueryOf<typeof knowledgeAnswers.list>,
  { userId }: Caller,
): Promise<ResponseOf<typeof knowledgeAnswers.list>> {
  const [before] = unpackCursor(cursor, UUID) ?? [];
  const rows = await query<KnowledgeAnswer>(
    `select ${COLUMNS} from knowledge_answers a where a.workspace_id = $1 and a.user_id = $2
      and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
    [currentWorkspaceId(), userId, before ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return { ...page, items: await markRemoved(page.items) };
}

/** An answer that did not help is a gap. @throws AppError `not_found` */
export async function rateAnswer(
  id: string,
  { helpful, comment }: { helpful: boolean; comment: string },
  { userId }: Caller,
): Promise<KnowledgeAnswer> {
  await transaction(async () => {
    const changed = await execute(
      `update knowledge_answers set helpful = $4, comment = $5,
          gap = case when not $4 then 'open' when state = 'abstained' then gap else 'none' end
        where id = $1 and workspace_id = $2 and user_id = $3`,
      [id, currentWorkspaceId(), userId, helpful, comment],
    );
    if (changed === 0) throw notFound('The question');
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.answers, KNOWLEDGE.status]);
  });
  return readAnswer(id, userId);
}

/** @throws AppError `not_found` */
export async function removeAnswer(id: string, { userId }: Caller): Promise<void> {
  await transaction(async () => {
    const workspaceId = currentWorkspaceId();
    if ((await deleteRows('knowledge_answers', { id, workspaceId, userId })) === 0) throw notFound('The question');
    await publishPaths(workspaceId, [KNOWLEDGE.answers, KNOWLEDGE.status]);
  });
}

/** @throws AppError `forbidden` */
export async function listGaps(limit: number): Promise<{ items: AnswerGap[] }> {
  requireManager(await currentViewer());
  const items = await query<AnswerGap>(
    `select (array_agg(id order by id desc))[1] as id, (array_agg(question order by id desc))[1] as question,
        count(*)::int as times, count(distinct user_id)::int as people,
        case when bool_or(state = 'abstained') then 'abstained' else 'unhelpful' end as reason,
        coalesce((array_agg(comment order by id desc) filter (where comment <> ''))[1], '') as comment,
        max(created_at) as "lastAt"
      from knowledge_answers where workspace_id = $1 and gap = 'open'
      group by question_key order by times desc, max(id::text) desc limit $2`,
    [currentWorkspaceId(), limit],
  );
  return { items };
}

/** Closes all questions of the gap. @throws AppError `not_found`, `forbidden` */
export async function closeGap(id: string): Promise<void> {
  requireManager(await currentViewer());
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    const [row] = await query<{ key: string }>(
      `select question_key as key from knowledge_answers where id = $1 and workspace_id = $2 and gap <> 'none'`,
      [id, workspaceId],
    );
    if (!row) throw notFound('The answer gap');
    await closeGaps(row.key);
  });
}

/** Closes the open gaps of a question. Runs in a transaction. */
export async function closeGaps(key: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await execute(
    `update knowledge_answers set gap = 'closed' where workspace_id = $1 and question_key = $2 and gap = 'open'`,
    [workspaceId, key],
  );
  await publishPaths(workspaceId, [KNOWLEDGE.answers, KNOWLEDGE.status, '/api/knowledge/gaps']);
}
