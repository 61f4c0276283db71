import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { accounts, type Ledger, ledgers, liabilities, type NewLiability, transactions } from '../../contract.ts';
import { addMonths } from '../../engine/transactions/recurrence.ts';
import { remindOfPayments } from './reminders.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const today = new Date().toISOString().slice(0, 10);

interface Books {
  user: TestClient & { userId: string };
  ledger: Ledger;
  workspaceId: string;
}

async function books(): Promise<Books> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  return {
    user,
    workspaceId,
    ledger: await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } }),
  };
}

const loan = ({ user, ledger }: Books, more: Partial<NewLiability> = {}) =>
  user.call(liabilities.create, {
    body: {
      ledgerId: ledger.id,
      kind: 'car',
      ratePercent: '8',
      principal: '15000',
      startedOn: addMonths(monthStart(today), -12),
      payments: 60,
      account: { name: 'Car loan', currency: 'USD', owed: '12400' },
      ...more,
    } as NewLiability,
  });
const card = ({ user, ledger }: Books, more: Partial<NewLiability> = {}) =>
  user.call(liabilities.create, {
    body: {
      ledgerId: ledger.id,
      kind: 'card',
      ratePercent: '24',
      minimumPercent: '4',
      minimumAmount: '25',
      creditLimit: '10000',
      dueDay: 15,
      account: { name: 'Card', currency: 'USD', owed: '2000' },
      ...more,
    } as NewLiability,
  });

describe('loans and cards', () => {
  it('owe what their account says, and go on from there', async () => {
    const one = await books();
    const car = await loan(one);
    expect(car).toMatchObject({
      owed: '12400',
      currentRatePercent: '8',
      problem: null,
      plan: { paymentsLeft: car.plan!.paymentsLeft, balance: '12458.34' },
    });
    expect(car.nextDue!.day >= today).toBe(true);
    await one.user.call(transactions.create, { body: { accountId: car.accountId, day: today, amount: '400' } });
    expect((await one.user.call(liabilities.get, { params: { id: car.id } })).owed).toBe('12000');
    const { rows, lastDay, whatIf } = await one.user.call(liabilities.schedule, {
      params: { id: car.id },
      query: { extra: '100' },
    });
    expect(rows.at(-1)!.balance).toBe('0');
    expect(rows.filter((row) => row.past).length).toBeGreaterThanOrEqual(11);
    expect(whatIf!.paymentsSaved).toBeGreaterThan(8);
    expect(whatIf!.lastDay < lastDay!).toBe(true);
  });

  it('are summed in one list, with a card’s minimum and use of its limit', async () => {
    const one = await books();
    await loan(one);
    const visa = await card(one);
    expect(visa).toMatchObject({ owed: '2000', monthly: '80', utilisation: 0.2, plan: null });
    expect(visa.nextDue!.amount).toBe('80');
    const { totals, items } = await one.user.call(liabilities.list, { query: { ledgerId: one.ledger.id } });
    expect(items.map((row) => row.name)).toEqual(['Car loan', 'Card']);
    expect(totals).toMatchObject({ owed: '14400', withoutTerms: '0', averageRatePercent: '10.22' });
    // Debts without terms count as owed, as in net worth.
    const bare = await one.user.call(accounts.create, {
      body: {
        ledgerId: one.ledger.id,
        name: 'Store card',
        kind: 'card',
        currency: 'USD',
        institution: 'Ferry',
        openingBalance: '-310.25',
      },
    });
    await one.user.call(accounts.create, {
      body: { ledgerId: one.ledger.id, name: 'Paid up', kind: 'card', currency: 'USD', openingBalance: '12' },
    });
    expect((await one.user.call(liabilities.list, { query: { ledgerId: one.ledger.id } })).totals).toMatchObject({
      owed: '14710.25',
      withoutTerms: '310.25',
      averageRatePercent: '10.22',
    });
    expect((await one.user.call(liabilities.told, { query: { ledgerId: one.ledger.id } })).items).toMatchObject([
      {
        accountId: bare.id,
        name: 'Store card',
        owed: '310.25',
        kind: 'card',
        lender: 'Ferry',
        fromBank: false,
        missing: ['rate', 'minimum'],
      },
    ]);
    const schedule = await one.user.call(liabilities.schedule, { params: { id: visa.id } });
    expect(schedule.rows.at(-1)!.balance).toBe('0');
  });

  it('are refused with terms that cannot be, or never end', async () => {
    const one = await books();
    const refused = async (body: object) =>
      (
        await one.user.tryCall(liabilities.create, {
          body: {
            ledgerId: one.ledger.id,
            kind: 'car',
            ratePercent: '8',
            account: { name: 'x', currency: 'USD', owed: '1' },
            ...body,
          } as NewLiability,
        })
      ).body;
    expect((await refused({})).fields?.map((field) => field.field)).toEqual(['principal', 'startedOn', 'payments']);
    expect(
      (await refused({ principal: '15000', startedOn: today, payments: 60, paymentOverride: '50' })).message,
    ).toMatch(/never be paid back/);
    expect(
      (await refused({ principal: '15000', startedOn: today, payments: 60, repayment: 'balloon', repaymentSpan: 10 }))
        .fields?.[0]?.field,
    ).toBe('repaymentSpan');
    expect((await one.user.call(liabilities.list, { query: { ledgerId: one.ledger.id } })).items).toEqual([]);
    expect((await one.user.call(accounts.list, { query: { ledgerId: one.ledger.id } })).items).toEqual([]);
  });

  it('change by version, go and come back, one for an account', async () => {
    const one = await books();
    const visa = await card(one);
    const body = { version: visa.version, kind: 'card', ratePercent: '20', minimumAmount: '30' } as const;
    expect(await one.user.call(liabilities.update, { params: { id: visa.id }, body })).toMatchObject({
      ratePercent: '20',
      monthly: '30',
      version: 2,
    });
    expect((await one.user.tryCall(liabilities.update, { params: { id: visa.id }, body })).body.code).toBe('stale');
    await one.user.call(liabilities.remove, { params: { id: visa.id } });
    expect((await one.user.tryCall(liabilities.get, { params: { id: visa.id } })).status).toBe(404);
    const again = await card(one, { account: null, accountId: visa.accountId });
    expect((await one.user.tryCall(liabilities.restore, { params: { id: visa.id } })).body.code).toBe('conflict');
    await one.user.call(liabilities.remove, { params: { id: again.id } });
    expect((await one.user.call(liabilities.restore, { params: { id: visa.id } })).owed).toBe('2000');
  });
});

