/** Finds passages: only those that the caller may read, whatever the index proposes. */
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { FoundPassage, KnowledgeSettingValues } from '../contract.ts';
import {
  alternativesOf,
  coverageOf,
  editDistance,
  marksIn,
  namingTerms,
  oneSlipAway,
  questionTerms,
} from '../engine/question.ts';
import { rank, type RankSettings } from '../engine/rank.ts';
import { termsOf } from '../engine/terms.ts';
import { currentViewer, type Viewer, viewerValues, VISIBLE } from './access.ts';
import { DatabaseIndex } from './index/database-index.ts';
import { questionVector } from './index/embed.ts';
import { indexedText } from './index/write.ts';
import { rankSettingsOf, readIndex } from './settings.ts';

export interface SearchRequest {
  question: string;
  sourceId?: string | undefined;
  since?: string | undefined;
  most: number;
  signal?: AbortSignal;
  /** Instead of the workspace's settings: a test compares them. */
  settings?: KnowledgeSettingValues;
}

export interface SearchResult {
  items: FoundPassage[];
  corrected: { from: string; to: string }[];
  milliseconds: number;
}

interface Row extends Omit<FoundPassage, 'score' | 'coverage' | 'marks'> {
  number: number;
  indexedTitle: string;
}

/** @throws AppError `not_found` for a source that the caller may not read */
export async function searchKnowledge({
  question,
  sourceId,
  since,
  most,
  signal,
  settings: given,
}: SearchRequest): Promise<SearchResult> {
  const began = performance.now();
  const viewer = await currentViewer();
  const [state, allowed] = await Promise.all([readIndex(), allowedSources(viewer, sourceId)]);
  const settings = given ?? state.settings;
  // It is made in another thread while the words are looked up.
  const vector =
    settings.embeddingWeight > 0 ? questionVector(question, state.model, signal) : Promise.resolve(undefined);
  vector.catch(() => undefined);
  const averageLength = state.passages > 0 ? state.length / state.passages : 0;
  const index = new DatabaseIndex({ ...state, averageLength }, vector, allowed);
  const { terms, corrected } = await correct(index, questionTerms(question, settings.synonyms));
  const ranked = await rank(index, terms, {
    settings: rankSettingsOf(settings) satisfies RankSettings,
    // Some may turn out to be older than wanted, or deleted a moment ago.
    most: since ? most * 10 : most + 20,
    ...(allowed && { allowed }),
  });
  const rows = await readRows(
    viewer,
    ranked.map(({ number }) => number),
    since,
  );
  const rarity = await rarityOf(index, namingTerms(questionTerms(question, [])), corrected);
  const alternatives = alternativesOf(question, settings.synonyms);
  const present = ranked.filter(({ number }) => rows.has(number)).slice(0, most);
  const items = present.map(({ number, score }): FoundPassage => {
    const { number: _number, indexedTitle, ...passage } = rows.get(number)!;
    const held = new Set(termsOf(indexedText(indexedTitle, passage.heading, passage.text)));
    const coverage = coverageOf(held, rarity, alternatives);
    return { ...passage, score, coverage, marks: marksIn(passage.text, terms) };
  });
  return { items, corrected, milliseconds: Math.round(performance.now() - began) };
}

/** Numbers of the sources that are searched; undefined: all of the workspace. */
async function allowedSources(viewer: Viewer, sourceId: string | undefined): Promise<ReadonlySet<number> | undefined> {
  const rows = await query<{ id: string; number: number; visible: boolean }>(
    `select s.id, s.number, ${VISIBLE} as visible from knowledge_sources s where s.workspace_id = $1`,
    viewerValues(viewer),
  );
  if (sourceId === undefined)
    return rows.every(({ visible }) => visible)
      ? undefined
      : new Set(rows.flatMap(({ number, visible }) => (visible ? [number] : [])));
  const one = rows.find(({ id, visible }) => visible && id === sourceId);
  if (!one) throw notFound('The source');
  return new Set([one.number]);
}

