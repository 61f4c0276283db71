/** Cards on their way: a move shows at once, and is taken back when the server refuses it. */
import type { Board, Card } from '../../../contract/opportunities.ts';

export interface CardMove {
  card: Card;
  toStage: string;
  /** The card to stand after; null for the top. */
  afterId: string | null;
}

/** The board with moves applied in their order; a move of a card that is no longer there changes nothing. */
export function applyMoves(board: Board, moves: readonly CardMove[]): Board {
  return moves.reduce(applyMove, board);
}

function applyMove(board: Board, { card, toStage, afterId }: CardMove): Board {
  const from = board.columns.find((column) => column.cards.some((one) => one.id === card.id));
  const to = board.columns.find((column) => column.stageId === toStage);
  if (!from || !to) return board;
  const present = from.cards.find((one) => one.id === card.id)!;
  return {
    ...board,
    columns: board.columns.map((column) => {
      if (column !== from && column !== to) return column;
      const rest = column.cards.filter((one) => one.id !== card.id);
      const count = column.count - (column === from ? 1 : 0) + (column === to ? 1 : 0);
      if (column !== to) return { ...column, count, cards: rest };
      const at = afterId === null ? 0 : rest.findIndex((one) => one.id === afterId) + 1;
      return { ...column, count, cards: rest.toSpliced(at, 0, { ...present, stageId: toStage }) };
    }),
  };
}

/** The card to stand after, for a place in a column as it is shown; the moving card itself does not count. */
export function cardBefore(cards: readonly Card[], index: number, movingId: string): string | null {
  const others = cards.slice(0, Math.max(0, index)).filter((one) => one.id !== movingId);
  return others.at(-1)?.id ?? null;
}

/** Whether a card would stand where it stands. */
export function isSamePlace(cards: readonly Card[], afterId: string | null, movingId: string): boolean {
  const at = cards.findIndex((one) => one.id === movingId);
  return at >= 0 && (cards[at - 1]?.id ?? null) === afterId;
}
