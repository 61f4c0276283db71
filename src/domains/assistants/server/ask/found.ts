/** What the manual and the records say to a question: for the assistant's tools, and in its place without a model. */
import { KINDS, RECORD_KINDS } from '../../../../records/contract/kinds.ts';
import { callRoute, mayCall } from '../../../../server/http/call-route.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { findRoute } from '../../../../server/http/route.ts';
import { manual, type ManualPassage } from '../../../manual/contract.ts';
import type { FoundRecord, Source } from '../../contract.ts';
import { recordName } from '../../engine/record-words.ts';
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

/** Passages of the manual, numbered on from those that were read before. */
export class ManualReader {
  readonly sources: Source[] = [];
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** As the tool `search_manual` gives them to a model. */
  async search(q: string): Promise<{ passages: { number: number; page: string; heading: string; text: string }[] }> {
    const items = await passagesOf('search', { q: q.slice(0, MAX_QUESTION) }, this.#caller);
    return {
      passages: items
        .slice(0, PASSAGES)
        .map((passage) => ({
          number: this.#numberOf(passage),
          page: passage.page,
          heading: passage.heading,
          text: passage.text,
        })),
    };
  }

  #numberOf({ slug, page, heading, anchor, quote, text }: ManualPassage): number {
    const known = this.sources.find((source) => source.slug === slug && source.anchor === anchor);
    if (known) return known.n;
    const n = this.sources.length + 1;
    this.sources.push({ n, slug, page, heading, anchor, quote, text });
    return n;
  }
}

/** Passages that answer the question. */
export async function answerFromManual(question: string, place: string | undefined, caller: Caller): Promise<Source[]> {
  const query = { q: question.slice(0, MAX_QUESTION), ...(place && { place }) };
  const items = await passagesOf('answer', query, caller);
  return items.map((passage, nth) => ({ n: nth + 1, ...passage }));
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
