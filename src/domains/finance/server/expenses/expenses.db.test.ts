import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { bankLine, bookBalances, type Business, categoryNamed, closeBooks, expectSound, openBusiness } from '../../../../testing/business.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../../../../server/db/index.ts';
import { jobDefinitions } from '../../../../server/jobs/define.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { approvals } from '../../../approvals/contract.ts';
import { accounts, type Expense, expenseReceipts, type ExpenseReceipt, expenses, ledgers, type NewExpense, reimbursements, transactions } from '../../contract.ts';
import { runs } from '../../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const today = new Date().toISOString().slice(0, 10);
const day = addDays(today, -3);
type Client = TestClient & { userId: string; workspaceId: string };
interface Office { owner: Client; second: Client; staff: Client; colleague: Client; stranger: Client }

async function office(): Promise<Office> {
  const workspaceId = await system.clientWorkspace();
  const person = (workspaceRole: 'owner' | 'member', workspace = workspaceId) => system.signedIn({ workspaceId: workspace, workspaceRole });
  return { owner: await person('owner'), second: await person('owner'), staff: await person('member'), colleague: await person('member'), stranger: await person('owner', await system.clientWorkspace('Another')) };
}

const entry = (more: Partial<NewExpense> = {}) => ({ merchant: 'Noodle Yard', day, amount: '24.50', currency: 'USD', category: 'Meals', ...more });
const enter = (client: TestClient, more: Partial<NewExpense> = {}): Promise<Expense> => client.call(expenses.create, { body: entry(more) });
const read = (client: TestClient, id: string) => client.call(expenses.get, { params: { id } });

