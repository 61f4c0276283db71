/** The rows of a stored file, a batch at a time. */
import { files } from '../../../../server/files/index.ts';
import type { Dialect } from '../../contract.ts';
import { CsvParser } from '../../../../kernel/csv.ts';
import { textDecoder } from '../../../../kernel/dialect.ts';

export interface RowBatch {
  /** Number of the first row, from 1, the header not counted. */
  first: number;
  rows: string[][];
  /** Bytes of the file that have been read so far. */
  bytes: number;
}

/**
 * @param after rows that are done already and are passed over
 * @throws CsvSyntaxError when the file makes no sense as CSV
 */
export async function* readBatches(
  storageKey: string,
  dialect: Dialect,
  after: number,
  batchSize: number,
): AsyncGenerator<RowBatch> {
  const parser = new CsvParser(dialect.delimiter);
  const decoder = textDecoder(dialect.encoding);
  let skip = after + (dialect.hasHeader ? 1 : 0);
  let next = after + 1;
  let bytes = 0;
  let pending: string[][] = [];
  const take = (rows: string[][]) => {
    const kept = skip > 0 ? rows.slice(skip) : rows;
    skip = Math.max(0, skip - rows.length);
    pending = pending.length > 0 ? pending.concat(kept) : kept;
  };
  function* full(least: number): Generator<RowBatch> {
    while (pending.length >= least && pending.length > 0) {
      const rows = pending.slice(0, batchSize);
      pending = pending.slice(batchSize);
      yield { first: next, rows, bytes };
      next += rows.length;
    }
  }
  const source = await files().get(storageKey);
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      take(parser.push(decoder.decode(chunk, { stream: true })));
      yield* full(batchSize);
    }
    take(parser.push(decoder.decode()));
    take(parser.end());
    yield* full(1);
  } finally {
    source.destroy();
  }
}
