import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import type { TestClient } from '../../../testing/client.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { cancelJob, enqueue } from '../../../server/jobs/jobs.ts';
import { InterruptedError } from '../../../server/jobs/run.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  type Account,
  accounts,
  type BankImport,
  bankImports,
  categories,
  type Category,
  type Ledger,
  ledgers,
  rules,
  type Transaction,
  transactions,
} from '../contract.ts';
import { bankImportJob } from './imports/run.ts';
import { findLeftLedgers } from './ledgers/orphaned-ledgers.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Books {
  user: TestClient & { userId: string };
  ledger: Ledger;
  account: Account;
  workspaceId: string;
}

async function books(): Promise<Books> {
  const workspaceId = await system.clientWorkspace();
  const user = await system.signedIn({ workspaceId });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } });
  const account = await user.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Checking',
      kind: 'checking',
      currency: 'USD',
      number: '00123',
      openingBalance: '100.50',
    },
  });
  return { user, ledger, account, workspaceId };
}

async function upload(user: TestClient, account: Account, content: string, name = 'bank.csv'): Promise<BankImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const { status, body } = await user.send<BankImport>('POST', `/api/finance/accounts/${account.id}/imports`, {
    raw: form,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function run(user: TestClient, { id }: BankImport): Promise<BankImport> {
  await user.call(bankImports.start, { params: { id } });
  const get = () => user.call(bankImports.get, { params: { id } });
  await expect.poll(async () => (await get()).state, { timeout: 20_000, interval: 50 }).not.toBe('queued');
  return get();
}

async function all(user: TestClient, ledgerId: string): Promise<Transaction[]> {
  return (await user.call(transactions.list, { query: { ledgerId, limit: 200 } })).items;
}

const short = (list: readonly Transaction[]): string[] =>
  list.map((one) => [one.day, one.amount, one.payee, ...(one.pending ? ['pending'] : [])].join(' '));
const balanceOf = async ({ user, account }: Books): Promise<string> =>
  (await user.call(accounts.get, { params: { id: account.id } })).balance;

const STATEMENT =
  'Date,Payee,Amount,Category\n2026-01-15,Coffee,-3.00,\n2026-01-15,Coffee,-3.00,\n2026-01-16,Market,-42.10,Groceries\n2026-01-31,Pay,2500,\n';

describe('ledgers', () => {
  it('are seen by those with whom they are shared, and look absent to all others of the workspace', async () => {
    const { user, ledger, account, workspaceId } = await books();
    const other = await system.signedIn({ workspaceId });
    const me = (await other.send<{ id: string }>('GET', '/api/user')).body.id;
    const owner = (await user.send<{ id: string }>('GET', '/api/user')).body.id;
    expect((await other.call(ledgers.list)).items).toEqual([]);
    expect((await other.tryCall(accounts.list, { query: { ledgerId: ledger.id } })).status).toBe(404);
    expect((await other.tryCall(accounts.get, { params: { id: account.id } })).status).toBe(404);
    const share = (role: 'viewer' | 'editor') =>
      user.call(ledgers.share, {
        params: { id: ledger.id },
        body: {
          members: [
            { userId: owner, role: 'owner' },
            { userId: me, role },
          ],
        },
      });
    await share('viewer');
    expect((await other.call(ledgers.list)).items).toMatchObject([{ id: ledger.id, role: 'viewer' }]);
    const entry = { accountId: account.id, day: '2026-01-01', amount: '-1' };
    expect((await other.tryCall(transactions.create, { body: entry })).status).toBe(403);
    await share('editor');
    expect((await other.tryCall(transactions.create, { body: entry })).status).toBe(201);
    expect(
      (
        await other.tryCall(ledgers.share, {
          params: { id: ledger.id },
          body: { members: [{ userId: me, role: 'owner' }] },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await user.tryCall(ledgers.share, {
          params: { id: ledger.id },
          body: { members: [{ userId: me, role: 'editor' }] },
        })
      ).body.message,
    ).toBe('The ledger needs an owner.');
    // Of two owners at once the second finds what the first decided, also about themselves: whoever was taken out stays
    // out.
    const third = await system.signedIn({ workspaceId });
    for (let turn = 0; turn < 5; turn++) {
      await user.call(ledgers.share, {
        params: { id: ledger.id },
        body: {
          members: [
            { userId: owner, role: 'owner' },
            { userId: me, role: 'owner' },
          ],
        },
      });
      await Promise.all([
        user.tryCall(ledgers.share, {
          params: { id: ledger.id },
          body: { members: [{ userId: owner, role: 'owner' }] },
        }),
        other.tryCall(ledgers.share, {
          params: { id: ledger.id },
          body: {
            members: [
              { userId: owner, role: 'owner' },
              { userId: me, role: 'owner' },
              { userId: third.userId, role: 'viewer' },
            ],
          },
        }),
      ]);
      expect((await user.call(ledgers.members, { params: { id: ledger.id } })).items.map((one) => one.userId)).toEqual([
        owner,
      ]);
    }
    expect(
      (
        await user.tryCall(ledgers.share, {
          params: { id: ledger.id },
          body: {
            members: [
              { userId: owner, role: 'owner' },
              { userId: newId(), role: 'viewer' },
            ],
          },
        })
      ).body.fields,
    ).toMatchObject([{ field: 'members.1.userId' }]);
  });

  it('whose owners have left are owned after a day by whom they are shared with, and a business’s that no one sees by those who run the workspace', async () => {
    const { user, ledger, workspaceId } = await books();
    const [chief, other] = [
      await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
      await system.signedIn({ workspaceId, workspaceRole: 'member' }),
    ];
    await user.call(ledgers.create, { body: { name: 'Workshop', kind: 'business', currency: 'USD' } });
    await user.call(ledgers.create, { body: { name: 'My own', kind: 'personal', currency: 'USD' } });
    await user.call(ledgers.share, {
      params: { id: ledger.id },
      body: {
        members: [
          { userId: user.userId, role: 'owner' },
          { userId: other.userId, role: 'viewer' },
        ],
      },
    });
    const look = (hours: number) => asSystem(() => findLeftLedgers(new Date(Date.now() + hours * 3_600_000)));
    const seen = async (who: TestClient) => (await who.call(ledgers.list)).items.map((one) => [one.name, one.role]);
    for (const hours of [0, 30]) await look(hours);
    await asSystem(() => query('update users set active = false where id = $1', [user.userId]));
    for (const hours of [31, 54]) await look(hours);
    expect([await seen(chief), await seen(other)]).toEqual([[], [['Household', 'viewer']]]);
    await look(56);
    expect([await seen(chief), await seen(other)]).toEqual([[['Workshop', 'owner']], [['Household', 'owner']]]);
    expect(
      await asSystem(() =>
        query(`select title from notifications where kind = 'left_ledgers' and user_id = any($1) order by title`, [
          [chief.userId, other.userId],
        ]),
      ),
    ).toEqual([{ title: 'You own the ledger “Household” now' }, { title: 'You own the ledger “Workshop” now' }]);
  });

  it('of another workspace answer as absent ones', async () => {
    const mine = await books();
    const stranger = (await books()).user;
    for (const attempt of [
      stranger.tryCall(accounts.list, { query: { ledgerId: mine.ledger.id } }),
      stranger.tryCall(accounts.get, { params: { id: mine.account.id } }),
      stranger.tryCall(transactions.list, { query: { ledgerId: mine.ledger.id } }),
      stranger.tryCall(categories.list, { query: { ledgerId: mine.ledger.id } }),
      stranger.tryCall(rules.list, { query: { ledgerId: mine.ledger.id } }),
      stranger.tryCall(bankImports.list, { query: { accountId: mine.account.id } }),
      stranger.tryCall(ledgers.update, { params: { id: mine.ledger.id }, body: { version: 1, name: 'Mine' } }),
      stranger.tryCall(accounts.create, {
        body: { ledgerId: mine.ledger.id, name: 'x', kind: 'cash', currency: 'USD' },
      }),
      stranger.tryCall(bankImports.get, { params: { id: newId() } }),
    ])
      expect((await attempt).status).toBe(404);
  });

  it('begin with categories, are renamed by version, and take sound currencies only', async () => {
    const { user, ledger } = await books();
    const list = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items;
    expect(list.map((one) => one.name)).toEqual(expect.arrayContaining(['Salary', 'Groceries']));
    expect(
      (await user.tryCall(categories.create, { body: { ledgerId: ledger.id, name: 'GROCERIES', kind: 'expense' } }))
        .status,
    ).toBe(409);
    expect(
      (await user.call(ledgers.update, { params: { id: ledger.id }, body: { version: 1, name: 'Home' } })).name,
    ).toBe('Home');
    expect(
      (await user.tryCall(ledgers.update, { params: { id: ledger.id }, body: { version: 1, name: 'Again' } })).body
        .code,
    ).toBe('stale');
    expect(
      (await user.tryCall(ledgers.create, { body: { name: 'x', kind: 'business', currency: 'XXX' } })).body.fields?.[0]
        ?.field,
    ).toMatch(/currency$/);
  });
});

describe('transactions', () => {
  it('move the balance exactly, are found, filtered and paged', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const groceries = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items.find(
      (one) => one.name === 'Groceries',
    )!;
    for (const [day, amount, payee] of [
      ['2026-01-01', '-0.10', 'Café Zoë'],
      ['2026-01-02', '-0.20', 'Market'],
      ['2026-01-02', '0.30', 'Refund'],
      ['2026-02-01', '1000', 'Pay'],
    ] as const) {
      await user.call(transactions.create, {
        body: {
          accountId: account.id,
          day,
          amount,
          payee,
          ...(payee === 'Market' ? { categoryId: groceries.id } : {}),
        },
      });
    }
    expect(await balanceOf(made)).toBe('1100.5');
    const listed = async (query: object) =>
      short((await user.call(transactions.list, { query: { ledgerId: ledger.id, ...query } })).items);
    expect(await listed({ search: 'cafe zoe' })).toEqual(['2026-01-01 -0.1 Café Zoë']);
    expect(await listed({ categoryId: groceries.id })).toEqual(['2026-01-02 -0.2 Market']);
    expect(await listed({ categoryId: 'none', direction: 'out' })).toEqual(['2026-01-01 -0.1 Café Zoë']);
    expect(await listed({ from: '2026-01-02', to: '2026-01-31' })).toHaveLength(2);
    const first = await user.call(transactions.list, { query: { ledgerId: ledger.id, limit: 3 } });
    const second = await user.call(transactions.list, {
      query: { ledgerId: ledger.id, limit: 3, cursor: first.next! },
    });
    expect(first.total).toEqual({ count: 4, capped: false });
    expect([...short(first.items), ...short(second.items)]).toEqual(short(await all(user, ledger.id)));
    expect((await user.tryCall(transactions.list, { query: { ledgerId: ledger.id, cursor: 'x' } })).status).toBe(400);
    expect(
      (await user.tryCall(transactions.create, { body: { accountId: account.id, day: '2026-01-01', amount: '1.005' } }))
        .body.message,
    ).toBe('USD has 2 decimals.');
    expect(
      (await user.tryCall(transactions.create, { body: { accountId: account.id, day: '2026-02-30', amount: '1' } }))
        .status,
    ).toBe(400);
  });

  it('are split into parts that sum to them, to the cent', async () => {
    const { user, ledger, account } = await books();
    const [a, b] = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items as [Category, Category];
    const one = await user.call(transactions.create, {
      body: { accountId: account.id, day: '2026-01-01', amount: '-10', payee: 'Shop' },
    });
    const parts = [
      { amount: '-3.33', categoryId: a.id },
      { amount: '-6.67', categoryId: b.id, notes: 'Gift' },
    ];
    const split = await user.call(transactions.update, { params: { id: one.id }, body: { version: 1, splits: parts } });
    expect(split.splits).toEqual([
      { amount: '-3.33', categoryId: a.id, notes: '' },
      { amount: '-6.67', categoryId: b.id, notes: 'Gift' },
    ]);
    expect(
      (await user.call(transactions.list, { query: { ledgerId: ledger.id, categoryId: b.id } })).items,
    ).toHaveLength(1);
    const wrong = await user.tryCall(transactions.update, {
      params: { id: one.id },
      body: { version: 2, splits: [{ amount: '-9.99' }] },
    });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'The parts leave -0.01 of the amount. They must sum to it.',
    ]);
    expect(
      (await user.tryCall(transactions.update, { params: { id: one.id }, body: { version: 2, amount: '-11' } })).status,
    ).toBe(400);
    expect(
      (await user.call(transactions.update, { params: { id: one.id }, body: { version: 2, splits: [] } })).splits,
    ).toEqual([]);
    expect(
      (await user.tryCall(transactions.update, { params: { id: one.id }, body: { version: 1, notes: 'late' } })).body
        .code,
    ).toBe('stale');
    expect(
      (await user.tryCall(transactions.update, { params: { id: one.id }, body: { version: 3, categoryId: newId() } }))
        .body.fields,
    ).toMatchObject([{ field: 'categoryId' }]);
  });

  it('are deleted and brought back', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const one = await user.call(transactions.create, {
      body: { accountId: account.id, day: '2026-01-01', amount: '-10' },
    });
    await user.call(transactions.remove, { params: { id: one.id } });
    expect(await all(user, ledger.id)).toEqual([]);
    expect(await balanceOf(made)).toBe('100.5');
    expect((await user.tryCall(transactions.get, { params: { id: one.id } })).status).toBe(404);
    await user.call(transactions.restore, { params: { id: one.id } });
    expect(await balanceOf(made)).toBe('90.5');
  });
});