/** Approvals are carried out by a job. */
async function until(client: TestClient, id: string, wanted: (one: Expense) => boolean): Promise<Expense> {
  for (let tries = 0; tries < 200; tries++) {
    const one = await read(client, id);
    if (wanted(one)) return one;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The expense never came so far: ${JSON.stringify(await read(client, id))}`);
}
async function handedIn(client: TestClient, more: Partial<NewExpense> = {}): Promise<Expense> {
  const one = await enter(client, more);
  expect(await client.call(expenses.submit, { body: { ids: [one.id] } })).toEqual({ done: [one.id], skipped: [] });
  return one;
}

describe('an expense', () => {
  it('goes from draft over approval to money back, and each step can be taken back', async () => {
    const { owner, staff } = await office();
    const one = await handedIn(staff);
    expect(one).toMatchObject({ state: 'draft', baseAmount: '24.5', rate: '1', violations: [] });
    expect((await owner.call(expenses.list, { query: { scope: 'inbox' } })).items.map((row) => [row.id, row.mayDecide])).toEqual([[one.id, true]]);
    expect(await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).toMatchObject({ done: [one.id] });
    await until(staff, one.id, (row) => row.state === 'approved');
    await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } });
    expect((await read(staff, one.id)).state).toBe('submitted');
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(owner, one.id, (row) => row.state === 'approved')).toMatchObject({ decidedBy: { id: owner.userId } });
    const owed = await owner.call(reimbursements.owed);
    expect(owed.items).toMatchObject([{ user: { id: staff.userId }, amount: '24.5' }]);
    const body = { userId: staff.userId, expenseIds: [one.id], day: today, method: 'bank_transfer' as const };
    const paid = await owner.call(reimbursements.create, { body });
    expect(paid).toMatchObject({ amount: '24.5', expenses: 1 });
    expect((await read(staff, one.id)).state).toBe('reimbursed');
    expect((await owner.tryCall(reimbursements.create, { body })).body.code).toBe('conflict');
    expect((await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } })).skipped[0]!.why).toMatch(/reimbursed/);
    const file = await owner.send<string>('GET', `/api/finance/reimbursements/${paid.id}/export`);
    expect(file.body).toContain('Noodle Yard');
    expect(file.body).toMatch(/Total,,24\.50,USD/);
    await owner.call(reimbursements.undo, { params: { id: paid.id } });
    expect((await read(staff, one.id)).state).toBe('approved');
    expect((await owner.tryCall(reimbursements.undo, { params: { id: paid.id } })).body.code).toBe('conflict');
  });

  it('is decided on once, by somebody else, also from the approval queue', async () => {
    const { owner, second, staff } = await office();
    const one = await handedIn(owner);
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped[0]!.why).toMatch(/own expense/);
    const { items: [request] } = await second.call(approvals.list, { query: { kind: 'finance.expense' } });
    expect(request).toMatchObject({ title: expect.stringContaining('Noodle Yard'), content: { expenseId: one.id, policy: 'Keeps to the policy' } });
    const params = { id: request!.id };
    expect((await owner.tryCall(approvals.approve, { params, body: { version: request!.version } })).status).toBe(403);
    expect((await staff.tryCall(approvals.get, { params })).status).toBe(404);
    expect((await staff.call(approvals.list)).items).toEqual([]);
    expect((await staff.call(approvals.count)).total).toBe(0);
    expect((await staff.tryCall(approvals.approve, { params, body: { version: request!.version } })).status).toBe(404);
    expect((await staff.tryCall(approvals.history, { params })).status).toBe(404);
    const both = await Promise.all([1, 2].map(() => second.tryCall(approvals.approve, { params, body: { version: request!.version } })));
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await until(owner, one.id, (row) => row.state === 'approved')).decidedBy!.id).toBe(second.userId);
  });

  it('needs two people above the policy’s amount', async () => {
    const { owner, second, staff } = await office();
    const one = await handedIn(staff, { amount: '3200', category: 'Equipment' });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    const half = await until(owner, one.id, (row) => row.firstApprovedBy !== null);
    expect(half).toMatchObject({ state: 'submitted', needsSecond: true, mayDecide: false, firstApprovedBy: { id: owner.userId } });
    expect((await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped[0]!.why).toMatch(/second/);
    expect((await owner.call(expenses.list, { query: { scope: 'inbox' } })).items).toEqual([]);
    await second.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    expect(await until(staff, one.id, (row) => row.state === 'approved')).toMatchObject({ decidedBy: { id: second.userId }, firstApprovedBy: { id: owner.userId } });
  });

  it('comes back with a question, is changed, and handed in again; a rejected one ends', async () => {
    const { owner, staff } = await office();
    const one = await handedIn(staff);
    expect((await owner.tryCall(expenses.decide, { body: { act: 'return', ids: [one.id], reason: '' } })).body.fields?.[0]?.field).toBe('reason');
    await owner.call(expenses.decide, { body: { act: 'return', ids: [one.id], reason: 'who was there?' } });
    const back = await read(staff, one.id);
    expect(back).toMatchObject({ state: 'returned', reason: 'Please change: who was there?' });
    await staff.call(expenses.update, { params: { id: one.id }, body: { version: back.version, ...entry({ notes: 'With Ann Miller' }) } });
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
    const { owner, staff, colleague, stranger } = await office();
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
      expect((await client.tryCall(reimbursements.create, { body: { userId: staff.userId, expenseIds: [one.id], day, method: 'cash' } })).status).toBe(403);
    }
    expect((await stranger.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } })).skipped).toEqual([{ id: one.id, why: 'The expense was not found.' }]);
  });

  it('is held against the policy before it is handed in, and by who decides', async () => {
    const { owner, staff } = await office();
    const { policy } = await staff.call(expenses.setup);
    const wanted = { version: 0, categories: [{ name: 'Meals', perExpense: '50', perDay: '60', forbidden: false }, { name: 'Gifts', perExpense: null, perDay: null, forbidden: true }], receiptOver: '40', secondApproverOver: null, maxAgeDays: 30, mileageRates: [] };
    expect(policy).toMatchObject({ version: 0, receiptOver: '75' });
    expect((await staff.tryCall(expenses.setPolicy, { body: wanted })).status).toBe(403);
    expect((await owner.call(expenses.setPolicy, { body: wanted })).version).toBe(1);
    expect((await owner.tryCall(expenses.setPolicy, { body: wanted })).body.code).toBe('stale');
    const one = await enter(staff, { amount: '55' });
    expect(one.violations.map((row) => row.kind)).toEqual(['per_expense', 'no_receipt']);
    expect((await enter(staff, { amount: '6' })).violations.map((row) => row.kind)).toEqual(['per_day']);
    expect((await enter(staff, { amount: '55', day: addDays(day, -1) })).violations.map((row) => row.kind)).toContain('duplicate');
    const gift = await enter(staff, { category: 'Gifts', day: addDays(day, -5) });
    expect((await staff.call(expenses.submit, { body: { ids: [one.id, gift.id] } }))).toEqual({ done: [one.id], skipped: [{ id: gift.id, why: 'Gifts is not paid for by this policy.' }] });
    expect((await owner.call(expenses.list, { query: { scope: 'inbox', flagged: 'true' } })).items[0]!.violations.length).toBeGreaterThan(1);
  });

  it('counts miles and days by their rate, other currencies by that day’s', async () => {
    const { owner, staff } = await office();
    expect(await enter(staff, { kind: 'mileage', category: 'Mileage', distance: '100', amount: '', day: '2025-03-01' })).toMatchObject({ amount: '70', currency: 'USD', unit: 'mi', unitRate: '0.7', rateSource: 'IRS Notice 2025-05' });
    expect((await staff.tryCall(expenses.create, { body: entry({ kind: 'mileage', category: 'Mileage', distance: '100', day: '2023-03-01' }) })).body.fields?.[0]?.field).toBe('day');
    expect(await enter(staff, { kind: 'per_diem', category: 'Per diem', days: '2.5', perDay: '60' })).toMatchObject({ amount: '150' });
    const foreign = await enter(staff, { currency: 'EUR', amount: '10' });
    expect(foreign).toMatchObject({ baseAmount: null, violations: [expect.objectContaining({ kind: 'no_rate', blocks: true })] });
    await owner.send('POST', '/api/finance/rates', { body: { from: 'EUR', to: 'USD', day, rate: '1.10', source: 'Test' } });
    expect(await staff.call(expenses.update, { params: { id: foreign.id }, body: { version: foreign.version, ...entry({ currency: 'EUR', amount: '10' }) } })).toMatchObject({ baseAmount: '11', rate: '1.1', violations: [] });
  });

  it('is matched with a bank transaction that the caller sees, once', async () => {
    const { owner, staff } = await office();
    const ledger = await owner.call(ledgers.create, { body: { name: 'Books', kind: 'business', currency: 'USD' } });
    const account = await owner.call(accounts.create, { body: { ledgerId: ledger.id, name: 'Current', kind: 'checking', currency: 'USD' } });
    const line = await owner.call(transactions.create, { body: { accountId: account.id, day: addDays(day, 1), amount: '-24.50', payee: 'NOODLE YARD 4411' } });
    const [one, other] = [await enter(staff), await enter(owner)];
    expect((await staff.call(expenses.matches, { params: { id: one.id } })).items).toEqual([]);
    const { items } = await owner.call(expenses.matches, { params: { id: one.id } });
    expect(items).toMatchObject([{ transaction: { id: line.id }, reasons: ['same amount', '1 day later', 'same merchant'] }]);
    expect((await staff.tryCall(expenses.match, { params: { id: one.id }, body: { version: 1, transactionId: line.id } })).status).toBe(404);
    expect(await owner.call(expenses.match, { params: { id: one.id }, body: { version: 1, transactionId: line.id } })).toMatchObject({ transactionId: line.id });
    expect((await owner.tryCall(expenses.match, { params: { id: other.id }, body: { version: 1, transactionId: line.id } })).status).toBe(409);
    expect((await owner.call(expenses.matches, { params: { id: other.id } })).items).toEqual([]);
  });

  it('is listed page by page, narrowed, and saved as CSV', async () => {
    const { staff } = await office();
    for (let n = 0; n < 5; n++) await enter(staff, { amount: `${n + 1}`, merchant: n % 2 ? '=Cafe Blue' : 'Hotel', category: n % 2 ? 'Meals' : 'Lodging', day: addDays(day, -n) });
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

describe('the books', () => {
  const accounting = async ({ owner }: Office): Promise<Business> => {
    const firm = await openBusiness(system, { user: owner, opening: '5000' });
    await choose(firm, firm.ledgerId);
    return firm;
  };
  async function choose({ user }: Business, ledgerId: string | null): Promise<void> {
    const { policy } = await user.call(expenses.setup);
    await user.call(expenses.setPolicy, { body: { version: policy.version, categories: policy.categories, receiptOver: null, secondApproverOver: null, maxAgeDays: null, mileageRates: [], ledgerId } });
  }
  async function approved(owner: Client, staff: Client, more: Partial<NewExpense> = {}): Promise<Expense> {
    const one = await handedIn(staff, { day: '2026-03-05', ...more });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    return until(owner, one.id, (row) => row.state === 'approved');
  }
  const payBack = (owner: Client, staff: Client, ids: string[], method: 'bank_transfer' | 'cash' = 'bank_transfer') => owner.call(reimbursements.create, { body: { userId: staff.userId, expenseIds: ids, day: '2026-04-02', method } });
  const held = async (firm: Business, ...names: string[]): Promise<(string | undefined)[]> => bookBalances(firm).then((all) => names.map((name) => all.get(name)));

  it('take an expense from its approval to the bank line that paid it back, once, and let go of it again', { timeout: 60_000 }, async () => {
    const { owner, staff, ...others } = await office();
    const firm = await accounting({ owner, staff, ...others });
    const one = await approved(owner, staff, { amount: '120', tax: '20', category: 'Lodging' });
    expect(await held(firm, 'Travel', 'Tax paid on purchases', 'Owed to employees')).toEqual(['100', '20', '-120']);
    const paid = await payBack(owner, staff, [one.id]);
    expect(await held(firm, 'Owed to employees', 'Money in transit')).toEqual(['0', '-120']);
    const line = await bankLine(firm, '2026-04-03', '-120', 'Transfer to staff', { categoryId: await categoryNamed(firm, 'Wages') });
    expect(await held(firm, 'Wages', 'Money in transit')).toEqual(['120', '-120']);
    const matched = await owner.call(reimbursements.match, { params: { id: paid.id }, body: { version: paid.version, transactionId: line.id } });
    expect(await held(firm, 'Wages', 'Money in transit', 'Main account', 'Travel')).toEqual(['0', '0', '4880', '100']);
    await expectSound(firm);
    await owner.call(reimbursements.match, { params: { id: paid.id }, body: { version: matched.version, transactionId: null } });
    expect(await held(firm, 'Wages', 'Money in transit')).toEqual(['120', '-120']);
    await owner.call(reimbursements.undo, { params: { id: paid.id } });
    expect(await held(firm, 'Owed to employees', 'Money in transit')).toEqual(['-120', '0']);
    await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } });
    expect(await held(firm, 'Travel', 'Tax paid on purchases', 'Owed to employees')).toEqual(['0', '0', '0']);
    await expectSound(firm);
  });

  it('leave what a company card paid to the card, and refuse to count a line twice', async () => {
    const { owner, staff, ...others } = await office();
    const firm = await accounting({ owner, staff, ...others });
    await approved(owner, staff, { paidWith: 'company_card', amount: '30' });
    expect(await held(firm, 'Meals', 'Owed to employees')).toEqual(['0', '0']);
    const own = await approved(owner, staff, { amount: '31' });
    const line = await bankLine(firm, '2026-03-06', '-31', 'Noodle Yard');
    const body = { version: own.version, transactionId: line.id };
    expect((await owner.tryCall(expenses.match, { params: { id: own.id }, body })).body.message).toMatch(/paid with own money/);
    const cash = await payBack(owner, staff, [own.id], 'cash');
    expect(await held(firm, 'Cash on hand', 'Owed to employees')).toEqual(['-31', '0']);
    const elsewhere = await bankLine({ ...firm, account: await owner.call(accounts.create, { body: { ledgerId: firm.ledgerId, name: 'Euro', kind: 'checking', currency: 'EUR' } }) }, '2026-04-03', '-31', 'Paid');
    expect((await owner.tryCall(reimbursements.match, { params: { id: cash.id }, body: { version: cash.version, transactionId: elsewhere.id } })).body.message).toMatch(/in EUR/);
  });

  it('are chosen by who owns them, in the workspace’s currency, and take over what is owed', async () => {
    const { owner, second, staff } = await office();
    const before = await approved(owner, staff, { amount: '10' });
    const [first, other, euro] = [await openBusiness(system, { user: owner }), await openBusiness(system, { user: owner }), await openBusiness(system, { user: owner, currency: 'EUR' })];
    await choose(first, first.ledgerId);
    expect(await held(first, 'Owed to employees')).toEqual(['-10']);
    await closeBooks(first, '2026-03-31');
    const late = await approved(owner, staff, { amount: '5' });
    await choose(first, other.ledgerId);
    expect(await held(first, 'Owed to employees')).toEqual(['0']);
    expect(await held(other, 'Owed to employees', 'Meals')).toEqual(['-15', '15']);
    // Many are moved by a job: what stands rightly it leaves, what stands elsewhere it brings.
    const places: unknown[] = [];
    const move = () => inWorkspace(first.workspaceId, owner.userId, () => jobDefinitions().get('finance.expenses_to_books')!.handler({
      payload: {}, jobId: newId(), attempt: 1, state: undefined, signal: new AbortController().signal, progress: () => undefined, checkpoint: (state: unknown) => { places.push(state); return Promise.resolve(); },
    }));
    await move();
    expect(await held(other, 'Owed to employees', 'Meals')).toEqual(['-15', '15']);
    await asSystem(() => query('update expense_policies set ledger_id = $2 where workspace_id = $1', [first.workspaceId, first.ledgerId]));
    await move();
    expect([await held(first, 'Owed to employees'), await held(other, 'Owed to employees')]).toEqual([['-15'], ['0']]);
    await asSystem(() => query('update expense_policies set ledger_id = $2 where workspace_id = $1', [first.workspaceId, other.ledgerId]));
    await move();
    expect(places).toHaveLength(3);
    await expect(choose(first, euro.ledgerId)).rejects.toThrow(/EUR/);
    await expect(choose({ ...first, user: second }, first.ledgerId)).rejects.toThrow(/^40[34]:/);
    await choose({ ...first, user: second }, other.ledgerId);
    await payBack(owner, staff, [before.id, late.id]);
    expect(await held(other, 'Owed to employees', 'Money in transit')).toEqual(['0', '-15']);
    await expectSound(first);
  });

  it('owe, after any history, what is owed', { timeout: 180_000 }, async () => {
    const act = fc.record({ kind: fc.constantFrom('enter', 'enter', 'take back', 'approve', 'pay', 'pay', 'unpay', 'match', 'unmatch', 'close', 'open'), pick: fc.nat(40), cents: fc.integer({ min: 1, max: 99_999 }) });
    await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 16 }), async (acts) => {
      const people = await office();
      const { owner, staff, colleague } = people;
      const firm = await accounting(people);
      const owed = async () => (await owner.call(reimbursements.owed)).items;
      for (const { kind, pick, cents } of acts) {
        const who = pick % 2 ? staff : colleague;
        const amount = (cents / 100).toFixed(2);
        const theirs = (await owed()).find((one) => one.user.id === who.userId);
        const paid = (await owner.call(reimbursements.list, {})).items[0];
        const match = (transactionId: string | null) => paid && owner.tryCall(reimbursements.match, { params: { id: paid.id }, body: { version: paid.version, transactionId } });
        switch (kind) {
          case 'enter': await approved(owner, who, { amount, tax: pick % 3 ? null : amount, paidWith: pick % 5 ? 'own' : 'company_card', category: pick % 4 ? 'Meals' : 'Other', day: addDays('2026-01-01', pick) }); break;
          case 'take back': if (theirs) await owner.call(expenses.decide, { body: { act: 'undo', ids: [theirs.expenses[0]!.id] } }); break;
          case 'approve': {
            const { items: [waiting] } = await owner.call(expenses.list, { query: { scope: 'inbox' } });
            if (waiting) await owner.call(expenses.decide, { body: { act: 'approve', ids: [waiting.id] } }).then(() => until(owner, waiting.id, (row) => row.state === 'approved'));
            break;
          }
          // A refusal, because a day is closed, is an answer, too.
          case 'pay': if (theirs) await owner.tryCall(reimbursements.create, { body: { userId: who.userId, expenseIds: theirs.expenses.slice(0, 1 + (pick % 3)).map((one) => one.id), day: addDays('2026-02-01', pick), method: pick % 4 ? 'payroll' : 'cash' } }); break;
          case 'unpay': if (paid) await owner.tryCall(reimbursements.undo, { params: { id: paid.id } }); break;
          case 'match': if (paid) await match((await bankLine(firm, '2026-08-01', `-${pick % 2 ? paid.amount : amount}`, 'Staff')).id); break;
          case 'unmatch': await match(null); break;
          case 'close': await closeBooks(firm, addDays('2026-01-15', pick)); break;
          case 'open': await closeBooks(firm, null); break;
        }
        const all = sumOf(await owed(), (one) => decimal(one.amount));
        expect(await held(firm, 'Owed to employees')).toEqual([all.negated().toFixed()]);
      }
      await expectSound(firm);
    }), { numRuns: runs(3) });
  });
});

describe('a receipt', () => {
  const bytes = (name: string) => readFileSync(new URL(`../../../../testing/receipts/${name}`, import.meta.url));
  async function send(client: TestClient, content: Uint8Array<ArrayBuffer>, name: string) {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return client.send<ExpenseReceipt & { code?: string; message?: string }>('POST', '/api/finance/expense-receipts', { raw: form });
  }
  async function readOut(client: TestClient, id: string): Promise<ExpenseReceipt> {
    for (let tries = 0; tries < 600; tries++) {
      const one = await client.call(expenseReceipts.get, { params: { id } });
      if (one.state !== 'queued' && one.state !== 'reading') return one;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The receipt was never read');
  }

  it('is read on this machine, proposed, attached, and nobody else’s', { timeout: 90_000 }, async () => {
    const { owner, staff, colleague, stranger } = await office();
    const sent = await send(staff, bytes('receipt.png'), 'lunch.png');
    expect(sent.status).toBe(201);
    const one = await readOut(staff, sent.body.id);
    expect(one).toMatchObject({ state: 'read', type: 'image/png', share: 100, proposal: { merchant: { value: 'Harbor Hardware' }, total: { value: '34.08' }, tax: { value: '2.60' }, day: { value: '2024-03-14' }, cardLast4: { value: '4417' } } });
    const params = { id: one.id };
    for (const client of [colleague, stranger]) {
      expect((await client.tryCall(expenseReceipts.get, { params })).status).toBe(404);
      expect((await client.send('GET', `/api/finance/expense-receipts/${one.id}/file`)).status).toBe(404);
      expect((await client.tryCall(expenseReceipts.remove, { params })).status).toBe(404);
      expect((await client.tryCall(expenseReceipts.read, { params })).status).toBe(404);
      expect((await client.tryCall(expenses.create, { body: entry({ receiptId: one.id }) })).status).toBe(404);
    }
    const file = await owner.open('GET', `/api/finance/expense-receipts/${one.id}/file`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes('receipt.png'))).toBe(true);
    expect((await staff.call(expenseReceipts.list, { query: {} })).items.map((row) => row.id)).toEqual([one.id]);
    const expense = await enter(staff, { receiptId: one.id, amount: '34.08', merchant: 'Harbor Hardware' });
    expect(expense.receipt).toMatchObject({ id: one.id, name: 'lunch.png' });
    expect((await staff.call(expenseReceipts.list, { query: {} })).items).toEqual([]);
    expect((await staff.tryCall(expenses.create, { body: entry({ receiptId: one.id }) })).status).toBe(409);
    await staff.call(expenses.submit, { body: { ids: [expense.id] } });
    expect((await staff.tryCall(expenseReceipts.remove, { params })).status).toBe(409);
    const again = await send(staff, bytes('receipt.png'), 'twice.png');
    expect(again.body.sameAs).toMatchObject({ id: one.id, name: 'lunch.png', why: 'file', merchant: 'Harbor Hardware', expenseId: expense.id });
    expect((await staff.call(expenseReceipts.cancel, { params: { id: again.body.id } })).state).toBe('cancelled');
    expect((await staff.tryCall(expenseReceipts.cancel, { params: { id: again.body.id } })).status).toBe(409);
    // Another photograph of the same: what is read says so. Of somebody else's receipts nothing is said.
    await asSystem(() => query(`update expense_receipts set sha256 = 'another', proposal = (select proposal from expense_receipts where id = $2) where id = $1`, [again.body.id, one.id]));
    const second = () => staff.call(expenseReceipts.get, { params: { id: again.body.id } });
    expect((await second()).sameAs).toMatchObject({ id: one.id, why: 'read', day: expense.day });
    expect((await colleague.tryCall(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: true } })).status).toBe(404);
    expect((await staff.call(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: true } })).sameAs).toBeNull();
    expect((await staff.call(expenseReceipts.keep, { params: { id: again.body.id }, body: { kept: false } })).sameAs).not.toBeNull();
    expect((await send(colleague, bytes('receipt.png'), 'mine.png')).body.sameAs).toBeNull();
    expect((await staff.call(expenseReceipts.read, { params: { id: again.body.id } })).state).toBe('queued');
    await staff.call(expenseReceipts.remove, { params: { id: again.body.id } });
  });

  it('is judged by its bytes; a damaged one says so and does not hang', { timeout: 90_000 }, async () => {
    const { staff } = await office();
    for (const content of ['<html>no receipt</html>', '']) expect((await send(staff, Buffer.from(content), 'a.png')).status).toBe(400);
    const huge = Buffer.from(bytes('receipt.png'));
    huge.writeUInt32BE(900_000, 16);
    expect((await send(staff, huge, 'bomb.png')).body.message).toMatch(/million pixels/);
    const broken = Buffer.from(bytes('receipt.png'));
    broken.fill(7, 64);
    const sent = await send(staff, broken, 'broken.png');
    expect(await readOut(staff, sent.body.id)).toMatchObject({ state: 'failed', error: expect.stringContaining('by hand') });
    const layered = await send(staff, bytes('text-layer.pdf'), 'invoice.pdf');
    expect(await readOut(staff, layered.body.id)).toMatchObject({ state: 'read', proposal: { total: { value: '34.08', confidence: 0.98 } } });
  });
});