describe('ways out of debt', () => {
  it('are compared with paying minimums', async () => {
    const one = await books();
    const [car, visa] = [await loan(one), await card(one)];
    const ask = (query: object) =>
      one.user.call(liabilities.payoff, { query: { ledgerId: one.ledger.id, extra: '300', ...query } });
    const plan = await ask({});
    expect(plan.order.map((row) => row.liabilityId)).toEqual([visa.id, car.id]);
    const of = (name: string) => plan.plans.find((row) => row.strategy === name)!;
    expect(Number(of('avalanche').interestSaved)).toBeGreaterThan(1000);
    expect(of('avalanche').months!).toBeLessThan(of('minimums').months!);
    expect(plan.timeline.at(-1)).toMatchObject({ balance: '0', minimumsBalance: '0' });
    const custom = await ask({ strategy: 'custom', order: `${car.id},${visa.id}` });
    expect(custom.plans.map((row) => row.strategy)).toEqual(['avalanche', 'snowball', 'custom', 'minimums']);
    await card(one, {
      minimumPercent: '',
      minimumAmount: '5',
      account: { name: 'Endless', currency: 'USD', owed: '5000' },
    });
    expect((await ask({ extra: '0' })).plans.find((row) => row.strategy === 'minimums')!.reason).toMatch(/never end/);
  });

  it('say whether another loan would cost less', async () => {
    const one = await books();
    const car = await loan(one);
    const better = await one.user.call(liabilities.refinance, {
      params: { id: car.id },
      query: { ratePercent: '4', payments: 48, costs: '200' },
    });
    expect(Number(better.netSaving)).toBeGreaterThan(500);
    expect(better.breakEvenPayment).toBeGreaterThan(1);
    expect(better.aprPercent!).toBeGreaterThan(4);
    const worse = await one.user.call(liabilities.refinance, {
      params: { id: car.id },
      query: { ratePercent: '12', payments: 48, costs: '200' },
    });
    expect(worse.breakEvenPayment).toBeNull();
    expect(
      (
        await one.user.call(liabilities.refinance, {
          params: { id: (await card(one)).id },
          query: { ratePercent: '4', payments: 48 },
        })
      ).reason,
    ).toMatch(/no term/);
  });
});

describe('people', () => {
  it('are told before a payment, each occasion once', async () => {
    const one = await books();
    const visa = await card(one);
    const due = visa.nextDue!.day;
    const told = async () =>
      (
        await asSystem(() =>
          query<{ title: string }>(
            `select title from notifications where user_id = $1 and kind = 'liability_due' order by id`,
            [one.user.userId],
          ),
        )
      ).map((row) => row.title);
    const noon = (day: string) => asSystem(() => remindOfPayments(new Date(`${day}T12:00:00Z`)));
    await noon(addDays(due, -10));
    expect(await told()).toEqual([]);
    for (const before of [6, 5, 1, 1, 0]) await noon(addDays(due, -before));
    expect(await told()).toEqual(['Card: 80 USD due in 6 days', 'Card: 80 USD due tomorrow']);
  });

  it('see only the debts of ledgers that are shared with them', async () => {
    const one = await books();
    const car = await loan(one);
    const other = await system.signedIn({ workspaceId: one.workspaceId });
    const params = { id: car.id };
    const asked = await Promise.all([
      other.tryCall(liabilities.list, { query: { ledgerId: one.ledger.id } }),
      other.tryCall(liabilities.payoff, { query: { ledgerId: one.ledger.id } }),
      other.tryCall(liabilities.get, { params }),
      other.tryCall(liabilities.schedule, { params }),
      other.tryCall(liabilities.remove, { params }),
      other.tryCall(liabilities.refinance, { params, query: { ratePercent: '4', payments: 48 } }),
      other.tryCall(liabilities.restore, { params }),
      other.tryCall(liabilities.update, {
        params,
        body: { version: 1, kind: 'card', ratePercent: '1', minimumAmount: '5' },
      }),
    ]);
    expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 404));
    await one.user.call(ledgers.share, {
      params: { id: one.ledger.id },
      body: {
        members: [
          { userId: one.user.userId, role: 'owner' },
          { userId: other.userId, role: 'viewer' },
        ],
      },
    });
    expect((await other.call(liabilities.get, { params })).name).toBe('Car loan');
    expect((await other.tryCall(liabilities.remove, { params })).status).toBe(403);
    const nobody = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect((await nobody.call(liabilities.list)).ledgerId).toBeNull();
  });
});
