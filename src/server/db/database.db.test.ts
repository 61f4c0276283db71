// @smoke: also in the smoke suite of the embedded engine.
import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, currentScope, inWorkspace, outsideTransaction } from './context.ts';
import {
  afterCommit,
  APP_ROLE,
  execute,
  isUniqueViolation,
  query,
  queryForLibrary,
  savepoint,
  transaction,
} from './database.ts';

const WORKSPACE = newId();
const OTHER = newId();
const here = <T>(fn: () => T) => inWorkspace(WORKSPACE, null, fn);
const there = <T>(fn: () => T) => inWorkspace(OTHER, null, fn);

let test: TestDatabase;
let isPostgres: boolean;

beforeAll(async () => {
  test = await openTestDatabase();
  isPostgres = test.current.engine === 'postgres';
  await asSystem(() =>
    queryForLibrary(
      `create table things (id bigint generated always as identity primary key, workspace_id uuid not null, name text not null unique);
     select build_wall('things'); grant usage on all sequences in schema public to gauntlet_app`,
    ),
  );
});
afterAll(() => test.destroy());
beforeEach(() => asSystem(() => execute('delete from things')));

const add = (name: string, workspaceId = WORKSPACE) =>
  execute('insert into things (workspace_id, name) values ($1, $2)', [workspaceId, name]);
const names = async () =>
  (await query<{ name: string }>('select name from things order by name')).map((row) => row.name);

/** The scope that the database sees on this connection. */
async function served(): Promise<{ role: string; workspace: string }> {
  const [row] = await query<{ role: string; workspace: string }>(
    `select current_user as role, coalesce(current_setting('app.workspace_id', true), '') as workspace`,
  );
  return row!;
}

