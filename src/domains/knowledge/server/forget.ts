/** What deleting a document takes out of answers: quotations of it, and sentences that rest on it alone. */
import { currentWorkspaceId, execute, query, updateRows } from '../../../server/db/index.ts';
import type { AnswerSentence, CitedPassage, TestedSentence } from '../contract.ts';

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
  await forgetTested(documentIds);
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

interface TestedRun {
  id: string;
  results: { sentences?: TestedSentence[]; found: { documentId: string; passageId: string }[] }[];
}

/** Blanks what models wrote in test runs from passages of deleted documents. */
async function forgetTested(documentIds: readonly string[]): Promise<void> {
  const gone = new Set(documentIds);
  const runs = await query<TestedRun>(
    `select id, results from knowledge_test_runs where workspace_id = $1 and answers = 'written' and exists (
      select 1 from unnest($2::text[]) d where results @> jsonb_build_array(jsonb_build_object('found',
        jsonb_build_array(jsonb_build_object('documentId', d)))))`,
    [currentWorkspaceId(), documentIds],
  );
  for (const { id, results } of runs) {
    const left = results.map((result) => {
      const removed = new Set(result.found.filter((one) => gone.has(one.documentId)).map((one) => one.passageId));
      const sentences = result.sentences?.map((one) =>
        one.passageIds.some((passage) => removed.has(passage)) ? { ...one, text: '' } : one,
      );
      return { ...result, ...(sentences && { sentences }) };
    });
    await updateRows('knowledge_test_runs', { results: left }, { id });
  }
}
