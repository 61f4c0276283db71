/** Named statements and functions: which are planned once, and which for their values each time (decision 12). */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, inWorkspace } from './context.ts';
import { query, transaction } from './database.ts';

const here = <T>(fn: () => T) => inWorkspace(newId(), null, fn);

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.destroy());

const ASK = 'select count(*) from present_workspace where id = $1';

/** How often this connection ran the statement with a general plan, and how often with a plan for its values. */
async function plansOf(name: string): Promise<{ kept: number; own: number } | undefined> {
  const [row] = await query<{ kept: number; own: number }>(
    'select generic_plans as kept, custom_plans as own from pg_prepared_statements where name = $1',
    [name],
  );
  return row;
}

describe('plans', () => {
  it('a statement with a name is planned once, after a few runs; the same without a name for its values each time', async () => {
    await here(() =>
      transaction(async () => {
        for (let n = 0; n < 9; n++) {
          await query(ASK, [newId()], 'plans_named');
          await query(ASK, [newId()]);
        }
        expect(await plansOf('plans_named')).toEqual({ kept: 4, own: 5 });
        expect(
          await query('select 1 from pg_prepared_statements where statement = $1 and name <> $2', [ASK, 'plans_named']),
        ).toEqual([]);
      }),
    );
  });

  it('every function says how it plans: one that does not would keep a plan for whatever it was first called with', async () => {
    const silent = await asSystem(() =>
      query<{ name: string }>(
        `select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace
          and (l.lanname = 'plpgsql' or l.lanname = 'sql' and (p.prosecdef or p.proconfig is not null))
         and not exists (select from unnest(p.proconfig) setting where setting like 'plan_cache_mode=%')
         and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
            and d.deptype = 'e')`,
      ),
    );
    expect(silent).toEqual([]);
  });

  it('a connection forgets its plans once a minute: a table that was empty when they were made may be full', async () => {
    await asSystem(() => query('select 1'));
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const start = performance.now();
    const clock = vi.spyOn(performance, 'now');
    const discards = async (ms: number) => {
      clock.mockReturnValue(start + ms);
      sent.mockClear();
      await asSystem(() => query('select 1'));
      return sent.mock.calls.some(([statement]) => (statement as unknown) === 'discard plans');
    };
    try {
      expect(await discards(50_000)).toBe(false);
      expect(await discards(70_000)).toBe(true);
      expect(await discards(110_000)).toBe(false);
    } finally {
      clock.mockRestore();
      sent.mockRestore();
    }
  });
});
