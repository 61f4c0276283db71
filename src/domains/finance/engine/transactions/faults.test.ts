/** The same movement in files of several formats, and schedules that stepped onto the end of a short month. */
import { describe, expect, it } from 'vitest';
import { decimal as d } from '../../../../kernel/money/index.ts';
import { findRecurring, type IncomingLine, planImport, type StoredLine } from './index.ts';

const stored = (more: Partial<StoredLine>): StoredLine => ({
  id: 'a',
  day: '2026-04-05',
  amount: d('-12.39'),
  payee: 'Corner Bakery',
  ...more,
});
const incoming = (more: Partial<IncomingLine>): IncomingLine => ({
  fingerprint: 'new',
  day: '2026-04-06',
  amount: d('-12.39'),
  payee: 'CORNER BAKERY 0042',
  ...more,
});
const fromOfx = stored({ fingerprint: 'id|A', bankId: 'A', format: 'ofx' });

describe('a movement that files of two formats list', () => {
  it.each<[string, StoredLine, IncomingLine]>([
    ['with an id first, then without', fromOfx, incoming({ format: 'qif' })],
    [
      'without an id first, then with one',
      stored({ fingerprint: 'row|x', format: 'qif' }),
      incoming({ format: 'ofx', bankId: 'A' }),
    ],
    ['with ids of two kinds', fromOfx, incoming({ format: 'camt', bankId: 'REF-9' })],
    ['without a payee in one of them', fromOfx, incoming({ format: 'mt940', payee: '' })],
    [
      'whose payee a person renamed',
      stored({ ...fromOfx, payee: 'Breakfast', otherTexts: ['CORNER BAKERY'] }),
      incoming({ format: 'csv' }),
    ],
  ])('is linked: %s', (_, known, line) => expect(planImport([known], [line])).toEqual([{ kind: 'link', id: 'a' }]));

  it.each<[string, StoredLine, IncomingLine]>([
    ['another payee', fromOfx, incoming({ format: 'qif', payee: 'Gas station' })],
    ['a day far away', fromOfx, incoming({ format: 'qif', day: '2026-04-12' })],
    ['another amount', fromOfx, incoming({ format: 'qif', amount: d('-12.40') })],
    ['the same format', fromOfx, incoming({ format: 'ofx', bankId: 'B' })],
  ])('is another one with %s', (_, known, line) => expect(planImport([known], [line])).toEqual([{ kind: 'add' }]));

  it('is known by its second name when the second file comes again', () => {
    const linked = stored({ ...fromOfx, otherFingerprints: ['new'] });
    expect(planImport([linked], [incoming({ format: 'qif' })])).toEqual([{ kind: 'same', id: 'a' }]);
    expect(planImport([{ ...linked, deleted: true }], [incoming({ format: 'qif' })])).toEqual([
      { kind: 'deleted', id: 'a' },
    ]);
  });

  it('is each of two coffees of two days', () => {
    const twice = [incoming({ format: 'qif', day: '2026-04-05' }), incoming({ format: 'qif', fingerprint: 'n2' })];
    expect(planImport([fromOfx], twice)).toEqual([{ kind: 'link', id: 'a' }, { kind: 'add' }]);
  });

  it.each([true, false])('leaves what is linked already while a free one is as near (strict: %s)', (strict) => {
    const linked = stored({ ...fromOfx, id: 'a', otherFingerprints: ['row|old'] });
    const byHand = stored({ id: 'z' });
    const line = incoming({ day: '2026-04-05', format: 'csv' });
    expect(planImport([linked, byHand], [line], { strict })).toEqual([{ kind: 'link', id: 'z' }]);
    expect(planImport([byHand, linked], [line], { strict })).toEqual([{ kind: 'link', id: 'z' }]);
    const free = stored({ ...fromOfx, id: 'z', fingerprint: 'id|Z' });
    expect(planImport([linked, free], [line], { strict })).toEqual([{ kind: 'link', id: 'z' }]);
  });
});

describe('a schedule that falls on the end of months', () => {
  const stream = (today: string, ...days: string[]) =>
    findRecurring(
      days.map((day, n) => ({
        id: String(n),
        accountId: 'x',
        day,
        amount: d('-90'),
        currency: 'USD',
        payee: 'City Water',
        categoryId: null,
        tags: [],
      })) as never,
      today,
    )[0]!;

  it.each([
    ['quarterly', ['2025-08-31', '2025-11-30', '2026-02-28'], '2026-05-31', '2025-08-31'],
    ['monthly', ['2025-12-31', '2026-01-31', '2026-02-28'], '2026-03-31', '2026-01-31'],
    ['semiannual', ['2025-02-28', '2025-08-31', '2026-02-28'], '2026-08-31', '2025-08-31'],
    ['monthly', ['2025-12-15', '2026-01-15', '2026-02-15'], '2026-03-15', '2026-02-15'],
  ])('%s goes on from its own day', (frequency, days, nextDay, anchorDay) =>
    expect(stream('2026-03-01', ...days)).toMatchObject({ frequency, nextDay, anchorDay }),
  );
});
