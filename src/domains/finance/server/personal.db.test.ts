import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { decimal, roundMoney, sumOf } from '../../../kernel/money/index.ts';
import type { TestClient } from '../../../testing/client.ts';
import { type Household, openHousehold } from '../../../testing/household.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  type Account,
  accounts,
  bankImports,
  type BankImport,
  budgets,
  type CashFlow,
  categories,
  financeReports,
  ledgers,
  rates,
  reconciliations,
  recurring,
  transactions,
  transfers,
} from '../contract.ts';
import { asSystem } from '../../../server/db/index.ts';
import { checkLedgers } from './reports/check.ts';
import { putSumsTogether } from './reports/month-sums.ts';
import { runs } from '../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const books = (): Promise<Household> => openHousehold(system);

const sums = async (): Promise<string[]> => (await checkLedgers()).problems.map((problem) => problem.message);

async function importCsv(user: TestClient, account: Account, content: string): Promise<BankImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'bank.csv');
  const { body } = await user.send<BankImport>('POST', `/api/finance/accounts/${account.id}/imports`, { raw: form });
  await user.call(bankImports.start, { params: { id: body.id } });
  const get = () => user.call(bankImports.get, { params: { id: body.id } });
  await expect.poll(async () => (await get()).state, { timeout: 20_000, interval: 50 }).not.toBe('queued');
  return get();
}

