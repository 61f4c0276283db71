/** Verified answers: a source of their own, so that they are found like everything else. */
import { newId } from '../../../kernel/ids.ts';
import { insertRow, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { questionKey } from '../engine/question.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, requireManager } from './access.ts';
import { closeGaps } from './answers.ts';
import { addNote } from './documents.ts';
import { lockIndex, nextSourceNumber } from './index/write.ts';

/** @throws AppError `forbidden`, `conflict` */
export async function verifyAnswer({
  question,
  answer,
}: {
  question: string;
  answer: string;
}): Promise<{ documentId: string }> {
  requireManager(await currentViewer());
  return transaction(async () => {
    const { id } = await addNote(await answersSource(), { title: question.slice(0, 300), text: answer });
    await closeGaps(questionKey(question));
    return { documentId: id };
  });
}

/** The source of verified answers, made with the first of them. */
export async function answersSource(): Promise<string> {
  const { workspaceId, userId } = await currentViewer();
  await lockIndex();
  const [found] = await query<{ id: string }>(
    `select id from knowledge_sources where workspace_id = $1 and kind = 'answers' order by id limit 1`,
    [workspaceId],
  );
  if (found) return found.id;
  const id = newId();
  const number = await nextSourceNumber();
  await insertRow('knowledge_sources', {
    id,
    workspaceId,
    number,
    kind: 'answers',
    name: 'Verified answers',
    ownerId: userId,
  });
  await publishPaths(workspaceId, [KNOWLEDGE.sources]);
  return id;
}
