import { Decimal as Oracle } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  allocateMoney,
  CURRENCIES,
  decimal,
  type Decimal,
  estimated,
  isCurrency,
  minorUnits,
  parseDecimal,
  plainDecimal,
  RateTable,
  round,
  roundMoney,
  roundParts,
  roundTo,
  type Rounding,
  sum,
  whole,
} from './index.ts';

describe('exact numbers', () => {
  it('read a database column like other text', () => {
    const plain = fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(12)).map(([units, places]) => {
      const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
      return `${units < 0n ? '-' : ''}${places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`}`;
    });
    fc.assert(
      fc.property(fc.oneof(plain, fc.constantFrom('0', '-0', '0.00', '-0.50', '1e3', '.5', '+3')), (text) => {
        expect(plainDecimal(text).eq(decimal(text))).toBe(true);
        expect(plainDecimal(text).toFixed()).toBe(decimal(text).toFixed());
      }),
    );
    for (const text of ['', '-', '1.', 'abc', '1 2', '1,5']) {
      const outcome = (read: (text: string) => unknown) => {
        try {
          return String(read(text));
        } catch (error) {
          return (error as Error).name;
        }
      };
      expect(outcome(plainDecimal)).toBe(outcome(decimal));
    }
  });

  it('add sums that floating point cannot', () => {
    expect(decimal('0.1').plus('0.2').toFixed()).toBe('0.3');
    expect(decimal('9007199254740993').plus(1n).toFixed()).toBe('9007199254740994');
  });

  it('read only plain decimal text', () => {
    expect(parseDecimal('-12.50')?.toFixed(2)).toBe('-12.50');
    expect(parseDecimal('+.5')?.toFixed()).toBe('0.5');
    for (const text of ['', '1,5', '1e3', '0x10', 'NaN', '-', '.']) expect(parseDecimal(text)).toBeUndefined();
  });

  it('reject a fraction as a count', () => {
    expect(() => whole(0.1)).toThrow(RangeError);
    expect(() => estimated(Number.NaN)).toThrow(RangeError);
    expect(estimated(0.1 + 0.2).toFixed()).toBe('0.3');
  });

  it('never write an exponent', () => {
    expect(decimal('0.0000000000001').toString()).toBe('0.0000000000001');
    expect(JSON.stringify(decimal('123456789012345678901234567890'))).toBe('"123456789012345678901234567890"');
  });
});

describe('arithmetic', () => {
  Oracle.set({ precision: 120, toExpNeg: -200, toExpPos: 200, rounding: Oracle.ROUND_HALF_EVEN });
  const text = fc
    .tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 12 }))
    .map(([units, places]) => new Oracle(units.toString()).div(new Oracle(10).pow(places)).toFixed());

  it('agrees with another library', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [decimal(a), decimal(b)];
        const [p, q] = [new Oracle(a), new Oracle(b)];
        expect(x.plus(y).toFixed()).toBe(p.plus(q).toFixed());
        expect(x.minus(y).toFixed()).toBe(p.minus(q).toFixed().replace(/^-0$/, '0'));
        expect(x.times(y).toFixed()).toBe(p.times(q).toFixed().replace(/^-0$/, '0'));
        expect(x.cmp(y)).toBe(p.cmp(q));
        expect([x.floor(), x.ceil(), x.trunc()].map(String)).toEqual(
          [p.floor(), p.ceil(), p.trunc()].map((one) => one.toFixed().replace(/^-0$/, '0')),
        );
        expect(x.toFixed(2)).toBe(p.toFixed(2, Oracle.ROUND_HALF_UP).replace(/^-0\.00$/, '0.00'));
        expect(x.toNumber()).toBe(p.toNumber() || 0);
        if (y.isZero()) return;
        expect(x.div(y).toFixed()).toBe(
          p.div(q).toDecimalPlaces(34, Oracle.ROUND_HALF_EVEN).toFixed().replace(/^-0$/, '0'),
        );
        expect(x.mod(y).toFixed()).toBe(p.mod(q).toFixed().replace(/^-0$/, '0'));
      }),
    );
  });

  it('supports integer and fractional powers, roots, and logarithms', () => {
    const near = (actual: Decimal, wanted: string): void =>
      expect(actual.minus(wanted).abs().lt('0.0000000000000000000001')).toBe(true);
    near(decimal('1.05').pow(360n), new Oracle('1.05').pow(360).toFixed());
    near(decimal('1.004').pow(-360n), new Oracle('1.004').pow(-360).toFixed());
    near(decimal('2').pow('0.5'), decimal(2n).sqrt().toFixed());
    near(decimal(10n).ln(), '2.302585092994045684017991454684');
    expect(decimal('7').pow(0n).toFixed()).toBe('1');
    expect(() => decimal(1n).div('0.00')).toThrow(/zero/);
    for (const bad of ['abc', '', '.', '1,5', 'NaN', 'Infinity'])
      expect(() => decimal(bad)).toThrow(/not a decimal number/);
  });
});

describe('currencies', () => {
  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['HUF', 2],
    ['CLF', 4],
    ['IDR', 2],
  ])('%s has %i decimals', (code, digits) => {
    expect(minorUnits(code)).toBe(digits);
  });

  it('lists each code once and nothing else', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(isCurrency('usd')).toBe(false);
    expect(() => minorUnits('XXX')).toThrow(/not a currency/);
  });
});

describe('rounding', () => {
  it.each<[Rounding, string[]]>([
    ['half-even', ['2', '4', '-2', '3', '2']],
    ['half-up', ['3', '4', '-3', '3', '2']],
    ['down', ['2', '3', '-2', '2', '2']],
    ['up', ['3', '4', '-3', '3', '3']],
    ['floor', ['2', '3', '-3', '2', '2']],
    ['ceil', ['3', '4', '-2', '3', '3']],
  ])('%s', (rounding, expected) => {
    expect(['2.5', '3.5', '-2.5', '2.6', '2.4'].map((value) => round(decimal(value), 0, rounding).toFixed())).toEqual(
      expected,
    );
  });

  it('depends on the currency', () => {
    expect(roundMoney(decimal('10.005'), 'USD').toFixed(2)).toBe('10.01');
    expect(roundMoney(decimal('10.5'), 'JPY', 'half-even').toFixed()).toBe('10');
    expect(roundTo(decimal('10.03'), decimal('0.05')).toFixed(2)).toBe('10.05');
    expect(round(decimal('1250'), -2, 'half-even').toFixed()).toBe('1200');
  });
});

describe('allocation', () => {
  it('gives the remainder to the parts that lost most', () => {
    expect(
      allocateMoney(decimal('100'), [decimal(1n), decimal(1n), decimal(1n)], 'USD').map((part) => part.toFixed(2)),
    ).toEqual(['33.34', '33.33', '33.33']);
    expect(allocateMoney(decimal('0.05'), [decimal(3n), decimal(7n)], 'USD').map((part) => part.toFixed(2))).toEqual([
      '0.02',
      '0.03',
    ]);
    expect(allocateMoney(decimal('5'), [decimal(0n), decimal(0n)], 'JPY').map((part) => part.toFixed())).toEqual([
      '3',
      '2',
    ]);
  });

  it('rejects an amount that cannot be divided', () => {
    expect(() => allocateMoney(decimal('1.005'), [decimal(1n)], 'USD')).toThrow(/digits/);
    expect(() => allocate(decimal(1n), [], 2)).toThrow(/nothing/);
    expect(() => allocate(decimal(1n), [decimal(-1n)], 2)).toThrow(/negative/);
    expect(() => allocate(decimal(1n), [decimal(-1n), decimal(1n)], 2)).toThrow(/negative/);
    expect(allocate(decimal('10'), [decimal(120n), decimal(-20n)], 2).map((part) => part.toFixed())).toEqual([
      '12',
      '-2',
    ]);
  });

  it('always sums to the whole, with no part off by more than one unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 12n), 10n ** 12n),
        fc.array(fc.bigInt(0n, 10n ** 6n), { minLength: 1, maxLength: 12 }),
        (cents, weights) => {
          const total = decimal(cents).div(100n);
          const parts = allocate(total, weights.map(decimal), 2);
          expect(sum(parts).eq(total)).toBe(true);
          const all = weights.reduce((a, b) => a + b, 0n);
          if (all > 0n)
            for (const [index, part] of parts.entries())
              expect(part.minus(total.times(weights[index]!).div(all)).abs().lt('0.01')).toBe(true);
        },
      ),
    );
  });
});

describe('figures shown beside their sum', () => {
  it('add up to it, with the unit going to those that lost most', () => {
    const shown = (parts: string[], currency: string, total?: string) =>
      roundParts(
        parts.map((part) => decimal(part)),
        currency,
        total === undefined ? undefined : decimal(total),
      ).map((part) => part.toFixed());
    expect(shown(['33.334', '33.333', '33.333'], 'USD')).toEqual(['33.34', '33.33', '33.33']);
    expect(shown(['0.5', '0.5', '0.4'], 'JPY')).toEqual(['1', '0', '0']);
    expect(shown(['10.006', '-4.004', '2'], 'USD')).toEqual(['10.01', '-4.01', '2']);
    expect(shown(['10.006', '-4.004'], 'USD', '6.01')).toEqual(['10.01', '-4']);
    expect(shown([], 'USD')).toEqual([]);
    expect(() => shown(['1', '2'], 'USD', '9')).toThrow(/come to 9/);
  });

  it('stay within a unit of their exact value for any amounts, rates, and currencies, and payable ones stay unchanged', () => {
    const row = fc.record({ amount: fc.bigInt(-(10n ** 10n), 10n ** 10n), rate: fc.bigInt(1n, 10n ** 7n) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.constantFrom('USD', 'JPY', 'BHD'), (rows, currency) => {
        const exact = rows.map(({ amount, rate }) =>
          decimal(amount)
            .div(100n)
            .times(decimal(rate).div(10n ** 5n)),
        );
        const shown = roundParts(exact, currency);
        expect(sum(shown).eq(roundMoney(sum(exact), currency))).toBe(true);
        const unit = decimal(1n).div(decimal(10n).pow(BigInt(minorUnits(currency))));
        for (const [index, part] of shown.entries()) {
          expect(part.eq(roundMoney(part, currency))).toBe(true);
          expect(part.minus(exact[index]!).abs().lt(unit)).toBe(true);
        }
        expect(roundParts(shown, currency).map(String)).toEqual(shown.map(String));
      }),
    );
  });
});

describe('exchange rates', () => {
  const table = new RateTable([
    { from: 'USD', to: 'CHF', day: '2023-01-03', rate: decimal('0.9238') },
    { from: 'USD', to: 'CHF', day: '2023-07-10', rate: decimal('0.8854') },
    { from: 'EUR', to: 'USD', day: '2023-01-03', rate: decimal('1.06') },
  ]);

  it('carries the last rate forward, and has none before the first', () => {
    expect(table.rate('USD', 'CHF', '2023-07-09')?.toFixed()).toBe('0.9238');
    expect(table.rate('USD', 'CHF', '2024-01-01')?.toFixed()).toBe('0.8854');
    expect(table.rate('USD', 'CHF', '2023-01-02')).toBeUndefined();
  });

  it('uses the inverse, or two legs over a third currency', () => {
    expect(table.rate('CHF', 'USD', '2023-01-03')?.times('0.9238').toFixed(20)).toBe('1.00000000000000000000');
    expect(table.convert(decimal(100n), 'EUR', 'CHF', '2023-01-03').toFixed(4)).toBe('97.9228');
    expect(() => table.convert(decimal(1n), 'USD', 'GBP', '2023-01-03')).toThrow(/No exchange rate from USD to GBP/);
  });
});
