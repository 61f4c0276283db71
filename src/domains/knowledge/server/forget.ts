/** What deleting a document takes out of answers: quotations of it, and sentences that rest on it alone. */
import { currentWorkspaceId, execute, query, updateRows } from '../../../server/db/index.ts';
import type { AnswerSentence, CitedPassage } from '../contract.ts';

interface Row {
  id: string;
  sentences: AnswerSentence[];
  passages: CitedPassage[];
}

const REMOVED = 'This was removed with its document.';

/** Blanks quotations of deleted documents in stored answers. Runs in the transaction that deletes them. */
export async function forgetQuotations(documentIds: readonly string[]): Promise<void> {
  const gone = new Set(documentIds);
  await execute(
    `update knowledge_test_questions q set expected = (
        select jsonb_agg(case when e ->> 'documentId' = any($2) then e || '{"quote": ""}' else e end)
          from jsonb_array_elements(q.expected) e)
      where q.workspace_id = $1 and exists (
        select 1 from jsonb_array_elements(q.expected) e where e ->> 'documentId' = any($2))`,
    [currentWorkspaceId(), documentIds],
  );
  for (const documentId of documentIds) {
    const rows = await query<Row>(
      `select id, sentences, passages from knowledge_answers where workspace_id = $1 and passages @> $2::jsonb`,
      [currentWorkspaceId(), JSON.stringify([{ documentId, isRemoved: false }])],
    );
    for (const { id, sentences, passages } of rows) {
      const left = passages.map((passage) =>
        gone.has(passage.documentId)
          ? { ...passage, quote: '', heading: '', marks: [], documentTitle: 'Removed document', isRemoved: true }
          : passage,
      );
      const removed = new Set(left.filter(({ isRemoved }) => isRemoved).map(({ n }) => n));
      const said = sentences.map((sentence) =>
        sentence.citations.every((n) => removed.has(n)) ? { ...sentence, text: REMOVED } : sentence,
      );
      await updateRows('knowledge_answers', { passages: left, sentences: said }, { id });
    }
  }
}
