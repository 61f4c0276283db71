import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Decimal, RateTable, sum } from '../../../../kernel/money/index.ts';
import vectors from '../vectors/rules-splits-dedupe-transfers.json' with { type: 'json' };
import {
  addMonths,
  applyRules,
  budgetMonth,
  compilePattern,
  type Condition,
  daysBetween,
  findRecurring,
  forecastBalance,
  type IncomingLine,
  matchTransfers,
  meets,
  merchantKey,
  nextAfter,
  occurrences,
  planImport,
  type Rule,
  split,
  type SplitShare,
  type StoredLine,
  suggestCategories,
  type Transaction,
} from './index.ts';

function transaction(overrides: Partial<Omit<Transaction, 'amount'>> & { amount?: string | number } = {}): Transaction {
  return {
    id: 't',
    accountId: 'a',
    day: '2026-01-15',
    currency: 'USD',
    ...overrides,
    amount: decimal(String(overrides.amount ?? '-10')),
  };
}

const OPERATORS: Record<string, string> = { isapprox: 'isApprox', isbetween: 'isBetween' };

/** A condition of the vectors in our own words. */
function condition({ op, field, value }: (typeof vectors.conditions)[number]): Condition {
  const ours = OPERATORS[op] ?? op;
  if (field === 'amount')
    return { field, op: ours, value: Array.isArray(value) ? value.map(String) : JSON.stringify(value) } as Condition;
  if (field === 'date')
    return {
      field: 'day',
      op: ours,
      value:
        typeof value === 'object' && 'start' in value
          ? { start: value.start, frequency: value.frequency, daysOfMonth: [value.day] }
          : value,
    } as Condition;
  return { field, op: ours, value } as Condition;
}

describe('conditions', () => {
  for (const vector of vectors.conditions) {
    const test = condition(vector);
    const made = (value: unknown): Transaction =>
      test.field === 'amount'
        ? transaction({ amount: value as number })
        : transaction({ [test.field]: value ?? undefined });
    it.each(vector.match as unknown[])(
      `${vector.field} ${vector.op} ${JSON.stringify(vector.value)} is met by %s`,
      (value) => expect(meets(made(value), test)).toBe(true),
    );
    it.each(vector.no_match as unknown[])(
      `${vector.field} ${vector.op} ${JSON.stringify(vector.value)} is not met by %s`,
      (value) => expect(meets(made(value), test)).toBe(false),
    );
  }

  it('refuses patterns that are wrong, and takes no longer over evil ones [V5]', () => {
    for (const source of ['(', '[a', '(?=a)b', '(a)\\1', 'a'.repeat(201)])
      expect(() => compilePattern(source)).toThrow(/pattern/i);
    const evil = `${'a'.repeat(299)}b`;
    // Each of these takes a backtracking engine longer than the universe has been there.
    for (const source of ['^(a+)+$', '^((a+))+$', '^(a|a)*$', '(.*)*x', 'a*a*a*a*a*a*a*a*a*a*c'])
      expect([source, compilePattern(source).test(evil)]).toEqual([source, false]);
    expect(compilePattern('^caf[eé] .*\\d{2}').test('CAFÉ NERO 42')).toBe(true);
  });
});

