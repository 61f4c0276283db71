/**
 * Finds passages of the manual and records for a question: as the assistant's tools, and as the answer without a model.
 */
import { KINDS, RECORD_KINDS } from '../../../../records/contract/kinds.ts';
import { callRoute, mayCall } from '../../../../server/http/call-route.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { findRoute } from '../../../../server/http/route.ts';
import { type FoundPassage, knowledgeDocuments } from '../../../knowledge/contract.ts';
import { manual, type ManualPassage } from '../../../manual/contract.ts';
import type { FoundRecord, Source } from '../../contract.ts';
import { recordName } from '../../engine/record-labels.ts';
import { searchWords } from '../../engine/search-words.ts';

const MAX_QUESTION = 300;
const RECORDS_PER_KIND = 3;
const MAX_RECORDS = 8;

/** Passages that a model reads. */
const PASSAGES = 5;

async function passagesOf(call: 'search' | 'answer', query: object, caller: Caller): Promise<ManualPassage[]> {
  const { method, path } = manual[call];
  const route = findRoute(method, path);
  if (!route) return [];
  const { items } = (await callRoute(route, caller, { query })) as { items: ManualPassage[] };
  return items;
}

/** Passages of the knowledge base that the caller may read. */
async function knowledgeFor(question: string, caller: Caller): Promise<FoundPassage[]> {
  const route = findRoute(knowledgeDocuments.search.method, knowledgeDocuments.search.path);
  if (!route || !mayCall(route, caller)) return [];
  const query = { q: question.slice(0, MAX_QUESTION), limit: PASSAGES };
  const { items } = (await callRoute(route, caller, { query })) as { items: FoundPassage[] };
  return items;
}

const toSource = ({ id, documentId, documentTitle, heading, place, text }: FoundPassage): Omit<Source, 'n'> => ({
  slug: '',
  page: documentTitle,
  heading: heading || place,
  anchor: id,
  quote: text,
  text,
  path: `/knowledge-base-unified?document=${documentId}&passage=${id}`,
});

interface ReadPassage {
  number: number;
  page: string;
  heading: string;
  text: string;
}

/** Passages of the manual and the knowledge base, numbered on from those that were read before. */
export class PassageReader {
  readonly sources: Source[] = [];
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** As the tool `search_manual` gives them to a model. */
  async searchManual(q: string): Promise<{ passages: ReadPassage[] }> {
    const items = await passagesOf('search', { q: q.slice(0, MAX_QUESTION) }, this.#caller);
    return {
      passages: items
        .slice(0, PASSAGES)
        .map(({ slug, page, heading, anchor, quote, text }) =>
          this.#numbered({ slug, page, heading, anchor, quote, text }),
        ),
    };
  }

  /** As the tool `search_knowledge` gives them to a model. */
  async searchKnowledge(q: string): Promise<{ passages: ReadPassage[] }> {
    if (q.trim() === '') return { passages: [] };
    const items = await knowledgeFor(q, this.#caller);
    return { passages: items.map((item) => this.#numbered(toSource(item))) };
  }

  #numbered(source: Omit<Source, 'n'>): ReadPassage {
    const { slug, page, heading, anchor, text } = source;
    const known = this.sources.find((one) => one.slug === slug && one.anchor === anchor);
    const number = known?.n ?? this.sources.length + 1;
    if (!known) this.sources.push({ n: number, ...source });
    return { number, page, heading, text };
  }
}

/** Passages that answer the question. */
export async function answerFromManual(question: string, place: string | undefined, caller: Caller): Promise<Source[]> {
  const query = { q: question.slice(0, MAX_QUESTION), ...(place && { place }) };
  const items = await passagesOf('answer', query, caller);
  return items.map((passage, nth) => ({ n: nth + 1, ...passage }));
}

/** Share of a question's words that a passage must hold to be shown without a model. */
const LEAST_COVERAGE = 0.5;
const SHOWN = 3;

/** Passages of the knowledge base that speak of the question, numbered on from others. */
export async function answerFromKnowledge(question: string, after: number, caller: Caller): Promise<Source[]> {
  const items = await knowledgeFor(question, caller);
  return items
    .filter(({ coverage }) => coverage >= LEAST_COVERAGE)
    .slice(0, SHOWN)
    .map((item, at) => ({ n: after + at + 1, ...toSource(item) }));
}

/** Records that the question may be about, of all kinds that the caller may read. */
export async function findRecords(question: string, caller: Caller): Promise<FoundRecord[]> {
  const search = searchWords(question);
  if (!search) return [];
  const found: FoundRecord[] = [];
  for (const kind of RECORD_KINDS) {
    const { path, page, one } = KINDS[kind];
    const route = findRoute('GET', path);
    // A list that is a tool can be searched.
    if (!route?.endpoint.tool || !mayCall(route, caller)) continue;
    const { items, fuzzy } = (await callRoute(route, caller, { query: { search, limit: RECORDS_PER_KIND } })) as {
      items: { id: string }[];
      fuzzy?: boolean;
    };
    // The nearest is not what was asked for.
    if (fuzzy) continue;
    found.push(
      ...items.map((item) => ({ kind: one, id: item.id, name: recordName(item), path: `${page}/${item.id}` })),
    );
  }
  return found.slice(0, MAX_RECORDS);
}