describe('the sums that balances and reports are read from', () => {
  it('follow every way in which transactions change, in any order', async () => {
    const { user, ledger, account, savings, category, add } = await books();
    const [food, home] = [category('Groceries').id, category('Housing').id];
    const act = fc.record({
      kind: fc.nat(11),
      pick: fc.nat(50),
      amount: fc.integer({ min: -9_999, max: 9_999 }).filter((n) => n !== 0),
      day: fc.integer({ min: 1, max: 27 }),
      month: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 25 }), async (acts) => {
        for (const { kind, pick, amount, day, month } of acts) {
          const date = `2026-0${month}-${String(day).padStart(2, '0')}`;
          const money = (amount / 100).toFixed(2);
          const all = (await user.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items;
          const one = all[pick % Math.max(1, all.length)];
          if (kind <= 3 || !one) {
            await add(date, money, 'x', kind === 0 ? 'Groceries' : undefined, kind === 1 ? savings : account);
            continue;
          }
          const params = { id: one.id };
          if (kind === 4)
            await user.tryCall(transactions.update, {
              params,
              body: { version: one.version, day: date, categoryId: home },
            });
          else if (kind === 5)
            await user.tryCall(transactions.update, {
              params,
              body: { version: one.version, amount: money, splits: [{ amount: money, categoryId: food }] },
            });
          else if (kind === 6)
            await user.tryCall(transactions.update, {
              params,
              body: {
                version: one.version,
                amount: money,
                splits: [
                  { amount: '1', categoryId: food },
                  { amount: ((amount - 100) / 100).toFixed(2), categoryId: null },
                ],
              },
            });
          else if (kind === 7)
            await user.tryCall(transactions.update, { params, body: { version: one.version, splits: [] } });
          else if (kind === 8) await user.tryCall(transactions.remove, { params });
          else if (kind === 9) {
            const { id } = await user.call(transactions.bulk, {
              body: {
                ledgerId: ledger.id,
                ids: [one.id],
                set: pick % 2 ? { deleted: true } : { categoryId: food, addTags: ['t'] },
              },
            });
            if (pick % 3 === 0) await user.tryCall(transactions.undoBulk, { params: { id } });
          } else if (kind === 10) {
            const other = all.find(
              (each) => each.accountId !== one.accountId && each.amount.startsWith('-') !== one.amount.startsWith('-'),
            );
            if (other)
              await user.tryCall(transfers.link, {
                body: one.amount.startsWith('-')
                  ? { outId: one.id, inId: other.id }
                  : { outId: other.id, inId: one.id },
              });
          } else if (kind === 11 && one.transfer)
            await user.tryCall(transfers.remove, { params: { id: one.transfer.id } });
        }
        expect(await sums()).toEqual([]);
        const list = (await user.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items.filter(
          (one) => one.accountId === account.id,
        );
        const cents = list.reduce((total, one) => total + Math.round(Number(one.amount) * 100), 10_000);
        expect(Math.round(Number((await user.call(accounts.get, { params: { id: account.id } })).balance) * 100)).toBe(
          cents,
        );
      }),
      { numRuns: runs(3), seed: 7 },
    );
    await asSystem(putSumsTogether);
    expect(await sums()).toEqual([]);
  }, 120_000);

  it('follow imports, their reversal, and a category that goes', async () => {
    const { user, ledger, account, category } = await books();
    const done = await importCsv(
      user,
      account,
      'Date,Payee,Amount,Category\n2026-01-15,Coffee,-3.00,Groceries\n2026-01-16,Market,-42.10,Groceries\n2026-02-01,Pay,2500,Salary\n',
    );
    const market = (await user.call(transactions.list, { query: { ledgerId: ledger.id, search: 'market' } })).items[0]!;
    await user.call(transactions.update, {
      params: { id: market.id },
      body: {
        version: market.version,
        splits: [
          { amount: '-40', categoryId: category('Groceries').id },
          { amount: '-2.10', categoryId: category('Health').id },
        ],
      },
    });
    await user.call(categories.remove, { params: { id: category('Groceries').id } });
    expect(await sums()).toEqual([]);
    await user.call(bankImports.revert, { params: { id: done.id } });
    expect(await sums()).toEqual([]);
    expect((await user.call(accounts.get, { params: { id: account.id } })).balance).toBe('100');
    expect(
      (await user.call(financeReports.cashFlow, { query: { ledgerId: ledger.id, to: '2026-12-31', currency: 'USD' } }))
        .totals,
    ).toEqual({ income: '0', spending: '0', net: '0' });
  });

  it('are looked after by administrators only', async () => {
    const { user } = await books();
    expect((await user.tryCall(financeReports.check)).status).toBe(403);
    expect((await user.tryCall(financeReports.startCheck)).status).toBe(403);
    const admin = await system.signedIn({ role: 'admin' });
    expect(await admin.call(financeReports.check)).toEqual({ run: null, check: null, checkedAt: null });
    const checked = async () => {
      const { run } = await admin.call(financeReports.startCheck);
      await vi.waitFor(
        async () =>
          expect((await admin.call(financeReports.check)).run).toMatchObject({ jobId: run!.jobId, state: 'succeeded' }),
        { timeout: 20_000 },
      );
      return (await admin.call(financeReports.check)).check!;
    };
    const whole = await checked();
    expect(whole.problems).toEqual([]);
    expect(whole.transactions).toBeGreaterThan(0);
    await asSystem(async () => {
      const { execute } = await import('../../../server/db/index.ts');
      await execute(
        'update finance_month_sums set money_in = money_in + 1 where ctid in (select ctid from finance_month_sums limit 1)',
      );
    });
    expect((await checked()).problems).toMatchObject([{ kind: 'sum' }]);
    await asSystem(async () => {
      const { execute } = await import('../../../server/db/index.ts');
      await execute(
        'update finance_month_sums set money_in = money_in - 1 where ctid in (select ctid from finance_month_sums limit 1)',
      );
      await execute('delete from finance_ledgers');
    });
    expect(await sums()).toEqual([]);
  });
});

