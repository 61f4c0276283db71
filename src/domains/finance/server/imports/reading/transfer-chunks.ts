/**
 * A bank's file on its way between threads: as text in pieces, so that taking it up again never holds the others up for
 * long.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { decimal, Decimal } from '../../../../../kernel/money/index.ts';
import type { BankFile, BankLine, CsvBankFile, FileProblem } from '../../../engine/bank-files/index.ts';

/** As every reader makes it. */
export type ReadFile = BankFile | (CsvBankFile & { encoding: string });

/** Lines or problems in one piece. */
const PIECE = 2_000;
/** Stands in JSON for an exact number, which would come back as text otherwise. */
const EXACT = '$exact';

type Piece = { statement: number; lines: BankLine[] } | { problems: FileProblem[] };

export function toPieces({ statements, problems, ...rest }: ReadFile): string[] {
  const pieces: Piece[] = [
    ...statements.flatMap(({ lines }, statement) => sliced(lines).map((slice) => ({ statement, lines: slice }))),
    ...sliced(problems).map((slice) => ({ problems: slice })),
  ];
  return [{ ...rest, problems: [], statements: statements.map((one) => ({ ...one, lines: [] })) }, ...pieces].map(
    (piece) => JSON.stringify(piece, marked),
  );
}

export async function fromPieces([head, ...pieces]: readonly string[]): Promise<ReadFile> {
  const file = JSON.parse(head!, unmarked) as ReadFile;
  for (const text of pieces) {
    const piece = JSON.parse(text, unmarked) as Piece;
    if ('problems' in piece) file.problems.push(...piece.problems);
    else file.statements[piece.statement]!.lines.push(...piece.lines);
    await turn();
  }
  return file;
}

function sliced<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, index) =>
    all.slice(index * PIECE, (index + 1) * PIECE),
  );
}

/** The value itself has become text by the time that `JSON.stringify` hands it on. */
function marked(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key];
  return own instanceof Decimal ? { [EXACT]: own.toFixed() } : value;
}

function unmarked(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && EXACT in value ? decimal(value[EXACT] as string) : value;
}
