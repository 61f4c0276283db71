/** The port for embeddings: texts as vectors whose angles say how alike their meanings are. */

export interface EmbeddingClient {
  /** Vectors of another model cannot be compared with these, so whoever stores vectors stores this with them. */
  readonly model: string;
  /** Length of each vector. */
  readonly dimensions: number;
  /**
   * A vector for each text, in order, of length 1, so that a dot product is the cosine. A blank text gives zeros. Texts
   * beyond what the model reads are cut.
   * @throws ProviderError; AppError `unavailable` when the embedded model has too much to do, or `signal` is aborted
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

declare module '../define.ts' {
  interface PortClient {
    embedding: EmbeddingClient;
  }
}

/**
 * Runs texts through a model in batches. Blank texts are not sent, and vectors come out at length 1.
 * @param most texts in a batch
 * @param longest characters of a text that the model is given
 */
export async function embedInBatches(
  texts: readonly string[],
  { most, longest, dimensions }: { most: number; longest: number; dimensions: number },
  embed: (batch: string[]) => Promise<readonly ArrayLike<number>[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
  const sent = texts.flatMap((text, at) => (text.trim() === '' ? [] : [at]));
  for (let from = 0; from < sent.length; from += most) {
    const batch = sent.slice(from, from + most);
    const made = await embed(batch.map((at) => texts[at]!.slice(0, longest)));
    for (const [i, at] of batch.entries()) vectors[at] = unitVector(made[i]!);
  }
  return vectors;
}

function unitVector(numbers: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(numbers);
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((number) => number / length) : vector;
}