describe('files of banks', () => {
  it('are shown before anything happens, imported once, and change nothing the second time', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const ready = await upload(user, account, STATEMENT);
    expect(ready).toMatchObject({ state: 'ready', format: 'csv', counts: { lines: 4, added: 4, known: 0 } });
    const preview = await user.call(bankImports.preview, { params: { id: ready.id } });
    expect(preview.rows.map((row) => row.outcome)).toEqual(['add', 'add', 'add', 'add']);
    expect(preview.columns.map((column) => column.role)).toEqual(['day', 'payee', 'amount', 'category']);
    expect(await all(user, ledger.id)).toEqual([]);
    expect(await run(user, ready)).toMatchObject({ state: 'done', counts: { added: 4 } });
    // Twins are kept.
    expect(short(await all(user, ledger.id)).filter((line) => line.includes('Coffee'))).toHaveLength(2);
    expect(await balanceOf(made)).toBe('2552.4');
    const groceries = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items.find(
      (one) => one.name === 'Groceries',
    )!;
    expect((await all(user, ledger.id)).find((one) => one.payee === 'Market')).toMatchObject({
      categoryId: groceries.id,
      bank: { payee: 'Market', memo: '' },
    });
    expect(await run(user, await upload(user, account, STATEMENT))).toMatchObject({ counts: { added: 0, known: 4 } });
    expect(await run(user, await upload(user, account, `${STATEMENT}2026-02-01,New,-1,\n`))).toMatchObject({
      counts: { added: 1, known: 4 },
    });
  });

  it('are taken back as if they had never been', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const byHand = await user.call(transactions.create, {
      body: { accountId: account.id, day: '2026-01-14', amount: '-42.10', payee: 'Groceries for two', notes: 'mine' },
    });
    const before = await all(user, ledger.id);
    const done = await run(user, await upload(user, account, STATEMENT));
    expect(done.counts).toMatchObject({ added: 3, linked: 1 });
    // The bank's day and words, the person's payee and notes.
    expect((await all(user, ledger.id)).find((one) => one.id === byHand.id)).toMatchObject({
      day: '2026-01-16',
      payee: 'Groceries for two',
      notes: 'mine',
      bank: { payee: 'Market' },
    });
    expect((await user.call(bankImports.revert, { params: { id: done.id } })).state).toBe('reverted');
    const after = await all(user, ledger.id);
    const timeless = (one: Transaction) => ({ ...one, version: 0, updatedAt: '' });
    expect(after.map(timeless)).toEqual(before.map(timeless));
    expect(await balanceOf(made)).toBe('58.4');
    expect((await user.tryCall(bankImports.revert, { params: { id: done.id } })).status).toBe(409);
    expect((await run(user, await upload(user, account, STATEMENT))).counts).toMatchObject({ added: 3, linked: 1 });
  });

  it('hold the closing of a period until they are there', async () => {
    const { user, ledger, account } = await books();
    const done = await run(user, await upload(user, account, STATEMENT));
    const moving = (importState: string, jobState: string) =>
      asSystem(async () => {
        await execute('update finance_imports set state = $2 where id = $1', [done.id, importState]);
        await execute('update jobs set state = $2 where id = (select job_id from finance_imports where id = $1)', [
          done.id,
          jobState,
        ]);
      });
    const close = () =>
      user.tryCall(ledgers.close, {
        params: { id: ledger.id },
        body: { version: ledger.version, until: '2026-01-31' },
      });
    await moving('queued', 'running');
    expect(await close()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is coming into this ledger') as string },
    });
    await moving('done', 'succeeded');
    expect((await close()).status).toBe(200);
  });

  it('keep the parts that they tell of, which go with them', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const qif = (rest: string) =>
      `!Type:Bank\nD1/16'26\nT-80.00\nPCorner Store\nSFood:Groceries\n$-50.00\nEApples\nSUnknown\n$-${rest}\n^\n`;
    const done = await run(user, await upload(user, account, qif('30.00')));
    const groceries = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items.find(
      (one) => one.name === 'Groceries',
    )!;
    expect((await all(user, ledger.id))[0]!.splits).toMatchObject([
      { amount: '-50', categoryId: groceries.id, notes: 'Apples' },
      { amount: '-30', categoryId: null },
    ]);
    await user.call(bankImports.revert, { params: { id: done.id } });
    expect(await all(user, ledger.id)).toEqual([]);
    await run(user, await upload(user, account, qif('20.00').replace('80.00', '81.00')));
    expect((await all(user, ledger.id))[0]!.splits.map((part) => part.amount)).toEqual(['-50', '-20', '-11']);
  });

  it('of many lines are taken back in a job, all of them or none', async () => {
    const made = await books();
    const { user, ledger, account, workspaceId } = made;
    const before = await balanceOf(made);
    const sent = await upload(
      user,
      account,
      `${STATEMENT.split('\n')[0]}\n${Array.from({ length: 2_100 }, (_, n) => `2026-02-01,Many ${n},-1,\n`).join('')}`,
    );
    // Stopped in the middle: what came in until then goes again.
    await inWorkspace(workspaceId, user.userId, async () => {
      const control = new AbortController();
      await execute(`update finance_imports set state = 'queued' where id = $1`, [sent.id]);
      const progress = (done: number) => {
        if (done > 0) control.abort(new InterruptedError('cancelled'));
      };
      await bankImportJob
        .handler({
          jobId: newId(),
          payload: { importId: sent.id, fileName: 'bank.csv' },
          state: undefined,
          attempt: 1,
          signal: control.signal,
          progress,
          turnIsOver: () => false,
          checkpoint: () => Promise.resolve(),
        })
        .catch(() => undefined);
    });
    await expect
      .poll(async () => (await user.call(bankImports.get, { params: { id: sent.id } })).state, {
        timeout: 20_000,
        interval: 50,
      })
      .toBe('failed');
    expect(await all(user, ledger.id)).toEqual([]);
    expect(await balanceOf(made)).toBe(before);
    const { id, counts } = await run(user, sent);
    expect(counts).toMatchObject({ added: 2_100, known: 0 });
    expect(await user.call(bankImports.revert, { params: { id } })).toMatchObject({
      state: 'reverting',
      jobId: expect.any(String) as string,
    });
    expect((await user.tryCall(bankImports.revert, { params: { id } })).status).toBe(409);
    await expect
      .poll(async () => (await user.call(bankImports.get, { params: { id } })).state, { timeout: 20_000, interval: 50 })
      .toBe('reverted');
    expect(await all(user, ledger.id)).toEqual([]);
    expect(await balanceOf(made)).toBe(before);
  });

  it('leave nothing behind when they are stopped, and can be started again', async () => {
    const { user, ledger, account, workspaceId } = await books();
    const { id } = await upload(user, account, STATEMENT);
    const stop = (why: 'cancelled' | 'stopping') =>
      inWorkspace(workspaceId, user.userId, async () => {
        await execute(`update finance_imports set state = 'queued' where id = $1`, [id]);
        await bankImportJob
          .handler({
            jobId: newId(),
            payload: { importId: id, fileName: 'bank.csv' },
            state: undefined,
            attempt: 1,
            signal: AbortSignal.abort(new InterruptedError(why)),
            progress: () => undefined,
            turnIsOver: () => false,
            checkpoint: () => Promise.resolve(),
          })
          .catch(() => undefined);
        const [row] = await query<{ state: string; error: string | null }>(
          'select state, error from finance_imports where id = $1',
          [id],
        );
        return row;
      });
    expect(await stop('stopping')).toEqual({ state: 'queued', error: null });
    // Its job never ran and never will: it can be started again.
    expect((await user.call(bankImports.get, { params: { id } })).state).toBe('failed');
    expect(await stop('cancelled')).toMatchObject({ state: 'failed', error: expect.stringContaining('stopped') });
    expect(await all(user, ledger.id)).toEqual([]);
    expect(await run(user, { id } as BankImport)).toMatchObject({ state: 'done', counts: { added: 4 } });
    // A server went away in the middle, and it was stopped while it waited for another: the pieces that are there go
    // again.
    await inWorkspace(workspaceId, user.userId, async () => {
      const jobId = await enqueue(bankImportJob, { importId: id, fileName: 'bank.csv' }, { delaySeconds: 3_600 });
      await execute(`update finance_imports set state = 'queued', job_id = $2 where id = $1`, [id, jobId]);
      await cancelJob(jobId);
    });
    await expect
      .poll(async () => user.call(bankImports.get, { params: { id } }), { timeout: 20_000, interval: 50 })
      .toMatchObject({ state: 'failed', error: expect.stringContaining('stopped') as string });
    expect(await all(user, ledger.id)).toEqual([]);
  });

  it('do not bring back what was deleted, unless that is wanted', async () => {
    const { user, ledger, account } = await books();
    await run(user, await upload(user, account, STATEMENT));
    const market = (await all(user, ledger.id)).find((one) => one.payee === 'Market')!;
    await user.call(transactions.remove, { params: { id: market.id } });
    expect((await run(user, await upload(user, account, STATEMENT))).counts).toMatchObject({
      added: 0,
      deleted: 1,
      known: 3,
    });
    expect(await all(user, ledger.id)).toHaveLength(3);
    const again = await upload(user, account, STATEMENT);
    const chosen = await user.call(bankImports.setOptions, {
      params: { id: again.id },
      body: { version: again.version, options: { reimportDeleted: true } },
    });
    expect(chosen.counts).toMatchObject({ added: 1 });
    const done = await run(user, chosen);
    expect(await all(user, ledger.id)).toHaveLength(4);
    await user.call(bankImports.revert, { params: { id: done.id } });
    expect(await all(user, ledger.id)).toHaveLength(3);
    expect((await upload(user, account, STATEMENT)).counts).toMatchObject({ added: 0, deleted: 1 });
  });

  it('book what was pending, with the tip', async () => {
    const made = await books();
    const { user, ledger, account } = made;
    const header = 'Date,Payee,Amount,Transaction ID,Status\n';
    await run(user, await upload(user, account, `${header}2026-01-15,Bistro,-50.00,p1,pending\n`));
    expect(short(await all(user, ledger.id))).toEqual(['2026-01-15 -50 Bistro pending']);
    expect(await balanceOf(made)).toBe('100.5');
    const booked = await run(user, await upload(user, account, `${header}2026-01-17,BISTRO 12,-60.00,b7,posted\n`));
    expect(booked.counts).toMatchObject({ posted: 1, added: 0 });
    expect(short(await all(user, ledger.id))).toEqual(['2026-01-17 -60 Bistro']);
    expect(await balanceOf(made)).toBe('40.5');
  });

  it('read OFX for the account with its number, keep what the bank says, and refuse another currency', async () => {
    const { user, ledger, account } = await books();
    const ofx = (currency: string) =>
      ['999', '00123']
        .map(
          (
            number,
          ) => `<STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><TRNTYPE>POS<DTPOSTED>20260120<TRNAMT>-${number === '999' ? '9' : '12'}.34<FITID>F${number}<NAME>SHOP ${number}</STMTTRN><STMTTRN><DTPOSTED>20260231<TRNAMT>1<FITID>bad</STMTTRN></BANKTRANLIST></STMTRS>`,
        )
        .join('');
    const ready = await upload(user, account, `<OFX>${ofx('USD')}</OFX>`, 'x.ofx');
    expect(ready).toMatchObject({
      format: 'ofx',
      problems: [{ kind: 'skipped', message: '“20260231” is not a day.' }, { kind: 'skipped' }],
    });
    await run(user, ready);
    const [one] = await all(user, ledger.id);
    expect(short([one!])).toEqual(['2026-01-20 -12.34 SHOP 00123']);
    expect(
      (await user.tryCall(transactions.update, { params: { id: one!.id }, body: { version: 1, amount: '-1' } })).body
        .message,
    ).toMatch(/come from the bank/);
    expect(
      (await user.call(transactions.update, { params: { id: one!.id }, body: { version: 1, payee: 'Corner shop' } }))
        .bank,
    ).toEqual({ payee: 'SHOP 00123', memo: '' });
    await expect(upload(user, account, `<OFX>${ofx('EUR')}</OFX>`)).rejects.toThrow(
      'This file is in EUR, and the account in USD.',
    );
    await expect(upload(user, account, '%PDF-1.7')).rejects.toThrow(/^Error: 415|^415/);
    await expect(upload(user, account, '')).rejects.toThrow(/415|400/);
  });

  it('follow the columns that a person chose', async () => {
    const { user, ledger, account } = await books();
    const ready = await upload(user, account, 'When,What,How much\n03/04/2026,Shop,12.00\n');
    expect((await user.call(bankImports.preview, { params: { id: ready.id } })).rows).toMatchObject([
      { day: '2026-03-04', amount: '12' },
    ]);
    const chosen = await user.call(bankImports.setOptions, {
      params: { id: ready.id },
      body: { version: 1, options: { columns: { day: 0, payee: 1, amount: 2 }, dateOrder: 'dmy', inverted: true } },
    });
    expect((await run(user, chosen)).counts.added).toBe(1);
    expect(short(await all(user, ledger.id))).toEqual(['2026-04-03 -12 Shop']);
  });
});

