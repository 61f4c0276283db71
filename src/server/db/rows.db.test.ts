import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, inWorkspace } from './context.ts';
import { query, transaction } from './database.ts';
import {
  countRows,
  deleteRows,
  insertIfNew,
  insertRow,
  insertRows,
  type NewRow,
  type Row,
  selectRow,
  selectRows,
  updateRow,
  updateRows,
  upsertRow,
} from './rows.ts';
import { NEXT_VERSION, NOW, sql } from './sql.ts';

let test: TestDatabase;
const workspaceId = newId();
const otherId = newId();

beforeAll(async () => {
  test = await openTestDatabase();
  await asSystem(() =>
    insertRows('workspaces', [
      { id: workspaceId, kind: 'client', name: 'Mine', createdAt: NOW },
      { id: otherId, kind: 'client', name: 'Theirs', createdAt: '2026-01-31T12:00:00.000Z', currency: 'EUR' },
    ]),
  );
});
afterAll(() => test.destroy());
beforeEach(() => asSystem(() => query('delete from teams')));

const here = <T>(fn: () => Promise<T>) => inWorkspace(workspaceId, null, fn);
const team = (name: string, more: Partial<NewRow<'teams'>> = {}): NewRow<'teams'> => ({
  id: newId(),
  workspaceId,
  name,
  nameKey: name.toLowerCase(),
  ...more,
});
const names = (where = {}) =>
  here(async () => (await selectRows('teams', ['name'], where, { orderBy: ['nameKey'] })).map(({ name }) => name));

describe('inserting', () => {
  it('answers the columns that are asked for, with what the database filled in', async () => {
    const row = team('Sales');
    const inserted = await here(() => insertRow('teams', row, ['id', 'version', 'createdAt']));
    expect(inserted).toEqual({ id: row.id, version: 1, createdAt: expect.stringMatching(/^\d{4}-.*T.*Z$/) });
    expect(await here(() => insertRow('teams', team('Service')))).toEqual({});
  });

  it('takes many rows, each with its own columns, in batches that are there together or not at all', async () => {
    const many = Array.from({ length: 1_201 }, (_, n) => team(`T${n}`, n % 2 === 0 ? { version: 7 } : {}));
    await here(() => insertRows('teams', many));
    expect(await asSystem(() => query('select version, count(*)::int as n from teams group by 1 order by 1'))).toEqual([
      { version: 1, n: 600 },
      { version: 7, n: 601 },
    ]);
    await asSystem(() => query('delete from teams'));
    await expect(here(() => insertRows('teams', [...many, many[0]!]))).rejects.toThrow('duplicate key');
    expect(await names()).toEqual([]);
    await here(() => insertRows('teams', []));
  });

  it('leaves a row of the same key alone, or writes into it', async () => {
    const sales = team('Sales');
    expect(await here(() => insertIfNew('teams', sales))).toBe(true);
    expect(await here(() => insertIfNew('teams', { ...sales, name: 'Other' }))).toBe(false);
    expect(await names()).toEqual(['Sales']);
    await here(() => upsertRow('teams', { ...sales, name: 'Sales North' }, ['id']));
    expect(await names()).toEqual(['Sales North']);
  });

  it('sends JSON as JSON, also a list or a text, and null as null', async () => {
    const user = { id: newId(), name: 'Ada', username: 'ada', email: 'ada@x.example', emailKey: 'ada@x.example' };
    await asSystem(() =>
      insertRow('users', { ...user, role: 'user', passwordHash: '-', passwordChangedAt: NOW, createdAt: NOW }),
    );
    const days = [[{ from: 540, to: 1020 }], [], [], [], [], [], []];
    await here(() => insertRow('working_hours', { workspaceId, userId: user.id, timeZone: 'UTC', days }));
    expect(await here(() => selectRow('working_hours', ['days'], { userId: user.id }))).toEqual({ days });
    await here(() => updateRows('working_hours', { days: 'none' }, { userId: user.id }));
    expect(await here(() => selectRow('working_hours', ['days'], { userId: user.id }))).toEqual({ days: 'none' });
  });
});

