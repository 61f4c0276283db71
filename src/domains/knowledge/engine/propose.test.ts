import { describe, expect, it } from 'vitest';
import { draftQuestion } from './propose.ts';

const draft = (text: string, heading = '', title = 'handbook.md') => draftQuestion({ title, heading, text });

describe('a question drafted from a passage', () => {
  it.each([
    ['a question in it', draft('Can I return a lamp? Yes, within 30 days.'), 'Can I return a lamp?', ['30 days']],
    [
      'a definition',
      draft('A trade-in is an exchange of an old lamp for a new one. It takes 2 weeks.'),
      'What is a trade-in?',
      [],
    ],
    [
      'a heading and a figure',
      draft('Send it back within 30 days and pay $4.50.', 'Orders › Returns'),
      'What should I know about returns?',
      ['30 days'],
    ],
    [
      'a name of the file and a figure',
      draft('Late after 5 days.', '', 'late-fees.pdf'),
      'What should I know about late fees?',
      ['5 days'],
    ],
    [
      'a heading and a time',
      draft('We answer from 8:00 a.m. to 6:00 p.m. on all days.', 'Support'),
      'What should I know about support?',
      ['8:00 am'],
    ],
    [
      'the heading of a table, without one of its figures',
      draft('a: $1; b: $2; c: $3; d: $4; e: $5; f: $6', 'Prices'),
      'What should I know about prices?',
      [],
    ],
  ])('comes from %s', (_, found, question, mustSay) => expect(found).toEqual({ question, mustSay }));

  it('is left out where there is nothing to ask for', () => {
    expect(draft('This is a start of something without anything.')).toBeUndefined();
    expect(draft('x '.repeat(200), '', 'a'.repeat(300))).toBeUndefined();
  });
});
