/** The index in the database, as one question sees it. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { PassageFacts, Postings, RankIndex } from '../../engine/rank.ts';
import { countTerms, termsOf } from '../../engine/terms.ts';
import { type IndexVersion, readPostings } from './held-postings.ts';
import { readSignatures } from './signatures.ts';
import { cosine, signatureOf } from './vectors.ts';
import { indexedText } from './write.ts';

export interface IndexState extends IndexVersion {
  passages: number;
  averageLength: number;
  model: string;
}

/** Passages that signatures propose for each that is wanted: they say only roughly how near a vector is. */
const PROPOSED = 2;

export class DatabaseIndex implements RankIndex {
  readonly passages: number;
  readonly averageLength: number;
  readonly #state: IndexState;
  readonly #vector: Promise<Float32Array | undefined>;
  readonly #allowed: ReadonlySet<number> | undefined;
  #facts: PassageFacts = { lengths: new Uint16Array(0), sources: new Uint32Array(0) };

  /**
   * @param vector of the question, which may still be in the making
   * @param allowed numbers of the sources that may be found; absent: all
   */
  constructor(state: IndexState, vector: Promise<Float32Array | undefined>, allowed: ReadonlySet<number> | undefined) {
    this.passages = state.passages;
    this.averageLength = state.averageLength;
    this.#state = state;
    this.#vector = vector;
    this.#allowed = allowed;
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    const { postings, facts } = await readPostings(terms, this.#state);
    this.#facts = facts;
    return postings;
  }

  facts(): PassageFacts {
    return this.#facts;
  }

  /** Whether a term is in a passage of a source that may be found: a correction must not tell what others hold. */
  async mayFind(term: string): Promise<boolean> {
    const postings = (await this.postings([term])).get(term);
    const allowed = this.#allowed;
    const { sources } = this.#facts;
    return postings !== undefined && (!allowed || postings.numbers.some((number) => allowed.has(sources[number]!)));
  }

  async termsOf(numbers: readonly number[]): Promise<Map<number, Map<string, number>>> {
    const rows = await query<{ number: number; title: string; heading: string; text: string }>(
      `select p.number, d.indexed_title as title, p.heading, p.text from knowledge_passages p
        join knowledge_documents d on d.id = p.document_id where p.workspace_id = $1 and p.number = any($2)`,
      [currentWorkspaceId(), numbers],
    );
    return new Map(
      rows.map(({ number, title, heading, text }) => [number, countTerms(termsOf(indexedText(title, heading, text)))]),
    );
  }

  async similarities(numbers: readonly number[], nearest: number): Promise<Map<number, number>> {
    const vector = await this.#vector;
    if (!vector) return new Map();
    const { model, removed } = this.#state;
    const signature = signatureOf(vector);
    const set = await readSignatures(model, signature.byteLength, removed);
    const proposed = set.nearest(signature, nearest * PROPOSED, this.#allowed);
    const rows = await query<{ number: number; vector: Buffer }>(
      'select number, vector from knowledge_vectors where workspace_id = $1 and model = $2 and number = any($3)',
      [currentWorkspaceId(), model, [...new Set([...numbers, ...proposed])]],
    );
    const known = new Map(rows.map((row) => [row.number, cosine(vector, row.vector)]));
    const wanted = new Set(numbers);
    const near = proposed.filter((number) => known.has(number)).sort((a, z) => known.get(z)! - known.get(a)!);
    for (const number of near.slice(nearest)) if (!wanted.has(number)) known.delete(number);
    return known;
  }
}
