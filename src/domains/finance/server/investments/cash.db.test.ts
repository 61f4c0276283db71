/** Activities that move the cash of an account: once, by what they say, and never beside the bank's word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimal } from '../../../../kernel/money/index.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  accounts,
  activityCalls,
  bankImports,
  financeReports,
  investmentImports,
  type Ledger,
  ledgers,
  type NewActivity,
  portfolio,
  rates,
  type Security,
  securities,
  transactions,
  transfers,
} from '../../contract.ts';
import { checkLedgers } from '../reports/check.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Depot {
  user: TestClient;
  ledger: Ledger;
  accountId: string;
  bankId: string;
  acme: Security;
}

async function depot(kind: 'personal' | 'business' = 'personal', currency = 'USD'): Promise<Depot> {
  const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const ledger = await user.call(ledgers.create, { body: { name: 'Ours', kind, currency: 'USD' } });
  const { id: accountId } = await user.call(accounts.create, {
    body: { ledgerId: ledger.id, name: 'Depot', kind: 'investment', currency: 'USD' },
  });
  const { id: bankId } = await user.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Giro',
      kind: 'checking',
      currency: 'USD',
      openingBalance: '5000',
      openingDay: '2026-01-01',
    },
  });
  const acme = await user.call(securities.create, {
    body: { ledgerId: ledger.id, name: 'Acme', ticker: 'ACM', kind: 'stock', currency },
  });
  return { user, ledger, accountId, bankId, acme };
}

const enter = ({ user, accountId, acme }: Depot, input: Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'>) =>
  user.call(activityCalls.create, { body: { accountId, securityId: acme.id, ...input } as NewActivity });
const change = (
  { user, acme }: Depot,
  { id, version }: { id: string; version: number },
  input: Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'>,
) => user.call(activityCalls.update, { params: { id }, body: { version, securityId: acme.id, ...input } });
const own = async ({ user, ledger, accountId }: Depot) =>
  (await user.call(portfolio.summary, { query: { ledgerId: ledger.id } })).accounts.find(
    (one) => one.accountId === accountId,
  )!;
async function choose(one: Depot, cash: { accountId: string; from: string } | null) {
  return one.user.tryCall(portfolio.updateAccount, {
    params: { id: one.accountId },
    body: { version: (await own(one)).version, cash },
  });
}
const balance = async ({ user }: Depot, id: string) => (await user.call(accounts.get, { params: { id } })).balance;
const lines = async ({ user, ledger }: Depot, more: object = {}) =>
  (await user.call(transactions.list, { query: { ledgerId: ledger.id, ...more } })).items;
const expectSound = async () => expect((await checkLedgers()).problems).toEqual([]);

/** Takes a file in, and waits until all of it came. */
async function importCsv({ user }: Depot, accountId: string, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'bank.csv');
  const { body } = await user.send<{ id: string }>('POST', `/api/finance/accounts/${accountId}/imports`, { raw: form });
  await user.call(bankImports.start, { params: { id: body.id } });
  await expect
    .poll(async () => (await user.call(bankImports.get, { params: { id: body.id } })).state, {
      timeout: 20_000,
      interval: 50,
    })
    .toBe('done');
  return body.id;
}