describe('lists of transactions', () => {
  it('are narrowed by category with parts, by state, by tag, by transfer, and show what was deleted', async () => {
    const { user, ledger, account, savings, category, add } = await books();
    const shop = await add('2026-01-05', '-10', 'Corner shop', 'Groceries');
    await user.call(transactions.update, {
      params: { id: shop.id },
      body: {
        version: 1,
        tags: ['Holiday'],
        splits: [
          { amount: '-4', categoryId: category('Health').id },
          { amount: '-6', categoryId: null },
        ],
      },
    });
    const out = await add('2026-01-06', '-50', 'To savings');
    const into = await add('2026-01-07', '50', 'From checking', undefined, savings);
    await user.call(transfers.link, { body: { outId: out.id, inId: into.id } });
    const gone = await add('2026-01-08', '-1', 'Gone');
    await user.call(transactions.remove, { params: { id: gone.id } });
    const found = async (query: object) =>
      (await user.call(transactions.list, { query: { ledgerId: ledger.id, ...query } })).items.map((one) => one.payee);
    expect(await found({ categoryId: category('Health').id })).toEqual(['Corner shop']);
    expect(await found({ categoryId: 'none' })).toEqual([]);
    expect(await found({ categoryId: 'transfer' })).toEqual(['From checking', 'To savings']);
    expect(await found({ search: '#holiday' })).toEqual(['Corner shop']);
    expect(await found({ search: 'sh corn' })).toEqual(['Corner shop']);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ deleted: 'true' })).toEqual(['Gone']);
    expect(await found({ state: 'pending' })).toEqual([]);
    const { body } = await user.send<string>(
      'GET',
      `/api/finance/transactions/export?ledgerId=${ledger.id}&accountId=${account.id}`,
    );
    expect(body.trim().split('\r\n')).toHaveLength(4);
    expect(body).toContain('2026-01-05,Checking,Corner shop,-4,USD,Health');
  });

  it('are changed at once, which can be taken back', async () => {
    const { user, ledger, category, add } = await books();
    for (let day = 1; day <= 5; day++) await add(`2026-01-0${day}`, '-1', `Kiosk ${day}`);
    const groceries = category('Groceries').id;
    const done = await user.call(transactions.bulk, {
      body: {
        ledgerId: ledger.id,
        filter: { ledgerId: ledger.id, search: 'kiosk' },
        set: { categoryId: groceries, addTags: ['small'] },
      },
    });
    expect(done.changed).toBe(5);
    const all = (await user.call(transactions.list, { query: { ledgerId: ledger.id, categoryId: groceries } })).items;
    expect(all).toHaveLength(5);
    // Changed since: stays.
    await user.call(transactions.update, {
      params: { id: all[0]!.id },
      body: { version: all[0]!.version, notes: 'mine' },
    });
    expect(await user.call(transactions.undoBulk, { params: { id: done.id } })).toEqual({ restored: 4 });
    expect((await user.tryCall(transactions.undoBulk, { params: { id: done.id } })).status).toBe(409);
    expect(
      (await user.call(transactions.list, { query: { ledgerId: ledger.id, categoryId: groceries } })).items,
    ).toMatchObject([{ notes: 'mine', tags: ['small'] }]);
    const history = (await user.call(transactions.history, { params: { id: all[0]!.id } })).items;
    expect(history.map((one) => one.changes)).toEqual([
      [{ field: 'notes', before: '', after: 'mine' }],
      [
        { field: 'category', before: '', after: 'Groceries' },
        { field: 'tags', before: '', after: 'small' },
      ],
      [],
    ]);
    expect(history[0]!.by).toMatchObject({ id: user.userId });
    const stranger = (await books()).user;
    expect(
      (
        await stranger.tryCall(transactions.bulk, {
          body: { ledgerId: ledger.id, ids: [all[0]!.id], set: { deleted: true } },
        })
      ).status,
    ).toBe(404);
    expect((await stranger.tryCall(transactions.undoBulk, { params: { id: done.id } })).status).toBe(404);
    expect(
      (await user.tryCall(transactions.bulk, { body: { ledgerId: ledger.id, set: { deleted: true } } })).status,
    ).toBe(400);
  });

  it('keep receipts: pictures and PDF only', async () => {
    const { user, add } = await books();
    const one = await add('2026-01-05', '-10');
    const send = (content: string) => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'bon.pdf');
      return user.send<{ id: string; type: string }>('POST', `/api/finance/transactions/${one.id}/receipts`, {
        raw: form,
      });
    };
    expect((await send('<html>')).status).toBe(400);
    const { status, body } = await send('%PDF-1.7 receipt');
    expect([status, body.type]).toEqual([201, 'application/pdf']);
    expect((await user.call(transactions.get, { params: { id: one.id } })).receipts).toBe(1);
    const stranger = (await books()).user;
    expect((await stranger.send('GET', `/api/finance/transactions/${one.id}/receipts/${body.id}`)).status).toBe(404);
    expect((await user.send('GET', `/api/finance/transactions/${one.id}/receipts/${body.id}`)).status).toBe(200);
    await user.call(transactions.removeReceipt, { params: { id: one.id, receiptId: body.id } });
    expect((await user.call(transactions.receipts, { params: { id: one.id } })).items).toEqual([]);
  });
});

