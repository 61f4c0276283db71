import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { inWorkspace, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { type Account, accounts, type BookAccount, books, categories, journal, type JournalEntry, ledgers, rates, type Transaction, transactions, transfers } from '../../contract.ts';
import { bookAccountFor, postEntry, profitAndLoss, reverseEntry } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Business { user: TestClient; workspaceId: string; ledgerId: string; account: Account }

async function business(currency = 'USD'): Promise<Business> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  const ledger = await user.call(ledgers.create, { body: { name: 'Workshop', kind: 'business', currency } });
  const account = await user.call(accounts.create, { body: { ledgerId: ledger.id, name: 'Main account', kind: 'checking', currency, openingBalance: '1000', openingDay: '2025-12-31' } });
  return { user, workspaceId, ledgerId: ledger.id, account };
}

const chart = async ({ user, ledgerId }: Business): Promise<BookAccount[]> => (await user.call(books.accounts, { params: { id: ledgerId } })).items;
const named = async (of: Business, name: string): Promise<BookAccount> => (await chart(of)).find((one) => one.name === name)!;
const entries = async ({ user, ledgerId }: Business, more: object = {}): Promise<JournalEntry[]> => (await user.call(journal.list, { query: { ledgerId, ...more } })).items;
const short = (entry: JournalEntry): string => `${entry.day} ${entry.memo}: ${entry.lines.map((one) => `${one.name} ${one.amount}`).join(', ')}`;
const category = async ({ user, ledgerId }: Business, name: string): Promise<string> => (await user.call(categories.list, { query: { ledgerId } })).items.find((one) => one.name === name)!.id;
const enter = ({ user, account }: Business, day: string, amount: string, payee: string, more: object = {}): Promise<Transaction> => user.call(transactions.create, { body: { accountId: account.id, day, amount, payee, ...more } });

async function expectSound(of: Business): Promise<void> {
  const trial = await of.user.call(books.trialBalance, { params: { id: of.ledgerId }, query: { day: '2099-12-31' } });
  expect(trial.debit).toBe(trial.credit);
  const all = await chart(of);
  expect(sumOf(all, (one) => decimal(one.balance)).toFixed()).toBe('0');
  const sheet = await of.user.call(books.statement, { params: { id: of.ledgerId }, query: { kind: 'balanceSheet', to: '2099-12-31' } });
  expect(sheet.results['assets']!.amounts).toEqual(sheet.results['liabilitiesAndEquity']!.amounts);
}

