/**
 * Taking out what is too old, some thousands at a time: a month's worth in one statement would run into its time limit,
 * and on the embedded engine keep everybody waiting.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { asSystem, database, execute } from './index.ts';

const MOST = { postgres: 5_000, pglite: 500 };

/**
 * Deletes the rows of a table that fulfil a condition, above the wall and each batch by itself.
 * @param condition SQL about the table's own columns, with `values` as its parameters
 * @returns how many
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
