/** The index in the database, as one question sees it. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { decodeEntries } from './postings.ts';
import type { Postings, RankIndex } from '../../engine/rank.ts';
import { countTerms, termsOf } from '../../engine/terms.ts';
import { cosine, signatureOf } from './vectors.ts';
import { readSignatures } from './signatures.ts';
import { indexedText } from './write.ts';

export interface IndexState {
  passages: number;
  averageLength: number;
  removed: number;
  model: string;
}

/** Passages that signatures propose for each that is wanted: they say only roughly how near a vector is. */
const PROPOSED = 2;

export class DatabaseIndex implements RankIndex {
  readonly passages: number;
  readonly averageLength: number;
  readonly #state: IndexState;
  readonly #vector: Float32Array | undefined;
  readonly #allowed: ReadonlySet<number> | undefined;
  readonly #postings = new Map<string, Postings | undefined>();

  /** @param allowed numbers of the sources that may be found; absent: all */
  constructor(state: IndexState, vector: Float32Array | undefined, allowed: ReadonlySet<number> | undefined) {
    this.passages = state.passages;
    this.averageLength = state.averageLength;
    this.#state = state;
    this.#vector = vector;
    this.#allowed = allowed;
  }

  async postings(terms: readonly string[]): Promise<Map<string, Postings>> {
    const missing = terms.filter((term) => !this.#postings.has(term));
    if (missing.length > 0) {
      const rows = await query<{ term: string; data: Buffer }>(
        'select term, data from knowledge_postings where workspace_id = $1 and term = any($2)',
        [currentWorkspaceId(), missing],
      );
      const byTerm = Map.groupBy(rows, ({ term }) => term);
      for (const term of missing) {
        const found = byTerm.get(term);
        this.#postings.set(term, found && decodeEntries(found.map(({ data }) => data)));
      }
    }
    const result = new Map<string, Postings>();
    for (const term of terms) {
      const postings = this.#postings.get(term);
      if (postings) result.set(term, postings);
    }
    return result;
  }

  /** Whether a term is in a passage of a source that may be found: a correction must not tell what others hold. */
  async mayFind(term: string): Promise<boolean> {
    const postings = (await this.postings([term])).get(term);
    const allowed = this.#allowed;
    return postings !== undefined && (!allowed || postings.sources.some((source) => allowed.has(source)));
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

  async nearest(most: number): Promise<Map<number, number>> {
    if (!this.#vector) return new Map();
    const signature = signatureOf(this.#vector);
    const set = await readSignatures(this.#state.model, signature.byteLength, this.#state.removed);
    const near = await this.similarities(set.nearest(signature, most * PROPOSED, this.#allowed));
    return new Map([...near].sort(([, a], [, z]) => z - a).slice(0, most));
  }

  async similarities(numbers: readonly number[]): Promise<Map<number, number>> {
    const vector = this.#vector;
    if (!vector || numbers.length === 0) return new Map();
    const rows = await query<{ number: number; vector: Buffer }>(
      `select number, vector from knowledge_vectors where workspace_id = $1 and model = $2 and number = any($3)`,
      [currentWorkspaceId(), this.#state.model, numbers],
    );
    return new Map(rows.map((row) => [row.number, cosine(vector, row.vector)]));
  }
}
