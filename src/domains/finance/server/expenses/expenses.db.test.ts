import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { day, enter, entry, handedIn, office, read, today, until } from '../../../../testing/expenses.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { approvals } from '../../../approvals/contract.ts';
import { accounts, expenses, ledgers, reimbursements, transactions } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

describe('an expense', () => {
  it('goes from draft over approval to money back, and each step can be taken back', async () => {
    const { owner, staff } = await office(system);
    const one = await handedIn(staff);
    expect(one).toMatchObject({ state: 'draft', baseAmount: '24.5', rate: '1', violations: [] });
    expect(
      (await owner.call(expenses.list, { query: { scope: 'inbox' } })).items.map((row) => [row.id, row.mayDecide]),
    ).toEqual([[one.id, true]]);
    expect(await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).toMatchObject({
      done: [one.id],
    });
    await until(staff, one.id, (row) => row.state === 'approved');
    await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } });
    expect((await read(staff, one.id)).state).toBe('submitted');
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(owner, one.id, (row) => row.state === 'approved')).toMatchObject({
      decidedBy: { id: owner.userId },
    });
    const owed = await owner.call(reimbursements.owed);
    expect(owed.items).toMatchObject([{ user: { id: staff.userId }, amount: '24.5' }]);
    const body = { userId: staff.userId, expenseIds: [one.id], day: today, method: 'bank_transfer' as const };
    const paid = await owner.call(reimbursements.create, { body });
    expect(paid).toMatchObject({ amount: '24.5', expenses: 1 });
    expect((await read(staff, one.id)).state).toBe('reimbursed');
    expect((await owner.tryCall(reimbursements.create, { body })).body.code).toBe('conflict');
    expect((await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } })).skipped[0]!.why).toMatch(
      /reimbursed/,
    );
    const file = await owner.send<string>('GET', `/api/finance/reimbursements/${paid.id}/export`);
    expect(file.body).toContain('Noodle Yard');
    expect(file.body).toMatch(/Total,,24\.50,USD/);
    await owner.call(reimbursements.undo, { params: { id: paid.id } });
    expect((await read(staff, one.id)).state).toBe('approved');
    expect((await owner.tryCall(reimbursements.undo, { params: { id: paid.id } })).body.code).toBe('conflict');
  });

  it('is owed in the currency that the workspace had, to its smallest unit', async () => {
    const { owner, staff } = await office(system);
    const currency = (code: string) =>
      asSystem(() => query('update workspaces set currency = $2 where id = $1', [owner.workspaceId, code]));
    const approved = async (amount: string, code: string) => {
      const one = await handedIn(staff, { amount, currency: code });
      await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
      return until(owner, one.id, (row) => row.state === 'approved');
    };
    const dollars = await approved('24.50', 'USD');
    await currency('KWD');
    const dinars = await approved('1.235', 'KWD');
    expect((await owner.call(reimbursements.owed)).items.map((one) => [one.amount, one.currency])).toEqual([
      ['24.5', 'USD'],
      ['1.235', 'KWD'],
    ]);
    const body = { userId: staff.userId, day: today, method: 'bank_transfer' as const };
    expect(
      (await owner.tryCall(reimbursements.create, { body: { ...body, expenseIds: [dollars.id, dinars.id] } })).body
        .fields?.[0]?.field,
    ).toBe('expenseIds');
    expect(await owner.call(reimbursements.create, { body: { ...body, expenseIds: [dollars.id] } })).toMatchObject({
      amount: '24.5',
      currency: 'USD',
    });
    const paid = await owner.call(reimbursements.create, { body: { ...body, expenseIds: [dinars.id] } });
    expect(paid).toMatchObject({ amount: '1.235', currency: 'KWD' });
    expect((await owner.send<string>('GET', `/api/finance/reimbursements/${paid.id}/export`)).body).toMatch(
      /Total,,1\.235,KWD/,
    );
  });

  it('is decided on once, by someone else, also from the approval queue', async () => {
    const { owner, second, staff } = await office(system);
    const one = await handedIn(owner);
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped[0]!.why).toMatch(
      /own expense/,
    );
    const {
      items: [request],
    } = await second.call(approvals.list, { query: { kind: 'finance.expense' } });
    expect(request).toMatchObject({
      title: expect.stringContaining('Noodle Yard'),
      content: { expenseId: one.id, policy: 'Keeps to the policy' },
    });
    const params = { id: request!.id };
    expect((await owner.tryCall(approvals.approve, { params, body: { version: request!.version } })).status).toBe(403);
    expect((await staff.tryCall(approvals.get, { params })).status).toBe(404);
    expect((await staff.call(approvals.list)).items).toEqual([]);
    expect((await staff.call(approvals.count)).total).toBe(0);
    expect((await staff.tryCall(approvals.approve, { params, body: { version: request!.version } })).status).toBe(404);
    expect((await staff.tryCall(approvals.history, { params })).status).toBe(404);
    const both = await Promise.all(
      [1, 2].map(() => second.tryCall(approvals.approve, { params, body: { version: request!.version } })),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await until(owner, one.id, (row) => row.state === 'approved')).decidedBy!.id).toBe(second.userId);
  });

  it('needs two people above the policy’s amount', async () => {
    const { owner, second, staff } = await office(system);
    const one = await handedIn(staff, { amount: '3200', category: 'Equipment' });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    const half = await until(owner, one.id, (row) => row.firstApprovedBy !== null);
    expect(half).toMatchObject({
      state: 'submitted',
      needsSecond: true,
      mayDecide: false,
      firstApprovedBy: { id: owner.userId },
    });
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped[0]!.why).toMatch(
      /second/,
    );
    expect((await owner.call(expenses.list, { query: { scope: 'inbox' } })).items).toEqual([]);
    await second.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(staff, one.id, (row) => row.state === 'approved')).toMatchObject({
      decidedBy: { id: second.userId },
      firstApprovedBy: { id: owner.userId },
    });
  });

  it('of one of the two who could approve is approved by the other alone', async () => {
    const { owner, second } = await office(system);
    const one = await handedIn(second, { amount: '3200', category: 'Equipment' });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(second, one.id, (row) => row.state === 'approved')).toMatchObject({
      decidedBy: { id: owner.userId },
    });
    // Someone who might have given the second approval has left meanwhile.
    const third = await system.signedIn({ workspaceId: owner.workspaceId, workspaceRole: 'owner' });
    const other = await handedIn(second, { amount: '3300', category: 'Equipment' });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [other.id] } });
    expect(await until(owner, other.id, (row) => row.firstApprovedBy !== null)).toMatchObject({ mayDecide: false });
    await asSystem(() => query('update users set active = false where id = $1', [third.userId]));
    expect(await read(owner, other.id)).toMatchObject({ mayDecide: true });
    expect((await read(second, other.id)).mayDecide).toBe(false);
    expect((await owner.call(expenses.list, { query: { scope: 'inbox' } })).items.map((row) => row.id)).toEqual([
      other.id,
    ]);
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [other.id] } });
    await until(second, other.id, (row) => row.state === 'approved');
  });

  it('needs the other of two people also after a decision was taken back', async () => {
    const { owner, second, staff } = await office(system);
    const one = await handedIn(staff, { amount: '3200', category: 'Equipment' });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    await until(owner, one.id, (row) => row.firstApprovedBy !== null);
    await second.call(expenses.decide, { body: { act: 'reject', ids: [one.id], reason: 'Too dear' } });
    expect((await second.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } })).done).toEqual([one.id]);
    expect(await read(owner, one.id)).toMatchObject({
      state: 'submitted',
      mayDecide: false,
      firstApprovedBy: { id: owner.userId },
    });
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped[0]!.why).toMatch(
      /second/,
    );
    await second.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(staff, one.id, (row) => row.state === 'approved')).toMatchObject({
      decidedBy: { id: second.userId },
      firstApprovedBy: { id: owner.userId },
    });
  });

  it('that was changed since it went back is handed in again before anyone approves it', async () => {
    const { owner, staff } = await office(system);
    const one = await handedIn(staff);
    await owner.call(expenses.decide, { body: { act: 'return', ids: [one.id], reason: 'what was it for?' } });
    const back = await read(staff, one.id);
    await staff.call(expenses.update, {
      params: { id: one.id },
      body: { version: back.version, ...entry({ amount: '245' }) },
    });
    expect((await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } })).skipped[0]!.why).toMatch(
      /changed since/,
    );
    expect(await read(staff, one.id)).toMatchObject({ state: 'returned', amount: '245' });
    await staff.call(expenses.submit, { body: { ids: [one.id] } });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect((await until(owner, one.id, (row) => row.state === 'approved')).amount).toBe('245');
  });

  it('comes back with a question, is changed, and handed in again; a rejected one ends', async () => {
    const { owner, staff } = await office(system);
    const one = await handedIn(staff);
    expect(
      (await owner.tryCall(expenses.decide, { body: { act: 'return', ids: [one.id], reason: '' } })).body.fields?.[0]
        ?.field,
    ).toBe('reason');
    await owner.call(expenses.decide, { body: { act: 'return', ids: [one.id], reason: 'who was there?' } });
    const back = await read(staff, one.id);
    expect(back).toMatchObject({ state: 'returned', reason: 'Please change: who was there?' });
    await staff.call(expenses.update, {
      params: { id: one.id },
      body: { version: back.version, ...entry({ notes: 'With Ann Miller' }) },
    });
    await staff.call(expenses.submit, { body: { ids: [one.id] } });
    await owner.call(expenses.decide, { body: { act: 'reject', ids: [one.id], reason: 'Private' } });
    expect(await read(staff, one.id)).toMatchObject({ state: 'rejected', reason: 'Private' });
    await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } });
    expect((await read(staff, one.id)).state).toBe('submitted');
    expect((await staff.call(expenses.withdraw, { body: { ids: [one.id] } })).done).toEqual([one.id]);
    expect((await read(staff, one.id)).state).toBe('draft');
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped).toHaveLength(1);
  });

  it('is changed by its author alone, by version, and only while it is theirs', async () => {
    const { owner, staff, colleague, stranger } = await office(system);
    const one = await enter(staff);
    const params = { id: one.id };
    const body = { version: one.version, ...entry({ amount: '30' }) };
    for (const client of [colleague, stranger]) {
      expect((await client.tryCall(expenses.get, { params })).status).toBe(404);
      expect((await client.tryCall(expenses.update, { params, body })).status).toBe(404);
      expect((await client.tryCall(expenses.remove, { params })).status).toBe(404);
      expect((await client.tryCall(expenses.matches, { params })).status).toBe(404);
      expect((await client.call(expenses.submit, { body: { ids: [one.id] } })).done).toEqual([]);
      expect((await client.call(expenses.list, { query: { scope: 'all' } })).items).toEqual([]);
      expect((await client.send<string>('GET', '/api/finance/expenses/export?scope=all')).body).not.toContain('Noodle');
    }
    expect((await owner.tryCall(expenses.update, { params, body })).status).toBe(409);
    expect((await owner.call(expenses.list, { query: { scope: 'all' } })).items).toHaveLength(1);
    expect((await staff.call(expenses.update, { params, body })).amount).toBe('30');
    expect((await staff.tryCall(expenses.update, { params, body })).body.code).toBe('stale');
    await staff.call(expenses.remove, { params });
    expect((await staff.tryCall(expenses.get, { params })).status).toBe(404);
    expect((await staff.call(expenses.restore, { params })).id).toBe(one.id);
    await staff.call(expenses.submit, { body: { ids: [one.id] } });
    expect((await staff.tryCall(expenses.remove, { params })).status).toBe(409);
    for (const client of [staff, colleague]) {
      expect((await client.tryCall(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).status).toBe(403);
      expect((await client.tryCall(reimbursements.owed)).status).toBe(403);
      expect(
        (
          await client.tryCall(reimbursements.create, {
            body: { userId: staff.userId, expenseIds: [one.id], day, method: 'cash' },
          })
        ).status,
      ).toBe(403);
    }
    expect((await stranger.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped).toEqual([
      { id: one.id, why: 'The expense was not found.' },
    ]);
  });

  it('is held against the policy before it is handed in, and by who decides', async () => {
    const { owner, staff } = await office(system);
    const { policy } = await staff.call(expenses.setup);
    const wanted = {
      version: 0,
      categories: [
        { name: 'Meals', perExpense: '50', perDay: '60', forbidden: false },
        { name: 'Gifts', perExpense: null, perDay: null, forbidden: true },
      ],
      receiptOver: '40',
      secondApproverOver: null,
      maxAgeDays: 30,
      mileageRates: [],
    };
    expect(policy).toMatchObject({ version: 0, receiptOver: '75' });
    expect((await staff.tryCall(expenses.setPolicy, { body: wanted })).status).toBe(403);
    expect((await owner.call(expenses.setPolicy, { body: wanted })).version).toBe(1);
    expect((await owner.tryCall(expenses.setPolicy, { body: wanted })).body.code).toBe('stale');
    const one = await enter(staff, { amount: '55' });
    expect(one.violations.map((row) => row.kind)).toEqual(['per_expense', 'no_receipt']);
    expect((await enter(staff, { amount: '6' })).violations.map((row) => row.kind)).toEqual(['per_day']);
    expect((await enter(staff, { amount: '55', day: addDays(day, -1) })).violations.map((row) => row.kind)).toContain(
      'duplicate',
    );
    const gift = await enter(staff, { category: 'Gifts', day: addDays(day, -5) });
    expect(await staff.call(expenses.submit, { body: { ids: [one.id, gift.id] } })).toEqual({
      done: [one.id],
      skipped: [{ id: gift.id, why: 'Gifts is not paid for by this policy.' }],
    });
    expect(
      (await owner.call(expenses.list, { query: { scope: 'inbox', flagged: 'true' } })).items[0]!.violations.length,
    ).toBeGreaterThan(1);
  });

  it('counts miles and days by their rate, other currencies by that day’s', async () => {
    const { owner, staff } = await office(system);
    expect(
      await enter(staff, { kind: 'mileage', category: 'Mileage', distance: '100', amount: '', day: '2025-03-01' }),
    ).toMatchObject({ amount: '70', currency: 'USD', unit: 'mi', unitRate: '0.7', rateSource: 'IRS Notice 2025-05' });
    expect(
      (
        await staff.tryCall(expenses.create, {
          body: entry({ kind: 'mileage', category: 'Mileage', distance: '100', day: '2023-03-01' }),
        })
      ).body.fields?.[0]?.field,
    ).toBe('day');
    expect(await enter(staff, { kind: 'per_diem', category: 'Per diem', days: '2.5', perDay: '60' })).toMatchObject({
      amount: '150',
    });
    const foreign = await enter(staff, { currency: 'EUR', amount: '10' });
    expect(foreign).toMatchObject({
      baseAmount: null,
      violations: [expect.objectContaining({ kind: 'no_rate', blocks: true })],
    });
    const waiting = await enter(staff, { currency: 'EUR', amount: '20' });
    expect((await staff.call(expenses.submit, { body: { ids: [waiting.id] } })).skipped[0]!.why).toContain(
      'no exchange rate',
    );
    await owner.send('POST', '/api/finance/rates', {
      body: { from: 'EUR', to: 'USD', day, rate: '1.10', source: 'Test' },
    });
    // An expense that waited for the rate needs no new entry.
    expect(await read(staff, waiting.id)).toMatchObject({ baseAmount: '22', violations: [] });
    expect((await staff.call(expenses.submit, { body: { ids: [waiting.id] } })).done).toEqual([waiting.id]);
    expect((await owner.call(expenses.list, { query: { scope: 'inbox' } })).items).toMatchObject([
      { id: waiting.id, baseAmount: '22', rate: '1.1' },
    ]);
    for (const [field, more] of [
      ['amount', { amount: '10.005' }],
      ['tax', { tax: '-1' }],
      ['tax', { tax: '0.005' }],
      ['tax', { tax: '25' }],
    ] as const)
      expect((await staff.tryCall(expenses.create, { body: entry(more) })).body.fields?.[0]?.field).toBe(field);
    expect(
      await staff.call(expenses.update, {
        params: { id: foreign.id },
        body: { version: foreign.version, ...entry({ currency: 'EUR', amount: '10' }) },
      }),
    ).toMatchObject({ baseAmount: '11', rate: '1.1', violations: [] });
  });

  it('is matched with a bank transaction that the caller sees, once', async () => {
    const { owner, staff } = await office(system);
    const ledger = await owner.call(ledgers.create, { body: { name: 'Books', kind: 'business', currency: 'USD' } });
    const account = await owner.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'Current', kind: 'checking', currency: 'USD' },
    });
    const line = await owner.call(transactions.create, {
      body: { accountId: account.id, day: addDays(day, 1), amount: '-24.50', payee: 'NOODLE YARD 4411' },
    });
    const [one, other] = [await enter(staff), await enter(owner)];
    expect((await staff.call(expenses.matches, { params: { id: one.id } })).items).toEqual([]);
    const { items } = await owner.call(expenses.matches, { params: { id: one.id } });
    expect(items).toMatchObject([
      { transaction: { id: line.id }, reasons: ['same amount', '1 day later', 'same merchant'] },
    ]);
    expect(
      (await staff.tryCall(expenses.match, { params: { id: one.id }, body: { version: 1, transactionId: line.id } }))
        .status,
    ).toBe(404);
    expect(
      await owner.call(expenses.match, { params: { id: one.id }, body: { version: 1, transactionId: line.id } }),
    ).toMatchObject({ transactionId: line.id });
    expect(
      (await owner.tryCall(expenses.match, { params: { id: other.id }, body: { version: 1, transactionId: line.id } }))
        .status,
    ).toBe(409);
    expect((await owner.call(expenses.matches, { params: { id: other.id } })).items).toEqual([]);
  });

  it('is listed page by page, narrowed, and saved as CSV', async () => {
    const { staff } = await office(system);
    for (let n = 0; n < 5; n++)
      await enter(staff, {
        amount: `${n + 1}`,
        merchant: n % 2 ? '=Cafe Blue' : 'Hotel',
        category: n % 2 ? 'Meals' : 'Lodging',
        day: addDays(day, -n),
      });
    const firstPage = await staff.call(expenses.list, { query: { limit: 2 } });
    expect(firstPage).toMatchObject({ items: [{ amount: '1' }, { amount: '2' }], total: { count: 5, capped: false } });
    const next = await staff.call(expenses.list, { query: { limit: 2, cursor: firstPage.next! } });
    expect(next.items.map((row) => row.amount)).toEqual(['3', '4']);
    expect((await staff.tryCall(expenses.list, { query: { cursor: 'x' } })).status).toBe(400);
    expect((await staff.call(expenses.list, { query: { category: 'Meals', search: 'blue' } })).items).toHaveLength(2);
    const { body } = await staff.send<string>('GET', '/api/finance/expenses/export?category=Meals');
    expect(body.split('\r\n')).toHaveLength(4);
    expect(body).toContain(`'=Cafe Blue`);
  });
});
