/**
 * Moves everything from the embedded database to an empty PostgreSQL and proves that nothing was lost.
 *
 * One transaction on the target holds the whole move: complete and proven, or nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbedded } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';
import { assertNotMoved, markMoved } from './moved-marker.ts';
import { openPostgres } from './open.ts';
import {
  assertEmpty,
  assertNothingElsewhere,
  assertNothingForeign,
  describeTables,
  fillTable,
  liftConstraints,
  measure,
  readHistory,
  readSequences,
  readTable,
  sendOn,
  setSequences,
  type Proof,
  type Send,
  type Table,
} from './tables.ts';

export interface MoveOptions {
  /** The data folder with the embedded database. */
  dataDir: string;
  /** The PostgreSQL to move to. */
  databaseUrl: string;
  /** Refuses a PostgreSQL that may lose acknowledged work in a power cut; off only in tests. */
  requireDurable?: boolean;
  /** Called after each table. */
  onTable?: (table: string, rows: number) => void;
}

/**
 * Moves the data and marks the folder as moved; the embedded data stay as they are.
 * @returns the proof of each table
 * @throws FolderLockedError while a server runs on the folder; Error with a sentence for the operator when the source
 * is incomplete, the target is not empty, or the data differ
 */
export async function moveDatabase({
  dataDir,
  databaseUrl,
  requireDurable = true,
  onTable = () => undefined,
}: MoveOptions): Promise<Proof[]> {
  if (!existsSync(join(dataDir, 'pglite')))
    throw new Error(`There is no embedded database in ${dataDir}. Set DATA_DIR to the folder that has one.`);
  assertNotMoved(dataDir);
  const source = await openEmbedded({ folder: dataDir, onError: () => undefined });
  try {
    const target = await openPostgres({ poolSize: 2, requireDurable, onError: () => undefined }, databaseUrl);
    try {
      const proofs = await withClients(source.pool, target.pool, (from, to) => move(from, to, target.pool, onTable));
      await target.pool.query('analyze');
      markMoved(dataDir, databaseUrl);
      return proofs;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function withClients<T>(
  source: pg.Pool,
  target: pg.Pool,
  work: (from: Send, to: Send) => Promise<T>,
): Promise<T> {
  const from = await source.connect();
  try {
    const to = await target.connect();
    try {
      return await work(sendOn(from), sendOn(to));
    } finally {
      to.release();
    }
  } finally {
    from.release();
  }
}

async function move(
  from: Send,
  to: Send,
  target: pg.Pool,
  onTable: (table: string, rows: number) => void,
): Promise<Proof[]> {
  await assertComplete(from);
  await assertNothingForeign(to);
  await migrate(target);
  await from('begin isolation level repeatable read read only');
  await to('begin');
  try {
    await to('set local statement_timeout = 0');
    const tables = await describeTables(from);
    await assertEmpty(to, tables);
    const putBack = await liftConstraints(to, tables);
    for (const table of tables) onTable(table.name, await fillTable(to, table, readTable(from, table)));
    await setSequences(to, await readSequences(from));
    // The foreign keys check every copied row.
    for (const statement of putBack) await to(statement);
    const proofs = await prove(from, to, tables);
    await to('commit');
    return proofs;
  } catch (error) {
    await to('rollback').catch(() => undefined);
    throw error;
  } finally {
    await from('rollback');
  }
}

async function assertComplete(from: Send): Promise<void> {
  const stateOf = ({ name, hash }: { name: string; hash: string }) => `${name} ${hash}`;
  const [there, expected] = [await readHistory(from), readMigrations()];
  if (there.map(stateOf).join() !== expected.map(stateOf).join()) {
    throw new Error(
      'The embedded database is of another version than this program. Start this version on it once, stop it, and move then.',
    );
  }
  await assertNothingElsewhere(from);
}

async function prove(from: Send, to: Send, tables: Table[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const table of tables) {
    const [sent, arrived] = await Promise.all([measure(from, table), measure(to, table)]);
    if (sent.rows !== arrived.rows || sent.checksum !== arrived.checksum) {
      throw new Error(
        `Nothing was moved: ${table.name} arrived with ${arrived.rows} of ${sent.rows} rows, checksum ${arrived.checksum} instead of ${sent.checksum}`,
      );
    }
    proofs.push(sent);
  }
  return proofs;
}
