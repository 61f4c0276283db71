/** A business with a ledger and a bank account, for tests of its books. */
import { expect } from 'vitest';
import {
  type Account,
  accounts,
  type BookAccount,
  books,
  categories,
  documents,
  journal,
  type JournalEntry,
  ledgers,
  type Transaction,
  transactions,
} from '../domains/finance/contract.ts';
import { decimal, sumOf } from '../kernel/money/index.ts';
import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

export interface Business {
  user: TestClient;
  workspaceId: string;
  ledgerId: string;
  account: Account;
}

/** @param opening of the bank account, at the end of 2025 */
export async function openBusiness(
  system: TestSystem,
  {
    currency = 'USD',
    opening = '0',
    user,
  }: { currency?: string; opening?: string; user?: TestClient & { workspaceId: string } } = {},
): Promise<Business> {
  const workspaceId = user?.workspaceId ?? (await system.clientWorkspace());
  const owner = user ?? (await system.signedIn({ workspaceId }));
  const ledger = await owner.call(ledgers.create, { body: { name: 'Workshop', kind: 'business', currency } });
  const account = await owner.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Main account',
      kind: 'checking',
      currency,
      openingBalance: opening,
      openingDay: '2025-12-31',
    },
  });
  return { user: owner, workspaceId, ledgerId: ledger.id, account };
}

export const chart = async ({ user, ledgerId }: Business): Promise<BookAccount[]> =>
  (await user.call(books.accounts, { params: { id: ledgerId } })).items;
export const accountNamed = async (of: Business, name: string): Promise<BookAccount> =>
  (await chart(of)).find((one) => one.name === name)!;
export const bookBalances = async (of: Business): Promise<Map<string, string>> =>
  new Map((await chart(of)).map((one) => [one.name, one.balance]));
export const categoryNamed = async ({ user, ledgerId }: Business, name: string): Promise<string> =>
  (await user.call(categories.list, { query: { ledgerId } })).items.find((one) => one.name === name)!.id;
export const bankLine = (
  { user, account }: Business,
  day: string,
  amount: string,
  payee: string,
  more: object = {},
): Promise<Transaction> =>
  user.call(transactions.create, { body: { accountId: account.id, day, amount, payee, ...more } });

export async function closeBooks({ user, ledgerId }: Business, until: string | null): Promise<void> {
  const { version } = (await user.call(ledgers.list)).items.find((one) => one.id === ledgerId)!;
  await user.call(ledgers.close, { params: { id: ledgerId }, body: { version, until } });
}

async function everyEntry({ user, ledgerId }: Business): Promise<JournalEntry[]> {
  const every: JournalEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await user.call(journal.list, { query: { ledgerId, limit: 200, ...(cursor ? { cursor } : {}) } });
    every.push(...page.items);
    cursor = page.next;
  }
  return every;
}

/**
 * Every entry balances; trial balance, chart, and balance sheet match the entries, and aging matches what customers and
 * suppliers owe.
 * @param days past days for which aging is compared with the journal, too
 */
export async function expectSound(of: Business, days: readonly string[] = ['2026-03-31']): Promise<void> {
  const day = '2099-12-31';
  const trial = await of.user.call(books.trialBalance, { params: { id: of.ledgerId }, query: { day } });
  expect(trial.debit).toBe(trial.credit);
  const every = await everyEntry(of);
  for (const entry of every) expect(sumOf(entry.lines, (one) => decimal(one.amount)).isZero()).toBe(true);
  const sums = new Map(
    [
      ...Map.groupBy(
        every.flatMap((entry) => entry.lines),
        (one) => one.accountId,
      ),
    ].map(([id, own]) => [id, sumOf(own, (one) => decimal(one.amount))]),
  );
  for (const row of trial.rows) expect(sums.get(row.accountId)!.eq(decimal(row.debit).minus(row.credit))).toBe(true);
  const held = await chart(of);
  expect(sumOf(held, (one) => decimal(one.balance)).toFixed()).toBe('0');
  const sheet = await of.user.call(books.statement, {
    params: { id: of.ledgerId },
    query: { kind: 'balanceSheet', to: day },
  });
  expect(sheet.results['assets']!.amounts).toEqual(sheet.results['liabilitiesAndEquity']!.amounts);
  // A bank account in the books equals the sum of its transactions.
  const { items: banks } = await of.user.call(accounts.list, { query: { ledgerId: of.ledgerId } });
  for (const bank of banks.filter((one) => one.currency === sheet.currency))
    expect([bank.name, held.find((one) => one.accountId === bank.id)!.balance]).toEqual([bank.name, bank.balance]);
  const controls = [
    ['invoice', 'receivable'],
    ['bill', 'payable'],
  ] as const;
  const agedOn = async (kind: 'invoice' | 'bill', then: string): Promise<string> =>
    decimal((await of.user.call(documents.ageing, { params: { id: of.ledgerId }, query: { kind, day: then } })).total)
      .abs()
      .toFixed();
  for (const [kind, system] of controls)
    expect(await agedOn(kind, day)).toBe(
      decimal(held.find((one) => one.system === system)!.balance)
        .abs()
        .toFixed(),
    );
  // On past days, too: later payments, refunds, and voids do not count yet.
  for (const then of days) {
    const past = await of.user.call(books.trialBalance, { params: { id: of.ledgerId }, query: { day: then } });
    for (const [kind, system] of controls) {
      const row = past.rows.find((one) => one.accountId === held.find((each) => each.system === system)!.id);
      expect([then, kind, await agedOn(kind, then)]).toEqual([
        then,
        kind,
        decimal(row?.debit ?? '0')
          .minus(row?.credit ?? '0')
          .abs()
          .toFixed(),
      ]);
    }
  }
}