describe('the books of a business', () => {
  it('begin with a chart, and with what the bank told before', async () => {
    const one = await business();
    await enter(one, '2026-01-05', '-80', 'Hosting', { categoryId: await category(one, 'Software') });
    await enter(one, '2026-01-06', '-12.50', 'Corner shop');
    expect((await chart(one)).map((row) => row.name)).toEqual(expect.arrayContaining(['Accounts receivable', 'Main account', 'To sort', 'Software']));
    expect((await entries(one)).map(short)).toEqual([
      '2026-01-06 Corner shop: To sort 12.5, Main account -12.5',
      '2026-01-05 Hosting: Software 80, Main account -80',
      '2025-12-31 Opening balance: Main account 1000, Opening balances -1000',
    ]);
    expect(await one.user.call(books.get, { params: { id: one.ledgerId } })).toMatchObject({ currency: 'USD', waiting: 0, toSort: { count: 1, balance: '12.5' } });
    await expectSound(one);
  });

  it('follow a transaction that is recategorised, split, deleted and restored', async () => {
    const one = await business();
    await chart(one);
    const made = await enter(one, '2026-02-01', '-100', 'Depot');
    const [rent, software] = [await category(one, 'Rent'), await category(one, 'Software')];
    const lines = async (): Promise<string[]> => (await entries(one, { from: '2026-01-01' })).map(short);
    expect(await lines()).toEqual(['2026-02-01 Depot: To sort 100, Main account -100']);
    const changed = await one.user.call(transactions.update, { params: { id: made.id }, body: { version: 1, categoryId: rent } });
    expect(await lines()).toEqual(['2026-02-01 Depot: Rent 100, Main account -100']);
    const parts = await one.user.call(transactions.update, { params: { id: made.id }, body: { version: changed.version, splits: [{ amount: '-70', categoryId: rent }, { amount: '-30', categoryId: software }] } });
    expect((await lines())[0]).toContain('Main account -100');
    expect((await entries(one, { from: '2026-01-01' }))[0]!.lines.filter((row) => decimal(row.amount).gt(0n)).map((row) => `${row.name} ${row.amount}`).sort()).toEqual(['Rent 70', 'Software 30']);
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
    const euros = await one.user.call(accounts.create, { body: { ledgerId: one.ledgerId, name: 'Euro account', kind: 'checking', currency: 'EUR' } });
    await chart(one);
    const out = await enter(one, '2026-03-01', '-110', 'To euros');
    const into = await one.user.call(transactions.create, { body: { accountId: euros.id, day: '2026-03-02', amount: '100', payee: 'From dollars' } });
    expect((await one.user.call(books.get, { params: { id: one.ledgerId } })).waiting).toBe(1);
    await one.user.call(rates.put, { body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '1.08', source: 'Test' } });
    expect((await one.user.call(books.get, { params: { id: one.ledgerId } })).waiting).toBe(0);
    await one.user.call(transfers.link, { body: { outId: out.id, inId: into.id } });
    const found = await one.user.call(journal.list, { query: { ledgerId: one.ledgerId, from: '2026-03-01' } });
    expect(found.items.map(short)).toEqual([
      '2026-03-02 From dollars: Euro account 108, Exchange differences and rounding 2, Money in transit -110',
      '2026-03-01 To euros: Money in transit 110, Main account -110',
    ]);
    const result = await one.user.call(books.statement, { params: { id: one.ledgerId }, query: { kind: 'profitAndLoss', from: '2026-01-01', to: '2026-12-31', compare: 'none' } });
    expect(result.results['netIncome']!.amounts).toEqual(['-2']);
    const file = await one.user.open('GET', `/api/finance/books/${one.ledgerId}/statement.pdf?kind=profitAndLoss&from=2026-01-01&to=2026-12-31`);
    expect(file.status).toBe(200);
    await expectSound(one);
  });

  it('take entries by hand that balance, and reverse them once', async () => {
    const one = await business();
    const [cash, capital] = [await named(one, 'Cash on hand'), await named(one, 'Owner’s capital')];
    const post = (lines: object[], day = '2026-01-10') => one.user.tryCall(journal.create, { body: { ledgerId: one.ledgerId, day, memo: 'Paid in', lines: lines as never } });
    const refused = await post([{ accountId: cash.id, amount: '500' }, { accountId: capital.id, amount: '-400' }]);
    expect(refused).toMatchObject({ status: 400, body: { message: 'Debits are 100 more than credits.' } });
    expect((await post([{ accountId: cash.id, amount: '500' }, { accountId: newId(), amount: '-500' }])).body.fields).toMatchObject([{ field: 'lines.1.accountId' }]);
    const made = await post([{ accountId: cash.id, amount: '500' }, { accountId: capital.id, amount: '-500' }]);
    expect(made.status).toBe(201);
    const id = (made.body as JournalEntry).id;
    const back = await one.user.call(journal.reverse, { params: { id }, body: { day: '2026-01-11' } });
    expect(back).toMatchObject({ memo: 'Reversal: Paid in', reverses: id });
    expect((await one.user.tryCall(journal.reverse, { params: { id }, body: { day: '2026-01-11' } })).status).toBe(409);
    expect(await one.user.call(journal.get, { params: { id } })).toMatchObject({ reversedBy: back.id });
    expect((await named(one, 'Cash on hand')).balance).toBe('0');
    const [bank] = await entries(one, { source: 'opening' });
    expect((await one.user.tryCall(journal.reverse, { params: { id: bank!.id }, body: { day: '2026-01-11' } })).status).toBe(409);
    await expectSound(one);
  });

  it('refuse what lies in a closed period', async () => {
    const one = await business();
    const [cash, capital] = [await named(one, 'Cash on hand'), await named(one, 'Owner’s capital')];
    const ledger = (await one.user.call(ledgers.list)).items[0]!;
    const rent = await category(one, 'Rent');
    await enter(one, '2026-01-20', '-60', 'Landlord', { categoryId: rent });
    await one.user.call(ledgers.close, { params: { id: one.ledgerId }, body: { version: ledger.version, until: '2026-01-31' } });
    const body = { ledgerId: one.ledgerId, memo: 'Late', lines: [{ accountId: cash.id, amount: '5' }, { accountId: capital.id, amount: '-5' }] };
    expect((await one.user.tryCall(journal.create, { body: { ...body, day: '2026-01-31' } })).status).toBe(409);
    expect((await one.user.tryCall(journal.create, { body: { ...body, day: '2026-02-01' } })).status).toBe(201);
    // What was reported stays where it was reported; what is open goes along.
    await enter(one, '2026-02-20', '-60', 'Landlord', { categoryId: rent });
    const other = await named(one, 'Other expenses');
    expect(await one.user.call(books.mapCategory, { params: { id: one.ledgerId, categoryId: rent }, body: { accountId: other.id } })).toEqual({ posted: 1 });
    expect((await named(one, 'Rent')).balance).toBe('60');
    expect((await named(one, 'Other expenses')).balance).toBe('60');
  });

  it('are no one else’s, and none of a person’s', async () => {
    const [mine, stranger] = [await business(), await business()];
    const account = await named(mine, 'Cash on hand');
    const [entry] = await entries(mine);
    for (const attempt of [
      stranger.user.tryCall(books.get, { params: { id: mine.ledgerId } }), stranger.user.tryCall(books.accounts, { params: { id: mine.ledgerId } }), stranger.user.tryCall(journal.list, { query: { ledgerId: mine.ledgerId } }),
      stranger.user.tryCall(journal.get, { params: { id: entry!.id } }), stranger.user.tryCall(journal.reverse, { params: { id: entry!.id }, body: { day: '2026-01-01' } }),
      stranger.user.tryCall(books.updateAccount, { params: { id: account.id }, body: { version: 1, name: 'Mine' } }), stranger.user.tryCall(books.statement, { params: { id: mine.ledgerId }, query: { kind: 'cashFlow', to: '2026-01-01' } }),
      stranger.user.tryCall(books.createAccount, { params: { id: mine.ledgerId }, body: { code: '8888', name: 'x', role: 'revenue' } }), stranger.user.tryCall(books.trialBalance, { params: { id: mine.ledgerId }, query: { day: '2026-01-01' } }),
    ]) expect((await attempt).status).toBe(404);
    const personal = await mine.user.call(ledgers.create, { body: { name: 'Home', kind: 'personal', currency: 'USD' } });
    expect((await mine.user.tryCall(books.get, { params: { id: personal.id } })).status).toBe(409);
  });

  it('keep a chart of one’s own', async () => {
    const one = await business();
    const made = await one.user.call(books.createAccount, { params: { id: one.ledgerId }, body: { code: '4300', name: 'Training', role: 'revenue' } });
    expect((await one.user.tryCall(books.createAccount, { params: { id: one.ledgerId }, body: { code: '4300', name: 'Again', role: 'revenue' } })).status).toBe(409);
    expect(await one.user.call(books.updateAccount, { params: { id: made.id }, body: { version: 1, name: 'Courses', archived: true } })).toMatchObject({ name: 'Courses', archivedAt: expect.any(String) });
    expect((await one.user.tryCall(books.updateAccount, { params: { id: made.id }, body: { version: 1, name: 'Late' } })).body.code).toBe('stale');
    const receivable = (await chart(one)).find((row) => row.system === 'receivable')!;
    expect((await one.user.tryCall(books.updateAccount, { params: { id: receivable.id }, body: { version: 1, archived: true } })).status).toBe(409);
  });
});

