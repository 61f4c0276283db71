/**
 * Deletes old rows some thousands at a time: a month's worth in one statement would hit its time limit and block the
 * embedded engine.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { asSystem, database, execute } from './index.ts';

const MOST = { postgres: 5_000, pglite: 500 };

/**
 * Deletes the rows of a table that meet a condition, as system, each batch in its own transaction.
 * @param condition SQL about the table's own columns, with `values` as its parameters
 * @returns the number of deleted rows
 */
export async function forgetRows(table: string, condition: string, values: readonly unknown[] = []): Promise<number> {
  const most = MOST[database().engine];
  for (let gone = 0; ;) {
    const count = await asSystem(() =>
      execute(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${most}))`,
        [...values],
      ),
    );
    gone += count;
    if (count < most) return gone;
    await letOthersRun();
  }
}
