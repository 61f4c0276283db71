/** Investment files, order within a day, short sales, charges, and rates of several roots. */
import { describe, expect, it } from 'vitest';
import { decimal as d } from '../../../../kernel/money/index.ts';
import { type Activity, holdingPerformance, irr, LotBook, type LotMethod, readInvestmentCsv, xirr } from './index.ts';
import { portfolioTimeline, PriceSeries } from './index.ts';
import { RateTable } from '../../../../kernel/money/index.ts';

const X = { securityId: 'x', currency: 'USD' };
let count = 0;
type Trade = 'buy' | 'sell' | 'sellShort' | 'buyToCover';
const trade = (kind: Trade, day: string, quantity: string, price: string, fee = '0', tax = '0'): Activity => ({
  ...X,
  id: String(++count),
  kind,
  day,
  quantity: d(quantity),
  price: d(price),
  fee: d(fee),
  tax: d(tax),
});
const bookOf = (method: LotMethod, ...activities: Activity[]): LotBook => {
  const book = new LotBook({ method, baseCurrency: 'USD' });
  book.applyAll(activities);
  return book;
};
const gains = (book: LotBook): string[] => book.realised.map((one) => one.gain.toFixed());

describe('figures of an investment file', () => {
  const rows = (body: string, currency = 'USD', header = 'Date,Action,Symbol,Quantity,Price,Amount,Currency') =>
    readInvestmentCsv(`${header}\n${body}\n`, undefined, undefined, { currency }).rows.map(
      ({ quantity, price, amount }) => `${quantity?.toFixed()} at ${price?.toFixed()} is ${amount?.toFixed()}`,
    );

  it.each([
    ['thousands that the amount proves', '2026-01-15,Buy,ABC,"1,200",10,"12,000",', 'USD', '1200 at 10 is 12000'],
    ['decimals that the amount proves', '2026-01-15,Buy,ABC,"1,200",10,12,', 'USD', '1.2 at 10 is 12'],
    ['thousands that the price proves', '2026-01-15,Buy,ABC,"1,200",10.25,,', 'USD', '1200 at 10.25 is undefined'],
    ['a decimal comma', '2026-01-15,Buy,ABC,"1.200","10,25","12.300,00",', 'EUR', '1200 at 10.25 is 12300'],
    ['thousands of yen', '2026-01-15,Buy,ABC,100,"1,200","120,000",', 'JPY', '100 at 1200 is 120000'],
    ['pence', '2026-01-15,Buy,AVX,100,496,49600,GBX', 'GBP', '100 at 4.96 is 496'],
    ['pence of the price alone', '2026-01-15,Buy,AVX,100,496,496.00,GBp', 'GBP', '100 at 4.96 is 496'],
    ['South African cents', '2026-01-15,Buy,NPN,10,"25,050.00","250,500.00",ZAc', 'ZAR', '10 at 250.5 is 2505'],
  ])('%s', (_, body, currency, expected) => expect(rows(body, currency)).toEqual([expected]));

  it('asks about days that could be others, and follows the account where it must guess', () => {
    const file = (currency: string, likelyOrder: 'mdy' | 'dmy') =>
      readInvestmentCsv('Date,Action,Symbol,Quantity,Price\n03/07/2026,Buy,A,1,1\n', undefined, undefined, {
        currency,
        likelyOrder,
      });
    expect(file('USD', 'mdy')).toMatchObject({ dateOrder: 'mdy', rows: [{ day: '2026-03-07' }] });
    expect(file('EUR', 'dmy')).toMatchObject({ dateOrder: 'dmy', rows: [{ day: '2026-07-03' }] });
    expect(file('USD', 'mdy').warnings).toHaveLength(1);
  });

  it('names a code that is no currency, and finds short sales', () => {
    const { rows: read } = readInvestmentCsv(
      'Date,Action,Symbol,Quantity,Price,Currency\n2026-01-15,Sell short,A,1,1,XQZ\n2026-01-16,Buy to cover,A,1,1,USD\n2026-01-17,CvrShrt,A,1,1,USD\n',
      undefined,
      undefined,
    );
    expect(read.map((one) => one.kind)).toEqual(['sellShort', 'buyToCover', 'buyToCover']);
    expect(read[0]).toMatchObject({ unknownCurrency: 'XQZ', currency: '' });
  });

  it('turns a file that lists the latest first, and follows times of day', () => {
    const kinds = (body: string) =>
      readInvestmentCsv(`Date,Action,Symbol,Quantity,Price\n${body}`, undefined, undefined).rows.map((one) => one.kind);
    expect(kinds('2026-01-16,Buy,A,10,1\n2026-01-16,Sell,A,9,1\n2026-01-15,Buy,A,9,1\n')).toEqual([
      'buy',
      'sell',
      'buy',
    ]);
    expect(kinds('2026-01-16 15:00,Buy,A,10,1\n2026-01-16 09:30,Sell,A,9,1\n')).toEqual(['sell', 'buy']);
  });
});

