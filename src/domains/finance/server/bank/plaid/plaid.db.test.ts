import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestPlaid, type TestPlaid } from '../../../../../testing/plaid-server.ts';
import { startTestSystem, type TestSystem } from '../../../../../testing/system.ts';
import { accounts, bank, ledgers, plaid, transactions } from '../../../contract.ts';
import { isFromPlaid } from './webhook.ts';

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;

let remote: TestPlaid;
let system: TestSystem;
let ada: Client;
let ledgerId: string;

beforeAll(async () => {
  remote = await startTestPlaid();
  system = await startTestSystem({
    PLAID_CLIENT_ID: remote.clientId,
    PLAID_SECRET: remote.secret,
    PLAID_URL: remote.url,
  });
});
afterAll(async () => {
  await system.destroy();
  await remote.close();
});
beforeEach(async () => {
  Object.assign(remote, {
    pages: [],
    wantsSignIn: false,
    failures: [],
    holdings: undefined,
    liabilities: undefined,
    investmentTransactions: [],
  });
  // An item belongs to one workspace once: each test has its own.
  ada = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  ledgerId = (await ada.call(ledgers.create, { body: { name: 'Ours', kind: 'personal', currency: 'USD' } })).id;
});

const settings = () => ({
  clientId: remote.clientId,
  secret: remote.secret,
  environment: 'sandbox' as const,
  baseUrl: remote.url,
});
const connections = async () => (await ada.call(bank.connections, {})).items;
const told = async () => (await ada.call(transactions.list, { query: { ledgerId, limit: 200 } })).items;

async function connect() {
  const { id } = await ada.call(bank.connect, { body: { ledgerId, provider: 'plaid', chosen: 'link-sandbox-1' } });
  await settled();
  return id;
}

