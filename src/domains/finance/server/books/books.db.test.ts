import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { inWorkspace, query } from '../../../../server/db/index.ts';
import {
  accountNamed,
  bankLine,
  type Business,
  categoryNamed,
  chart,
  closeBooks,
  expectSound,
  openBusiness,
} from '../../../../testing/business.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  books,
  categories,
  documents,
  journal,
  type JournalEntry,
  ledgers,
  rates,
  transactions,
  transfers,
} from '../../contract.ts';
import { bookAccountFor, postEntry, profitAndLoss, reverseEntry } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const business = (currency = 'USD'): Promise<Business> => openBusiness(system, { currency, opening: '1000' });
const [named, category, enter] = [accountNamed, categoryNamed, bankLine];
const entries = async ({ user, ledgerId }: Business, more: object = {}): Promise<JournalEntry[]> =>
  (await user.call(journal.list, { query: { ledgerId, ...more } })).items;
const short = (entry: JournalEntry): string =>
  `${entry.day} ${entry.memo}: ${entry.lines.map((one) => `${one.name} ${one.amount}`).join(', ')}`;

describe('the books of a business', () => {
  it('begin with a chart, and with what the bank told before', async () => {
    const one = await business();
    await enter(one, '2026-01-05', '-80', 'Hosting', { categoryId: await category(one, 'Software') });
    await enter(one, '2026-01-06', '-12.50', 'Corner shop');
    expect((await chart(one)).map((row) => row.name)).toEqual(
      expect.arrayContaining(['Accounts receivable', 'Main account', 'To sort', 'Software']),
    );
    expect((await entries(one)).map(short)).toEqual([
      '2026-01-06 Corner shop: To sort 12.5, Main account -12.5',
      '2026-01-05 Hosting: Software 80, Main account -80',
      '2025-12-31 Opening balance: Main account 1000, Opening balances -1000',
    ]);
    expect(await one.user.call(books.get, { params: { id: one.ledgerId } })).toMatchObject({
      currency: 'USD',
      waiting: 0,
      toSort: { count: 1, balance: '12.5' },
    });
    await expectSound(one);
  });

  it('follow a transaction that is recategorised, split, deleted and restored', async () => {
    const one = await business();
    await chart(one);
    const made = await enter(one, '2026-02-01', '-100', 'Depot');
    const [rent, software] = [await category(one, 'Rent'), await category(one, 'Software')];
    const lines = async (): Promise<string[]> => (await entries(one, { from: '2026-01-01' })).map(short);
    expect(await lines()).toEqual(['2026-02-01 Depot: To sort 100, Main account -100']);
    const changed = await one.user.call(transactions.update, {
      params: { id: made.id },
      body: { version: 1, categoryId: rent },
    });
    expect(await lines()).toEqual(['2026-02-01 Depot: Rent 100, Main account -100']);
    const parts = await one.user.call(transactions.update, {
      params: { id: made.id },
      body: {
        version: changed.version,
        splits: [
          { amount: '-70', categoryId: rent },
          { amount: '-30', categoryId: software },
        ],
      },
    });
    expect((await lines())[0]).toContain('Main account -100');
    expect(
      (await entries(one, { from: '2026-01-01' }))[0]!.lines
        .filter((row) => decimal(row.amount).gt(0n))
        .map((row) => `${row.name} ${row.amount}`)
        .sort(),
    ).toEqual(['Rent 70', 'Software 30']);
    await one.user.call(transactions.update, { params: { id: made.id }, body: { version: parts.version, splits: [] } });
    expect(await lines()).toEqual(['2026-02-01 Depot: Rent 100, Main account -100']);
    await one.user.call(transactions.remove, { params: { id: made.id } });
    expect(await lines()).toEqual([]);
    await one.user.call(transactions.restore, { params: { id: made.id } });
    expect(await lines()).toHaveLength(1);
    await one.user.call(categories.remove, { params: { id: rent } });
    expect(await lines()).toEqual(['2026-02-01 Depot: To sort 100, Main account -100']);
    await expectSound(one);
  });

  it('see no income in a transfer between own accounts, and convert at the day’s rate', async () => {
    const one = await business();
    const euros = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Euro account', kind: 'checking', currency: 'EUR' },
    });
    await chart(one);
    const out = await enter(one, '2026-03-01', '-110', 'To euros');
    const into = await one.user.call(transactions.create, {
      body: { accountId: euros.id, day: '2026-03-02', amount: '100', payee: 'From dollars' },
    });
    expect((await one.user.call(books.get, { params: { id: one.ledgerId } })).waiting).toBe(1);
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '1.08', source: 'Test' },
    });
    expect((await one.user.call(books.get, { params: { id: one.ledgerId } })).waiting).toBe(0);
    await one.user.call(transfers.link, { body: { outId: out.id, inId: into.id } });
    const found = await one.user.call(journal.list, { query: { ledgerId: one.ledgerId, from: '2026-03-01' } });
    expect(found.items.map(short)).toEqual([
      '2026-03-02 From dollars: Euro account 108, Exchange differences and rounding 2, Money in transit -110',
      '2026-03-01 To euros: Money in transit 110, Main account -110',
    ]);
    const result = await one.user.call(books.statement, {
      params: { id: one.ledgerId },
      query: { kind: 'profitAndLoss', from: '2026-01-01', to: '2026-12-31', compare: 'none' },
    });
    expect(result.results['netIncome']!.amounts).toEqual(['-2']);
    const file = await one.user.open(
      'GET',
      `/api/finance/books/${one.ledgerId}/statement.pdf?kind=profitAndLoss&from=2026-01-01&to=2026-12-31`,
    );
    expect(file.status).toBe(200);
    await expectSound(one);
  });

  it('see what a transfer cost as what it was for, and none of it reaches into closed days', async () => {
    const one = await business();
    const second = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Second', kind: 'savings', currency: 'USD' },
    });
    const fees = await category(one, 'Bank fees');
    const line = async (accountId: string, day: string, amount: string, more: object = {}) =>
      one.user.call(transactions.create, { body: { accountId, day, amount, ...more } });
    const change = async (id: string, amount: string) =>
      one.user.tryCall(transactions.update, {
        params: { id },
        body: { version: (await one.user.call(transactions.get, { params: { id } })).version, amount },
      });
    // The bank that got it booked it first.
    const into = await line(second.id, '2026-01-31', '100');
    const out = await line(one.account.id, '2026-02-01', '-105', { categoryId: fees });
    await one.user.call(transfers.link, { body: { outId: out.id, inId: into.id } });
    const told = async () =>
      (await one.user.call(journal.list, { query: { ledgerId: one.ledgerId, source: 'transaction' } })).items.map(
        short,
      );
    const before = await told();
    expect(before).toEqual([
      '2026-02-01 Bank transaction: Money in transit 105, Main account -105',
      '2026-01-31 Bank transaction: Second 100, Bank fees 5, Money in transit -105',
    ]);
    await closeBooks(one, '2026-01-31');
    expect((await change(out.id, '-107')).status).toBe(200);
    expect(await told()).toEqual([
      '2026-02-01 Bank transaction: Money in transit 105, Bank fees 2, Main account -107',
      before[1],
    ]);
    await expectSound(one, ['2026-01-31', '2026-02-28']);
    expect((await change(into.id, '101')).status).toBe(409);
    await closeBooks(one, null);
    expect((await change(into.id, '101')).status).toBe(200);
    expect((await named(one, 'Bank fees')).balance).toBe('6');
    expect((await named(one, 'Money in transit')).balance).toBe('0');
    await expectSound(one, ['2026-01-31', '2026-02-28']);
  });

  it('take entries by hand that balance, and reverse them once', async () => {
    const one = await business();
    const [cash, capital] = [await named(one, 'Cash on hand'), await named(one, 'Owner’s capital')];
    const post = (lines: object[], day = '2026-01-10') =>
      one.user.tryCall(journal.create, {
        body: { ledgerId: one.ledgerId, day, memo: 'Paid in', lines: lines as never },
      });
    const refused = await post([
      { accountId: cash.id, amount: '500' },
      { accountId: capital.id, amount: '-400' },
    ]);
    expect(refused).toMatchObject({ status: 400, body: { message: 'Debits are 100 more than credits.' } });
    expect(
      (
        await post([
          { accountId: cash.id, amount: '500' },
          { accountId: newId(), amount: '-500' },
        ])
      ).body.fields,
    ).toMatchObject([{ field: 'lines.1.accountId' }]);
    const made = await post([
      { accountId: cash.id, amount: '500' },
      { accountId: capital.id, amount: '-500' },
    ]);
    expect(made.status).toBe(201);
    const id = (made.body as JournalEntry).id;
    const back = await one.user.call(journal.reverse, { params: { id }, body: { day: '2026-01-11' } });
    expect(back).toMatchObject({ memo: 'Reversal: Paid in', reverses: id });
    expect((await one.user.tryCall(journal.reverse, { params: { id }, body: { day: '2026-01-11' } })).status).toBe(409);
    expect(await one.user.call(journal.get, { params: { id } })).toMatchObject({ reversedBy: back.id });
    expect((await named(one, 'Cash on hand')).balance).toBe('0');
    const [bank] = await entries(one, { source: 'opening' });
    expect(
      (await one.user.tryCall(journal.reverse, { params: { id: bank!.id }, body: { day: '2026-01-11' } })).status,
    ).toBe(409);
    await expectSound(one);
  });

  it('refuse what lies in a closed period', async () => {
    const one = await business();
    const [cash, capital] = [await named(one, 'Cash on hand'), await named(one, 'Owner’s capital')];
    const ledger = (await one.user.call(ledgers.list)).items[0]!;
    const rent = await category(one, 'Rent');
    await enter(one, '2026-01-20', '-60', 'Landlord', { categoryId: rent });
    await one.user.call(ledgers.close, {
      params: { id: one.ledgerId },
      body: { version: ledger.version, until: '2026-01-31' },
    });
    const body = {
      ledgerId: one.ledgerId,
      memo: 'Late',
      lines: [
        { accountId: cash.id, amount: '5' },
        { accountId: capital.id, amount: '-5' },
      ],
    };
    expect((await one.user.tryCall(journal.create, { body: { ...body, day: '2026-01-31' } })).status).toBe(409);
    expect((await one.user.tryCall(journal.create, { body: { ...body, day: '2026-02-01' } })).status).toBe(201);
    // Reported entries stay in their account; open ones move along.
    await enter(one, '2026-02-20', '-60', 'Landlord', { categoryId: rent });
    const other = await named(one, 'Other expenses');
    expect(
      await one.user.call(books.mapCategory, {
        params: { id: one.ledgerId, categoryId: rent },
        body: { accountId: other.id },
      }),
    ).toEqual({ posted: 1 });
    expect((await named(one, 'Rent')).balance).toBe('60');
    expect((await named(one, 'Other expenses')).balance).toBe('60');
  });

  it('are closed with all that is in them: what waits for a rate is posted first, or not at all', async () => {
    const one = await business();
    const euro = await one.user.call(accounts.create, {
      body: {
        ledgerId: one.ledgerId,
        name: 'Euro account',
        kind: 'checking',
        currency: 'EUR',
        openingBalance: '10',
        openingDay: '2026-01-02',
      },
    });
    await enter({ ...one, account: euro }, '2026-01-20', '50', 'Customer');
    const close = async (until: string | null) =>
      one.user.tryCall(ledgers.close, {
        params: { id: one.ledgerId },
        body: { version: (await one.user.call(ledgers.list)).items[0]!.version, until },
      });
    expect((await close('2026-01-31')).body.message).toBe(
      '2 amounts up to 31 Jan 2026 wait for an exchange rate (EUR). Enter it first: closed books would stay without them.',
    );
    // Before the first of them there is nothing to wait for.
    expect((await close('2026-01-01')).status).toBe(200);
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-01-01', rate: '1.1', source: 'Test' },
    });
    expect((await named(one, 'Euro account')).balance).toBe('66');
    expect((await close('2026-01-31')).status).toBe(200);
    await expectSound(one);
  });

  it('hold what an account had at first before all that moved in it', async () => {
    const one = await business();
    await named(one, 'Cash on hand');
    const late = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Till', kind: 'cash', currency: 'USD', openingBalance: '1000' },
    });
    const on = async (day: string) =>
      (await one.user.call(books.trialBalance, { params: { id: one.ledgerId }, query: { day } })).rows.find(
        (row) => row.name === 'Till',
      )?.debit;
    expect(await on('2026-01-20')).toBeUndefined();
    await enter({ ...one, account: late }, '2026-01-20', '-600', 'Market');
    expect(await on('2026-01-20')).toBe('400');
    await enter({ ...one, account: late }, '2026-01-10', '-100', 'Market');
    expect([await on('2026-01-10'), await on('2026-01-20')]).toEqual(['900', '300']);
    await expectSound(one);
  });

  it('are no one else’s, and none of a person’s', async () => {
    const [mine, stranger] = [await business(), await business()];
    const account = await named(mine, 'Cash on hand');
    const [entry] = await entries(mine);
    for (const attempt of [
      stranger.user.tryCall(books.get, { params: { id: mine.ledgerId } }),
      stranger.user.tryCall(books.accounts, { params: { id: mine.ledgerId } }),
      stranger.user.tryCall(journal.list, { query: { ledgerId: mine.ledgerId } }),
      stranger.user.tryCall(journal.get, { params: { id: entry!.id } }),
      stranger.user.tryCall(journal.reverse, { params: { id: entry!.id }, body: { day: '2026-01-01' } }),
      stranger.user.tryCall(books.updateAccount, { params: { id: account.id }, body: { version: 1, name: 'Mine' } }),
      stranger.user.tryCall(books.statement, {
        params: { id: mine.ledgerId },
        query: { kind: 'cashFlow', to: '2026-01-01' },
      }),
      stranger.user.tryCall(books.createAccount, {
        params: { id: mine.ledgerId },
        body: { code: '8888', name: 'x', role: 'revenue' },
      }),
      stranger.user.tryCall(books.trialBalance, { params: { id: mine.ledgerId }, query: { day: '2026-01-01' } }),
    ])
      expect((await attempt).status).toBe(404);
    const personal = await mine.user.call(ledgers.create, {
      body: { name: 'Home', kind: 'personal', currency: 'USD' },
    });
    expect((await mine.user.tryCall(books.get, { params: { id: personal.id } })).status).toBe(409);
  });

  it('keep a chart of one’s own', async () => {
    const one = await business();
    const made = await one.user.call(books.createAccount, {
      params: { id: one.ledgerId },
      body: { code: '4300', name: 'Training', role: 'revenue' },
    });
    expect(
      (
        await one.user.tryCall(books.createAccount, {
          params: { id: one.ledgerId },
          body: { code: '4300', name: 'Again', role: 'revenue' },
        })
      ).status,
    ).toBe(409);
    expect(
      await one.user.call(books.updateAccount, {
        params: { id: made.id },
        body: { version: 1, name: 'Courses', archived: true },
      }),
    ).toMatchObject({ name: 'Courses', archivedAt: expect.any(String) });
    expect(
      (await one.user.tryCall(books.updateAccount, { params: { id: made.id }, body: { version: 1, name: 'Late' } }))
        .body.code,
    ).toBe('stale');
    const receivable = (await chart(one)).find((row) => row.system === 'receivable')!;
    expect(
      (
        await one.user.tryCall(books.updateAccount, {
          params: { id: receivable.id },
          body: { version: 1, archived: true },
        })
      ).status,
    ).toBe(409);
    // Its balance is that of the documents.
    const [rent, cash] = [await category(one, 'Rent'), await named(one, 'Cash on hand')];
    expect(
      (
        await one.user.tryCall(books.mapCategory, {
          params: { id: one.ledgerId, categoryId: rent },
          body: { accountId: receivable.id },
        })
      ).status,
    ).toBe(400);
    const post = (day: string, amount: string, accountId: string) =>
      one.user.tryCall(journal.create, {
        body: {
          ledgerId: one.ledgerId,
          day,
          memo: 'By hand',
          lines: [
            { accountId: cash.id, amount },
            { accountId, amount: decimal(amount).negated().toFixed() },
          ],
        },
      });
    expect((await post('2026-01-10', '5', receivable.id)).body.fields?.[0]).toMatchObject({
      field: 'lines.1.accountId',
      message: expect.stringContaining('credit notes themselves'),
    });
    // So is what is in the bank what its lines come to.
    const bank = (await chart(one)).find((row) => row.accountId !== null)!;
    expect((await post('2026-01-10', '5', bank.id)).body.fields?.[0]).toMatchObject({
      field: 'lines.1.accountId',
      message: expect.stringContaining('its own transactions'),
    });
    expect(
      (
        await one.user.tryCall(books.mapCategory, {
          params: { id: one.ledgerId, categoryId: rent },
          body: { accountId: bank.id },
        })
      ).status,
    ).toBe(400);
    const bill = {
      ledgerId: one.ledgerId,
      kind: 'bill' as const,
      party: { name: 'Bank' },
      day: '2026-02-12',
      dueDay: '2026-03-12',
      currency: 'USD',
      lines: [{ description: 'Loan', quantity: '1', unitPrice: '200', accountId: bank.id }],
    };
    expect((await one.user.tryCall(documents.create, { body: bill })).body.fields?.[0]?.field).toBe(
      'lines.0.accountId',
    );
    // Entries that come to nothing keep the type, too: they told of something on the days between.
    const other = await one.user.call(books.createAccount, {
      params: { id: one.ledgerId },
      body: { code: '4310', name: 'Talks', role: 'revenue' },
    });
    for (const [day, amount] of [
      ['2026-01-10', '50'],
      ['2026-02-10', '-50'],
    ] as const)
      expect((await post(day, amount, other.id)).status).toBe(201);
    expect(
      (
        await one.user.tryCall(books.updateAccount, {
          params: { id: other.id },
          body: { version: 1, role: 'fixedAsset' },
        })
      ).status,
    ).toBe(409);
  });
});

