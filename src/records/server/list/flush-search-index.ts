/**
 * Many records at once, and their search words. An index of trigrams puts new words aside and sorts them in later, many
 * at a time. Who writes thousands of records makes the heap large and has it sorted in by a connection of its own, so
 * that writing never waits for it; as often as keeps it small, because every search reads what is put aside.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { asSystem, database, execute, outsideTransaction, query } from '../../../server/db/index.ts';

/**
 * Kilobytes that are put aside before who writes must sort them in; more only where someone else does it in the
 * meantime.
 */
const PENDING_KB = 16_384;
const PENDING_BESIDE_KB = 65_536;
/** Twice as often costs twice as much to sort in, twice as rarely twice as much to search through. */
const SORT_EVERY_MS = 800;

/** The embedded engine has one connection: there the one that writes sorts too. */
const sortsBeside = () => database().engine === 'postgres';

/** In a transaction that writes many records of a table whose words are sorted in beside. */
export async function putWordsAside(): Promise<void> {
  await execute(`set local gin_pending_list_limit = ${sortsBeside() ? PENDING_BESIDE_KB : PENDING_KB}`);
}

/**
 * Runs `work`, which writes many records of `tables` in transactions that put words aside, and sorts these in meanwhile
 * and at the end.
 */
export async function sortingWordsBeside<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const sorting = sortsBeside() ? outsideTransaction(() => sortUntil(tables, ended.signal)) : Promise.resolve();
  // It only saves time: where it fails, writing sorts by itself, and what failed there is told there.
  sorting.catch(() => undefined);
  try {
    return await work();
  } finally {
    ended.abort();
    await sorting.catch(() => undefined);
    await sortIn(tables);
  }
}

async function sortUntil(tables: readonly string[], ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await pause(SORT_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
    await sortIn(tables);
  }
}

/** Only the owner of the index may. */
async function sortIn(tables: readonly string[]): Promise<void> {
  await asSystem(async () => {
    for (const table of tables) await query('select gin_clean_pending_list($1::regclass)', [`${table}_search`]);
  });
}
