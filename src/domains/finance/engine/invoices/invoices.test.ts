import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, sum, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import vectors from '../vectors/invoice-and-business-metrics.json' with { type: 'json' };
import { describeChange, exhaustionDay, pace, percentChange, ratioPercent, runway } from '../metrics/index.ts';
import {
  applyPayment,
  creditShares,
  formatNumber,
  invoiceStanding,
  invoiceTotals,
  lateInterest,
  seriesOf,
} from './index.ts';

const d = (value: number | string): Decimal => decimal(String(value));

describe('totals', () => {
  it.each(vectors.invoice_totals)('$total', (vector) => {
    const lines = (vector.lines ?? vector.lines_with_tax!).map(([price, quantity, tax]) => ({
      unitPrice: d(price!),
      quantity: d(quantity!),
      ...(tax === undefined ? {} : { taxPercent: d(tax) }),
    }));
    const totals = invoiceTotals({
      currency: 'EUR',
      lines,
      discountWhen: 'afterTax',
      ...(vector.discount ? { discount: { type: 'amount', amount: d(vector.discount) } } : {}),
      ...(vector.vat_rate ? { overallTaxPercent: d(vector.vat_rate) } : {}),
    });
    const figures: Record<string, Decimal> = {
      subtotal: totals.subtotal,
      tax: totals.tax,
      vat: totals.overallTax,
      total: totals.total,
    };
    for (const [name, value] of Object.entries(figures)) {
      const expected = vector[name as keyof typeof vector] as number | undefined;
      if (expected !== undefined) expect(value.toNumber()).toBe(expected);
    }
  });

  it('taxes what the discount leaves, rate by rate', () => {
    const totals = invoiceTotals({
      currency: 'EUR',
      lines: [
        { unitPrice: d(100), quantity: d(2), taxPercent: d(20) },
        { unitPrice: d(50), quantity: d(1), taxPercent: d(10), discountPercent: d(50) },
      ],
      discount: { type: 'percent', percent: d(10) },
    });
    expect([totals.subtotal, totals.discount, totals.tax, totals.total].map(String)).toEqual([
      '225',
      '22.5',
      '38.25',
      '240.75',
    ]);
    expect(totals.taxes.map((one) => [one.percent.toFixed(), one.base.toFixed(), one.tax.toFixed()])).toEqual([
      ['10', '22.5', '2.25'],
      ['20', '180', '36'],
    ]);
  });

  it('rounds tax by the line or by the rate', () => {
    const lines = [1, 2, 3].map(() => ({ unitPrice: d('0.33'), quantity: d(1), taxPercent: d(20) }));
    expect(
      [
        invoiceTotals({ currency: 'EUR', lines }).tax,
        invoiceTotals({ currency: 'EUR', lines, taxRounding: 'perLine' }).tax,
      ].map(String),
    ).toEqual(['0.2', '0.21']);
  });

  it('refuses a discount above the amount, and an empty invoice', () => {
    expect(() =>
      invoiceTotals({
        currency: 'EUR',
        lines: [{ unitPrice: d(1), quantity: d(1) }],
        discount: { type: 'amount', amount: d(2) },
      }),
    ).toThrow(/discount/);
    expect(() => invoiceTotals({ currency: 'EUR', lines: [] })).toThrow(/line/);
  });

  it('is always the sum of its parts', () => {
    const line = fc.record({
      unitPrice: fc.integer({ min: 0, max: 99_999 }).map((cents) => d(cents).div(100n)),
      quantity: fc.integer({ min: 1, max: 400 }).map((n) => d(n).div(4n)),
      taxPercent: fc.constantFrom(ZERO, d('5.5'), d(7), d(19)),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('beforeTax' as const, 'afterTax' as const),
        fc.constantFrom('perLine' as const, 'perRate' as const),
        (lines, percent, discountWhen, taxRounding) => {
          const totals = invoiceTotals({
            currency: 'EUR',
            lines,
            discount: { type: 'percent', percent: d(percent) },
            discountWhen,
            taxRounding,
          });
          expect(totals.total.eq(totals.subtotal.minus(totals.discount).plus(totals.tax).plus(totals.overallTax))).toBe(
            true,
          );
          expect(totals.subtotal.eq(sum(totals.lines))).toBe(true);
          if (discountWhen === 'beforeTax')
            expect(sumOf(totals.taxes, (one) => one.base).eq(totals.subtotal.minus(totals.discount))).toBe(true);
          expect(totals.total.decimalPlaces()).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});

describe('two taxes on a line', () => {
  const line = (more: object = {}) => ({
    unitPrice: d(100),
    quantity: d(1),
    taxPercent: d(5),
    taxName: 'GST',
    secondTaxPercent: d('9.975'),
    secondTaxName: 'QST',
    ...more,
  });
  const shown = (totals: ReturnType<typeof invoiceTotals>) => ({
    taxes: totals.taxes.map((one) => `${one.name} ${one.base.toFixed(2)} ${one.tax.toFixed(2)}`),
    nets: totals.nets.map((one) => one.toFixed(2)),
    total: totals.total.toFixed(2),
  });

  it('are each worked out on the net price, and add up', () =>
    expect(shown(invoiceTotals({ currency: 'CAD', lines: [line()] }))).toEqual({
      taxes: ['GST 100.00 5.00', 'QST 100.00 9.98'],
      nets: ['100.00'],
      total: '114.98',
    }));

  it('are told apart by their names where their rates are the same', () =>
    expect(
      shown(invoiceTotals({ currency: 'CAD', lines: [line({ secondTaxPercent: d(5), secondTaxName: 'PST' })] })).taxes,
    ).toEqual(['GST 100.00 5.00', 'PST 100.00 5.00']));

  it('are taken out of prices that include them, and the total is the price', () =>
    expect(
      shown(invoiceTotals({ currency: 'CAD', pricesIncludeTax: true, lines: [line({ unitPrice: d('114.98') })] })),
    ).toEqual({ taxes: ['GST 100.00 5.00', 'QST 100.00 9.98'], nets: ['100.00'], total: '114.98' }));

  it('of prices that include them are lowered by a discount before tax, not by one after it', () => {
    const of = (discountWhen: 'beforeTax' | 'afterTax') =>
      shown(
        invoiceTotals({
          currency: 'EUR',
          pricesIncludeTax: true,
          discountWhen,
          discount: { type: 'percent', percent: d(10) },
          lines: [{ unitPrice: d(120), quantity: d(1), taxPercent: d(20) }],
        }),
      );
    expect(of('beforeTax')).toEqual({ taxes: [' 90.00 18.00'], nets: ['90.00'], total: '108.00' });
    expect(of('afterTax')).toEqual({ taxes: [' 100.00 20.00'], nets: ['100.00'], total: '108.00' });
  });

  it('never change what prices that include them come to', () => {
    const any = fc.record({
      unitPrice: fc.integer({ min: 0, max: 99_999 }).map((cents) => d(cents).div(100n)),
      quantity: fc.integer({ min: 1, max: 12 }).map((n) => d(n)),
      taxPercent: fc.constantFrom(d('5.5'), d(7), d(19)),
      secondTaxPercent: fc.constantFrom(ZERO, d('2.5'), d('9.975')),
    });
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('perLine', 'perRate'),
        (lines, rounding) => {
          const totals = invoiceTotals({
            currency: 'USD',
            lines,
            pricesIncludeTax: true,
            taxRounding: rounding as 'perLine' | 'perRate',
          });
          expect(totals.total.eq(sum(totals.lines))).toBe(true);
          expect(sum(totals.nets).plus(totals.tax).eq(totals.total)).toBe(true);
          expect(totals.nets.every((net) => net.decimalPlaces() <= 2)).toBe(true);
        },
      ),
    );
  });
});

describe('payments', () => {
  const invoice = (paid: number[], over = {}) => ({
    issued: true,
    voided: false,
    dueDay: '2026-03-01',
    total: d(100),
    payments: paid.map((amount) => ({ amount: d(amount) })),
    ...over,
  });

  it.each([
    ['open', invoice([]), '100', '0'],
    ['partlyPaid', invoice([40]), '60', '0'],
    ['paid', invoice([40, 60]), '0', '0'],
    ['paid', invoice([120]), '0', '20'],
    ['overdue', invoice([40], { dueDay: '2026-02-01' }), '60', '0'],
    ['draft', invoice([], { issued: false }), '100', '0'],
    ['void', invoice([], { voided: true }), '0', '0'],
  ])('%s', (status, state, due, credit) => {
    const standing = invoiceStanding(state, '2026-02-15');
    expect([standing.status, standing.due.toFixed(), standing.credit.toFixed()]).toEqual([status, due, credit]);
  });

  it('go to the longest due, and leave credit', () => {
    const open = [
      { id: 'b', dueDay: '2026-03-01', due: d(50) },
      { id: 'a', dueDay: '2026-02-01', due: d(30) },
    ];
    expect(applyPayment(d(60), open)).toEqual({
      parts: [
        { id: 'a', amount: d(30) },
        { id: 'b', amount: d(30) },
      ],
      credit: d(0),
    });
    expect(applyPayment(d(100), open).credit.toFixed()).toBe('20');
    expect(lateInterest(d(1000), d(9), 73, 'EUR').toFixed()).toBe('18');
    expect(lateInterest(d(1000), d(9), 0, 'EUR').toFixed()).toBe('0');
  });
});

it('divides a credit as its document is divided, where parts of that take each other back, too', () => {
  const shares = (amount: number, nets: number[], taxes: number[]) => {
    const made = creditShares(d(amount), { nets: nets.map(d), taxes: taxes.map(d) }, 'EUR');
    return [made.nets.map((one) => one.toNumber()), made.taxes.map((one) => one.toNumber())];
  };
  expect(shares(60, [100], [20])).toEqual([[50], [10]]);
  expect(shares(5, [100, -100], [20])).toEqual([[25, -25], [5]]);
  expect(shares(4, [200, -100], [-20])).toEqual([[10, -5], [-1]]);
  expect(shares(1, [-10], [20, 0])).toEqual([[-1], [2, 0]]);
});

it('numbers invoices by series', () => {
  expect(formatNumber('INV-{YYYY}-{####}', 7, '2026-11-21')).toBe('INV-2026-0007');
  expect(formatNumber('{YY}{MM}/{##}', 123, '2026-11-21')).toBe('2611/123');
  expect(seriesOf('INV-{YYYY}-{####}', '2026-11-21')).toBe(seriesOf('INV-{YYYY}-{####}', '2026-01-01'));
  expect(seriesOf('INV-{YYYY}-{####}', '2026-11-21')).not.toBe(seriesOf('INV-{YYYY}-{####}', '2027-01-01'));
  expect(() => formatNumber('INV', 1, '2026-11-21')).toThrow(/counter/);
});

describe('metrics', () => {
  it.each(vectors.percentage_change)('from %2$s to %1$s', (now, before, expected) =>
    expect(percentChange(d(now!), d(before!)).toNumber()).toBe(expected),
  );

  it.each(vectors.change_text.cases)('%s after %s is “%s”', (now, before, text) =>
    expect(describeChange(d(now!), d(before!))).toBe(text),
  );

  it('leaves small changes out', () => {
    expect(describeChange(d('100.4'), d(100))).toBe('flat');
    expect(describeChange(d(90), d(100))).toBe('−10%');
  });

  it.each(vectors.quarter_pace)(
    '$qtd in $days days',
    ({ qtd, days, total_days, last_year, projected, vs_last_year_pct }) => {
      const result = pace(d(qtd), days, total_days, last_year === undefined ? undefined : d(last_year));
      if (projected !== undefined) expect(result.projected?.toNumber() ?? null).toBe(projected);
      if (vs_last_year_pct !== undefined) expect(result.versusLastYearPercent!.toNumber()).toBe(vs_last_year_pct);
    },
  );

  it('tells how long the cash lasts, and names a day only when it is near', () => {
    expect(runway(d(3000), [d(-900), d(-1100)], '2026-01-01')).toMatchObject({ exhaustedOn: '2026-04-01' });
    expect(runway(d(3000), [d(100)], '2026-01-01').months).toBeNull();
    expect(runway(d(3000), [], '2026-01-01').months).toBeNull();
    expect(exhaustionDay(d(24), '2026-01-01')).toBeNull();
    expect(exhaustionDay(ZERO, '2026-01-01')).toBeNull();
    expect(ratioPercent(d(1), d(8))?.toFixed()).toBe('12.5');
  });
});