describe('posting from other parts', () => {
  it('posts one source once, even for two at the same time, and again after a reversal [V14]', async () => {
    const one = await business();
    const run = <T>(act: () => Promise<T>): Promise<T> => inWorkspace(one.workspaceId, null, act);
    const [cash, sales] = [await run(() => bookAccountFor(one.ledgerId, { system: 'cash' })), await run(() => bookAccountFor(one.ledgerId, { system: 'sales' }))];
    const source = { kind: 'claim', id: newId() };
    const post = () => run(() => postEntry({ ledgerId: one.ledgerId, day: '2026-04-01', memo: 'Claim', source, lines: [{ accountId: cash, amount: decimal('7') }, { accountId: sales, amount: decimal('-7') }] }));
    const results = await Promise.allSettled([post(), post(), post()]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const id = (results.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<string>).value;
    await run(() => reverseEntry(id, '2026-04-02'));
    await post();
    expect((await run(() => profitAndLoss(one.ledgerId, '2026-04-01', '2026-04-30'))).results['netIncome']!.amounts).toEqual(['7']);
  });

  it('lets nothing unbalanced into the database', async () => {
    const one = await business();
    const cash = await named(one, 'Cash on hand');
    const [entry] = await entries(one);
    await expect(inWorkspace(one.workspaceId, null, () => query(
      `insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, day) values ($1, $2, $3, 77, $4, 1, '2026-01-01')`, [one.workspaceId, one.ledgerId, entry!.id, cash.id],
    ))).rejects.toThrow(/balance/);
    await expectSound(one);
  });
});
