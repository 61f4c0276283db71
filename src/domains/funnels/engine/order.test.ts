import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, sum } from '../../../kernel/money/index.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import type { BlockOf } from '../contract/document.ts';
import { blankBlock } from './edit.ts';
import { checkOrder, itemsText, productProblems } from './order.ts';

const BUYER = { firstName: 'Ada', lastName: 'King', email: 'ada@buyer.example', consent: 'yes' };
const product = (id: string, price: string, more: Partial<BlockOf<'order'>['items'][number]> = {}) => ({
  id,
  name: id,
  text: '',
  price,
  most: 1,
  bump: false,
  ...more,
});
const order = (items: BlockOf<'order'>['items'], currency = 'USD'): BlockOf<'order'> => ({
  ...(blankBlock('order') as BlockOf<'order'>),
  items,
  currency,
});

describe('an order', () => {
  it('adds up the chosen product, its quantity, and its extras without a rounding error', () => {
    const block = order([
      product('a', '0.10', { most: 5 }),
      product('b', '19.99'),
      product('x', '0.20', { bump: true }),
    ]);
    const checked = checkOrder(block, { ...BUYER, product: 'a', quantity: '3', 'bump-x': 'yes' });
    expect(checked).toMatchObject({ problems: {}, total: '0.50' });
    expect(checked.items).toEqual([
      { id: 'a', name: 'a', quantity: 3, price: '0.10', amount: '0.30', isBump: false },
      { id: 'x', name: 'x', quantity: 1, price: '0.20', amount: '0.20', isBump: true },
    ]);
  });

  it.each([
    ['a product that is not offered', { product: 'z' }, 'product'],
    ['an extra in place of a product', { product: 'x' }, 'product'],
    ['half of one', { product: 'a', quantity: '1.5' }, 'quantity'],
    ['none', { product: 'a', quantity: '0' }, 'quantity'],
    ['a negative quantity', { product: 'a', quantity: '-1' }, 'quantity'],
    ['more than one order may take', { product: 'a', quantity: '6' }, 'quantity'],
    ['words for a number', { product: 'a', quantity: 'many' }, 'quantity'],
    ['no email', { product: 'a', email: '' }, 'email'],
    ['no agreement', { product: 'a', consent: '' }, 'consent'],
  ])('refuses %s', (_what, fields, problem) => {
    const block = order([product('a', '5.00', { most: 5 }), product('b', '6'), product('x', '1', { bump: true })]);
    expect(Object.keys(checkOrder(block, { ...BUYER, ...fields }).problems)).toEqual([problem]);
  });

  it('costs what its lines cost, whatever is chosen, and never less than nothing', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map((n) => decimal(String(n)).times('0.01').toFixed(2));
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 99 }), fc.boolean(), (price, extra, quantity, bump) => {
        const block = order([product('a', price, { most: 99 }), product('x', extra, { bump: true })]);
        const fields = { ...BUYER, quantity: String(quantity), 'bump-x': bump ? 'yes' : '' };
        const { items, total, problems } = checkOrder(block, fields);
        if (Object.keys(problems).length > 0) return expect(problems).toHaveProperty('quantity');
        expect(total).toBe(sum(items.map(({ amount }) => decimal(amount))).toFixed(2));
        expect(total).toBe(
          decimal(price)
            .times(String(quantity))
            .plus(bump ? extra : '0')
            .toFixed(2),
        );
        return undefined;
      }),
    );
  });

  it('is written in the decimals of its currency', () => {
    expect(moneyText('49', 'USD')).toBe('$49.00');
    expect(moneyText('5000', 'JPY')).toBe('¥5,000');
    expect(checkOrder(order([product('a', '5000')], 'JPY'), BUYER).total).toBe('5000');
    expect(
      itemsText([
        { name: 'Course', quantity: 2 },
        { name: 'Workbook', quantity: 1 },
      ]),
    ).toBe('2 × Course, Workbook');
  });

  it('is not published without a product, a name, or a price that its currency has', () => {
    expect(productProblems(order([]))).toEqual(['The order form has no product.']);
    expect(productProblems(order([product('x', '1', { bump: true })]))).toEqual(['The order form has no product.']);
    expect(productProblems(order([product('', '5')]))).toEqual(['Product 1 of the order form has no name.']);
    for (const price of ['', '0', '-5', 'five', '1e3', '5,00'])
      expect(productProblems(order([product('a', price)]))).toEqual([
        '“a” has no price. Enter an amount such as 49.00.',
      ]);
    expect(productProblems(order([product('a', '5.5')], 'JPY'))).toEqual([
      'The price of “a” has more decimals than JPY has.',
    ]);
    expect(productProblems(order([product('a', '5')], 'XXX'))).toEqual(['There is no currency “XXX”.']);
    expect(productProblems(order([product('a', '49.00')]))).toEqual([]);
  });
});