describe('a closed period', () => {
  it('refuses whatever would change it, and nothing else', async () => {
    const { user, ledger, account, category, add } = await books();
    const old = await add('2026-01-20', '-10', 'Old', 'Groceries');
    const now = await add('2026-02-10', '-5', 'New');
    const parts = await add('2026-01-21', '-8', 'Parts');
    await user.call(transactions.update, {
      params: { id: parts.id },
      body: {
        version: 1,
        splits: [
          { amount: '-5', categoryId: category('Health').id },
          { amount: '-3', categoryId: null },
        ],
      },
    });
    const closed = await user.call(ledgers.close, {
      params: { id: ledger.id },
      body: { version: ledger.version, until: '2026-01-31' },
    });
    expect(closed.closedUntil).toBe('2026-01-31');
    const refused = await user.tryCall(transactions.create, {
      body: { accountId: account.id, day: '2026-01-31', amount: '1' },
    });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('closed through 31 Jan 2026'),
    ]);
    const params = { id: old.id };
    for (const attempt of [
      user.tryCall(transactions.update, { params, body: { version: 1, amount: '-11' } }),
      user.tryCall(transactions.update, { params, body: { version: 1, categoryId: null } }),
      user.tryCall(transactions.update, {
        params,
        body: { version: 1, splits: [{ amount: '-10', categoryId: null }] },
      }),
      user.tryCall(transactions.remove, { params }),
      user.tryCall(transactions.update, { params: { id: now.id }, body: { version: 1, day: '2026-01-15' } }),
      user.tryCall(categories.remove, { params: { id: category('Groceries').id } }),
      user.tryCall(categories.remove, { params: { id: category('Health').id } }),
      user.tryCall(accounts.create, {
        body: {
          ledgerId: ledger.id,
          name: 'Late',
          kind: 'cash',
          currency: 'USD',
          openingBalance: '5',
          openingDay: '2026-01-31',
        },
      }),
      user.tryCall(accounts.update, { params: { id: account.id }, body: { version: 1, openingBalance: '7' } }),
      user.tryCall(transactions.bulk, { body: { ledgerId: ledger.id, ids: [old.id], set: { deleted: true } } }),
    ])
      expect((await attempt).status).toBe(409);
    expect(
      (await user.call(transactions.update, { params, body: { version: 1, notes: 'asked the shop', tags: ['later'] } }))
        .notes,
    ).toBe('asked the shop');
    await add('2026-02-01', '-1');
    // Without a day it holds its balance from the first open one on.
    expect(
      await user.call(accounts.create, {
        body: { ledgerId: ledger.id, name: 'Purse', kind: 'cash', currency: 'USD', openingBalance: '5' },
      }),
    ).toMatchObject({ balance: '5', openingDay: '2026-02-01' });
    expect(
      (
        await user.tryCall(accounts.create, {
          body: { ledgerId: ledger.id, name: 'Purse', kind: 'cash', currency: 'USD', openingBalance: '5.005' },
        })
      ).status,
    ).toBe(400);
    const failed = await importCsv(user, account, 'Date,Payee,Amount\n2026-01-15,Coffee,-3.00\n');
    expect([failed.state, failed.error]).toEqual(['failed', expect.stringContaining('closed through')]);
    // The day it is in the workspace is not over, wherever it is tomorrow by now.
    for (const until of ['2999-01-31', (await user.call(ledgers.list)).today])
      expect(
        (await user.tryCall(ledgers.close, { params: { id: ledger.id }, body: { version: closed.version, until } }))
          .status,
      ).toBe(400);
    await user.call(ledgers.close, { params: { id: ledger.id }, body: { version: closed.version, until: null } });
    await user.call(transactions.remove, { params });
    expect(await sums()).toEqual([]);
  });
});

