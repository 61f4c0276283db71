import { describe, expect, it } from 'vitest';
import { mentionedIn, splitMentions } from './mentions.ts';

const ANN = { id: '1', name: 'Ann' };
const ANN_LEE = { id: '2', name: 'Ann Lee' };
const KIM = { id: '3', name: 'Kim Ōta' };
const OTHER_KIM = { id: '4', name: 'Kim Ōta' };
const PEOPLE = [ANN, ANN_LEE, KIM, OTHER_KIM];

describe('mentions', () => {
  it.each([
    ['@Ann, look', ['1']],
    ['look, @ann lee!', ['2']],
    ['(@Ann Lee) and @Ann', ['2', '1']],
    ['@Anna is another', []],
    ['write to me@ann', []],
    ['@Ann@Ann Lee', ['1']],
    ['', []],
  ])('in “%s”', (text, ids) => {
    expect(mentionedIn(text, PEOPLE).map(({ id }) => id)).toEqual(ids);
  });

  it('mean all of a name, unless one was chosen', () => {
    expect(mentionedIn('@Kim Ōta?', PEOPLE).map(({ id }) => id)).toEqual(['3', '4']);
    expect(mentionedIn('@Kim Ōta?', PEOPLE, ['4']).map(({ id }) => id)).toEqual(['4']);
    expect(mentionedIn('nobody', PEOPLE, ['4'])).toEqual([]);
  });

  it('are shown where they stand, and nothing is lost', () => {
    const text = 'Hi @Ann Lee, ask @Kim Ōta.';
    const pieces = splitMentions(text, [ANN_LEE, KIM]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.map((piece) => piece.person?.id)).toEqual([undefined, '2', undefined, '3', undefined]);
  });
});