describe('splits', () => {
  it.each(vectors.splits)('$actions of $amount', ({ actions, amount, expected, error_difference }) => {
    const shares = actions.map((text): SplitShare => {
      const [kind, value] = text.split(' ');
      if (kind === 'fixed') return { kind, amount: decimal(value!) };
      return kind === 'percent' ? { kind, percent: decimal(value!) } : { kind: 'remainder' };
    });
    // The vectors count in cents: yen have none.
    const result = split(decimal(String(amount)), shares, 'JPY');
    expect(result.parts.map((part) => part.toNumber())).toEqual(expected);
    expect(result.difference.toNumber()).toBe(error_difference ?? 0);
  });

  it('parts and difference always sum to the amount', () => {
    const share = fc.oneof(
      fc.constant({ kind: 'remainder' as const }),
      fc
        .integer({ min: -5000, max: 5000 })
        .map((cents) => ({ kind: 'fixed' as const, amount: decimal(String(cents)).div(100n) })),
      fc
        .integer({ min: 0, max: 100 })
        .map((percent) => ({ kind: 'percent' as const, percent: decimal(String(percent)) })),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.array(share, { minLength: 1, maxLength: 6 }),
        (cents, shares) => {
          const amount = decimal(String(cents)).div(100n);
          const { parts, difference } = split(amount, shares, 'USD');
          expect(sum(parts).plus(difference).eq(amount)).toBe(true);
          if (shares.some((one) => one.kind === 'remainder')) expect(difference.isZero()).toBe(true);
          expect(parts.every((part) => part.decimalPlaces() <= 2)).toBe(true);
        },
      ),
    );
  });
});

describe('rules', () => {
  const rule = (id: string, over: Partial<Rule>): Rule => ({
    id,
    combine: 'all',
    conditions: [{ field: 'payee', op: 'contains', value: 'coffee' }],
    actions: [],
    ...over,
  });

  it('run in order, see each other, and say what they did', () => {
    const outcome = applyRules(transaction({ payee: 'COFFEE #12' }), [
      rule('1', {
        actions: [
          { kind: 'setPayee', payee: 'Café' },
          { kind: 'addTag', tag: 'x' },
        ],
      }),
      rule('2', {
        conditions: [{ field: 'payee', op: 'is', value: 'cafe' }],
        actions: [
          { kind: 'setCategory', categoryId: 'food' },
          { kind: 'appendNotes', text: 'n' },
        ],
        stop: true,
      }),
      rule('3', {
        conditions: [{ field: 'amount', op: 'lt', value: '0' }],
        actions: [{ kind: 'setCategory', categoryId: 'other' }],
      }),
    ]);
    expect(outcome.transaction).toMatchObject({ payee: 'Café', categoryId: 'food', notes: 'n', tags: ['x'] });
    expect(outcome.applied.map((one) => one.ruleId)).toEqual(['1', '2']);
  });

  it('combine conditions, and do nothing without any', () => {
    const conditions: Condition[] = [
      { field: 'payee', op: 'is', value: 'x' },
      { field: 'direction', op: 'is', value: 'out' },
    ];
    expect(
      applyRules(transaction({ payee: 'y' }), [
        rule('1', { conditions }),
        rule('2', { conditions, combine: 'any' }),
        rule('3', { conditions: [] }),
      ]).applied.map((one) => one.ruleId),
    ).toEqual(['2']);
  });

  it('split, and report what is left over', () => {
    const { splits, splitDifference } = applyRules(transaction({ payee: 'coffee', amount: '-10' }), [
      rule('1', {
        actions: [
          {
            kind: 'split',
            parts: [
              { kind: 'fixed', amount: decimal('-4'), categoryId: 'a' },
              { kind: 'percent', percent: decimal('50'), categoryId: 'b' },
            ],
          },
        ],
      }),
    ]);
    expect(splits.map((part) => [part.categoryId, part.amount.toFixed(2)])).toEqual([
      ['a', '-4.00'],
      ['b', '-3.00'],
    ]);
    expect(splitDifference?.toFixed(2)).toBe('-3.00');
  });

  it('suggest what a merchant mostly is, with the evidence', () => {
    const history = ['food', 'food', 'fun'].map((categoryId, index) =>
      transaction({ id: `h${index}`, payee: `SQ *BLUE BOTTLE #${index}`, categoryId }),
    );
    const suggestions = suggestCategories(history, [
      transaction({ id: 'new', payee: 'Blue Bottle 0431 01/22' }),
      transaction({ id: 'in', payee: 'Blue Bottle', amount: '5' }),
    ]);
    expect([...suggestions]).toEqual([['new', { categoryId: 'food', seen: 2, of: 3 }]]);
  });
});

