import { describe, expect, it } from 'vitest';
import { decimal, sumOf } from '../../../../../kernel/money/index.ts';
import type { BankProvider, BankTransactionData } from '../port.ts';
import { createSandboxBank } from './provider.ts';

let today = '2026-11-20';
let customers = 0;
const bank = createSandboxBank(
  () => new Date(`${today}T12:00:00Z`),
  () => `customer-${customers++}`,
);

/** The state after applying every page: reported items by id, without retracted ones. */
async function follow(
  provider: BankProvider,
  token: string,
  held: Map<string, BankTransactionData>,
  cursor: string | null,
): Promise<string> {
  for (;;) {
    const page = await provider.transactions(token, cursor);
    for (const id of page.removed) held.delete(id);
    for (const one of page.told) held.set(one.externalId, one);
    ({ cursor } = page);
    if (!page.hasMore) return cursor!;
  }
}

describe('the sandbox bank', () => {
  it('tells the same however it is asked: in one go, or a few days at a time', async () => {
    today = '2026-09-30';
    const { accessToken } = await bank.finishLink('household');
    const [often, once] = [new Map<string, BankTransactionData>(), new Map<string, BankTransactionData>()];
    let cursor: string | null = null;
    for (const day of ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-09', '2026-11-20']) {
      today = day;
      cursor = await follow(bank, accessToken, often, cursor);
    }
    await follow(bank, accessToken, once, null);
    const told = (held: Map<string, BankTransactionData>) =>
      [...held.values()]
        .map((one) => ({ ...one, pendingId: null }))
        .sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
    expect(told(often)).toEqual(told(once));
    // More than two pages.
    expect(once.size).toBeGreaterThan(1_000);
    expect(await bank.transactions(accessToken, cursor)).toMatchObject({ told: [], removed: [], hasMore: false });
  });

  it('books what was pending under its own id, names it, and takes the pending one back', async () => {
    today = '2026-11-14';
    const { accessToken } = await bank.finishLink('household');
    const held = new Map<string, BankTransactionData>();
    let cursor = await follow(bank, accessToken, held, null);
    const seen: BankTransactionData[] = [];
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18']) {
      today = day;
      const page = await bank.transactions(accessToken, cursor);
      ({ cursor } = page);
      for (const one of page.told) if (one.pendingId) expect(page.removed).toContain(one.pendingId);
      seen.push(...page.told);
    }
    expect(seen.some(({ pending }) => pending)).toBe(true);
    expect(seen.some(({ pendingId }) => pendingId)).toBe(true);
  });

  it.each(['household', 'business'])(
    'keeps the books of %s: opening and movements make the balance',
    async (customer) => {
      today = '2026-11-20';
      const { accessToken } = await bank.finishLink(customer);
      const held = new Map<string, BankTransactionData>();
      await follow(bank, accessToken, held, null);
      const { accounts } = await bank.transactions(accessToken, null);
      // A month on: regular amounts that differ a little are in both, too.
      today = '2026-12-21';
      const later = new Map(held);
      await follow(bank, accessToken, later, '2026-11-20||0');
      const after = (await bank.transactions(accessToken, null)).accounts;
      for (const account of accounts.filter(({ type }) => type !== 'investment')) {
        const sign = account.type === 'credit' || account.type === 'loan' ? -1n : 1n;
        const booked = (all: Map<string, BankTransactionData>) =>
          sumOf(
            [...all.values()].filter((one) => one.accountId === account.externalId && !one.pending),
            (one) => decimal(one.amount),
          );
        const change = decimal(after.find(({ externalId }) => externalId === account.externalId)!.current!)
          .minus(account.current!)
          .times(sign);
        expect(change.eq(booked(later).minus(booked(held)))).toBe(true);
      }
    },
  );

  it('holds what was bought, at what it cost, and never spends more than was deposited', async () => {
    today = '2026-11-20';
    const { accessToken } = await bank.finishLink('household');
    const { holdings, transactions, accounts } = await bank.investments(accessToken);
    for (const holding of holdings.filter(({ securityId }) => securityId !== 'sandbox-cash')) {
      const buys = transactions.filter((one) => one.type === 'buy' && one.securityId === holding.securityId);
      expect(sumOf(buys, (one) => decimal(one.quantity)).eq(holding.quantity)).toBe(true);
      expect(
        sumOf(buys, (one) => decimal(one.amount))
          .negated()
          .eq(holding.costBasis!),
      ).toBe(true);
    }
    expect(sumOf(holdings, (one) => decimal(one.value)).eq(accounts[0]!.current!)).toBe(true);
    expect(decimal(holdings.at(-1)!.value).gte(0n)).toBe(true);
    expect((await bank.liabilities(accessToken)).map(({ kind }) => kind)).toEqual(['credit', 'mortgage']);
  });
});