async function readRows(
  viewer: Viewer,
  numbers: readonly number[],
  since: string | undefined,
): Promise<Map<number, Row>> {
  const rows = await query<Row>(
    `select p.number, p.id, p.position, p.heading, p.place, p.page, p.text, d.id as "documentId",
        d.title as "documentTitle", d.indexed_title as "indexedTitle", d.changed_at as "changedAt",
        s.id as "sourceId", s.name as "sourceName"
      from knowledge_passages p join knowledge_documents d on d.id = p.document_id
      join knowledge_sources s on s.id = p.source_id
      where p.workspace_id = $1 and p.number = any($4) and ${VISIBLE}
        and ($5::timestamptz is null or d.changed_at >= $5)`,
    [...viewerValues(viewer), numbers, since ?? null],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Shortest word that is corrected, and characters that a corrected one shares at its start. */
const SHORTEST = 4;
const PREFIX = 2;
/** Letters of a word in which two slips are forgiven. */
const LONG = 8;
const MOST_NEIGHBORS = 5_000;
const MOST_CORRECTIONS = 5;

/** Puts the likeliest word of the index in the place of one that is in no passage. */
async function correct(
  index: DatabaseIndex,
  terms: Map<string, number>,
): Promise<{ terms: Map<string, number>; corrected: SearchResult['corrected'] }> {
  const known = await index.postings([...terms.keys()]);
  const corrected: SearchResult['corrected'] = [];
  const result = new Map<string, number>();
  for (const [term, weight] of terms) {
    const near = known.has(term) || !/^[\p{L}']+$/u.test(term) ? undefined : await likelyTerm(index, term);
    if (near) corrected.push({ from: term, to: near });
    result.set(near ?? term, (result.get(near ?? term) ?? 0) + weight);
  }
  return { terms: result, corrected };
}

/** The nearest word of the passages that may be found; of equally near ones the more frequent. */
async function likelyTerm(index: DatabaseIndex, term: string): Promise<string | undefined> {
  if (term.length < SHORTEST) return undefined;
  // The word as it was meant may have another stem: "replacemnt" has none, "replacement" is "replac".
  const slips = oneSlipAway(term);
  slips.delete(term);
  let near = await mostFrequent([...slips], term);
  if (near.length === 0 && term.length >= LONG) near = await mostFrequent(await twoSlipsAway(term), term);
  for (const other of near) if (await index.mayFind(other)) return other;
  return undefined;
}

/** Those of the terms that are in passages: first what begins with the same letter, then by frequency. */
async function mostFrequent(terms: readonly string[], like: string): Promise<string[]> {
  if (terms.length === 0) return [];
  const rows = await query<{ term: string }>(
    `select term from knowledge_postings where workspace_id = $1 and term = any($2)
      group by term order by left(term, 1) = $3 desc, sum(length(data)) desc limit ${MOST_CORRECTIONS}`,
    [currentWorkspaceId(), terms, like.slice(0, 1)],
  );
  return rows.map(({ term }) => term);
}

/** Words that begin alike and differ by two letters. */
async function twoSlipsAway(term: string): Promise<string[]> {
  const start = term.slice(0, PREFIX);
  // Each word is looked up after the one before it: its rows, of which a common word has hundreds, are not read.
  const rows = await query<{ term: string }>(
    `with recursive words (term) as (
        (select term from knowledge_postings where workspace_id = $1 and term >= $2 and term < $3 order by term limit 1)
        union all
        select (select p.term from knowledge_postings p
            where p.workspace_id = $1 and p.term > w.term and p.term < $3 order by p.term limit 1)
          from words w where w.term is not null)
      select term from words where term is not null limit ${MOST_NEIGHBORS}`,
    [currentWorkspaceId(), start, `${start}\u{10FFFF}`],
  );
  return rows.map((row) => row.term).filter((other) => editDistance(term, other, 2) <= 2);
}

/** How much each word of the question counts, by how few passages hold it. */
async function rarityOf(
  index: DatabaseIndex,
  terms: ReadonlyMap<string, number>,
  corrected: SearchResult['corrected'],
): Promise<Map<string, number>> {
  const replaced = new Map(corrected.map(({ from, to }) => [from, to]));
  const looked = [...terms.keys()].map((term) => replaced.get(term) ?? term);
  const postings = await index.postings(looked);
  return new Map(
    looked.map((term) => {
      const found = postings.get(term)?.numbers.length ?? 0;
      return [term, Math.log(1 + (index.passages - found + 0.5) / (found + 0.5))];
    }),
  );
}
