import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decimal } from '../../../../kernel/money/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  activityCalls,
  bank,
  bankImports,
  books,
  financeReports,
  investmentImports,
  journal,
  ledgers,
  liabilities,
  plaid,
  portfolio,
  transactions,
  transfers,
} from '../../contract.ts';
import { asSystem, inWorkspace, transaction } from '../../../../server/db/index.ts';
import { checkLedgers } from '../reports/check.ts';
import type { BankTransactionData } from './port.ts';
import { keepAccounts } from './accounts.ts';
import { readConnection, tokenOf } from './connections.ts';
import { keepInvestments } from './investments.ts';
import { bankProvider, useBankProviders } from './providers.ts';
import { syncConnection } from './sync.ts';
import { keepTransactions } from './transactions.ts';

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
let ada: Client;
let today = '2026-11-16';
/** Of customers whose lives are the same. */
let twin: string | undefined;

beforeAll(async () => {
  system = await startTestSystem();
  let customers = 0;
  useBankProviders(
    undefined,
    () => new Date(`${today}T12:00:00Z`),
    () => twin ?? `customer-${customers++}`,
  );
  ada = await system.signedIn();
});
afterAll(() => system.destroy());

const newLedger = (client: Client, kind: 'personal' | 'business' = 'personal') =>
  client.call(ledgers.create, { body: { name: 'Ours', kind, currency: 'USD' } });