describe('schedules', () => {
  it('clamp to short months, move off weekends, and end', () => {
    expect(occurrences({ start: '2026-01-31', frequency: 'monthly' }, '2026-01-01', '2026-05-01')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(
      occurrences(
        { start: '2026-01-01', frequency: 'monthly', daysOfMonth: [15, 31], weekend: 'before', until: '2026-02-28' },
        '2026-01-01',
        '2026-12-31',
      ),
    ).toEqual(['2026-01-15', '2026-01-30', '2026-02-13', '2026-02-27']);
    expect(occurrences({ start: '2020-02-29', frequency: 'yearly' }, '2023-01-01', '2024-12-31')).toEqual([
      '2023-02-28',
      '2024-02-29',
    ]);
    expect(nextAfter({ start: '2026-01-05', frequency: 'weekly', interval: 2 }, '2026-01-19')).toBe('2026-02-02');
    expect(nextAfter({ start: '2026-01-05', frequency: 'daily', until: '2026-01-10' }, '2026-01-10')).toBeUndefined();
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  });

  it('are the same wherever the range begins', () => {
    // A Saturday's payment moves to the Monday on which the range begins.
    expect(
      occurrences({ start: '2024-01-30', frequency: 'daily', weekend: 'after' }, '2024-07-22', '2024-07-22'),
    ).toHaveLength(3);
    const frequency = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const);
    fc.assert(
      fc.property(
        frequency,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 900 }),
        fc.constantFrom('keep' as const, 'before' as const, 'after' as const),
        (one, interval, offset, weekend) => {
          const recurrence = { start: '2024-01-30', frequency: one, interval, weekend };
          const from = new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10);
          expect(occurrences(recurrence, from, '2027-01-01')).toEqual(
            occurrences(recurrence, '2024-01-01', '2027-01-01').filter((day) => day >= from),
          );
        },
      ),
    );
  });
});

describe('transfers', () => {
  const rates = new RateTable([
    { from: 'USD', to: 'CAD', day: '2026-01-01', rate: decimal(String(vectors.transfer_matching.usd_cad)) },
  ]);
  const DAY = 20;

  it.each(vectors.transfer_matching.cases)('$out and $in: $match', ({ out, in: into, match }) => {
    const side = ([offset, amount, currency]: (string | number)[], id: string): Transaction =>
      // The vectors count money out as positive.
      transaction({
        id,
        accountId: id,
        day: `2026-01-${DAY + Number(offset)}`,
        amount: -Number(amount),
        currency: String(currency),
      });
    expect(matchTransfers([side(out, 'out'), side(into, 'in')], { rates }).length).toBe(match ? 1 : 0);
  });

  it('take the closest day, use each once, and forget what was rejected', () => {
    const list = [
      transaction({ id: 'o', accountId: 'a', day: '2026-01-10', amount: '-5' }),
      transaction({ id: 'far', accountId: 'b', day: '2026-01-14', amount: '5' }),
      transaction({ id: 'near', accountId: 'c', day: '2026-01-09', amount: '5' }),
      transaction({ id: 'own', accountId: 'a', day: '2026-01-10', amount: '5' }),
      transaction({ id: 'late', accountId: 'b', day: '2026-01-15', amount: '5' }),
    ];
    expect(matchTransfers(list, { rates })).toEqual([{ out: 'o', in: 'near', days: 1 }]);
    expect(matchTransfers(list, { rates, rejected: new Set(['o|near']) })).toEqual([{ out: 'o', in: 'far', days: 4 }]);
  });
});