/** Waits until the connection's sync has ended, well or not. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => expect((await connections())[0]!.version).toBeGreaterThan(1), {
    timeout: 20_000,
    interval: 50,
  });
}

async function sync() {
  const { id } = await ada.call(plaid.syncAll);
  return vi.waitFor(
    async () => {
      const answer = await ada.call(bank.lastSync);
      expect(answer.sync).toMatchObject({ id, finishedAt: expect.any(String) as string });
      return answer.sync!;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('Plaid', () => {
  it('gives a token for its dialog, and a public token becomes a connection', async () => {
    expect(await ada.call(bank.startLink, { body: { ledgerId, provider: 'plaid' } })).toEqual({
      kind: 'plaid',
      linkToken: 'link-sandbox-1',
      url: 'https://secure.plaid.example/hl/1',
      expiresAt: '2030-01-01T00:00:00Z',
    });
    remote.hasSignedIn = false;
    expect(
      (
        await ada.send('POST', '/api/finance/bank/connections', {
          body: { ledgerId, provider: 'plaid', chosen: 'link-sandbox-1' },
        })
      ).body,
    ).toMatchObject({ code: 'conflict', message: 'The sign-in at your bank is not finished yet.' });
    remote.hasSignedIn = true;
    remote.pages = [
      {
        added: [
          {
            id: 't1',
            account: 'a-checking',
            date: '2026-11-02',
            amount: 12.34,
            name: 'Kettle Coffee',
            category: 'FOOD_AND_DRINK_COFFEE',
          },
        ],
      },
      { added: [{ id: 't2', account: 'a-card', date: '2026-11-03', amount: -500, name: 'Refund' }] },
    ];
    await connect();
    expect(await connections()).toMatchObject([
      { institutionName: 'First Platypus Bank', state: 'active', isReal: true },
    ]);
    expect(await told()).toMatchObject([
      { amount: '500', payee: 'Refund' },
      { amount: '-12.34', payee: 'Kettle Coffee', bank: { payee: 'Kettle Coffee' } },
    ]);
    // The unexplained part of the bank's balance becomes the opening balance.
    expect((await ada.call(accounts.list, { query: { ledgerId } })).items).toMatchObject([
      { name: 'Plaid Checking', balance: '110', openingBalance: '122.34', openingDay: '2026-11-01' },
      { name: 'Plaid Credit Card', balance: '-410', openingBalance: '-910' },
    ]);
    expect(
      (
        await ada.send('POST', '/api/finance/bank/connections', {
          body: { ledgerId, provider: 'plaid', chosen: 'link-sandbox-1' },
        })
      ).status,
    ).toBe(409);
  });

  it('changes, books and takes back what it told before', async () => {
    remote.pages = [
      {
        added: [
          { id: 'p1', account: 'a-card', date: '2026-11-02', amount: 40, name: 'Luna Trattoria', pending: true },
          { id: 't2', account: 'a-checking', date: '2026-11-03', amount: 9, name: 'Mistake' },
          { id: 't3', account: 'a-checking', date: '2026-11-03', amount: 7, name: 'Old name' },
        ],
      },
    ];
    await connect();
    const before = await told();
    remote.pages.push({
      added: [
        { id: 't1', account: 'a-card', date: '2026-11-04', amount: 47.2, name: 'Luna Trattoria', pendingId: 'p1' },
      ],
      modified: [{ id: 't3', account: 'a-checking', date: '2026-11-05', amount: 7.5, name: 'New name' }],
      removed: ['p1', 't2'],
    });
    expect(await sync()).toMatchObject({ state: 'done', counts: { added: 0, changed: 2, removed: 1 } });
    expect(await told()).toMatchObject([
      {
        id: before.find(({ payee }) => payee === 'Old name')!.id,
        day: '2026-11-05',
        amount: '-7.5',
        payee: 'New name',
      },
      { id: before.find(({ pending }) => pending)!.id, day: '2026-11-04', amount: '-47.2', pending: false },
    ]);
  });

  it('is begun again from the first cursor when its data changed between two pages', async () => {
    remote.pages = [
      { added: [{ id: 't1', account: 'a-checking', date: '2026-11-02', amount: 1, name: 'One' }] },
      { added: [{ id: 't2', account: 'a-checking', date: '2026-11-03', amount: 2, name: 'Two' }] },
    ];
    await connect();
    remote.pages.push(
      { added: [{ id: 't3', account: 'a-checking', date: '2026-11-04', amount: 3, name: 'Three' }] },
      { added: [{ id: 't4', account: 'a-checking', date: '2026-11-05', amount: 4, name: 'Four' }] },
    );
    remote.failures.push({
      path: '/transactions/sync',
      code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      after: 1,
    });
    const answer = await sync();
    expect(answer).toMatchObject({ state: 'done', problems: [] });
    expect((await told()).map(({ payee }) => payee)).toEqual(['Four', 'Three', 'Two', 'One']);
  });

  it('says that the person must sign in again, or that it is away, in words and state', async () => {
    remote.failures.push({ path: '/transactions/sync', code: 'ITEM_LOGIN_REQUIRED' });
    await connect();
    expect(await connections()).toMatchObject([
      { state: 'login_required', problem: 'The test server says ITEM_LOGIN_REQUIRED.', lastSyncedAt: null },
    ]);
    remote.failures.push({ path: '/transactions/sync', code: 'INTERNAL_SERVER_ERROR', status: 500 });
    expect(await sync()).toMatchObject({
      state: 'failed',
      problems: [{ institutionName: 'First Platypus Bank', message: 'The test server says INTERNAL_SERVER_ERROR.' }],
    });
    expect(await connections()).toMatchObject([{ state: 'failed' }]);
    await sync();
    expect(await connections()).toMatchObject([{ state: 'active', problem: '' }]);
  });

  it('is signed in to again as the same connection', async () => {
    remote.failures.push({ path: '/transactions/sync', code: 'ITEM_LOGIN_REQUIRED' });
    const id = await connect();
    expect(await connections()).toMatchObject([{ id, state: 'login_required' }]);
    expect(await ada.call(bank.startSignIn, { params: { id } })).toMatchObject({
      kind: 'plaid',
      linkToken: 'link-update-1',
      url: 'https://secure.plaid.example/hl/update',
    });
    remote.wantsSignIn = true;
    expect((await ada.tryCall(bank.finishSignIn, { params: { id } })).body).toMatchObject({
      code: 'conflict',
      message: 'The sign-in at your bank is not finished yet.',
    });
    remote.wantsSignIn = false;
    remote.pages = [{ added: [{ id: 't1', account: 'a-checking', date: '2026-11-02', amount: 5, name: 'News' }] }];
    expect(await ada.call(bank.finishSignIn, { params: { id } })).toMatchObject({ id, state: 'active', problem: '' });
    await vi.waitFor(async () => expect((await told()).map(({ payee }) => payee)).toEqual(['News']), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await connections()).toHaveLength(1);
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    for (const call of [bank.startSignIn, bank.finishSignIn])
      expect((await stranger.tryCall(call, { params: { id } })).status).toBe(404);
  });

  it('brings holdings, investments and debts, and what was held before its records begin', async () => {
    remote.holdings = {
      accounts: [
        {
          account_id: 'a-invest',
          name: 'Plaid IRA',
          official_name: null,
          type: 'investment',
          subtype: 'ira',
          mask: '5555',
          balances: {
            current: 2_000.5,
            available: null,
            limit: null,
            iso_currency_code: 'USD',
            unofficial_currency_code: null,
          },
        },
      ],
      securities: [
        {
          security_id: 's-1',
          isin: 'US0378331005',
          cusip: null,
          name: 'Apple Inc.',
          ticker_symbol: 'AAPL',
          type: 'equity',
          is_cash_equivalent: false,
          close_price: 200.05,
          close_price_as_of: '2026-11-20',
          iso_currency_code: 'USD',
          sector: 'Technology',
        },
      ],
      holdings: [
        {
          account_id: 'a-invest',
          security_id: 's-1',
          quantity: 10,
          institution_price: 200.05,
          institution_value: 2_000.5,
          cost_basis: 1_500,
          iso_currency_code: 'USD',
        },
      ],
    };
    remote.investmentTransactions = [
      {
        investment_transaction_id: 'i-1',
        account_id: 'a-invest',
        security_id: 's-1',
        date: '2026-06-01',
        name: 'BUY AAPL',
        quantity: 4,
        amount: 720,
        price: 180,
        fees: 0,
        type: 'buy',
        subtype: 'buy',
        iso_currency_code: 'USD',
      },
      {
        investment_transaction_id: 'i-2',
        account_id: 'a-invest',
        security_id: 's-1',
        date: '2026-08-15',
        name: 'DIVIDEND AAPL',
        quantity: 0,
        amount: -2.6,
        price: 0,
        fees: null,
        type: 'cash',
        subtype: 'dividend',
        iso_currency_code: 'USD',
      },
    ];
    remote.liabilities = {
      mortgage: null,
      student: null,
      credit: [
        {
          account_id: 'a-card',
          aprs: [
            {
              apr_percentage: 15.24,
              apr_type: 'purchase_apr',
              balance_subject_to_apr: null,
              interest_charge_amount: null,
            },
          ],
          is_overdue: false,
          last_payment_amount: 168.25,
          last_payment_date: '2026-11-01',
          last_statement_balance: 1708.77,
          minimum_payment_amount: 20,
          next_payment_due_date: '2026-12-01',
        },
      ],
    };
    remote.pages = [{}];
    await connect();
    expect((await ada.call(plaid.holdings, { query: {} })).items).toMatchObject([
      { ticker: 'AAPL', quantity: '10', value: '2000.5', costBasis: '1500' },
    ]);
    expect((await ada.call(plaid.investmentTransactions, { query: {} })).items).toMatchObject([
      { day: '2026-08-15', kind: 'dividend', amount: '2.6' },
      { day: '2026-06-01', kind: 'buy', quantity: '4', price: '180' },
      { day: '2026-05-31', kind: 'transferIn', quantity: '6', amount: '780' },
    ]);
    expect((await ada.call(plaid.liabilities, { query: {} })).items).toMatchObject([
      {
        name: 'Plaid Credit Card',
        owed: '410',
        kind: 'credit',
        rate: '15.24',
        minimumPayment: '20',
        nextDueDay: '2026-12-01',
      },
    ]);
  });
});

describe('a webhook', () => {
  const post = (body: string, verification: string | undefined) =>
    fetch(`${system.url}/api/hooks/plaid`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(verification && { 'plaid-verification': verification }) },
      body,
    });

  it('that Plaid signed starts a sync of its connection', async () => {
    remote.pages = [{}];
    await connect();
    remote.pages.push({ added: [{ id: 't1', account: 'a-checking', date: '2026-11-02', amount: 5, name: 'News' }] });
    const { body, verification } = remote.webhook({
      webhook_type: 'TRANSACTIONS',
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
      item_id: 'item-1',
    });
    const answer = await post(body, verification);
    expect([answer.status, await answer.json()]).toEqual([202, { accepted: true }]);
    await vi.waitFor(async () => expect((await told()).map(({ payee }) => payee)).toEqual(['News']), {
      timeout: 20_000,
      interval: 50,
    });
  });

  it('that no one signed, that is old, or whose body was changed is refused', async () => {
    const news = { webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: 'item-1' };
    const good = remote.webhook(news);
    const old = remote.webhook(news, { sentAt: Date.now() - 6 * 60_000 });
    const changed = remote.webhook(news, { signedBody: '{}' });
    for (const verification of [undefined, 'nonsense', `${good.verification}x`, old.verification, changed.verification])
      expect((await post(good.body, verification)).status).toBe(401);
    expect(await isFromPlaid(settings(), good.verification, Buffer.from(good.body))).toBe(true);
    expect(
      await isFromPlaid(
        settings(),
        good.verification.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString('base64url')),
        Buffer.from(good.body),
      ),
    ).toBe(false);
  });
});
