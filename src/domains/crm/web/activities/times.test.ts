import { expect, it } from 'vitest';
import { daysText } from './times.ts';

const numbersIn = (text: string) => text.match(/\d+/g)!.map(Number);

it('says from which day to which a calendar shows', () => {
  expect(numbersIn(daysText('2026-11-23', '2026-11-29'))).toEqual([23, 29, 2026]);
  const acrossYears = daysText('2026-12-28', '2027-01-03');
  expect(numbersIn(acrossYears)).toEqual([28, 2026, 3, 2027]);
  expect(acrossYears).toMatch(/Dec.*Jan/);
});