describe('taking in', () => {
  const line = (fingerprint: string, day: string, cents: number, more: Partial<IncomingLine> = {}): IncomingLine => ({
    fingerprint,
    day,
    amount: decimal(String(cents)).div(100n),
    ...more,
  });
  const stored = (id: string, day: string, cents: number, more: Partial<StoredLine> = {}): StoredLine => ({
    id,
    day,
    amount: decimal(String(cents)).div(100n),
    ...more,
  });

  it.each(vectors.dedupe_on_import)('$id', (vector) => {
    const known = [
      ...(vector.existing ?? []).map((one, index) => ({ ...one, deleted: false, index })),
      ...(vector.existing_deleted ?? []).map((one, index) => ({ ...one, amount: -1, deleted: true, index })),
    ] as { id?: string; date: string; amount: number; imported_id?: string; deleted: boolean; index: number }[];
    const before = known.map((one) =>
      stored(one.id ?? `e${one.index}`, one.date, one.amount, {
        deleted: one.deleted,
        ...(one.imported_id ? { bankId: one.imported_id, fingerprint: `id|${one.imported_id}` } : {}),
      }),
    );
    const incoming = vector.incoming.map((one) =>
      line(`id|${one.imported_id}`, one.date, 'amount' in one ? one.amount : -1, { bankId: one.imported_id }),
    );
    const plan = planImport(before, incoming, {
      strict: vector.strict ?? true,
      reimportDeleted: vector.reimport_deleted ?? false,
    });
    const added = plan.filter((action) => action.kind === 'add').length;
    if (vector.expected_total !== undefined) expect(before.length + added).toBe(vector.expected_total);
    if (vector.expected_added !== undefined) expect(added).toBe(vector.expected_added);
    for (const [id, bankId] of Object.entries(vector.expected_link ?? {}))
      expect(plan[incoming.findIndex((one) => one.bankId === bankId)]).toEqual({ kind: 'link', id });
  });

  it('turns pending into booked: named, by id, by amount, and with a tip', () => {
    const pending = { pending: true, fingerprint: 'p' };
    expect(
      planImport(
        [stored('1', '2026-01-01', -500, { ...pending, bankId: 'P' })],
        [line('x', '2026-01-04', -650, { bankId: 'B', pendingBankId: 'P' })],
      ),
    ).toEqual([{ kind: 'post', id: '1' }]);
    expect(
      planImport(
        [stored('1', '2026-01-01', -500, { ...pending, bankId: 'P' })],
        [line('x', '2026-01-04', -900, { bankId: 'P' })],
      ),
    ).toEqual([{ kind: 'post', id: '1' }]);
    expect(planImport([stored('1', '2026-01-01', -500, pending)], [line('x', '2026-01-04', -500)])).toEqual([
      { kind: 'post', id: '1' },
    ]);
    expect(
      planImport(
        [stored('1', '2026-01-01', -5000, { ...pending, payee: 'Bistro 12' })],
        [line('x', '2026-01-02', -6000, { payee: 'BISTRO' })],
      ),
    ).toEqual([{ kind: 'post', id: '1' }]);
    expect(
      planImport(
        [stored('1', '2026-01-01', -5000, { ...pending, payee: 'Bistro' })],
        [line('x', '2026-01-02', -9000, { payee: 'BISTRO' })],
      ),
    ).toEqual([{ kind: 'add' }]);
  });

  it('does not trust an id that the bank uses for several movements', () => {
    const known = [stored('1', '2026-01-01', -300, { bankId: 'X', fingerprint: 'id|X|1' })];
    expect(
      planImport(known, [
        line('id|X|1', '2026-01-01', -300, { bankId: 'X' }),
        line('id|X|2', '2026-01-02', -300, { bankId: 'X' }),
      ]).map((one) => one.kind),
    ).toEqual(['same', 'add']);
    expect(
      planImport([], [line('a', '2026-01-01', -1, { bankId: 'X' }), line('a', '2026-01-01', -1, { bankId: 'X' })]),
    ).toEqual([{ kind: 'add' }, { kind: 'repeated', line: 0 }]);
  });

  it('has nothing to do the second time, whatever the file', () => {
    const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-01-0${n}`);
    const made = fc.array(
      fc.record({
        fingerprint: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        day,
        cents: fc.constantFrom(-100, -200, 300),
        bankId: fc.option(fc.constantFrom('X', 'Y', 'Z'), { nil: undefined }),
        pending: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(made, made, fc.boolean(), (first, second, strict) => {
        const lines = (list: typeof first): IncomingLine[] =>
          list.map(({ cents, bankId, pending, ...one }, index) =>
            line(
              bankId ? `${one.fingerprint}|${one.day}|${cents}|${bankId}` : `${one.fingerprint}|${index}`,
              one.day,
              cents,
              { ...(bankId ? { bankId } : {}), pending },
            ),
          );
        let account: StoredLine[] = [];
        for (const file of [lines(first), lines(second), lines(second)]) {
          const again = file.length > 0 && account.length > 0;
          const plan = planImport(account, file, { strict });
          account = apply(account, file, plan);
          const replay = planImport(account, file, { strict });
          if (again) expect(replay.every((action) => action.kind === 'same' || action.kind === 'repeated')).toBe(true);
          expect(apply(account, file, replay).length).toBe(account.length);
        }
      }),
    );
  });

  /** The account after the plan, as a store would have it. */
  function apply(
    account: readonly StoredLine[],
    file: readonly IncomingLine[],
    plan: ReturnType<typeof planImport>,
  ): StoredLine[] {
    const after = new Map(account.map((one) => [one.id, one]));
    for (const [index, action] of plan.entries()) {
      const incoming = file[index]!;
      if (action.kind === 'add') after.set(`n${after.size}`, { id: `n${after.size}`, ...incoming });
      else if (action.kind === 'link' || action.kind === 'post')
        after.set(action.id, { ...after.get(action.id)!, ...incoming, id: action.id });
    }
    return [...after.values()];
  }
});

describe('merchants and recurring payments', () => {
  it.each([
    ['SQ *BLUE BOTTLE #0431 01/22', 'blue bottle'],
    ['PAYPAL *SPOTIFY', 'spotify'],
    ['Netflix.com', 'netflix'],
    ['POS PURCHASE 1234', ''],
    ['Café Müller GmbH', 'cafe muller'],
  ])('%s is %j', (text, key) => expect(merchantKey(text)).toBe(key));

  const series = (
    days: string[],
    amount: string | ((index: number) => string) = '-15.99',
    payee = 'NETFLIX.COM',
  ): Transaction[] =>
    days.map((day, index) =>
      transaction({ id: day, day, payee, amount: typeof amount === 'string' ? amount : amount(index) }),
    );

  it.each([
    ['weekly', ['2026-01-02', '2026-01-09', '2026-01-16', '2026-01-24'], '2026-01-31'],
    [
      'biweekly',
      ['2026-01-02', '2026-01-16', '2026-01-30', '2026-02-13', '2026-02-27', '2026-03-13', '2026-03-27'],
      '2026-04-10',
    ],
    ['semimonthly', ['2026-01-15', '2026-01-31', '2026-02-15', '2026-02-28', '2026-03-15'], '2026-03-31'],
    ['monthly', ['2025-12-31', '2026-01-31', '2026-02-28'], '2026-03-31'],
    ['annual', ['2023-02-28', '2024-02-29', '2025-02-28'], '2026-02-28'],
    ['monthly', ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31'], '2026-04-30'],
    ['quarterly', ['2025-07-01', '2025-10-01', '2026-01-02'], '2026-04-02'],
    ['annual', ['2024-03-01', '2025-03-01'], '2026-03-01'],
  ])('%s', (frequency, days, next) => {
    expect(findRecurring(series(days), days.at(-1)!)[0]).toMatchObject({ frequency, nextDay: next, fixed: true });
  });

  it('tells a price that rose, an end, and a bill that varies', () => {
    const rose = findRecurring(
      series(['2026-01-05', '2026-02-05', '2026-03-05'], (index) => (index === 2 ? '-17.99' : '-15.99')),
      '2026-03-06',
    )[0]!;
    expect(rose.priceChange?.toFixed(2)).toBe('-2.00');
    expect(findRecurring(series(['2025-01-05', '2025-02-05', '2025-03-05']), '2026-03-06')[0]).toMatchObject({
      status: 'ended',
    });
    expect(
      findRecurring(
        series(['2026-01-05', '2026-02-04', '2026-03-06'], (index) => String(-50 - index * 9), 'City Power'),
        '2026-03-06',
      )[0],
    ).toMatchObject({ fixed: false, frequency: 'monthly' });
  });

  it('sees nothing in shopping without a rhythm, or in two of different price', () => {
    expect(
      findRecurring(series(['2026-01-02', '2026-01-05', '2026-01-25', '2026-02-27', '2026-03-01']), '2026-03-06'),
    ).toEqual([]);
    expect(
      findRecurring(
        series(['2026-01-02', '2026-02-02'], (index) => String(-5 - index * 3)),
        '2026-03-06',
      ),
    ).toEqual([]);
  });
});

describe('the forecast', () => {
  it('adds what is scheduled, known and usual', () => {
    const forecast = forecastBalance({
      today: '2026-01-30',
      openingBalance: decimal('100'),
      until: '2026-02-03',
      scheduled: [
        {
          id: 'rent',
          label: 'Rent',
          amount: decimal('-150'),
          recurrence: { start: '2026-01-01', frequency: 'monthly' },
        },
      ],
      known: [
        { id: 'bill', label: 'Late bill', amount: decimal('-20'), day: '2026-01-10' },
        { id: 'pay', label: 'Pay', amount: decimal('500'), day: '2026-02-02' },
      ],
      everyday: [decimal('-2'), decimal('-4'), decimal('-6')],
    });
    expect(forecast.days.map((one) => `${one.day} ${one.expected.toFixed(2)}`)).toEqual([
      '2026-01-31 76.00',
      '2026-02-01 -78.00',
      '2026-02-02 418.00',
      '2026-02-03 414.00',
    ]);
    expect(forecast.firstBelowZero).toBe('2026-02-01');
    expect(forecast.lowest.balance.toFixed(2)).toBe('-78.00');
    const width = (index: number): Decimal => forecast.days[index]!.high.minus(forecast.days[index]!.low);
    expect(width(3).div(width(0)).toFixed(6)).toBe('2.000000');
  });
});

describe('budgets', () => {
  it.each(vectors.budget.cases)(
    '$type',
    ({ type, visible_spent, hidden_category_spent, group_total, after_unhide }) => {
      const of = (hidden: boolean) =>
        budgetMonth(type as 'tracking' | 'envelope', [
          { id: '1', budgeted: decimal(0n), spent: decimal(String(visible_spent)), carriedIn: decimal(0n) },
          {
            id: '2',
            budgeted: decimal(0n),
            spent: decimal(String(hidden_category_spent)),
            carriedIn: decimal(0n),
            hidden,
          },
        ]);
      expect(of(true).spent.toNumber()).toBe(group_total);
      if (after_unhide !== undefined) expect(of(false).spent.toNumber()).toBe(after_unhide);
    },
  );

  it('carries envelopes over and takes overspending from the next month', () => {
    const month = budgetMonth('envelope', [
      { id: '1', budgeted: decimal('50'), spent: decimal('-20'), carriedIn: decimal('5') },
      { id: '2', budgeted: decimal('10'), spent: decimal('-20'), carriedIn: decimal('0') },
    ]);
    expect(month.categories.map((one) => [one.available.toFixed(), one.carriedOut.toFixed()])).toEqual([
      ['35', '35'],
      ['-10', '0'],
    ]);
    expect(month.overspent.toFixed()).toBe('-10');
  });
});

it('counts days across daylight saving and leap years', () => {
  expect([
    daysBetween('2026-03-28', '2026-03-30'),
    daysBetween('2024-02-28', '2024-03-01'),
    daysBetween('2026-01-02', '2026-01-01'),
  ]).toEqual([2, 2, -1]);
});
