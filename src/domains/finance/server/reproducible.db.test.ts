/**
 * Whatever happened to a ledger, its balances follow from its entries: random histories with a bank, files, corrections
 * and closed periods.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '../../../kernel/days.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { accounts, bank, bankImports, type BankImport, categories, ledgers, plaid, transactions } from '../contract.ts';
import { useBankProviders } from './bank/providers.ts';
import { checkLedgers } from './reports/check.ts';
import { putSumsTogether } from './reports/month-sums.ts';
import { runs } from '../../../testing/runs.ts';

let system: TestSystem;
let today = '2026-11-02';

beforeAll(async () => {
  system = await startTestSystem();
  let customers = 0;
  useBankProviders(
    undefined,
    () => new Date(`${today}T12:00:00Z`),
    () => `customer-${customers++}`,
  );
});
afterAll(() => system.destroy());

const patience = { timeout: 20_000, interval: 50 };

async function sync(user: TestClient): Promise<void> {
  const { id } = await user.call(plaid.syncAll);
  await vi.waitFor(
    async () => expect((await user.call(bank.lastSync)).sync).toMatchObject({ id, state: 'done', problems: [] }),
    patience,
  );
}

/** Takes a file in, and says whether all of it came. */
async function importCsv(user: TestClient, accountId: string, content: string): Promise<BankImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'bank.csv');
  const { body } = await user.send<BankImport>('POST', `/api/finance/accounts/${accountId}/imports`, { raw: form });
  await user.call(bankImports.start, { params: { id: body.id } });
  const get = () => user.call(bankImports.get, { params: { id: body.id } });
  await vi.waitFor(async () => expect((await get()).state).not.toBe('queued'), patience);
  return get();
}

/** Each balance, by the sum of the account's entries alone. */
async function expectReproducible(user: TestClient, ledgerId: string): Promise<void> {
  expect((await checkLedgers()).problems).toEqual([]);
  const entries = await asSystem(() =>
    query<{ id: string; balance: string }>(
      `select a.id, a.opening_balance + coalesce(sum(t.amount) filter (where t.deleted_at is null and not t.pending), 0)
        as balance
     from finance_accounts a left join finance_transactions t on t.account_id = a.id where a.ledger_id = $1
        group by a.id`,
      [ledgerId],
    ),
  );
  const told = new Map(
    (await user.call(accounts.list, { query: { ledgerId } })).items.map(({ id, balance }) => [id, balance]),
  );
  expect(Object.fromEntries(entries.map(({ id, balance }) => [id, decimal(balance).toFixed()]))).toEqual(
    Object.fromEntries(told),
  );
}

async function closeUntil(user: TestClient, ledgerId: string, until: string | null): Promise<void> {
  const { version } = (await user.call(ledgers.list)).items.find(({ id }) => id === ledgerId)!;
  await user.call(ledgers.close, { params: { id: ledgerId }, body: { version, until } });
}

describe('after any history', () => {
  it(
    "every balance follows from the entries, and what the bank fed is the bank's @long",
    { timeout: 240_000 },
    async () => {
      const act = fc.record({
        kind: fc.constantFrom(
          'days',
          'sync',
          'import',
          'revert',
          'edit',
          'delete',
          'restore',
          'split',
          'close',
          'open',
          'tidy',
        ),
        pick: fc.nat(180),
        days: fc.integer({ min: 1, max: 6 }),
        cents: fc.integer({ min: 1, max: 9_999 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 14 }), async (acts) => {
          today = '2026-11-02';
          const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
          const { id: ledgerId } = await user.call(ledgers.create, {
            body: { name: 'Ours', kind: 'personal', currency: 'USD' },
          });
          const connection = await user.call(bank.connect, {
            body: { ledgerId, provider: 'sandbox', chosen: 'household' },
          });
          await vi.waitFor(
            async () =>
              expect(
                (await user.call(bank.connections, {})).items.find(({ id }) => id === connection.id)?.lastSyncedAt,
              ).not.toBeNull(),
            patience,
          );
          const { id: cashId } = await user.call(accounts.create, {
            body: {
              ledgerId,
              name: 'Cash',
              kind: 'cash',
              currency: 'USD',
              openingBalance: '20',
              openingDay: '2026-09-01',
            },
          });
          const food = (await user.call(categories.list, { query: { ledgerId } })).items.find(
            ({ kind }) => kind === 'expense',
          );
          const imports: string[] = [];
          const gone: string[] = [];
          let isTouched = false;
          for (const { kind, pick, days, cents } of acts) {
            const items = (await user.call(transactions.list, { query: { ledgerId, limit: 200 } })).items;
            const one = items[pick % items.length]!;
            const params = { id: one.id };
            const money = (cents / 100).toFixed(2);
            switch (kind) {
              case 'days':
                today = addDays(today, days);
                break;
              case 'sync':
                await sync(user);
                break;
              case 'import': {
                const done = await importCsv(
                  user,
                  cashId,
                  `Date,Description,Amount\n${addDays(today, -days)},Kiosk ${pick},-${money}\n${addDays(today, -days - 30)},Market ${cents},${money}\n`,
                );
                if (done.state === 'done') imports.push(done.id);
                break;
              }
              case 'revert':
                if (imports.length > 0) await user.tryCall(bankImports.revert, { params: { id: imports.pop()! } });
                break;
              // A refusal, because its day is closed, is an answer, too.
              case 'edit':
                await user.tryCall(transactions.update, {
                  params,
                  body: { version: one.version, categoryId: food!.id, notes: `Note ${pick}` },
                });
                break;
              case 'delete':
                if ((await user.tryCall(transactions.remove, { params })).status < 300) {
                  gone.push(one.id);
                  isTouched ||= one.accountId !== cashId;
                }
                break;
              case 'restore':
                if (gone.length > 0) await user.tryCall(transactions.restore, { params: { id: gone.pop()! } });
                break;
              case 'split': {
                const half = decimal(one.amount).minus('0.01').toFixed();
                await user.tryCall(transactions.update, {
                  params,
                  body: {
                    version: one.version,
                    splits: [
                      { amount: half, categoryId: food!.id, notes: '' },
                      { amount: '0.01', categoryId: null, notes: '' },
                    ],
                  },
                });
                break;
              }
              case 'close':
                await closeUntil(user, ledgerId, addDays('2026-11-01', -days));
                break;
              case 'open':
                await closeUntil(user, ledgerId, null);
                break;
              case 'tidy':
                await asSystem(() => putSumsTogether());
                break;
            }
          }
          await expectReproducible(user, ledgerId);
          await closeUntil(user, ledgerId, null);
          await sync(user);
          await expectReproducible(user, ledgerId);
          expect((await user.call(bank.held, { query: { ledgerId } })).count).toBe(0);
          for (const id of imports) await user.call(bankImports.revert, { params: { id } });
          await expectReproducible(user, ledgerId);
          if (isTouched) return;
          const own = new Map(
            (await user.call(accounts.list, { query: { ledgerId } })).items.map(({ id, balance }) => [id, balance]),
          );
          for (const told of (await user.call(plaid.accounts, { query: { ledgerId } })).items.filter(
            ({ type }) => type !== 'investment',
          )) {
            const owed = told.type === 'credit' || told.type === 'loan';
            expect([told.name, own.get(told.id)]).toEqual([
              told.name,
              (owed ? decimal(told.current!).negated() : decimal(told.current!)).toFixed(),
            ]);
          }
        }),
        { numRuns: runs(4) },
      );
    },
  );
});
