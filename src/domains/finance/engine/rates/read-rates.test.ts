import { describe, expect, it } from 'vitest';
import { readRates } from './read-rates.ts';

describe('files of exchange rates', () => {
  it('are read by their columns, the last of a day wins', () => {
    expect(
      readRates(
        'day,from,to,rate\n2026-01-02,EUR,USD,1.08\n2026-01-02,EUR,USD,1.09\n2026-01-03,EUR,EUR,1\n2026-02-30,EUR,USD,1\nx,EUR,USD,0\n',
      ),
    ).toEqual({ lines: [{ day: '2026-01-02', from: 'EUR', to: 'USD', rate: '1.09' }], skipped: 3 });
  });
  it('are read as the European Central Bank writes them', () => {
    expect(readRates('Date, USD, JPY, BGN, \n2026-01-05, 1.0831, 171.20, N/A, \n')?.lines).toEqual([
      { day: '2026-01-05', from: 'EUR', to: 'USD', rate: '1.0831' },
      { day: '2026-01-05', from: 'EUR', to: 'JPY', rate: '171.2' },
    ]);
  });
  it('of another kind are not guessed at', () => {
    expect(readRates('name,amount\na,1\n')).toBeUndefined();
    expect(readRates('')).toBeUndefined();
  });
});
