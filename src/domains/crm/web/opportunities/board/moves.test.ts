import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Board, Card } from '../../../contract/opportunities.ts';
import { applyMoves, cardBefore, isSamePlace } from './moves.ts';

const card = (id: string, stageId: string): Card => ({
  id,
  stageId,
  version: 1,
  name: id,
  amount: '1.0000',
  currency: 'USD',
  probability: 10,
  expectedClose: null,
  ownerId: null,
  customer: '',
  stageEnteredAt: '',
  closedAt: null,
  rotting: false,
});
const none = { currency: 'USD', amount: '0.00', missing: [] };
const board = (columns: Record<string, string[]>): Board => ({
  today: '2026-03-02',
  columns: Object.entries(columns).map(([stageId, ids]) => ({
    stageId,
    count: ids.length,
    sum: none,
    weighted: none,
    amounts: [],
    cards: ids.map((id) => card(id, stageId)),
  })),
});
const look = ({ columns }: Board) =>
  Object.fromEntries(columns.map((column) => [column.stageId, column.cards.map((one) => one.id)]));

describe('moves on the board', () => {
  const before = board({ a: ['1', '2', '3'], b: ['4'] });
  const [one] = before.columns[0]!.cards;

  it('take a card from one column to its place in another, and count it there', () => {
    const after = applyMoves(before, [{ card: one!, toStage: 'b', afterId: '4' }]);
    expect(look(after)).toEqual({ a: ['2', '3'], b: ['4', '1'] });
    expect(after.columns.map((column) => column.count)).toEqual([2, 2]);
    expect(after.columns[1]!.cards[1]!.stageId).toBe('b');
  });

  it('order a column, and leave others as they are to the letter', () => {
    const after = applyMoves(before, [{ card: one!, toStage: 'a', afterId: '3' }]);
    expect(look(after)).toEqual({ a: ['2', '3', '1'], b: ['4'] });
    expect(after.columns[1]).toBe(before.columns[1]);
    expect(applyMoves(before, [{ card: card('gone', 'a'), toStage: 'b', afterId: null }])).toBe(before);
  });

  it('name the place by the card before it, whatever moves', () => {
    const { cards } = before.columns[0]!;
    expect(cardBefore(cards, 0, '9')).toBeNull();
    expect(cardBefore(cards, 2, '9')).toBe('2');
    expect(cardBefore(cards, 2, '2')).toBe('1');
    expect(isSamePlace(cards, '1', '2')).toBe(true);
    expect(isSamePlace(cards, null, '2')).toBe(false);
    expect(isSamePlace(before.columns[1]!.cards, null, '2')).toBe(false);
  });

  it('lose and double no card', () => {
    const moves = fc.array(
      fc.record({
        id: fc.constantFrom('1', '2', '3', '4'),
        toStage: fc.constantFrom('a', 'b'),
        after: fc.constantFrom('1', '2', '3', '4', null),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(moves, (list) => {
        const after = applyMoves(
          before,
          list.map(({ id, toStage, after: afterId }) => ({ card: card(id, 'a'), toStage, afterId })),
        );
        expect(Object.values(look(after)).flat().sort()).toEqual(['1', '2', '3', '4']);
        expect(after.columns.every((column) => column.count === column.cards.length)).toBe(true);
      }),
    );
  });
});