describe('reconciliation', () => {
  it('agrees with the statement, or enters what is missing, and can be taken back', async () => {
    const { user, account, add } = await books();
    await add('2026-01-10', '-30');
    await add('2026-02-10', '-1');
    const params = { id: account.id };
    expect(await user.call(reconciliations.balance, { params, query: { day: '2026-01-31' } })).toEqual({
      day: '2026-01-31',
      balance: '70',
      pending: '0',
      since: 1,
    });
    const refused = await user.tryCall(reconciliations.create, {
      params,
      body: { day: '2026-01-31', balance: '68.50' },
    });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The statement says 68.5, and the transactions give 70: -1.5 is missing.',
    ]);
    const made = await user.call(reconciliations.create, {
      params,
      body: { day: '2026-01-31', balance: '68.50', adjust: true },
    });
    expect(made).toMatchObject({ adjustment: '-1.5', balance: '68.5' });
    expect(await user.call(accounts.get, { params })).toMatchObject({
      balance: '67.5',
      reconciledThrough: '2026-01-31',
    });
    await user.call(reconciliations.remove, { params: { ...params, reconciliationId: made.id } });
    expect(await user.call(accounts.get, { params })).toMatchObject({ balance: '69', reconciledThrough: null });
    expect(
      (await user.call(reconciliations.create, { params, body: { day: '2026-01-31', balance: '70' } })).adjustmentId,
    ).toBeNull();
    expect((await (await books()).user.tryCall(reconciliations.list, { params })).status).toBe(404);
  });
});

describe('transfers', () => {
  it('are suggested, accepted, refused; and are neither income nor spending', async () => {
    const { user, ledger, savings, add, category } = await books();
    const today = new Date().toISOString().slice(0, 10);
    const out = await add(today, '-200', 'Standing order');
    const into = await add(today, '200', 'Incoming', undefined, savings);
    const query = { ledgerId: ledger.id };
    const suggested = await user.call(transfers.suggestions, { query });
    expect(suggested.items).toMatchObject([{ out: { id: out.id }, in: { id: into.id }, days: 0 }]);
    const report = async () =>
      (await user.call(financeReports.cashFlow, { query: { ...query, to: today, currency: 'USD' } })).totals;
    expect(await report()).toEqual({ income: '200', spending: '-200', net: '0' });
    const refusal = await user.call(transfers.refuse, { body: { outId: out.id, inId: into.id } });
    expect((await user.call(transfers.suggestions, { query })).items).toEqual([]);
    await user.call(transfers.remove, { params: { id: refusal.id } });
    const pair = await user.call(transfers.link, { body: { outId: out.id, inId: into.id } });
    expect(await report()).toEqual({ income: '0', spending: '0', net: '0' });
    expect((await user.call(transactions.get, { params: { id: out.id } })).transfer).toEqual({
      id: pair.id,
      transactionId: into.id,
      accountId: savings.id,
    });
    expect((await user.tryCall(transfers.link, { body: { outId: out.id, inId: into.id } })).status).toBe(409);
    expect((await user.tryCall(transfers.link, { body: { outId: into.id, inId: out.id } })).status).toBe(400);
    // A fee that was kept on the way is spending, of what the line that went out is for; the rest is none.
    const change = async (id: string, body: object) =>
      user.call(transactions.update, {
        params: { id },
        body: { version: (await user.call(transactions.get, { params: { id } })).version, ...body },
      });
    await change(into.id, { amount: '195' });
    expect(await report()).toEqual({ income: '0', spending: '-5', net: '-5' });
    await change(out.id, { categoryId: category('Fees and interest').id });
    expect(
      (await user.call(budgets.get, { query: { ...query, month: today.slice(0, 7) } })).lines.find(
        (line) => line.categoryId === category('Fees and interest').id,
      )!.moved,
    ).toBe('-5');
    const turned = await user.tryCall(transactions.update, {
      params: { id: out.id },
      body: { version: (await user.call(transactions.get, { params: { id: out.id } })).version, amount: '200' },
    });
    expect([turned.status, turned.body.message]).toEqual([400, expect.stringContaining('one side of a transfer')]);
    await user.call(transactions.remove, { params: { id: into.id } });
    expect((await user.call(transactions.get, { params: { id: out.id } })).transfer).toBeNull();
    expect(
      (await (await books()).user.tryCall(transfers.link, { body: { outId: out.id, inId: into.id } })).status,
    ).toBe(404);
  });
});

