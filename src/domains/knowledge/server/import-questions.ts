/** Questions of a file: each row is checked against the documents, shown, and added when it is good. */
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { query, transaction } from '../../../server/db/index.ts';
import { type ImportedQuestion, type knowledgeTests, MAX_TEST_QUESTIONS, NewTestQuestion } from '../contract.ts';
import { isCheckable } from '../engine/facts.ts';
import { questionKey } from '../engine/question.ts';
import { type FileRow, parseQuestionFile } from '../engine/question-file.ts';
import { isExpected } from '../engine/test-set.ts';
import { currentViewer, viewerValues, VISIBLE } from './access.ts';
import { insertQuestions, questionsOf } from './test-questions.ts';
import { findTestSet } from './test-sets.ts';

/** Passages of a document that words are looked for in. */
const MAX_LOOKED_AT = 20_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws AppError `not_found`, `forbidden`; `validation` for a file that cannot be read at all */
export async function importQuestions(
  id: string,
  { format, text, commit }: BodyOf<typeof knowledgeTests.importQuestions>,
): Promise<ResponseOf<typeof knowledgeTests.importQuestions>> {
  await findTestSet(id);
  const rows = parseQuestionFile(format, text.replaceAll('\0', ''));
  return transaction(async () => {
    // Two imports at once see each other's questions.
    await query('select 1 from knowledge_test_sets where id = $1 for update', [id]);
    const checked = await checkRows(id, rows);
    const good = checked.filter(({ problems }) => problems.length === 0);
    if (!commit || good.length === 0) return { rows: checked, added: 0 };
    await insertQuestions(
      id,
      good.map(({ question, expected, mustSay, mustNotSay }) => ({
        question,
        expected: expected.map(({ documentId, quote }) => ({ documentId, quote })),
        mustSay,
        mustNotSay,
        origin: 'imported' as const,
      })),
    );
    return { rows: checked, added: good.length };
  });
}

async function checkRows(setId: string, rows: readonly FileRow[]): Promise<ImportedQuestion[]> {
  const present = await questionsOf(setId);
  const keys = new Map(present.map(({ question }) => [questionKey(question), 0]));
  const documents = new Documents();
  let room = MAX_TEST_QUESTIONS - present.length;
  const checked: ImportedQuestion[] = [];
  for (const row of rows) {
    const problems = [...row.problems];
    const expected: ImportedQuestion['expected'] = [];
    if (problems.length === 0) {
      for (const place of row.expected) {
        const found = await documents.find(place);
        if ('problem' in found) problems.push(found.problem);
        else expected.push(found);
      }
      problems.push(...rowProblems(row));
      const key = questionKey(row.question);
      const earlier = keys.get(key);
      if (row.question !== '' && earlier !== undefined)
        problems.push(earlier === 0 ? 'The set has this question.' : `Row ${earlier} asks the same.`);
      else keys.set(key, row.line);
    }
    if (problems.length === 0 && room <= 0) problems.push(`A test set has at most ${MAX_TEST_QUESTIONS} questions.`);
    if (problems.length === 0) room -= 1;
    const { line, question, mustSay, mustNotSay } = row;
    checked.push({ line, question, expected, mustSay, mustNotSay, problems });
  }
  return checked;
}

/** What the contract says of a question, and what facts need. */
function rowProblems({ question, expected, mustSay, mustNotSay }: FileRow): string[] {
  const parsed = NewTestQuestion.omit({ expected: true }).safeParse({ question, mustSay, mustNotSay });
  const problems = parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))];
  for (const fact of [...mustSay, ...mustNotSay])
    if (!isCheckable(fact)) problems.push(`“${fact}” holds no word that can be looked for.`);
  if (expected.length === 0 && mustSay.length > 0)
    problems.push('Name the document that answers, or remove the facts to say.');
  return problems;
}

interface Candidate {
  id: string;
  title: string;
}

/** Documents by their titles, as the caller may read them. */
class Documents {
  readonly #byName = new Map<string, Candidate[]>();
  readonly #texts = new Map<string, string[]>();

  /** The document with the words, or why there is none. */
  async find({
    document,
    words,
  }: {
    document: string;
    words: string;
  }): Promise<ImportedQuestion['expected'][number] | { problem: string }> {
    if (document === '') return { problem: 'Name the document that the words are in.' };
    if (words.length > 2_000) return { problem: 'Use at most 2,000 characters of words.' };
    const named = await this.#named(document);
    if (named.length === 0) return { problem: `No document that you may read is called “${document}”.` };
    const holding: Candidate[] = [];
    for (const one of named) if (await this.#holds(one.id, words)) holding.push(one);
    if (holding.length === 0) return { problem: `“${document}” has no passage with these words.` };
    if (holding.length > 1)
      return { problem: `${holding.length} documents are called “${document}”. Use the id of one, or other words.` };
    return { documentId: holding[0]!.id, title: holding[0]!.title, quote: words };
  }

  async #named(name: string): Promise<Candidate[]> {
    const known = this.#byName.get(name);
    if (known) return known;
    const found = await query<Candidate>(
      `select d.id, d.title from knowledge_documents d join knowledge_sources s on s.id = d.source_id
        where ${VISIBLE} and (lower(d.title) = lower($4) or d.outer_key = $4 or d.id = $5) order by d.id limit 20`,
      [...viewerValues(await currentViewer()), name, UUID.test(name) ? name : null],
    );
    this.#byName.set(name, found);
    return found;
  }

  async #holds(documentId: string, words: string): Promise<boolean> {
    if (words === '') return true;
    let texts = this.#texts.get(documentId);
    if (!texts) {
      const rows = await query<{ text: string }>(
        'select text from knowledge_passages where document_id = $1 order by position limit $2',
        [documentId, MAX_LOOKED_AT],
      );
      texts = rows.map(({ text }) => text);
      this.#texts.set(documentId, texts);
    }
    return texts.some((text) => isExpected({ documentId, text }, { documentId, quote: words }));
  }
}