async function synced(client: Client, connectionId: string) {
  return vi.waitFor(
    async () => {
      const found = (await client.call(bank.connections, {})).items.find(({ id }) => id === connectionId);
      expect(found?.lastSyncedAt).not.toBeNull();
      return found!;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Connects an example customer of the sandbox and waits for its first sync. */
async function connected(client: Client, ledgerId: string, customer: 'household' | 'business' = 'household') {
  const start = await client.call(bank.startLink, { body: { ledgerId, provider: 'sandbox' } });
  expect(start).toMatchObject({ kind: 'sandbox', customers: [{ id: 'household' }, { id: 'business' }] });
  const { id } = await client.call(bank.connect, { body: { ledgerId, provider: 'sandbox', chosen: customer } });
  return synced(client, id);
}

/** Starts a sync and waits for its end. */
async function syncAll(client: Client) {
  const { id } = await client.call(plaid.syncAll);
  return vi.waitFor(
    async () => {
      const { sync } = await client.call(bank.lastSync);
      expect(sync).toMatchObject({ id, finishedAt: expect.any(String) as string });
      return sync!;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('a connection to the sandbox bank', () => {
  it("sets up the accounts with all that the bank tells, and their balances are the bank's [S7.29]", async () => {
    const ledger = await newLedger(ada);
    const connection = await connected(ada, ledger.id);
    expect(connection).toMatchObject({ state: 'active', isReal: false, institutionName: 'Sandbox bank', problem: '' });
    const own = (await ada.call(accounts.list, { query: { ledgerId: ledger.id } })).items;
    expect(own.map(({ kind }) => kind).sort()).toEqual(['card', 'checking', 'investment', 'loan', 'savings']);
    const told = (await ada.call(plaid.accounts, { query: { ledgerId: ledger.id } })).items;
    for (const account of told.filter(({ type }) => type !== 'investment')) {
      const { balance } = own.find(({ id }) => id === account.id)!;
      expect(decimal(balance).toFixed()).toBe(
        (account.type === 'credit' || account.type === 'loan'
          ? decimal(account.current!).negated()
          : decimal(account.current!)
        ).toFixed(),
      );
    }
    expect((await ada.call(plaid.investmentAccounts, { query: { ledgerId: ledger.id } })).items).toEqual(
      told.filter(({ type }) => type === 'investment'),
    );
    const page = await ada.call(plaid.transactions, { query: { ledgerId: ledger.id, limit: 200 } });
    expect(page.items).toHaveLength(200);
    expect(page.next).not.toBeNull();
    expect(page.items.filter(({ categoryId }) => categoryId).length).toBeGreaterThan(120);
    expect(
      (await ada.call(plaid.liabilities, { query: { ledgerId: ledger.id } })).items.map(({ kind }) => kind).sort(),
    ).toEqual(['credit', 'mortgage']);
    const suggested = (await ada.call(liabilities.told, { query: { ledgerId: ledger.id } })).items;
    expect(Object.fromEntries(suggested.map(({ kind, missing }) => [kind, missing]))).toEqual({
      card: [],
      mortgage: [],
    });
    expect(await ada.call(liabilities.list, { query: { ledgerId: ledger.id } })).toMatchObject({ items: [] });
    const { accountId, kind, ratePercent, principal, startedOn, payments, lender } = suggested.find(
      (one) => one.kind === 'mortgage',
    )!;
    const taken = await ada.call(liabilities.create, {
      body: {
        ledgerId: ledger.id,
        accountId,
        kind,
        ratePercent: ratePercent!,
        principal,
        startedOn,
        payments,
        frequency: 'monthly',
        repayment: 'level',
        compounding: 'periodic',
        lender,
      },
    });
    expect(taken).toMatchObject({ accountId, lender: 'Sandbox bank', problem: null });
    expect((await ada.call(liabilities.told, { query: { ledgerId: ledger.id } })).items.map((one) => one.kind)).toEqual(
      ['card'],
    );
    const holdings = (await ada.call(plaid.holdings, { query: { ledgerId: ledger.id } })).items;
    expect(holdings).toHaveLength(4);
    expect((await ada.call(plaid.securities, { query: { ledgerId: ledger.id } })).items).toHaveLength(4);
    expect((await ada.call(plaid.investmentTransactions, { query: { ledgerId: ledger.id } })).items[0]).toMatchObject({
      kind: 'buy',
    });
  });

  it('brings what is new with time, keeps what people made of it, and leaves deleted what they deleted', async () => {
    today = '2026-11-16';
    const bea = await system.signedIn();
    const ledger = await newLedger(bea);
    await connected(bea, ledger.id);
    const before = (await bea.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items;
    const pending = before.find((one) => one.pending)!;
    const savings = (await bea.call(plaid.accounts, { query: {} })).items.find(({ subtype }) => subtype === 'savings')!;
    const [gone, kept] = before.filter((one) => !one.pending && one.accountId !== savings.id);
    await bea.call(transactions.remove, { params: { id: gone!.id } });
    await bea.call(transactions.update, {
      params: { id: kept!.id },
      body: { version: kept!.version, payee: 'My own name' },
    });
    await bea.call(transactions.update, {
      params: { id: pending.id },
      body: { version: pending.version, notes: 'With a tip' },
    });
    const brokerage = async () =>
      (await bea.call(accounts.list, { query: { ledgerId: ledger.id } })).items.find(
        ({ kind }) => kind === 'investment',
      )!.balance;
    const past = async () =>
      (
        await bea.call(financeReports.netWorth, {
          query: { ledgerId: ledger.id, currency: 'USD', from: '2026-01-01', to: '2026-06-30' },
        })
      ).points;
    const [cash, history] = [await brokerage(), await past()];
    today = '2026-12-16';
    const sync = await syncAll(bea);
    expect(sync).toMatchObject({ state: 'done', counts: { connections: 1, removed: 0 }, problems: [] });
    expect(sync.counts.added).toBeGreaterThan(0);
    const after = (await bea.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items;
    expect(after.find(({ id }) => id === gone!.id)).toBeUndefined();
    expect(after.find(({ id }) => id === kept!.id)).toMatchObject({ payee: 'My own name' });
    expect(after.find(({ id }) => id === pending.id)).toMatchObject({ pending: false, notes: 'With a tip' });
    expect(await syncAll(bea)).toMatchObject({ counts: { added: 0, changed: 0, removed: 0 } });
    const told = (await bea.call(plaid.accounts, { query: {} })).items.find(({ subtype }) => subtype === 'savings')!;
    const { balance } = (await bea.call(accounts.list, { query: { ledgerId: ledger.id } })).items.find(
      ({ id }) => id === told.id,
    )!;
    expect(balance).toBe(told.current);
    // A broker's cash follows its report; past days stay the same.
    expect(await brokerage()).not.toBe(cash);
    expect(await past()).toEqual(history);
  });

  it("takes the account of the ledger that bears its number, and what is in it, for the bank's", async () => {
    today = '2026-11-16';
    const cleo = await system.signedIn();
    const ledger = await newLedger(cleo);
    const mine = await cleo.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'My savings', kind: 'savings', currency: 'USD', number: 'XX7702' },
    });
    await cleo.call(transactions.create, {
      body: { accountId: mine.id, day: '2026-11-17', amount: '500.00', payee: 'Put aside' },
    });
    await connected(cleo, ledger.id);
    const told = (await cleo.call(plaid.accounts, { query: {} })).items.find(({ mask }) => mask === '7702')!;
    expect(told.id).toBe(mine.id);
    const saved = (
      await cleo.call(transactions.list, {
        query: { ledgerId: ledger.id, accountId: mine.id, from: '2026-11-10', limit: 200 },
      })
    ).items;
    expect(saved).toMatchObject([{ payee: 'Put aside', bank: { payee: 'Transfer from checking' } }]);
  });

  it(
    'tells nothing twice beside files, whichever came first, and leaves an account that was there its opening balance',
    { timeout: 120_000 },
    async () => {
      twin = 'twin';
      const [eve, fay] = [
        await system.signedIn({ workspaceId: await system.clientWorkspace() }),
        await system.signedIn({ workspaceId: await system.clientWorkspace() }),
      ];
      const [first, second] = [await newLedger(eve), await newLedger(fay)];
      await connected(eve, first.id);
      const fed = (await eve.call(plaid.accounts, { query: {} })).items.find(({ subtype }) => subtype === 'checking')!;
      const linesOf = async (client: Client, ledgerId: string, accountId: string) => {
        const all = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await client.call(transactions.list, {
            query: { ledgerId, accountId, limit: 200, ...(cursor ? { cursor } : {}) },
          });
          all.push(...page.items);
          cursor = page.next;
        }
        return all;
      };
      const told = await linesOf(eve, first.id, fed.id);
      const file = async (client: Client, accountId: string) => {
        const form = new FormData();
        form.set(
          'file',
          new Blob([
            `Date,Payee,Amount\n${told
              .filter((one) => !one.pending)
              .map((one) => `${one.day},"${one.payee}",${one.amount}`)
              .join('\n')}\n`,
          ]),
          'checking.csv',
        );
        const { id } = (
          await client.send<{ id: string }>('POST', `/api/finance/accounts/${accountId}/imports`, { raw: form })
        ).body;
        await client.call(bankImports.start, { params: { id } });
        return vi.waitFor(
          async () => {
            const one = await client.call(bankImports.get, { params: { id } });
            expect(one.state).toBe('done');
            return one;
          },
          { timeout: 20_000, interval: 50 },
        );
      };
      // A file of what the bank told; and the bank, in several pages, of what a file told.
      expect((await file(eve, fed.id)).counts).toMatchObject({ added: 0, linked: 0, posted: 0 });
      expect(await linesOf(eve, first.id, fed.id)).toEqual(told);
      // The same of investments: trades of a file and of a broker are one, and what falls out of the broker's records
      // was bought all the same.
      const heldIn = async (client: Client, ledgerId: string) =>
        new Map(
          (await client.call(portfolio.summary, { query: { ledgerId } })).holdings.map((one) => [
            one.ticker,
            one.quantity,
          ]),
        );
      const held = await heldIn(eve, first.id);
      expect(held.size).toBe(3);
      const { items: trades } = await eve.call(activityCalls.list, { query: { ledgerId: first.id, limit: 200 } });
      const text = `Date,Action,Symbol,Quantity,Price,Amount\n${trades.map((one) => `${one.day},${one.kind},${one.security?.ticker ?? ''},${one.quantity ?? ''},${one.price ?? ''},${one.amount ?? ''}`).join('\n')}\n`;
      const broker = (client: Client, accountId: string) =>
        client.tryCall(investmentImports.run, {
          body: { content: 'activities', accountId, fileName: 'broker.csv', text },
        });
      const depot = (await eve.call(plaid.investmentAccounts, { query: {} })).items[0]!;
      const mine = await fay.call(accounts.create, {
        body: {
          ledgerId: second.id,
          name: 'Mine',
          kind: 'checking',
          currency: 'USD',
          number: fed.mask,
          openingBalance: '123.45',
        },
      });
      const imported = await file(fay, mine.id);
      const shares = await fay.call(accounts.create, {
        body: { ledgerId: second.id, name: 'Shares', kind: 'investment', currency: 'USD', number: depot.mask },
      });
      expect((await broker(fay, shares.id)).status).toBe(201);
      await connected(fay, second.id);
      twin = undefined;
      const moves = (lines: typeof told): string[] => lines.map((one) => `${one.day} ${one.amount}`).sort();
      expect(moves(await linesOf(fay, second.id, mine.id))).toEqual(moves(told));
      expect(await fay.call(accounts.get, { params: { id: mine.id } })).toMatchObject({
        openingBalance: '123.45',
        openingDay: null,
      });
      expect((await broker(eve, depot.id)).body.message).toMatch(/known already/);
      expect(await heldIn(fay, second.id)).toEqual(held);
      const connectionId = (await eve.call(bank.connections, {})).items[0]!.id;
      await inWorkspace(eve.workspaceId, eve.userId, () =>
        transaction(async () => {
          const connection = (await readConnection(connectionId))!;
          const data = await bankProvider(connection.provider).investments(tokenOf(connection));
          await keepInvestments(connection, await keepAccounts(connection, data.accounts), {
            ...data,
            transactions: [],
          });
        }),
      );
      expect(await heldIn(eve, first.id)).toEqual(held);
      // A transaction that a bank has taken on stays when the file's import is undone.
      expect((await fay.call(bankImports.revert, { params: { id: imported.id } })).state).toBe('reverted');
      expect(await linesOf(fay, second.id, mine.id)).toHaveLength(told.length);
    },
  );

  it('ends, and what it brought stays', async () => {
    const dan = await system.signedIn();
    const ledger = await newLedger(dan, 'business');
    const { id } = await connected(dan, ledger.id, 'business');
    await dan.call(bank.disconnect, { params: { id } });
    expect((await dan.call(bank.connections, {})).items).toEqual([]);
    expect((await dan.call(plaid.accounts, { query: {} })).items).toEqual([]);
    expect((await dan.call(accounts.list, { query: { ledgerId: ledger.id } })).items).toHaveLength(3);
    expect((await dan.send('DELETE', `/api/finance/bank/connections/${id}`)).status).toBe(404);
  });
});

describe('a sync', () => {
  it('keeps a second one out while it runs, politely, and at its end says when it was [S4.5 S7.28]', async () => {
    const eve = await system.signedIn();
    await connected(eve, (await newLedger(eve)).id);
    const answers = await Promise.all([
      eve.send('POST', '/api/plaid/sync-all'),
      eve.send('POST', '/api/plaid/sync-investments'),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      message: 'A sync is already running. Its results appear here when it is done.',
    });
    await vi.waitFor(async () => expect((await eve.call(bank.lastSync)).sync?.state).toBe('done'), { timeout: 20_000 });
    expect((await eve.call(bank.lastSync)).lastSyncedAt).not.toBeNull();
  });

  it('of a connection that the clock or the bank has synced meanwhile goes on from there: neither fails, nothing comes twice', async () => {
    today = '2026-11-16';
    const workspaceId = await system.clientWorkspace();
    const gil = await system.signedIn({ workspaceId });
    const ledger = await newLedger(gil);
    const { id } = await connected(gil, ledger.id);
    const count = async () =>
      (await gil.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).total!.count;
    const before = await count();
    today = '2026-11-26';
    // Both begin where the connection stands now.
    const both = await inWorkspace(workspaceId, gil.userId, async () => {
      const connection = (await readConnection(id))!;
      return Promise.all([1, 2].map(() => syncConnection(connection, 'all', AbortSignal.timeout(20_000))));
    });
    expect(both.map((outcome) => ('problem' in outcome ? outcome.problem : ''))).toEqual(['', '']);
    expect((await gil.call(bank.connections, {})).items).toMatchObject([{ state: 'active', problem: '' }]);
    expect(await count()).toBeGreaterThan(before);
    expect(await syncAll(gil)).toMatchObject({ state: 'done', counts: { added: 0, changed: 0, removed: 0 } });
    expect((await asSystem(() => checkLedgers())).problems).toEqual([]);
  });
});

describe('what a bank tells of a closed period', () => {
  const held = (client: Client, ledgerId: string) => client.call(bank.held, { query: { ledgerId, limit: 200 } });
  async function closeUntil(client: Client, ledgerId: string, until: string | null) {
    const { version } = (await client.call(ledgers.list)).items.find(({ id }) => id === ledgerId)!;
    return client.call(ledgers.close, { params: { id: ledgerId }, body: { version, until } });
  }
  async function balancesAgree(client: Client, ledgerId: string) {
    const own = (await client.call(accounts.list, { query: { ledgerId } })).items;
    for (const told of (await client.call(plaid.accounts, { query: { ledgerId } })).items.filter(
      ({ type }) => type !== 'investment',
    )) {
      const owed = told.type === 'credit' || told.type === 'loan';
      expect([told.name, own.find(({ id }) => id === told.id)!.balance]).toEqual([
        told.name,
        decimal(owed ? decimal(told.current!).negated() : told.current!).toFixed(),
      ]);
    }
  }

  it(
    "is kept aside while the rest comes in; opening the period brings it, and balances are the bank's before and after",
    { timeout: 120_000 },
    async () => {
      today = '2026-11-16';
      const fay = await system.signedIn();
      const ledger = await newLedger(fay);
      await closeUntil(fay, ledger.id, '2026-10-31');
      expect(await connected(fay, ledger.id)).toMatchObject({ state: 'active', problem: '' });
      const inside = (await fay.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items;
      expect(inside.length).toBeGreaterThan(0);
      expect(inside.every(({ day }) => day > '2026-10-31')).toBe(true);
      const aside = await held(fay, ledger.id);
      expect(aside.count).toBeGreaterThan(200);
      expect(aside.items).toHaveLength(200);
      expect(aside.next).not.toBeNull();
      expect(aside.items.every(({ kind, day }) => kind === 'add' && day <= '2026-10-31')).toBe(true);
      await balancesAgree(fay, ledger.id);
      const total = inside.length + aside.count;
      // Told again, nothing doubles.
      expect((await syncAll(fay)).counts.added).toBe(0);
      expect((await held(fay, ledger.id)).count).toBe(aside.count);
      const [one] = aside.items;
      expect(await fay.call(bank.leaveOut, { body: { ids: [one!.id] } })).toEqual({ count: 1 });
      expect((await held(fay, ledger.id)).count).toBe(aside.count - 1);
      expect(await fay.call(bank.takeBack, { body: { ids: [one!.id] } })).toEqual({ count: 1 });
      // A part of the time is opened first.
      await closeUntil(fay, ledger.id, '2026-06-30');
      const left = await held(fay, ledger.id);
      expect(left.count).toBeLessThan(aside.count);
      expect(left.items.every(({ day }) => day <= '2026-06-30')).toBe(true);
      await balancesAgree(fay, ledger.id);
      await closeUntil(fay, ledger.id, null);
      expect(await held(fay, ledger.id)).toMatchObject({ count: 0, firstDay: null, items: [] });
      const all = await fay.call(transactions.list, { query: { ledgerId: ledger.id, limit: 1 } });
      expect(all.total?.count).toBe(total);
      await balancesAgree(fay, ledger.id);
      expect((await asSystem(() => checkLedgers())).problems).toEqual([]);
    },
  );

  it(
    'leaves a pending payment of a closed day as it was reported, until the period opens',
    { timeout: 120_000 },
    async () => {
      today = '2026-11-16';
      const gus = await system.signedIn();
      const ledger = await newLedger(gus);
      await connected(gus, ledger.id);
      const pending = (await gus.call(transactions.list, { query: { ledgerId: ledger.id, limit: 200 } })).items.filter(
        (one) => one.pending,
      );
      expect(pending.length).toBeGreaterThan(0);
      await closeUntil(gus, ledger.id, '2026-11-16');
      today = '2026-11-21';
      const sync = await syncAll(gus);
      expect(sync).toMatchObject({ state: 'done', problems: [] });
      expect(sync.counts.added).toBeGreaterThan(0);
      expect(sync.counts.held).toBe(pending.length);
      expect(
        (await held(gus, ledger.id)).items.map(({ kind, transactionId }) => `${kind} ${transactionId}`).toSorted(),
      ).toEqual(pending.map(({ id }) => `change ${id}`).toSorted());
      for (const { id } of pending)
        expect(await gus.call(transactions.get, { params: { id } })).toMatchObject({ pending: true });
      await closeUntil(gus, ledger.id, null);
      for (const { id } of pending)
        expect(await gus.call(transactions.get, { params: { id } })).toMatchObject({ pending: false });
      await balancesAgree(gus, ledger.id);
    },
  );

  it(
    'changes nothing that a business has closed either where it tells of a broker’s cash',
    { timeout: 60_000 },
    async () => {
      today = '2026-11-16';
      const ida = await system.signedIn();
      const ledger = await newLedger(ida, 'business');
      await connected(ida, ledger.id);
      const depot = (await ida.call(plaid.investmentAccounts, { query: {} })).items[0]!.id;
      const openings = async () =>
        (await ida.call(journal.list, { query: { ledgerId: ledger.id, source: 'opening', limit: 200 } })).items.map(
          (one) => [one.day, one.amount, one.sourceId],
        );
      const before = await openings();
      expect(before.some(([, , account]) => account === depot)).toBe(true);
      today = '2026-12-16';
      expect((await syncAll(ida)).state).toBe('done');
      expect(await openings()).toEqual(before);
      const cash = (await ida.call(transactions.list, { query: { ledgerId: ledger.id, accountId: depot } })).items;
      expect(cash).toMatchObject([{ payee: 'Change of cash at the broker' }]);
      await syncAll(ida);
      expect((await ida.call(transactions.list, { query: { ledgerId: ledger.id, accountId: depot } })).items).toEqual(
        cash,
      );
      const { items } = await ida.call(books.accounts, { params: { id: ledger.id } });
      expect(items.find((one) => one.accountId === depot)!.balance).toBe(
        (await ida.call(accounts.get, { params: { id: depot } })).balance,
      );
    },
  );

  it('is seen by those who see the ledger, and left out by those who may change it', async () => {
    const [owner, stranger, reader] = [await system.signedIn(), await system.signedIn(), await system.signedIn()];
    const ledger = await newLedger(owner);
    await closeUntil(owner, ledger.id, '2026-10-31');
    await connected(owner, ledger.id, 'business');
    await owner.call(ledgers.share, {
      params: { id: ledger.id },
      body: {
        members: [
          { userId: owner.userId, role: 'owner' },
          { userId: reader.userId, role: 'viewer' },
        ],
      },
    });
    const ids = (await held(reader, ledger.id)).items.slice(0, 2).map(({ id }) => id);
    expect((await reader.tryCall(bank.leaveOut, { body: { ids } })).status).toBe(403);
    expect((await stranger.tryCall(bank.leaveOut, { body: { ids } })).status).toBe(404);
    expect((await stranger.tryCall(bank.held, { query: { ledgerId: ledger.id } })).status).toBe(404);
    // Removing someone from a ledger also disconnects their banks; imported transactions stay.
    const share = (client: Client, ...owners: Client[]) =>
      client.call(ledgers.share, {
        params: { id: ledger.id },
        body: { members: owners.map(({ userId }) => ({ userId, role: 'owner' as const })) },
      });
    await share(owner, owner, reader);
    const connections = async () =>
      (await reader.call(bank.connections, { query: { ledgerId: ledger.id } })).items.length;
    expect(await connections()).toBe(1);
    await share(reader, reader);
    expect(await connections()).toBe(0);
    expect((await reader.call(transactions.list, { query: { ledgerId: ledger.id } })).items.length).toBeGreaterThan(0);
  });
});

describe('who may', () => {
  it('sees nothing of a ledger that is not theirs, and connects no bank to one that they may only read', async () => {
    const [owner, stranger, reader, elsewhere] = [
      await system.signedIn(),
      await system.signedIn(),
      await system.signedIn(),
      await system.signedIn({ workspaceId: await system.clientWorkspace() }),
    ];
    const ledger = await newLedger(owner);
    const { id } = await connected(owner, ledger.id);
    await owner.call(ledgers.share, {
      params: { id: ledger.id },
      body: {
        members: [
          { userId: owner.userId, role: 'owner' },
          { userId: reader.userId, role: 'viewer' },
        ],
      },
    });
    for (const outsider of [stranger, elsewhere]) {
      expect((await outsider.call(plaid.accounts, { query: {} })).items).toEqual([]);
      expect((await outsider.send('GET', `/api/plaid/accounts?ledgerId=${ledger.id}`)).status).toBe(404);
      expect((await outsider.send('DELETE', `/api/finance/bank/connections/${id}`)).status).toBe(404);
      expect(
        (await outsider.send('POST', '/api/finance/bank/link', { body: { ledgerId: ledger.id, provider: 'sandbox' } }))
          .status,
      ).toBe(404);
    }
    expect((await reader.call(plaid.accounts, { query: {} })).items).toHaveLength(5);
    expect((await reader.send('DELETE', `/api/finance/bank/connections/${id}`)).status).toBe(403);
    expect(
      (await reader.send('POST', '/api/finance/bank/link', { body: { ledgerId: ledger.id, provider: 'sandbox' } }))
        .status,
    ).toBe(403);
    expect(
      (await owner.send('POST', '/api/finance/bank/link', { body: { ledgerId: ledger.id, provider: 'plaid' } })).body,
    ).toMatchObject({ code: 'validation' });
    expect((await system.visitor().send('GET', '/api/plaid/accounts')).status).toBe(401);
  });
});

describe('a line that the bank takes back', () => {
  it('ends the transfer that it was a side of, and the other side stays', async () => {
    const workspaceId = await system.clientWorkspace();
    const client = await system.signedIn({ workspaceId });
    const { id: ledgerId } = await newLedger(client);
    const [from, to] = await Promise.all(
      ['Giro', 'Savings'].map((name) =>
        client.call(accounts.create, { body: { ledgerId, name, kind: 'checking', currency: 'USD' } }),
      ),
    );
    const line: BankTransactionData = {
      externalId: 't-1',
      accountId: 'x',
      day: '2026-11-02',
      amount: '-100',
      payee: 'To savings',
      memo: '',
      pending: false,
      pendingId: null,
      checkNumber: '',
      category: '',
    };
    const fed = new Map([['x', { accountId: from!.id, currency: 'USD', isOlder: false }]]);
    await inWorkspace(workspaceId, null, () => transaction(() => keepTransactions(ledgerId, fed, [line], [])));
    const [out] = (await client.call(transactions.list, { query: { ledgerId } })).items;
    const into = await client.call(transactions.create, {
      body: { accountId: to!.id, day: '2026-11-02', amount: '100', payee: 'From Giro' },
    });
    await client.call(transfers.link, { body: { outId: out!.id, inId: into.id } });
    expect(
      await inWorkspace(workspaceId, null, () => transaction(() => keepTransactions(ledgerId, fed, [], ['t-1']))),
    ).toMatchObject({ removed: 1 });
    expect((await client.call(transactions.list, { query: { ledgerId } })).items).toMatchObject([
      { id: into.id, transfer: null },
    ]);
    expect((await asSystem(() => checkLedgers())).problems).toEqual([]);
  });
});
