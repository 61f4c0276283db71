import { expect, it } from 'vitest';
import { type CsvRow, readInvestmentCsv } from './read-csv.ts';

/** The figures of a row as numbers, and what it is. */
const plain = ({ day, kind, quantity, price, amount, fee, tax }: CsvRow) => ({
  day,
  kind,
  quantity: quantity?.toNumber(),
  price: price?.toNumber(),
  amount: amount?.toNumber(),
  fee: fee.toNumber(),
  tax: tax.toNumber(),
});

it('reads figures with currency signs, separators and a sign behind', () => {
  const { rows } = readInvestmentCsv(
    'Date,Action,Symbol,Quantity,Price,Amount,Fee\n2026-03-02,Buy,VT,10,"$1,234.50","($12,350.00)",$5.00\n2026-03-03,Dividend,VT,,,$17.20,\n',
    undefined,
    undefined,
  );
  expect(rows.map(plain)).toEqual([
    { day: '2026-03-02', kind: 'buy', quantity: 10, price: 1234.5, amount: 12_350, fee: 5, tax: 0 },
    { day: '2026-03-03', kind: 'dividend', quantity: undefined, price: undefined, amount: 17.2, fee: 0, tax: 0 },
  ]);
});

it('finds the price of a trade in its amount, without the fee that a purchase adds and a sale loses', () => {
  const { rows } = readInvestmentCsv(
    'Date,Type,Name,Shares,Total,Commission\n2026-03-02,Bought,Fund,10,1005,5\n2026-03-03,Sold,Fund,10,995,5\n2026-03-04,Dividend,Fund,10,20,0\n',
    undefined,
    undefined,
  );
  expect(rows.map((row) => row.price?.toNumber())).toEqual([100, 100, undefined]);
});

it('tells purchases from sales by the sign of the quantity where there is no word', () => {
  const { rows } = readInvestmentCsv(
    'Date,ISIN,Quantity,Price\n2026-03-02,ie00b3rbwm25,-3,90\n2026-03-03,IE00B3RBWM25,4,91\n2026-03-04,IE00B3RBWM25,0,91\n,,,\n',
    undefined,
    undefined,
  );
  expect(rows.map(({ row, kind, isin, quantity }) => [row, kind, isin, quantity?.toNumber()])).toEqual([
    [2, 'sell', 'IE00B3RBWM25', 3],
    [3, 'buy', 'IE00B3RBWM25', 4],
    [4, undefined, 'IE00B3RBWM25', 0],
  ]);
});

it.each([
  ['2:1', '2', '1'],
  ['3-for-2', '3', '2'],
  ['0.5', '0.5', '1'],
  ['1/10', '1', '10'],
])('reads the ratio %s of a split', (ratio, newUnits, oldUnits) => {
  const [row] = readInvestmentCsv(
    `Date,Type,Name,Ratio\n2026-03-02,Stock split,Fund,${ratio}\n`,
    undefined,
    undefined,
  ).rows;
  expect([row!.kind, String(row!.ratio!.newUnits), String(row!.ratio!.oldUnits)]).toEqual([
    'split',
    newUnits,
    oldUnits,
  ]);
});

it('takes the share of the cost as a percentage or a fraction, and no ratio out of nothing', () => {
  const { rows } = readInvestmentCsv(
    'Date,Type,Name,Ratio,Cost share\n2026-03-02,Spin-off,Fund,0:1,12.5%\n2026-03-02,Spin-off,Fund,1:0,0.125\n',
    undefined,
    undefined,
  );
  expect(rows.map((row) => [row.ratio, row.costShare?.toNumber()])).toEqual([
    [undefined, 0.125],
    [undefined, 0.125],
  ]);
});

it('takes columns by what the person says they hold', () => {
  const { columns, rows } = readInvestmentCsv('a,b,c\n02.03.2026,Kauf,10\n', { day: 0, quantity: 2 }, undefined);
  expect(columns).toEqual([
    { name: 'a', role: 'day' },
    { name: 'b', role: null },
    { name: 'c', role: 'quantity' },
  ]);
  expect(rows.map(plain)).toMatchObject([{ day: '2026-03-02', kind: 'buy', quantity: 10 }]);
});
