/** Answers with proof: a model writes sentences, each of which must be supported by what it cites; else it is left out. */
import * as z from 'zod';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { creditsForRun, runAssistant } from '../../assistants/index.ts';
import type { AnswerSentence, CitedPassage, FoundPassage, KnowledgeAnswer, TestedSentence } from '../contract.ts';
import { keepSupported } from '../engine/support.ts';
import { indexedText } from './index/write.ts';
import { INSTRUCTIONS, passagesAsData } from './prompt.ts';

/** Passages that a model reads. */
export const READ_FOR_ANSWER = 8;
/** Passages that are quoted without one. */
const QUOTED = 4;
const BUDGET = { steps: 2, tokens: 24_000, seconds: 60 };
/** Share of the least coverage that a passage needs for a model to see it: it may see how near misses fit together. */
const NEAR_MISS = 0.5;

const ModelAnswer = z.object({
  sentences: z.array(z.object({ text: z.string().max(2_000), citations: z.array(z.number().int()).max(10) })).max(40),
});

export interface Draft {
  state: KnowledgeAnswer['state'];
  sentences: AnswerSentence[];
  passages: CitedPassage[];
  dropped: number;
  runId: string | null;
}

const cited = (passage: FoundPassage, n: number): CitedPassage => ({
  n,
  passageId: passage.id,
  documentId: passage.documentId,
  documentTitle: passage.documentTitle,
  sourceName: passage.sourceName,
  heading: passage.heading,
  place: passage.place,
  quote: passage.text,
  marks: passage.marks,
  // Read with the answer: see markRemoved.
  ocr: null,
  isRemoved: false,
});

/** The passages that answer a question without a model. */
export const quotedOf = (items: readonly FoundPassage[], minCoverage: number): FoundPassage[] =>
  items.filter(({ coverage }) => coverage >= minCoverage).slice(0, QUOTED);

/** Without a model nothing is asserted: the passages speak. */
export function quoteAnswer(items: readonly FoundPassage[], minCoverage: number): Draft {
  const passages = quotedOf(items, minCoverage).map((passage, at) => cited(passage, at + 1));
  return { state: passages.length > 0 ? 'quoted' : 'abstained', sentences: [], passages, dropped: 0, runId: null };
}

/**
 * Asks the model for an answer.
 * @returns the answer as it may be shown, and everything that was written, with what speaks against it
 * @throws AppError `unavailable`, `credits` of the model; the signal's reason when it fires
 */
export async function writeAnswer(
  question: string,
  items: readonly FoundPassage[],
  minCoverage: number,
  signal?: AbortSignal,
): Promise<{ draft: Draft; written: TestedSentence[] }> {
  const nothing: Draft = { state: 'abstained', sentences: [], passages: [], dropped: 0, runId: null };
  const read = items
    .filter(({ coverage }) => coverage >= minCoverage * NEAR_MISS)
    .map((item, at) => ({ item, n: at + 1 }));
  if (read.length === 0) return { draft: nothing, written: [] };
  const credits = await creditsForRun(currentWorkspaceId(), BUDGET.tokens);
  const result = await runAssistant({
    purpose: 'answer',
    instructions: INSTRUCTIONS,
    input: [
      {
        role: 'user',
        content: passagesAsData(
          question,
          read.map(({ item, n }) => ({ ...item, n })),
        ),
      },
    ],
    output: ModelAnswer,
    budget: { ...BUDGET, ...(credits !== undefined && { credits }) },
    ...(signal && { signal }),
  });
  const { kept, dropped } = keepSupported(
    result.output?.sentences ?? [],
    new Map(read.map(({ item, n }) => [n, indexedText(item.documentTitle, item.heading, item.text)])),
  );
  const passageIds = (citations: readonly number[]) => citations.map((n) => read[n - 1]!.item.id);
  const written = [
    ...kept.map(({ text, citations }) => ({ text, passageIds: passageIds(citations), fault: null })),
    ...dropped.map(({ text, citations, reason }) => ({ text, passageIds: passageIds(citations), fault: reason })),
  ];
  if (kept.length === 0) return { draft: { ...nothing, dropped: dropped.length, runId: result.runId }, written };
  // Only what is cited is kept, numbered by its place in the answer.
  const order = [...new Set(kept.flatMap(({ citations }) => citations))];
  const draft: Draft = {
    state: 'answered',
    dropped: dropped.length,
    runId: result.runId,
    sentences: kept.map(({ text, citations }) => ({ text, citations: citations.map((n) => order.indexOf(n) + 1) })),
    passages: order.map((n, at) => cited(read[n - 1]!.item, at + 1)),
  };
  return { draft, written };
}