describe('scope', () => {
  it('fails closed: without one nothing is read', async () => {
    await expect(query('select 1')).rejects.toThrow('No database scope');
  });

  it('is the role and the workspace that the database sees', async () => {
    expect(await here(served)).toEqual({ role: APP_ROLE, workspace: WORKSPACE });
    expect(await asSystem(served)).not.toMatchObject({ role: APP_ROLE });
    expect(await asSystem(served)).toMatchObject({ workspace: '' });
  });

  it('never leaks between 200 interleaved callers of a few connections', async () => {
    const workspaces = Array.from({ length: 8 }, () => newId());
    await asSystem(() => Promise.all(workspaces.map((id, n) => add(`of ${n}`, id))));
    const callers = Array.from({ length: 200 }, (_, n) => {
      const which = n % workspaces.length;
      if (n % 10 === 9) return asSystem(async () => expect((await names()).length).toBe(workspaces.length));
      return inWorkspace(workspaces[which]!, null, async () => {
        const look = async () => {
          expect(await served()).toEqual({ role: APP_ROLE, workspace: workspaces[which] });
          expect(await names()).toEqual([`of ${which}`]);
        };
        if (n % 3 === 0) await look();
        else if (n % 3 === 1)
          await transaction(async () => {
            await look();
            await look();
          });
        else
          await transaction(async () => {
            await look();
            throw new Error('undone');
          }).catch((error: Error) => expect(error.message).toBe('undone'));
        await look();
      });
    });
    await Promise.all(callers);
  });

  it('changed inside a transaction is right again after its rollback, on the same connection', async () => {
    await asSystem(() => add('theirs', OTHER));
    await here(async () => {
      await add('mine');
      await transaction(async () => {
        expect(await there(names)).toEqual(['theirs']);
        throw new Error('undone');
      }).catch(() => undefined);
      await Promise.all(Array.from({ length: 10 }, async () => expect(await names()).toEqual(['mine'])));
    });
    await there(async () => expect(await names()).toEqual(['theirs']));
  });

  it('is right again after a rollback to a savepoint in which it changed', async () => {
    await asSystem(() => add('theirs', OTHER));
    await here(() =>
      transaction(async () => {
        await add('mine');
        await savepoint(async () => {
          await there(() => add('undone', OTHER));
          throw new Error('undone');
        }).catch(() => undefined);
        expect(await served()).toEqual({ role: APP_ROLE, workspace: WORKSPACE });
        expect(await names()).toEqual(['mine']);
        expect(await there(names)).toEqual(['theirs']);
      }),
    );
  });

  it('keeps the open transaction when it changes', async () => {
    await here(() =>
      transaction(async () => {
        await add('not yet committed');
        expect(await asSystem(names)).toEqual(['not yet committed']);
        expect(currentScope()).toMatchObject({ workspaceId: WORKSPACE });
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect(await asSystem(names)).toEqual([]);
  });
});

describe('transaction', () => {
  it('is there together or not at all', async () => {
    const failed = here(() =>
      transaction(async () => {
        await add('first');
        await add('second');
        await add('second');
      }),
    );
    await expect(failed).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await asSystem(names)).toEqual([]);
  });

  it('joins the one around it', async () => {
    await here(() =>
      transaction(async () => {
        await transaction(() => add('inner'));
        throw new Error('outer');
      }),
    ).catch(() => undefined);
    expect(await asSystem(names)).toEqual([]);
  });

  it('does not call a success what the database rolled back, when a failed statement was swallowed', async () => {
    const swallowed = here(() =>
      transaction(async () => {
        await add('first');
        await add('first').catch(() => undefined);
        return 'done';
      }),
    );
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await asSystem(names)).toEqual([]);
  });

  it('runs statements that were started together one after another', async () => {
    await here(() =>
      transaction(async () => {
        await Promise.all(Array.from({ length: 20 }, (_, n) => add(`n${n}`)));
        expect(await names()).toHaveLength(20);
      }),
    );
  });

  it('refuses a statement after its end', async () => {
    let late: (() => Promise<unknown>) | undefined;
    await here(() =>
      transaction(async () => {
        // Keeps the transaction, as a missing await would.
        late = AsyncResource.bind(() => add('late'));
        await add('in time');
      }),
    );
    await expect(late!()).rejects.toThrow('has ended');
    expect(await asSystem(names)).toEqual(['in time']);
  });

  it('holds what was started without await, and lets nothing slip in behind the commit', async () => {
    let trailing: Promise<unknown> | undefined;
    await here(() =>
      transaction(async () => {
        trailing = add('unawaited').then(() => add('slipped out'));
        trailing.catch(() => undefined);
      }),
    );
    await expect(trailing).rejects.toThrow('has ended');
    expect(await asSystem(names)).toEqual(['unawaited']);
  });

  it('runs again after a serialization failure, and gives up after three repetitions', async () => {
    let runs = 0;
    await here(() =>
      transaction(async () => {
        await add(`run ${++runs}`);
        if (runs < 3)
          await query(`do $$ begin raise exception 'try again' using errcode = 'serialization_failure'; end $$`);
      }),
    );
    expect(runs).toBe(3);
    expect(await asSystem(names)).toEqual(['run 3']);
    const always = vi.fn(() =>
      query(`do $$ begin raise exception 'try again' using errcode = 'deadlock_detected'; end $$`),
    );
    await expect(here(() => transaction(always))).rejects.toMatchObject({ code: '40P01' });
    expect(always).toHaveBeenCalledTimes(4);
  });

  it('loses no update to a concurrent one under serializable isolation', async ({ skip }) => {
    skip(!isPostgres, 'the embedded engine has one session: nothing runs at the same time');
    await asSystem(() => add('0'));
    const increment = () =>
      transaction(
        async () => {
          const [row] = await query<{ id: number; name: string }>('select id, name from things');
          await execute('update things set name = $2 where id = $1', [row!.id, String(Number(row!.name) + 1)]);
        },
        { isolation: 'serializable' },
      );
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => here(increment)));
    const done = results.filter((result) => result.status === 'fulfilled').length;
    expect(await asSystem(names)).toEqual([String(done)]);
    expect(done).toBeGreaterThan(0);
  });

  it('ends a statement that takes longer than it may', async ({ skip }) => {
    skip(!isPostgres, 'the embedded engine ignores statement_timeout');
    await expect(
      here(() => transaction(() => query('select pg_sleep(5)'), { statementTimeout: 20 })),
    ).rejects.toMatchObject({ code: '57014' });
    await expect(here(() => query('select pg_sleep(0.05)'))).resolves.toHaveLength(1);
  });

  it('can be stepped out of', async ({ skip }) => {
    skip(!isPostgres, 'the embedded engine has one connection, which the open transaction holds');
    await here(() =>
      transaction(async () => {
        await add('undone');
        await outsideTransaction(() => add('stays'));
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect(await asSystem(names)).toEqual(['stays']);
  });
});

describe('savepoint', () => {
  it('undoes only its own part', async () => {
    await here(() =>
      transaction(async () => {
        await add('before');
        await expect(
          savepoint(async () => {
            await add('inside');
            await add('before');
          }),
        ).rejects.toSatisfy((error) => isUniqueViolation(error));
        await savepoint(() => add('kept'));
        await add('after');
      }),
    );
    expect(await asSystem(names)).toEqual(['after', 'before', 'kept']);
  });

  it('nests', async () => {
    await here(() =>
      transaction(() =>
        savepoint(async () => {
          await add('outer');
          await savepoint(async () => {
            await add('inner');
            throw new Error('undone');
          }).catch(() => undefined);
        }),
      ),
    );
    expect(await asSystem(names)).toEqual(['outer']);
  });

  it('is a transaction of its own where there is none', async () => {
    await here(() =>
      savepoint(async () => {
        await add('inside');
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect(await asSystem(names)).toEqual([]);
  });
});

describe('afterCommit', () => {
  it('runs after the commit, when others can see the work, and may use the database', async () => {
    const seen = new Promise((resolve) => {
      void here(() =>
        transaction(async () => {
          afterCommit(() => resolve(names()));
          await add('committed');
        }),
      );
    });
    expect(await seen).toEqual(['committed']);
  });

  it('is dropped by a rollback, and done once when the transaction was run twice', async () => {
    const effect = vi.fn<() => void>();
    await here(() =>
      transaction(async () => {
        afterCommit(effect);
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect(effect).not.toHaveBeenCalled();
    let runs = 0;
    await here(() =>
      transaction(async () => {
        afterCommit(effect);
        if (++runs === 1)
          await query(`do $$ begin raise exception 'try again' using errcode = 'serialization_failure'; end $$`);
      }),
    );
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it('runs at once outside of a transaction', () => {
    const effect = vi.fn<() => void>();
    here(() => afterCommit(effect));
    expect(effect).toHaveBeenCalledTimes(1);
  });
});

describe('a broken connection', () => {
  it('does not go back into the pool', async ({ skip }) => {
    skip(!isPostgres, 'the embedded engine ends nobody');
    await expect(
      here(() =>
        transaction(async () => {
          const [row] = await query<{ pid: number }>('select pg_backend_pid() as pid');
          await asSystem(() => outsideTransaction(() => query('select pg_terminate_backend($1)', [row!.pid])));
          await query('select 1');
        }),
      ),
    ).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    await here(() => Promise.all(Array.from({ length: 10 }, async () => expect(await names()).toEqual([]))));
  });
});
