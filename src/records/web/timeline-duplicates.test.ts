import { expect, it } from 'vitest';
import { toldOnce } from './timeline-duplicates.ts';

const changed = (at: string, ...fields: string[]) => ({
  kind: 'updated' as const,
  at,
  changes: fields.map((field) => ({ field, from: null, to: 'x' })),
});

it('tells that something is done once: as an act, not as a field, too', () => {
  const completed = { kind: 'completed' as const, at: '3' };
  const reopened = { kind: 'reopened' as const, at: '5' };
  expect(
    toldOnce([
      reopened,
      changed('5', 'doneAt'),
      completed,
      changed('3', 'doneAt', 'outcome'),
      changed('2', 'doneAt'),
      changed('1', 'subject'),
    ]),
  ).toEqual([reopened, completed, changed('3', 'outcome'), changed('2', 'doneAt'), changed('1', 'subject')]);
});
