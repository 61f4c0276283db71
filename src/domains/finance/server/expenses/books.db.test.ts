import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import {
  accountNamed,
  bankLine,
  bookBalances,
  type Business,
  categoryNamed,
  closeBooks,
  expectSound,
  openBusiness,
} from '../../../../testing/business.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, inWorkspace, query } from '../../../../server/db/index.ts';
import { jobDefinitions } from '../../../../server/jobs/define.ts';
import { type Client, enter, entry, handedIn, office, type Office, until } from '../../../../testing/expenses.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { accounts, type Expense, expenses, type NewExpense, reimbursements } from '../../contract.ts';
import { runs } from '../../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

describe('the books', () => {
  const accounting = async ({ owner }: Office): Promise<Business> => {
    const firm = await openBusiness(system, { user: owner, opening: '5000' });
    await choose(firm, firm.ledgerId);
    return firm;
  };
  async function choose({ user }: Business, ledgerId: string | null): Promise<void> {
    const { policy } = await user.call(expenses.setup);
    await user.call(expenses.setPolicy, {
      body: {
        version: policy.version,
        categories: policy.categories,
        receiptOver: null,
        secondApproverOver: null,
        maxAgeDays: null,
        mileageRates: [],
        ledgerId,
      },
    });
  }
  async function approved(owner: Client, staff: Client, more: Partial<NewExpense> = {}): Promise<Expense> {
    const one = await handedIn(staff, { day: '2026-03-05', ...more });
    await owner.call(expenses.decide, { body: { act: 'approve', ids: [one.id] } });
    return until(owner, one.id, (row) => row.state === 'approved');
  }
  const payBack = (owner: Client, staff: Client, ids: string[], method: 'bank_transfer' | 'cash' = 'bank_transfer') =>
    owner.call(reimbursements.create, { body: { userId: staff.userId, expenseIds: ids, day: '2026-04-02', method } });
  const held = async (firm: Business, ...names: string[]): Promise<(string | undefined)[]> =>
    bookBalances(firm).then((all) => names.map((name) => all.get(name)));

  it(
    'take an expense from its approval to the bank line that paid it back, once, and let go of it again',
    { timeout: 60_000 },
    async () => {
      const { owner, staff, ...others } = await office(system);
      const firm = await accounting({ owner, staff, ...others });
      const one = await approved(owner, staff, { amount: '120', tax: '20', category: 'Lodging' });
      expect(await held(firm, 'Travel', 'Tax paid on purchases', 'Owed to employees')).toEqual(['100', '20', '-120']);
      const paid = await payBack(owner, staff, [one.id]);
      expect(await held(firm, 'Owed to employees', 'Money in transit')).toEqual(['0', '-120']);
      const line = await bankLine(firm, '2026-04-03', '-120', 'Transfer to staff', {
        categoryId: await categoryNamed(firm, 'Wages'),
      });
      expect(await held(firm, 'Wages', 'Money in transit')).toEqual(['120', '-120']);
      const matched = await owner.call(reimbursements.match, {
        params: { id: paid.id },
        body: { version: paid.version, transactionId: line.id },
      });
      expect(await held(firm, 'Wages', 'Money in transit', 'Main account', 'Travel')).toEqual([
        '0',
        '0',
        '4880',
        '100',
      ]);
      await expectSound(firm);
      await owner.call(reimbursements.match, {
        params: { id: paid.id },
        body: { version: matched.version, transactionId: null },
      });
      expect(await held(firm, 'Wages', 'Money in transit')).toEqual(['120', '-120']);
      await owner.call(reimbursements.undo, { params: { id: paid.id } });
      expect(await held(firm, 'Owed to employees', 'Money in transit')).toEqual(['-120', '0']);
      await owner.call(expenses.decide, { body: { act: 'undo', ids: [one.id] } });
      expect(await held(firm, 'Travel', 'Tax paid on purchases', 'Owed to employees')).toEqual(['0', '0', '0']);
      await expectSound(firm);
    },
  );

  it('leave what a company card paid to the card, and refuse to count a line twice', async () => {
    const { owner, staff, ...others } = await office(system);
    const firm = await accounting({ owner, staff, ...others });
    await approved(owner, staff, { paidWith: 'company_card', amount: '30' });
    expect(await held(firm, 'Meals', 'Owed to employees')).toEqual(['0', '0']);
    const own = await approved(owner, staff, { amount: '31' });
    const line = await bankLine(firm, '2026-03-06', '-31', 'Noodle Yard');
    // Nor is a category sent where documents or the bank's lines say what there is.
    const { policy } = await owner.call(expenses.setup);
    const { version, ledgerId, updatedAt: _at, updatedBy: _by, ...rules } = policy;
    for (const name of ['Accounts receivable', 'Main account']) {
      const { id } = await accountNamed(firm, name);
      expect(
        (
          await owner.tryCall(expenses.setPolicy, {
            body: {
              ...rules,
              version,
              ledgerId,
              categories: policy.categories.map((one) => ({ ...one, accountId: id })),
            },
          })
        ).body.fields?.[0]?.field,
      ).toBe('categories.0.accountId');
    }
    const body = { version: own.version, transactionId: line.id };
    expect((await owner.tryCall(expenses.match, { params: { id: own.id }, body })).body.message).toMatch(
      /paid with own money/,
    );
    // Nor by what it was before: entered as the company's, matched with its bank's line, and then called one's own.
    const turned = await enter(owner, { paidWith: 'company_card', amount: '31', day: '2026-03-06' });
    const matched = await owner.call(expenses.match, {
      params: { id: turned.id },
      body: { version: turned.version, transactionId: line.id },
    });
    const change = entry({ paidWith: 'own', amount: '31', day: '2026-03-06' });
    expect(
      (
        await owner.tryCall(expenses.update, {
          params: { id: turned.id },
          body: { version: matched.version, ...change },
        })
      ).body.message,
    ).toMatch(/paid with own money/);
    // A line is one expense's: two that ask for it at once, and one that comes back from the trash.
    await owner.call(expenses.remove, { params: { id: turned.id } });
    const [first, second] = [
      await enter(owner, { paidWith: 'company_card', amount: '31' }),
      await enter(owner, { paidWith: 'company_card', amount: '31' }),
    ];
    const asked = await Promise.all(
      [first, second].map(({ id, version }) =>
        owner.tryCall(expenses.match, { params: { id }, body: { version, transactionId: line.id } }),
      ),
    );
    expect(asked.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await owner.call(expenses.restore, { params: { id: turned.id } })).toMatchObject({ transactionId: null });
    const cash = await payBack(owner, staff, [own.id], 'cash');
    expect(await held(firm, 'Cash on hand', 'Owed to employees')).toEqual(['-31', '0']);
    const elsewhere = await bankLine(
      {
        ...firm,
        account: await owner.call(accounts.create, {
          body: { ledgerId: firm.ledgerId, name: 'Euro', kind: 'checking', currency: 'EUR' },
        }),
      },
      '2026-04-03',
      '-31',
      'Paid',
    );
    expect(
      (
        await owner.tryCall(reimbursements.match, {
          params: { id: cash.id },
          body: { version: cash.version, transactionId: elsewhere.id },
        })
      ).body.message,
    ).toMatch(/in EUR/);
  });

  it('are chosen by who owns them, in the workspace’s currency, and take over what is owed', async () => {
    const { owner, second, staff } = await office(system);
    const before = await approved(owner, staff, { amount: '10' });
    const [first, other, euro] = [
      await openBusiness(system, { user: owner }),
      await openBusiness(system, { user: owner }),
      await openBusiness(system, { user: owner, currency: 'EUR' }),
    ];
    await choose(first, first.ledgerId);
    expect(await held(first, 'Owed to employees')).toEqual(['-10']);
    await closeBooks(first, '2026-03-31');
    const late = await approved(owner, staff, { amount: '5' });
    await choose(first, other.ledgerId);
    expect(await held(first, 'Owed to employees')).toEqual(['0']);
    expect(await held(other, 'Owed to employees', 'Meals')).toEqual(['-15', '15']);
    // Many are moved by a job: what stands rightly it leaves, what stands elsewhere it brings.
    const places: unknown[] = [];
    const move = () =>
      inWorkspace(first.workspaceId, owner.userId, () =>
        jobDefinitions()
          .get('finance.expenses_to_books')!
          .handler({
            payload: {},
            jobId: newId(),
            attempt: 1,
            state: undefined,
            signal: new AbortController().signal,
            progress: () => undefined,
            turnIsOver: () => false,
            checkpoint: (state: unknown) => {
              places.push(state);
              return Promise.resolve();
            },
          }),
      );
    await move();
    expect(await held(other, 'Owed to employees', 'Meals')).toEqual(['-15', '15']);
    await asSystem(() =>
      query('update expense_policies set ledger_id = $2 where workspace_id = $1', [first.workspaceId, first.ledgerId]),
    );
    await move();
    expect([await held(first, 'Owed to employees'), await held(other, 'Owed to employees')]).toEqual([['-15'], ['0']]);
    await asSystem(() =>
      query('update expense_policies set ledger_id = $2 where workspace_id = $1', [first.workspaceId, other.ledgerId]),
    );
    await move();
    expect(places).toHaveLength(3);
    await expect(choose(first, euro.ledgerId)).rejects.toThrow(/EUR/);
    await expect(choose({ ...first, user: second }, first.ledgerId)).rejects.toThrow(/^40[34]:/);
    await choose({ ...first, user: second }, other.ledgerId);
    await payBack(owner, staff, [before.id, late.id]);
    expect(await held(other, 'Owed to employees', 'Money in transit')).toEqual(['0', '-15']);
    await expectSound(first);
  });

  it('owe, after any history, what is owed @long', { timeout: 180_000 }, async () => {
    const act = fc.record({
      kind: fc.constantFrom(
        'enter',
        'enter',
        'take back',
        'approve',
        'pay',
        'pay',
        'unpay',
        'match',
        'unmatch',
        'close',
        'open',
      ),
      pick: fc.nat(40),
      cents: fc.integer({ min: 1, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 16 }), async (acts) => {
        const people = await office(system);
        const { owner, staff, colleague } = people;
        const firm = await accounting(people);
        const owed = async () => (await owner.call(reimbursements.owed)).items;
        for (const { kind, pick, cents } of acts) {
          const who = pick % 2 ? staff : colleague;
          const amount = (cents / 100).toFixed(2);
          const theirs = (await owed()).find((one) => one.user.id === who.userId);
          const paid = (await owner.call(reimbursements.list, {})).items[0];
          const match = (transactionId: string | null) =>
            paid &&
            owner.tryCall(reimbursements.match, {
              params: { id: paid.id },
              body: { version: paid.version, transactionId },
            });
          switch (kind) {
            case 'enter':
              await approved(owner, who, {
                amount,
                tax: pick % 3 ? null : amount,
                paidWith: pick % 5 ? 'own' : 'company_card',
                category: pick % 4 ? 'Meals' : 'Other',
                day: addDays('2026-01-01', pick),
              });
              break;
            case 'take back':
              if (theirs) await owner.call(expenses.decide, { body: { act: 'undo', ids: [theirs.expenses[0]!.id] } });
              break;
            case 'approve': {
              const {
                items: [waiting],
              } = await owner.call(expenses.list, { query: { scope: 'inbox' } });
              if (waiting)
                await owner
                  .call(expenses.decide, { body: { act: 'approve', ids: [waiting.id] } })
                  .then(() => until(owner, waiting.id, (row) => row.state === 'approved'));
              break;
            }
            // A refusal, because a day is closed, is an answer, too.
            case 'pay':
              if (theirs)
                await owner.tryCall(reimbursements.create, {
                  body: {
                    userId: who.userId,
                    expenseIds: theirs.expenses.slice(0, 1 + (pick % 3)).map((one) => one.id),
                    day: addDays('2026-02-01', pick),
                    method: pick % 4 ? 'payroll' : 'cash',
                  },
                });
              break;
            case 'unpay':
              if (paid) await owner.tryCall(reimbursements.undo, { params: { id: paid.id } });
              break;
            case 'match':
              if (paid)
                await match((await bankLine(firm, '2026-08-01', `-${pick % 2 ? paid.amount : amount}`, 'Staff')).id);
              break;
            case 'unmatch':
              await match(null);
              break;
            case 'close':
              await closeBooks(firm, addDays('2026-01-15', pick));
              break;
            case 'open':
              await closeBooks(firm, null);
              break;
          }
          const all = sumOf(await owed(), (one) => decimal(one.amount));
          expect(await held(firm, 'Owed to employees')).toEqual([all.negated().toFixed()]);
        }
        await expectSound(firm);
      }),
      { numRuns: runs(3) },
    );
  });
});