describe('changing', () => {
  it('counts the rows that met the conditions', async () => {
    const sales = team('Sales');
    await here(() => insertRows('teams', [sales, team('Service')]));
    const rename = (version: number) =>
      here(() => updateRows('teams', { name: 'North', version: NEXT_VERSION }, { id: sales.id as string, version }));
    expect(await rename(1)).toBe(1);
    expect(await rename(1)).toBe(0);
    expect(await names()).toEqual(['North', 'Service']);
    expect(await here(() => deleteRows('teams', { nameKey: ['sales', 'nobody'] }))).toBe(1);
    expect(await names()).toEqual(['Service']);
  });

  it('answers the changed row', async () => {
    const sales = team('Sales');
    await here(() => insertRow('teams', sales));
    const change = (id: string) =>
      here(() => updateRow('teams', { version: NEXT_VERSION, name: undefined }, { id }, ['name', 'version']));
    expect(await change(sales.id as string)).toEqual({ name: 'Sales', version: 2 });
    expect(await change(newId())).toBeUndefined();
  });

  it('stays within the workspace of the scope and the open transaction', async () => {
    await here(() => insertRow('teams', team('Sales')));
    expect(await inWorkspace(otherId, null, () => updateRows('teams', { name: 'Stolen' }, { nameKey: 'sales' }))).toBe(
      0,
    );
    const undone = here(() =>
      transaction(async () => {
        await deleteRows('teams', { nameKey: 'sales' });
        throw new Error('undo');
      }),
    );
    await expect(undone).rejects.toThrow('undo');
    expect(await names()).toEqual(['Sales']);
  });

  it('is refused without a condition, with one that has no value, and without a change', async () => {
    await expect(here(() => updateRows('teams', { name: 'All' }, {}))).rejects.toThrow('Which rows');
    await expect(here(() => deleteRows('teams', {}))).rejects.toThrow('Which rows');
    await expect(here(() => deleteRows('teams', { id: undefined }))).rejects.toThrow('on id has no value');
    await expect(here(() => updateRows('teams', {}, { nameKey: 'x' }))).rejects.toThrow('changes nothing');
  });
});

describe('reading', () => {
  it('takes conditions of every kind, an order, and a limit', async () => {
    await here(() =>
      insertRows(
        'teams',
        ['Ada', 'Bert', 'Carl'].map((name) => team(name)),
      ),
    );
    expect(await names({ nameKey: ['ada', 'carl'] })).toEqual(['Ada', 'Carl']);
    expect(await names({ nameKey: sql`>= ${'b'}`, createdAt: sql`<= now()` })).toEqual(['Bert', 'Carl']);
    expect(await names({ name: null })).toEqual([]);
    expect(await here(() => countRows('teams', { nameKey: sql`> 'a'` }))).toBe(3);
    expect(await here(() => countRows('teams', {}))).toBe(3);
    const last = await here(() =>
      transaction(() =>
        selectRows('teams', ['nameKey', 'workspaceId'], {}, { orderBy: ['-nameKey'], limit: 1, lock: 'update' }),
      ),
    );
    expect(last).toEqual([{ nameKey: 'carl', workspaceId }]);
    expect(await here(() => selectRow('teams', ['id'], { name: 'Nobody' }))).toBeUndefined();
  });

  it('refuses a name that is none, and takes values as values only', async () => {
    const hostile = '"; drop table teams; --';
    await expect(here(() => selectRows('teams', [hostile as never], {}))).rejects.toThrow('no name of a column');
    await expect(here(() => selectRows('teams', ['id'], { [hostile]: 1 } as never))).rejects.toThrow(
      'no name of a column',
    );
    expect(await names({ name: hostile })).toEqual([]);
    expect(await names({ name: sql`= ${hostile}` })).toEqual([]);
  });
});

it('types say what is read and what is needed', () => {
  expectTypeOf<Row<'finance_transactions'>['amount']>().toEqualTypeOf<string>();
  expectTypeOf<Row<'expense_receipts'>['readAs']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<'workspaces'>['kind']>().toEqualTypeOf<'operations' | 'client' | 'personal'>();
  expectTypeOf<Row<'jobs'>['total']>().toEqualTypeOf<number | null>();
  expectTypeOf<{ id: string; workspaceId: string; name: string; nameKey: string }>().toExtend<NewRow<'teams'>>();
  expectTypeOf<{ id: string; workspaceId: string; name: string }>().not.toExtend<NewRow<'teams'>>();
  expectTypeOf<'readAs'>().not.toExtend<keyof NewRow<'expense_receipts'>>();
});