describe('the order within a day', () => {
  const first = trade('buy', '2026-01-05', '9', '209.45');
  const sold = trade('sell', '2026-01-06', '9', '210');
  const bought = trade('buy', '2026-01-06', '10', '204.11');

  it.each(['lifo', 'fifo', 'hifo', 'average'] as const)(
    'sells by %s what is held, not what is bought later',
    (method) => expect(gains(bookOf(method, first, sold, bought))).toEqual(['4.95']),
  );

  it('counts the other order as it is entered', () =>
    expect(gains(bookOf('lifo', first, bought, sold))).toEqual(['53.01']));

  it('takes what is lacking out of purchases later on the day', () => {
    const book = bookOf('fifo', first, trade('sell', '2026-01-06', '12', '210', '4'), bought);
    expect(book.problems).toEqual([]);
    expect(book.quantity('x').toFixed()).toBe('7');
    expect(book.realised.reduce((sum, one) => sum.plus(one.quantity), d('0')).toFixed()).toBe('12');
  });

  it('puts a split before the trades of its day', () =>
    expect(
      bookOf('fifo', first, sold, {
        ...X,
        id: 's',
        kind: 'split',
        day: '2026-01-06',
        newUnits: d('2'),
        oldUnits: d('1'),
      })
        .quantity('x')
        .toFixed(),
    ).toBe('9'));
});

describe('short sales', () => {
  const opened = trade('sellShort', '2026-01-05', '10', '50', '5');

  it('gain what the sale brought less what covering costs, short-term', () => {
    const book = bookOf('fifo', opened, trade('buyToCover', '2027-06-05', '4', '40', '2'));
    expect(book.realised).toMatchObject([{ short: true, longTerm: false, acquired: '2026-01-05', sold: '2027-06-05' }]);
    // 4 × 50 − 2 of the fee, less 4 × 40 + 2.
    expect(gains(book)).toEqual(['36']);
    expect(book.quantity('x').toFixed()).toBe('-6');
    expect(book.shortLots('x').map((lot) => lot.cost.plus(lot.fees).toFixed())).toEqual(['297']);
  });

  it('say when more is covered than was sold, and count none of that', () => {
    const book = bookOf('fifo', opened, trade('buyToCover', '2026-02-05', '12', '40'));
    expect(book.problems).toMatchObject([{ missing: d('2') }]);
    expect(book.quantity('x').isZero()).toBe(true);
  });

  it('follow splits and a delisting, and stand beside what is held', () => {
    const split: Activity = { ...X, id: 'sp', kind: 'split', day: '2026-02-01', newUnits: d('2'), oldUnits: d('1') };
    const book = bookOf('fifo', trade('buy', '2026-01-01', '1', '10'), opened, split, {
      ...X,
      id: 'w',
      kind: 'worthless',
      day: '2026-03-01',
    });
    expect(gains(book)).toEqual(['-10', '495']);
    expect(book.quantity('x').isZero()).toBe(true);
  });

  it('are worth less than nothing each day, and perform as the price falls', () => {
    const prices = new PriceSeries([
      ['2026-01-05', d('50')],
      ['2026-01-07', d('40')],
    ]);
    const { values } = portfolioTimeline({
      activities: [opened],
      prices: new Map([['x', prices]]),
      baseCurrency: 'USD',
      rates: new RateTable(),
      from: '2026-01-05',
      to: '2026-01-07',
    });
    expect(values.map((one) => one.value.toFixed())).toEqual(['-500', '-500', '-400']);
    const { local, quantity } = holdingPerformance({
      accounts: [[opened]],
      prices,
      currency: 'USD',
      baseCurrency: 'USD',
      rates: new RateTable(),
      asOf: '2026-01-07',
    });
    expect([quantity, local.grossPerformance, local.netPerformance].map((one) => one.toFixed())).toEqual([
      '-10',
      '100',
      '95',
    ]);
  });
});

it('takes fees and taxes of a sale from what it brings, and adds those of a purchase to its cost', () => {
  const book = bookOf(
    'fifo',
    trade('buy', '2026-01-05', '5', '100', '1', '4'),
    trade('sell', '2026-02-05', '5', '110', '2', '3'),
  );
  expect(book.realised.map((one) => [one.proceeds.toFixed(), one.cost.toFixed()])).toEqual([['545', '505']]);
});

describe('a rate of several roots', () => {
  const rates = (...flows: string[]) => ({
    irr: irr(flows.map((one) => d(one))),
    xirr: xirr(flows.map((one, year) => ({ day: `${2021 + year}-01-01`, amount: d(one) }))),
  });

  it.each([
    [['-5', '10.5', '1', '-8', '1'], 0.0886, 3],
    [['5', '-10.5', '-1', '8', '-1'], 0.0886, 3],
    [['-100', '230', '-132'], 0.1, 2],
    [['-100', '100', '0', '-7'], -0.0833, 2],
  ] as const)('of %j is %s', (flows, expected, roots) => {
    const found = rates(...flows);
    expect(found.irr.rate).toBeCloseTo(expected, 4);
    expect(found.xirr.rate).toBeCloseTo(expected, 2);
    expect(found.irr.roots.length).toBe(roots);
  });
});