describe('posting from other parts', () => {
  it('posts one source once, even for two at the same time, and again after a reversal [V14]', async () => {
    const one = await business();
    const run = <T>(act: () => Promise<T>): Promise<T> => inWorkspace(one.workspaceId, null, act);
    const [cash, sales] = [
      await run(() => bookAccountFor(one.ledgerId, { system: 'cash' })),
      await run(() => bookAccountFor(one.ledgerId, { system: 'sales' })),
    ];
    const source = { kind: 'claim', id: newId() };
    const post = () =>
      run(() =>
        postEntry({
          ledgerId: one.ledgerId,
          day: '2026-04-01',
          memo: 'Claim',
          source,
          lines: [
            { accountId: cash, amount: decimal('7') },
            { accountId: sales, amount: decimal('-7') },
          ],
        }),
      );
    const results = await Promise.allSettled([post(), post(), post()]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const id = (results.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<string>).value;
    await run(() => reverseEntry(id, '2026-04-02'));
    await post();
    expect(
      (await run(() => profitAndLoss(one.ledgerId, '2026-04-01', '2026-04-30'))).results['netIncome']!.amounts,
    ).toEqual(['7']);
  });

  it('lets nothing unbalanced into the database', async () => {
    const one = await business();
    const cash = await named(one, 'Cash on hand');
    const [entry] = await entries(one);
    await expect(
      inWorkspace(one.workspaceId, null, () =>
        query(
          `insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, day)
            values ($1, $2, $3, 77, $4, 1, '2026-01-01')`,
          [one.workspaceId, one.ledgerId, entry!.id, cash.id],
        ),
      ),
    ).rejects.toThrow(/balance/);
    await expectSound(one);
  });
});

describe('a year', () => {
  const sheet = async ({ user, ledgerId }: Business, to: string) =>
    (
      await user.call(books.statement, {
        params: { id: ledgerId },
        query: { kind: 'balanceSheet', to, compare: 'none' },
      })
    ).sections
      .find((one) => one.key === 'equity')!
      .lines.map((line) => `${line.label} ${line.amounts[0]}`);

  it('leaves its result to the next by itself, wherever it begins', async () => {
    const one = await business();
    await enter(one, '2025-12-31', '70', 'Work', { categoryId: await category(one, 'Services') });
    await enter(one, '2026-05-20', '100', 'Work', { categoryId: await category(one, 'Services') });
    await enter(one, '2026-07-01', '-30', 'Rent', { categoryId: await category(one, 'Rent') });
    expect(await sheet(one, '2026-12-31')).toEqual([
      'Opening balances 1000',
      'Results of earlier years 70',
      'Result of the year 70',
    ]);
    const { version } = await one.user.call(books.get, { params: { id: one.ledgerId } });
    await one.user.call(books.update, { params: { id: one.ledgerId }, body: { version, yearStartsIn: 7 } });
    expect(await sheet(one, '2026-12-31')).toEqual([
      'Opening balances 1000',
      'Results of earlier years 170',
      'Result of the year -30',
    ]);
    expect(await sheet(one, '2026-06-30')).toEqual(['Opening balances 1000', 'Result of the year 170']);
    await expectSound(one);
  });

  it('begins with balances from other books, entered once', async () => {
    const one = await business();
    const [equipment, loan, bank, receivable] = [
      await named(one, 'Equipment'),
      await named(one, 'Accumulated depreciation'),
      await named(one, 'Main account'),
      await named(one, 'Accounts receivable'),
    ];
    const params = { id: one.ledgerId };
    const set = (lines: { accountId: string; amount: string }[], day = '2026-01-01') =>
      one.user.tryCall(books.setOpening, { params, body: { day, lines } });
    expect((await set([{ accountId: bank.id, amount: '1' }])).body.fields?.[0]).toMatchObject({
      field: 'lines.0.amount',
      message: expect.stringContaining('opening balance there'),
    });
    expect((await set([{ accountId: receivable.id, amount: '1' }])).status).toBe(400);
    expect((await set([{ accountId: newId(), amount: '1' }])).status).toBe(400);
    await set([
      { accountId: equipment.id, amount: '900' },
      { accountId: loan.id, amount: '-300' },
    ]);
    expect(await one.user.call(books.opening, { params })).toMatchObject({
      day: '2026-01-01',
      lines: [{ amount: '900' }, { amount: '-300' }],
    });
    await closeBooks(one, '2026-01-31');
    expect((await set([{ accountId: equipment.id, amount: '950' }])).status).toBe(409);
    expect((await named(one, 'Equipment')).balance).toBe('900');
    await closeBooks(one, null);
    await set([{ accountId: equipment.id, amount: '950' }]);
    expect([
      (await named(one, 'Equipment')).balance,
      (await named(one, 'Accumulated depreciation')).balance,
      (await named(one, 'Opening balances')).balance,
    ]).toEqual(['950', '0', '-1950']);
    await expectSound(one);
    const viewer = await system.signedIn({ workspaceId: one.workspaceId });
    expect((await viewer.tryCall(books.opening, { params })).status).toBe(404);
  });

  it('ends with balances in other currencies at the rate of its last day, until the day after', async () => {
    const one = await business();
    const rate = (day: string, value: string) =>
      one.user.call(rates.put, { body: { from: 'EUR', to: 'USD', day, rate: value, source: 'Test' } });
    await rate('2026-02-01', '1.10');
    const euro = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledgerId, name: 'Euro account', kind: 'checking', currency: 'EUR' },
    });
    await enter({ ...one, account: euro }, '2026-02-10', '1000', 'Customer', {
      categoryId: await category(one, 'Services'),
    });
    const draft = await one.user.call(documents.create, {
      body: {
        ledgerId: one.ledgerId,
        kind: 'invoice',
        party: { name: 'Calder' },
        day: '2026-02-12',
        dueDay: '2026-03-12',
        currency: 'EUR',
        lines: [{ description: 'Work', quantity: '1', unitPrice: '200' }],
      },
    });
    await one.user.call(documents.issue, { params: { id: draft.id }, body: { version: draft.version } });
    const params = { id: one.ledgerId };
    const post = () => one.user.tryCall(books.revalue, { params, body: { day: '2026-02-28' } });
    expect((await post()).body.message).toMatch(/already/);
    await rate('2026-02-28', '1.20');
    expect(await one.user.call(books.revaluation, { params, query: { day: '2026-02-28' } })).toMatchObject({
      total: '120',
      rows: [
        { name: 'Euro account', foreign: '1000', book: '1100', value: '1200', difference: '100' },
        { name: 'Accounts receivable', foreign: '200', difference: '20' },
      ],
    });
    await one.user.call(books.revalue, { params, body: { day: '2026-02-28' } });
    const on = async (day: string) =>
      (await one.user.call(books.trialBalance, { params, query: { day } })).rows
        .filter((row) => ['Euro account', 'Unrealised exchange differences', 'Accounts receivable'].includes(row.name))
        .map((row) => `${row.debit}/${row.credit}`);
    expect(await on('2026-02-28')).toEqual(['1200/0', '240/0', '0/120']);
    expect(await on('2026-03-01')).toEqual(['1100/0', '220/0']);
    expect((await post()).status).toBe(409);
    await rate('2026-02-28', '1.15');
    expect((await one.user.call(books.revalue, { params, body: { day: '2026-02-28' } })).total).toBe('-60');
    expect(await on('2026-02-28')).toEqual(['1150/0', '230/0', '0/60']);
    await closeBooks(one, '2026-02-28');
    await rate('2026-02-28', '1.30');
    expect((await post()).status).toBe(409);
    await expectSound(one);
  });

  it('is held against what was planned for it, account by account', async () => {
    const one = await business();
    const params = { id: one.ledgerId };
    const [rent, depreciation, cash] = [
      await named(one, 'Rent'),
      await named(one, 'Depreciation'),
      await named(one, 'Cash on hand'),
    ];
    const plan = (accountId: string, month: string, amount: string | null, onlyThisMonth = false) =>
      one.user.call(books.setBudget, { params, body: { month, accountId, amount, onlyThisMonth } });
    await plan(rent.id, '2026-01', '1000');
    await plan(rent.id, '2026-03', '1300', true);
    await plan(depreciation.id, '2026-02', '50');
    await enter(one, '2026-02-03', '-1100', 'Lettings', { categoryId: await category(one, 'Rent') });
    const shown = await one.user.call(books.budget, { params, query: { month: '2026-02' } });
    expect(shown.totals).toMatchObject({ expensesPlanned: '1050', expenses: '1100' });
    expect(shown.lines.find((line) => line.accountId === rent.id)).toMatchObject({
      budgeted: '1000',
      since: '2026-01',
      actual: '1100',
    });
    const statement = await one.user.call(books.statement, {
      params,
      query: { kind: 'profitAndLoss', from: '2026-01-01', to: '2026-04-15', compare: 'budget' },
    });
    expect(statement.periods.map((row) => row.what)).toEqual(['actual', 'budget', 'difference']);
    const operating = statement.sections.find((row) => row.key === 'operating')!;
    expect(operating.lines.map((line) => [line.label, ...line.amounts])).toEqual([
      ['Rent', '1100', '3800', '-2700'],
      ['Depreciation', '0', '125', '-125'],
    ]);
    expect(statement.results['netIncome']!.amounts).toEqual(['-1100', '-3925', '2825']);
    const { change } = await plan(rent.id, '2026-03', '1400');
    expect(
      (
        await one.user.call(books.takeBudgetBack, { params, body: { month: '2026-03', accountId: rent.id, ...change } })
      ).lines.find((line) => line.accountId === rent.id)!.budgeted,
    ).toBe('1300');
    expect(
      (
        await one.user.tryCall(books.takeBudgetBack, {
          params,
          body: { month: '2026-03', accountId: rent.id, ...change },
        })
      ).body.code,
    ).toBe('stale');
    expect(
      (await one.user.call(books.budget, { params, query: { month: '2026-04' } })).lines.find(
        (line) => line.accountId === rent.id,
      )!.budgeted,
    ).toBe('1000');
    await plan(rent.id, '2026-01', null);
    expect(
      (await one.user.call(books.budget, { params, query: { month: '2026-03' } })).lines.find(
        (line) => line.accountId === rent.id,
      )!.budgeted,
    ).toBeNull();
    expect(
      (await one.user.tryCall(books.setBudget, { params, body: { month: '2026-01', accountId: cash.id, amount: '1' } }))
        .status,
    ).toBe(400);
    const pdf = await one.user.open(
      'GET',
      `/api/finance/books/${one.ledgerId}/statement.pdf?kind=profitAndLoss&from=2026-01-01&to=2026-04-15&compare=budget`,
    );
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});