/** Months whose rest is not the difference of the two beside it, and what months and categories add up to. */
function partsOf({ months, categories }: CashFlow) {
  const summed = (income: readonly string[], spending: readonly string[]) => {
    const [into, out] = [sumOf(income, (amount) => decimal(amount)), sumOf(spending, (amount) => decimal(amount))];
    return { income: into.toFixed(), spending: out.toFixed(), net: into.plus(out).toFixed() };
  };
  const amounts = (kind: 'income' | 'expense') =>
    categories.filter((one) => one.kind === kind).map(({ amount }) => amount);
  return [
    months.filter(({ income, spending, net }) => !decimal(income).plus(spending).eq(net)),
    summed(
      months.map(({ income }) => income),
      months.map(({ spending }) => spending),
    ),
    summed(amounts('income'), amounts('expense')),
  ];
}

describe('reports', () => {
  it('show net worth at the rate of each day, and say what they could not convert', async () => {
    const { user, ledger, add } = await books();
    const franc = await user.call(accounts.create, {
      body: {
        ledgerId: ledger.id,
        name: 'Zürich',
        kind: 'savings',
        currency: 'CHF',
        openingBalance: '1000',
        openingDay: '2026-01-01',
      },
    });
    await add('2026-01-15', '-150', 'Rent', 'Housing');
    await add('2026-02-20', '-10', 'Kiosk', undefined, franc);
    const ask = (query: object) =>
      user.call(financeReports.netWorth, {
        query: { ledgerId: ledger.id, to: '2026-04-10', currency: 'USD', ...query },
      });
    expect(await ask({})).toMatchObject({
      missing: ['CHF'],
      points: expect.arrayContaining([{ day: '2026-01-31', assets: '100', debts: '-50', net: '50', investments: '0' }]),
    });
    for (const [day, rate] of [
      ['2026-01-02', '1.10'],
      ['2026-03-01', '1.20'],
    ] as const)
      await user.call(rates.put, { body: { from: 'CHF', to: 'USD', day, rate, source: 'test' } });
    const { points, missing } = await ask({ from: '2026-01-05' });
    expect(missing).toEqual([]);
    expect(points.map((point) => [point.day, point.net])).toEqual([
      ['2026-01-31', '1150'],
      ['2026-02-28', '1139'],
      ['2026-03-31', '1238'],
      ['2026-04-10', '1238'],
    ]);
    const daily = (await ask({ from: '2026-02-19', to: '2026-02-21' })).points;
    expect(daily.map((point) => point.net)).toEqual(['1150', '1139', '1139']);
    // A flow counts at the rate of its own day.
    const flow = await user.call(financeReports.cashFlow, {
      query: { ledgerId: ledger.id, from: '2026-01-10', to: '2026-02-28', currency: 'USD' },
    });
    expect(flow.months).toEqual([
      { month: '2026-01', income: '0', spending: '-150', net: '-150' },
      { month: '2026-02', income: '0', spending: '-11', net: '-11' },
    ]);
    expect([flow.unsorted, flow.categories.map((one) => [one.kind, one.count])]).toEqual([
      1,
      [
        ['expense', 1],
        ['expense', 1],
      ],
    ]);
    expect((await user.call(rates.currencies)).items).toEqual(['CHF', 'USD']);
    // However the days are put together: months whose rate stays, changes within a month, on its first day and on the
    // last day asked for.
    for (const [day, rate] of [
      ['2026-04-01', '1.25'],
      ['2026-04-20', '1.3'],
      ['2026-06-30', '1.5'],
      ['2026-07-10', '1.1'],
    ] as const)
      await user.call(rates.put, { body: { from: 'CHF', to: 'USD', day, rate, source: 'test' } });
    const moved = [
      ['2026-03-31', '-1.01'],
      ['2026-04-01', '-2.02'],
      ['2026-04-19', '-4.04'],
      ['2026-04-20', '8.08'],
      ['2026-05-15', '-16.16'],
      ['2026-06-29', '-32.32'],
      ['2026-06-30', '-64.64'],
      ['2026-07-09', '128.28'],
      ['2026-07-10', '-256.56'],
      ['2026-07-11', '-512.12'],
    ] as const;
    for (const [day, amount] of moved) await add(day, amount, 'Kiosk', undefined, franc);
    const rateOn = (day: string): string =>
      day < '2026-04-01'
        ? '1.2'
        : day < '2026-04-20'
          ? '1.25'
          : day < '2026-06-30'
            ? '1.3'
            : day < '2026-07-10'
              ? '1.5'
              : '1.1';
    for (const [from, to] of [
      ['2026-03-01', '2026-07-31'],
      ['2026-03-31', '2026-07-10'],
      ['2026-04-20', '2026-06-30'],
      ['2026-06-30', '2026-06-30'],
      [undefined, '2026-07-11'],
    ] as const) {
      const shown = await user.call(financeReports.cashFlow, {
        query: { ledgerId: ledger.id, ...(from && { from }), to, currency: 'USD' },
      });
      const within = moved.filter(([day]) => (!from || day >= from) && day <= to);
      const side = (own: typeof within) => sumOf(own, ([day, amount]) => decimal(amount).times(rateOn(day)));
      const income = roundMoney(side(within.filter(([, amount]) => !amount.startsWith('-'))), 'USD');
      const spending = roundMoney(
        side(within.filter(([, amount]) => amount.startsWith('-'))).minus(from ? '0' : '161'),
        'USD',
      );
      expect([from, to, shown.totals]).toEqual([
        from,
        to,
        { income: income.toFixed(), spending: spending.toFixed(), net: income.plus(spending).toFixed() },
      ]);
      expect(partsOf(shown)).toEqual([[], shown.totals, shown.totals]);
    }
    expect(
      (
        await (
          await books()
        ).user.tryCall(financeReports.netWorth, { query: { ledgerId: ledger.id, to: '2026-04-10', currency: 'USD' } })
      ).status,
    ).toBe(404);
  });

  it('show parts that add up to what stands above them, in another currency than that of the rows, too', async () => {
    const { user, ledger, category, add } = await books();
    for (const [day, rate] of [
      ['2026-01-01', '0.91237'],
      ['2026-03-11', '0.88713'],
      ['2026-05-05', '0.93331'],
    ] as const)
      await user.call(rates.put, { body: { from: 'USD', to: 'EUR', day, rate, source: 'test' } });
    for (let month = 1; month <= 6; month++) {
      await add(`2026-0${month}-03`, '-7.31', 'Kiosk');
      await add(`2026-0${month}-12`, `-${3 + month}.33`, 'Rent', 'Housing');
      await add(`2026-0${month}-20`, '-5.55', 'Cinema', 'Leisure');
      await add(`2026-0${month}-25`, '21.77', 'Payslip');
    }
    expect(category('Housing').kind).toBe('expense');
    const query = { ledgerId: ledger.id, to: '2026-06-30', currency: 'EUR' };
    const flow = await user.call(financeReports.cashFlow, { query: { ...query, from: '2026-01-01' } });
    expect(flow.months).toHaveLength(6);
    expect(partsOf(flow)).toEqual([[], flow.totals, flow.totals]);
    await user.call(accounts.create, {
      body: {
        ledgerId: ledger.id,
        name: 'One',
        kind: 'savings',
        currency: 'USD',
        openingBalance: '10.37',
        openingDay: '2026-01-01',
      },
    });
    await user.call(accounts.create, {
      body: {
        ledgerId: ledger.id,
        name: 'Two',
        kind: 'savings',
        currency: 'USD',
        openingBalance: '11.11',
        openingDay: '2026-01-01',
      },
    });
    const worth = await user.call(financeReports.netWorth, { query });
    const last = worth.points.at(-1)!;
    const own = (read: (one: (typeof worth.accounts)[number]) => string | null) =>
      sumOf(worth.accounts, (one) => decimal(read(one) ?? '0')).toFixed();
    expect([own((one) => one.converted), decimal(last.assets).plus(last.debts).toFixed()]).toEqual([
      last.net,
      last.net,
    ]);
  });

  it('look ahead from balances, what comes again, and everyday life', async () => {
    const { user, ledger, account, category, add } = await books();
    const today = new Date().toISOString().slice(0, 10);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    await add(days(-60), '-9', 'Kiosk');
    await add(days(-1), '-9', 'Kiosk');
    const rent = await user.call(recurring.create, {
      body: {
        ledgerId: ledger.id,
        accountId: account.id,
        name: 'Rent',
        amount: '-500',
        frequency: 'weekly',
        anchorDay: days(3),
        categoryId: category('Housing').id,
      },
    });
    expect(rent.nextDay).toBe(days(3));
    const answer = await user.call(financeReports.forecast, {
      query: { ledgerId: ledger.id, today, days: 20, currency: 'USD' },
    });
    expect(answer).toMatchObject({ opening: '182', firstBelowZero: days(3), basis: { accounts: 2, recurring: 1 } });
    expect(answer.days).toHaveLength(20);
    expect(answer.days.filter((one) => one.flows.length > 0).map((one) => one.day)).toEqual([
      days(3),
      days(10),
      days(17),
    ]);
    expect(answer.lowest.day).toBe(days(20));
    // A payment that came a day early, or is pending already, is not expected again; other payments of the merchant
    // change nothing.
    for (const [day, amount] of [
      [0, '-500'],
      [9, '-510'],
      [16, '-40'],
    ] as const)
      await add(days(day), amount, 'Rent');
    await user.call(recurring.update, { params: { id: rent.id }, body: { version: 1, anchorDay: days(1) } });
    const flows = async (): Promise<string[]> =>
      (
        await user.call(financeReports.forecast, { query: { ledgerId: ledger.id, today, days: 20, currency: 'USD' } })
      ).days.flatMap((one) => one.flows.map(({ amount }) => `${one.day} ${amount}`));
    expect(await flows()).toEqual([`${days(9)} -510`, `${days(15)} -500`, `${days(16)} -40`]);
    const listed = async () => (await user.call(recurring.list, { query: { ledgerId: ledger.id } })).items[0]!.nextDay;
    expect(await listed()).toBe(days(15));
    // Nothing moves in an account that is archived.
    const { version } = (await user.call(accounts.list, { query: { ledgerId: ledger.id } })).items.find(
      ({ id }) => id === account.id,
    )!;
    await user.call(accounts.update, { params: { id: account.id }, body: { version, archived: true } });
    expect([await flows(), await listed()]).toEqual([[], null]);
  });
});
