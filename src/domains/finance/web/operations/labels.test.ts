import { expect, it } from 'vitest';
import { parseOperationsSearch, writeOperationsSearch } from './search.ts';
import { anomalyText, changeText, runwayText } from './labels.ts';

it('words a runway and a change as people say them', () => {
  expect([null, '0.0', '1', '4.5', '14', '24', '500'].map(runwayText)).toEqual([
    'Not decreasing',
    '0 months',
    '1 month',
    '4.5 months',
    '1 year 2 months',
    '2 years',
    'Over 10 years',
  ]);
  expect([
    changeText('0', '0'),
    changeText('5', '0'),
    changeText('110', '100'),
    changeText('99', '110'),
    changeText('100.1', '100'),
  ]).toEqual(['', 'new', '+10%', '-10%', 'no change']);
});

it('says why a charge should be looked at, with figures as all others are written', () => {
  const one = {
    key: 'k',
    kind: 'price_rise' as const,
    merchant: 'm',
    name: 'M',
    day: '2026-11-01',
    amount: '15.99',
    currency: 'USD',
    reason: 'As the server says it.',
    usual: '12.99',
    most: null,
    transactionIds: [],
  };
  const usd = (value: number) => value.toLocaleString(undefined, { style: 'currency', currency: 'USD' });
  expect(anomalyText(one)).toBe(`Up 23% from ${usd(12.99)}.`);
  expect(anomalyText({ ...one, kind: 'unusual', most: { amount: '14', payments: 7 } })).toBe(
    `Usually about ${usd(12.99)}, at most ${usd(14)} over 7 payments.`,
  );
  expect(anomalyText({ ...one, kind: 'double_charge', usual: null })).toBe('As the server says it.');
});

it('reads from the address what it writes', () => {
  expect(parseOperationsSearch(writeOperationsSearch({ vendor: 'cloud base', cut: 'a|b', q: '' }))).toEqual({
    vendor: 'cloud base',
    cut: 'a|b',
    q: '',
  });
});