describe('activities', () => {
  it('move no cash until an account is chosen; then from its day on, each by a line that follows it', async () => {
    const one = await depot();
    await enter(one, { kind: 'buy', day: '2026-02-01', quantity: '10', price: '50' });
    expect([await balance(one, one.bankId), await lines(one)]).toEqual(['5000', []]);
    expect((await choose(one, { accountId: one.bankId, from: '2026-03-01' })).body).toMatchObject({
      cashAccountId: one.bankId,
      cashFrom: '2026-03-01',
      lotMethod: 'fifo',
    });
    // Activities before its start day stay unchanged.
    expect(await lines(one)).toEqual([]);
    const bought = await enter(one, { kind: 'buy', day: '2026-03-10', quantity: '3', price: '33.335', fee: '1.5' });
    expect(bought.cashTransaction).toMatchObject({ accountId: one.bankId, told: false });
    await enter(one, { kind: 'sell', day: '2026-03-20', quantity: '5', price: '60', fee: '2' });
    await enter(one, { kind: 'dividend', day: '2026-03-25', amount: '20', tax: '3' });
    await enter(one, { kind: 'fee', day: '2026-03-26', amount: '4', securityId: null });
    await enter(one, { kind: 'split', day: '2026-03-27', newUnits: '2', oldUnits: '1' });
    await enter(one, { kind: 'returnOfCapital', day: '2026-03-28', amount: '7' });
    expect(
      (await lines(one)).map((row) => [
        row.day,
        row.payee,
        row.amount,
        row.activity?.accountId === one.accountId,
        row.transfer,
      ]),
    ).toEqual([
      ['2026-03-28', 'Return of capital of Acme', '7', true, null],
      ['2026-03-26', 'Fee of Depot', '-4', true, null],
      ['2026-03-25', 'Dividend of Acme', '17', true, null],
      ['2026-03-20', 'Sale of Acme', '298', true, null],
      ['2026-03-10', 'Purchase of Acme', '-101.51', true, null],
    ]);
    expect(await balance(one, one.bankId)).toBe('5216.49');
    // It is neither income nor spending, and nothing is left to sort.
    const flow = await one.user.call(financeReports.cashFlow, {
      query: { ledgerId: one.ledger.id, from: '2026-01-01', to: '2026-12-31', currency: 'USD' },
    });
    expect([flow.totals, flow.unsorted]).toEqual([{ income: '0', spending: '0', net: '0' }, 0]);
    const changed = await change(one, bought, { kind: 'buy', day: '2026-03-12', quantity: '4', price: '100' });
    expect(await one.user.call(transactions.get, { params: { id: bought.cashTransaction!.id } })).toMatchObject({
      day: '2026-03-12',
      amount: '-400',
    });
    // Turned into a sale it comes in; as a split it moves nothing.
    const sold = await change(one, changed, { kind: 'dividend', day: '2026-03-12', amount: '40' });
    expect(await balance(one, one.bankId)).toBe('5358');
    const split = await change(one, sold, { kind: 'split', day: '2026-03-12', newUnits: '1', oldUnits: '1' });
    expect([split.cashTransaction, await balance(one, one.bankId)]).toEqual([null, '5318']);
    await expectSound();
  });

  it('and their cash go and come back together, and the cash alone cannot be changed', async () => {
    const one = await depot();
    await choose(one, { accountId: one.accountId, from: '2026-01-01' });
    const bought = await enter(one, { kind: 'buy', day: '2026-03-10', quantity: '10', price: '50' });
    expect(await own(one)).toMatchObject({ cash: '-500', cashAccountId: one.accountId, cashTold: false });
    const [line] = await lines(one);
    const params = { id: line!.id };
    const refused = await Promise.all([
      one.user.tryCall(transactions.remove, { params }),
      one.user.tryCall(transactions.update, { params, body: { version: line!.version, amount: '-1' } }),
      one.user.tryCall(transactions.update, { params, body: { version: line!.version, day: '2026-03-11' } }),
      one.user.tryCall(transactions.update, { params, body: { version: line!.version, splits: [{ amount: '-500' }] } }),
      one.user.tryCall(transactions.bulk, {
        body: { ledgerId: one.ledger.id, ids: [line!.id], set: { deleted: true } },
      }),
    ]);
    expect(
      refused.map((answer) => [answer.status, answer.body.message?.includes('moves the cash of an activity')]),
    ).toEqual(refused.map(() => [409, true]));
    expect(
      (
        await one.user.tryCall(transfers.remove, {
          params: {
            id: (
              await asSystem(() =>
                query<{ id: string }>('select id from finance_transfers where activity_id = $1', [bought.id]),
              )
            )[0]!.id,
          },
        })
      ).status,
    ).toBe(404);
    expect(
      await one.user.call(transactions.update, {
        params,
        body: { version: line!.version, notes: 'Savings plan', tags: ['etf'] },
      }),
    ).toMatchObject({ notes: 'Savings plan', activity: { id: bought.id } });
    await one.user.call(activityCalls.remove, { params: { id: bought.id } });
    expect([await lines(one), await lines(one, { deleted: 'true' }), (await own(one)).cash]).toEqual([[], [], '0']);
    await expectSound();
    expect((await one.user.call(activityCalls.restore, { params: { id: bought.id } })).cashTransaction).not.toBeNull();
    expect((await own(one)).cash).toBe('-500');
    // Another account, and none: the cash goes along.
    await choose(one, { accountId: one.bankId, from: '2026-01-01' });
    expect([(await own(one)).cash, await balance(one, one.bankId)]).toEqual(['0', '4500']);
    await choose(one, null);
    expect([await balance(one, one.bankId), await lines(one)]).toEqual(['5000', []]);
    await expectSound();
  });

  it('in other currencies move it at the rate of their day, and net worth counts nothing twice', async () => {
    const one = await depot('personal', 'EUR');
    await choose(one, { accountId: one.bankId, from: '2026-01-01' });
    const buy = {
      accountId: one.accountId,
      securityId: one.acme.id,
      kind: 'buy',
      day: '2026-03-10',
      quantity: '10',
      price: '30',
      fee: '0.05',
    } as const;
    const without = await one.user.tryCall(activityCalls.create, { body: buy });
    expect([without.status, without.body.message]).toEqual([
      400,
      'No exchange rate from EUR to USD is known for 2026-03-10. Enter it first: the cash is moved at the rate of its day.',
    ]);
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-03-01', rate: '1.1', source: 'Test' },
    });
    await one.user.call(rates.put, {
      body: { from: 'EUR', to: 'USD', day: '2026-04-01', rate: '1.25', source: 'Test' },
    });
    await one.user.call(activityCalls.create, { body: buy });
    await enter(one, { kind: 'sell', day: '2026-04-05', quantity: '4', price: '30' });
    expect((await lines(one)).map((row) => row.amount)).toEqual(['150', '-330.06']);
    const worth = async (day: string) =>
      (
        await one.user.call(financeReports.netWorth, {
          query: { ledgerId: one.ledger.id, from: day, to: day, currency: 'USD' },
        })
      ).points[0]!.net;
    // Before; after the purchase, the fee gone: 10 × 30 × 1.1 in holdings; after the sale 6 × 30 × 1.25.
    expect(await Promise.all(['2026-03-09', '2026-03-10', '2026-04-05'].map(worth))).toEqual([
      '5000',
      '4999.94',
      '5044.94',
    ]);
    await expectSound();
  });

  it('never move it beside the bank’s word: a line of the bank is taken whichever came first, and stays when the activity goes', async () => {
    const one = await depot();
    await choose(one, { accountId: one.bankId, from: '2026-01-01' });
    const file = await importCsv(
      one,
      one.bankId,
      'Date,Description,Amount\n2026-03-12,BROKER ORDER 77,-500.00\n2026-03-12,Market,-20.00\n',
    );
    const bought = await enter(one, { kind: 'buy', day: '2026-03-10', quantity: '10', price: '50' });
    expect(bought.cashTransaction).toMatchObject({ told: true });
    expect([(await lines(one)).length, await balance(one, one.bankId)]).toEqual([2, '4480']);
    // The other way round: entered first, and told later.
    const dividend = await enter(one, { kind: 'dividend', day: '2026-04-01', amount: '30' });
    const later = await importCsv(one, one.bankId, 'Date,Description,Amount\n2026-04-03,BROKER DIV,30.00\n');
    expect((await one.user.call(activityCalls.get, { params: { id: dividend.id } })).cashTransaction).toEqual({
      ...dividend.cashTransaction,
      told: true,
    });
    expect([(await lines(one)).length, await balance(one, one.bankId)]).toEqual([3, '4510']);
    await expectSound();
    await one.user.call(bankImports.revert, { params: { id: later } });
    await expect
      .poll(
        async () => (await one.user.call(activityCalls.get, { params: { id: dividend.id } })).cashTransaction?.told,
        { timeout: 20_000, interval: 50 },
      )
      .toBe(false);
    // A file that is taken back leaves the activity to move its cash itself.
    await one.user.call(bankImports.revert, { params: { id: file } });
    await expect.poll(async () => (await lines(one)).length, { timeout: 20_000, interval: 50 }).toBe(2);
    expect([
      await balance(one, one.bankId),
      (await one.user.call(activityCalls.get, { params: { id: bought.id } })).cashTransaction?.told,
    ]).toEqual(['4530', false]);
    await expectSound();
    const again = await importCsv(one, one.bankId, 'Date,Description,Amount\n2026-03-12,BROKER ORDER 78,-500.00\n');
    expect(again).not.toBe(file);
    await one.user.call(activityCalls.remove, { params: { id: bought.id } });
    expect((await lines(one)).map((row) => [row.amount, row.activity === null])).toEqual([
      ['30', false],
      ['-500', true],
    ]);
    await expectSound();
  });

  it('of a file move it, and an import that is taken back takes it along', async () => {
    const one = await depot();
    await choose(one, { accountId: one.bankId, from: '2026-01-01' });
    const text = 'Date,Type,Symbol,Quantity,Price,Fee\n2026-03-10,Buy,ACM,10,50,1\n2026-03-20,Sell,ACM,4,60,1\n';
    const made = await one.user.call(investmentImports.run, {
      body: { content: 'activities', accountId: one.accountId, fileName: 'broker.csv', text },
    });
    expect([(await lines(one)).map((row) => row.amount), await balance(one, one.bankId)]).toEqual([
      ['239', '-501'],
      '4738',
    ]);
    await expectSound();
    await one.user.call(investmentImports.revert, { params: { id: made.id } });
    expect([await lines(one), await balance(one, one.bankId)]).toEqual([[], '5000']);
    await expectSound();
  });

  it('of a closed period stay as they are where they move cash', async () => {
    const one = await depot();
    await choose(one, { accountId: one.bankId, from: '2026-01-01' });
    const bought = await enter(one, { kind: 'buy', day: '2026-03-10', quantity: '10', price: '50' });
    await one.user.call(ledgers.close, {
      params: { id: one.ledger.id },
      body: { version: (await one.user.call(ledgers.list)).items[0]!.version, until: '2026-03-31' },
    });
    const statuses = await Promise.all([
      one.user.tryCall(activityCalls.create, {
        body: {
          accountId: one.accountId,
          securityId: one.acme.id,
          kind: 'buy',
          day: '2026-03-15',
          quantity: '1',
          price: '1',
        },
      }),
      one.user.tryCall(activityCalls.remove, { params: { id: bought.id } }),
      one.user.tryCall(activityCalls.update, {
        params: { id: bought.id },
        body: {
          version: bought.version,
          securityId: one.acme.id,
          kind: 'buy',
          day: '2026-04-15',
          quantity: '10',
          price: '50',
        },
      }),
      choose(one, null),
      choose(one, { accountId: one.accountId, from: '2026-01-01' }),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([409, 409, 409, 409, 409]);
    expect([await balance(one, one.bankId), (await own(one)).cashAccountId]).toEqual(['4500', one.bankId]);
    // Notes say nothing that counts.
    await change(one, bought, { kind: 'buy', day: '2026-03-10', quantity: '10', price: '50', notes: 'By phone' });
    await expectSound();
  });

  it('move only cash that can be moved', async () => {
    const [one, business, other] = [await depot(), await depot('business'), await depot()];
    const loan = await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Loan', kind: 'loan', currency: 'USD' },
    });
    const messages = [
      await choose(one, { accountId: loan.id, from: '2026-01-01' }),
      await choose(one, { accountId: other.bankId, from: '2026-01-01' }),
      await choose(business, { accountId: business.bankId, from: '2026-01-01' }),
    ];
    expect(messages.map((answer) => [answer.status, answer.body.message])).toEqual([
      [400, 'Choose an account that holds cash.'],
      [400, 'This account is not in the ledger.'],
      [400, 'In a business, what is bought and sold is sorted in its books, from the lines of its bank.'],
    ]);
    expect(
      (
        await other.user.tryCall(portfolio.updateAccount, {
          params: { id: one.accountId },
          body: { version: 1, cash: null },
        })
      ).status,
    ).toBe(404);
  });

  it.each([1, 2, 3])('and the cash agree after any history (%i)', async (seed) => {
    const one = await depot();
    let state = seed;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    const known: string[] = [];
    const day = () => `2026-0${2 + roll(3)}-${10 + roll(15)}`;
    const input = (): Partial<NewActivity> & Pick<NewActivity, 'kind' | 'day'> =>
      roll(3) > 0
        ? {
            kind: 'buy',
            day: day(),
            quantity: `${1 + roll(9)}.${roll(999)}`,
            price: `${1 + roll(90)}.${roll(999)}`,
            fee: `0.${roll(9)}`,
          }
        : {
            kind: (['dividend', 'interest', 'fee'] as const)[roll(3)]!,
            day: day(),
            amount: `${1 + roll(90)}.${10 + roll(89)}`,
          };
    for (let step = 0; step < 30; step++) {
      const id = known[roll(Math.max(1, known.length))];
      switch (roll(8)) {
        case 0:
        case 1:
        case 2:
          known.push((await enter(one, input())).id);
          break;
        case 3:
          if (id) await one.user.tryCall(activityCalls.remove, { params: { id } });
          break;
        case 4:
          if (id) await one.user.tryCall(activityCalls.restore, { params: { id } });
          break;
        case 5: {
          const found = id ? await one.user.tryCall(activityCalls.get, { params: { id } }) : undefined;
          if (found?.status === 200) await change(one, found.body, input());
          break;
        }
        case 6:
          await choose(
            one,
            [null, { accountId: one.bankId, from: '2026-02-20' }, { accountId: one.accountId, from: '2026-01-01' }][
              roll(3)
            ]!,
          );
          break;
        default: {
          const row = (await lines(one)).find((line) => line.activity);
          if (row)
            await importCsv(one, row.accountId, `Date,Description,Amount\n${row.day},Bank ${step},${row.amount}\n`);
        }
      }
    }
    await expectSound();
    const set = await own(one);
    const activities = (await one.user.call(activityCalls.list, { query: { ledgerId: one.ledger.id, limit: 200 } }))
      .items;
    for (const row of activities)
      expect([row.id, row.cashTransaction === null]).toEqual([
        row.id,
        set.cashAccountId === null || row.day < set.cashFrom! || decimal(row.cash!).isZero(),
      ]);
    // Every balance is the sum of its lines.
    for (const id of [one.bankId, one.accountId]) {
      const sum = (await lines(one, { accountId: id, limit: 200 })).reduce(
        (total, line) => total.plus(line.amount),
        decimal(id === one.bankId ? '5000' : '0'),
      );
      expect(await balance(one, id)).toBe(sum.toFixed());
    }
  });
});