describe('rules', () => {
  it('run on what comes in and leave a trace; on what is there only when told to', async () => {
    const { user, ledger, account } = await books();
    const list = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items;
    const eating = list.find((one) => one.name === 'Eating out')!;
    const old = await user.call(transactions.create, {
      body: { accountId: account.id, day: '2025-12-01', amount: '-3', payee: 'COFFEE bar' },
    });
    const rule = await user.call(rules.create, {
      body: {
        ledgerId: ledger.id,
        name: 'Coffee',
        combine: 'all',
        conditions: [
          { field: 'payee', op: 'contains', value: 'coffee' },
          { field: 'amount', op: 'isBetween', value: ['-5', '0'] },
        ],
        actions: [
          { kind: 'setCategory', categoryId: eating.id },
          { kind: 'addTag', tag: 'small' },
        ],
      },
    });
    await run(user, await upload(user, account, STATEMENT));
    const coffees = (await all(user, ledger.id)).filter((one) => one.payee === 'Coffee');
    expect(coffees.map((one) => [one.categoryId, one.ruleIds, one.tags])).toEqual([
      [eating.id, [rule.id], ['small']],
      [eating.id, [rule.id], ['small']],
    ]);
    const preview = await user.call(rules.preview, { params: { id: rule.id } });
    expect(preview.matches).toEqual([
      { id: old.id, day: '2025-12-01', payee: 'COFFEE bar', amount: '-3', changes: ['category', 'tags'] },
    ]);
    expect((await user.call(transactions.get, { params: { id: old.id } })).categoryId).toBeNull();
    // In a closed period categories stay, and the rule does the rest.
    const shut = await user.call(ledgers.close, {
      params: { id: ledger.id },
      body: { version: ledger.version, until: '2025-12-31' },
    });
    const late = await user.call(transactions.create, {
      body: { accountId: account.id, day: '2026-01-02', amount: '-3', payee: 'COFFEE bar' },
    });
    expect((await user.call(rules.preview, { params: { id: rule.id } })).matches.map((one) => one.changes)).toEqual([
      ['category', 'tags'],
      ['tags'],
    ]);
    expect(await user.call(rules.apply, { params: { id: rule.id } })).toEqual({ changed: 2 });
    expect([
      await user.call(transactions.get, { params: { id: late.id } }),
      await user.call(transactions.get, { params: { id: old.id } }),
    ]).toMatchObject([
      { categoryId: eating.id, tags: ['small'] },
      { categoryId: null, tags: ['small'] },
    ]);
    await user.call(ledgers.close, { params: { id: ledger.id }, body: { version: shut.version, until: null } });
    expect(await user.call(rules.apply, { params: { id: rule.id } })).toEqual({ changed: 1 });
    expect(await user.call(rules.apply, { params: { id: rule.id } })).toEqual({ changed: 0 });
    expect(await user.call(transactions.get, { params: { id: old.id } })).toMatchObject({
      categoryId: eating.id,
      ruleIds: [rule.id, rule.id],
    });
  });

  it('refuse patterns that are wrong and categories of others, and outlive the category that they name', async () => {
    const { user, ledger, account } = await books();
    const made = await user.call(categories.create, { body: { ledgerId: ledger.id, name: 'Brief', kind: 'expense' } });
    const body = {
      ledgerId: ledger.id,
      name: 'x',
      combine: 'any' as const,
      conditions: [{ field: 'payee' as const, op: 'matches' as const, value: 'shop|market' }],
      actions: [{ kind: 'setCategory' as const, categoryId: made.id }],
    };
    expect(
      (
        await user.tryCall(rules.create, {
          body: { ...body, conditions: [{ field: 'payee', op: 'matches', value: '(?=shop)' }] },
        })
      ).status,
    ).toBe(400);
    expect(
      (await user.tryCall(rules.create, { body: { ...body, actions: [{ kind: 'setCategory', categoryId: newId() }] } }))
        .body.fields,
    ).toMatchObject([{ field: 'actions.0.categoryId' }]);
    const rule = await user.call(rules.create, { body });
    await user.call(categories.remove, { params: { id: made.id } });
    await run(user, await upload(user, account, STATEMENT));
    expect((await all(user, ledger.id)).find((one) => one.payee === 'Market')!.categoryId).not.toBeNull();
    expect((await user.call(rules.preview, { params: { id: rule.id } })).matches).toEqual([]);
    await user.call(rules.remove, { params: { id: rule.id } });
    expect((await user.call(rules.list, { query: { ledgerId: ledger.id } })).items).toEqual([]);
  });
});
