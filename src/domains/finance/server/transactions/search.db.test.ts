/**
 * Lists of a ledger with more transactions than are walked through: what is common, what is rare, and what lies far
 * back.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { accounts, ledgers, transactions } from '../../contract.ts';

const ROWS = 6_000;

let system: TestSystem;
let user: TestClient;
let ledgerId: string;
let accountIds: string[];

beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace();
  user = await system.signedIn({ workspaceId });
  ledgerId = (await user.call(ledgers.create, { body: { name: 'Books', kind: 'personal', currency: 'USD' } })).id;
  const open = async (name: string) =>
    (await user.call(accounts.create, { body: { ledgerId, name, kind: 'checking', currency: 'USD' } })).id;
  accountIds = [await open('One'), await open('Two')];
  // Ten a day; every row a card payment, each third at the market, one in a thousand by a zeppelin; the oldest hundred
  // at the old mill.
  await asSystem(() =>
    query(
      `insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, search_text)
     select gen_random_uuid(), $1, $2, ($3::uuid[])[1 + n % 2], date '2026-06-30' - n / 10, case when n % 100 = 0 then 5
        else -1 end, 'Row ' || n,
       ' card payment' || case when n % 3 = 0 then ' market' else '' end || case when n % 1000 = 999 then ' zeppelin'
          else '' end || case when n >= ${ROWS - 100} then ' old mill' else '' end
     from generate_series(0, ${ROWS - 1}) n`,
      [workspaceId, ledgerId, accountIds],
    ),
  );
});
afterAll(() => system.destroy());

type Asked = Partial<Parameters<typeof listOf>[0]>;
const listOf = (wanted: {
  search?: string;
  accountId?: string;
  direction?: 'in' | 'out';
  cursor?: string;
  limit?: number;
}) => user.call(transactions.list, { query: { ledgerId, limit: 200, ...wanted } });

/** Every row that is asked for, page by page. */
async function all(wanted: Asked): Promise<number[]> {
  const rows: number[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listOf({ ...wanted, ...(cursor && { cursor }) });
    rows.push(...page.items.map(({ payee }) => Number(payee.slice(4))));
    if (page.next === null) return rows;
    cursor = page.next;
  }
}

const numbers = (fits: (n: number) => boolean): number[] => Array.from({ length: ROWS }, (_, n) => n).filter(fits);
const sorted = (rows: readonly number[]): number[] => rows.toSorted((a, b) => a - b);

describe('a list of many transactions', () => {
  it('finds what is common among the latest, and says how many there are at least', async () => {
    const page = await listOf({ search: 'card market', limit: 50 });
    expect(page.items).toHaveLength(50);
    expect(page.items[0]!.day).toBe('2026-06-30');
    expect(page.total!.capped).toBe(true);
    expect(page.total!.count).toBeGreaterThan(1_000);
    expect(page.total!.count).toBeLessThanOrEqual(ROWS / 3);
    expect(sorted(await all({ search: 'card market' }))).toEqual(numbers((n) => n % 3 === 0));
  });

  it('finds what is rare, and what lies far back, and counts it exactly', async () => {
    expect(await listOf({ search: 'zeppelin' })).toMatchObject({ next: null, total: { count: 6, capped: false } });
    expect(sorted(await all({ search: 'zeppelin' }))).toEqual(numbers((n) => n % 1000 === 999));
    expect(await listOf({ search: 'mill', limit: 20 })).toMatchObject({ total: { count: 100, capped: false } });
    expect(sorted(await all({ search: 'old mill', limit: 30 }))).toEqual(numbers((n) => n >= ROWS - 100));
    expect(await listOf({ search: 'nothing like it' })).toMatchObject({
      items: [],
      next: null,
      total: { count: 0, capped: false },
    });
  });

  it('does so within an account, and by the direction of the money', async () => {
    expect(sorted(await all({ search: 'market', accountId: accountIds[1]! }))).toEqual(
      numbers((n) => n % 3 === 0 && n % 2 === 1),
    );
    expect(sorted(await all({ direction: 'in' }))).toEqual(numbers((n) => n % 100 === 0));
    expect(sorted(await all({ direction: 'in', accountId: accountIds[0]!, search: 'market' }))).toEqual(
      numbers((n) => n % 300 === 0),
    );
    // Another ledger's account is none of this one.
    const other = await user.call(ledgers.create, { body: { name: 'Other', kind: 'personal', currency: 'USD' } });
    expect(
      (await user.call(transactions.list, { query: { ledgerId: other.id, accountId: accountIds[0]!, limit: 5 } }))
        .items,
    ).toEqual([]);
  });
});
