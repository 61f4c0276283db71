/**
 * Restores a backup into an empty installation, on either engine, and proves that it is complete.
 *
 * A backup of an earlier version is restored as it was and then migrated, as in an upgrade.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { asSystem, database, query, transaction } from '../db/index.ts';
import { inPresentTerms, migrate, readMigrations, type Migration } from '../db/migrate.ts';
import {
  assertEmpty,
  assertNothingForeign,
  describeTables,
  fillTable,
  HISTORY,
  liftConstraints,
  measure,
  readHistory,
  setSequences,
} from '../db/tables.ts';
import type { FileStore } from '../files/port.ts';
import { copyKey, readFileEntries, readManifest, readTableFile, type FileEntry, type Manifest } from './folder.ts';

export interface RestoreOptions {
  /** The backup's folder. */
  from: string;
  files: FileStore;
  /** File in which the installation keeps its key; undefined when it uses SECRET_KEY. */
  keyFile: string | undefined;
  /** Called after each table. */
  onTable?: (table: string, rows: number) => void;
}

/**
 * Fills the open, empty database from a backup. All rows come in one transaction: complete and proven, or none.
 * @returns a summary of the restored data
 * @throws Error with a sentence for the operator: not a backup, a damaged one, one of a later version, or an
 * installation that is not empty
 */
export async function restoreBackup({
  from,
  files,
  keyFile,
  onTable = () => undefined,
}: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(from);
  const then = migrationsOf(manifest);
  assertSameKey(manifest, keyFile);
  // Files before rows: a row without its file is worse than a file without a row.
  await assertNew(then);
  for await (const entry of readFileEntries(from)) await restoreFile(from, files, entry);
  await migrate(database().pool, { migrations: then });
  await asSystem(() => transaction(() => restoreRows(from, manifest, onTable), { statementTimeout: 0 }));
  await migrate(database().pool);
  if (manifest.hasKey && keyFile && !existsSync(keyFile)) await copyKey(join(from, 'secret.key'), keyFile);
  await asSystem(() => query('analyze'));
  return manifest;
}

/** The migrations of the backup's database. @throws Error when this version does not know one of them */
function migrationsOf({ migrations, product }: Manifest): Migration[] {
  const all = readMigrations();
  const known = new Map(all.map((migration) => [migration.name, migration]));
  return inPresentTerms(migrations, all).map(({ name, hash }) => {
    const migration = known.get(name);
    if (migration?.hash !== hash)
      throw new Error(
        `The backup was made by a version of the product that this one does not know (${product}, ${name}). Restore it with that version or a later one.`,
      );
    return migration;
  });
}

/** @throws Error when the database belongs to something else, or was started by a later version */
async function assertNew(then: Migration[]): Promise<void> {
  await asSystem(async () => {
    await assertNothingForeign(query);
    const [history] = await query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [HISTORY]);
    const names = new Set(then.map(({ name }) => name));
    if (history!.there && (await readHistory(query)).some(({ name }) => !names.has(name))) {
      throw new Error(
        'The database to fill is not empty: a later version of the product was started on it. Make a new one.',
      );
    }
  });
}

/** With another key, encrypted values would stay unreadable, and that would show only later. */
function assertSameKey({ hasKey }: Manifest, keyFile: string | undefined): void {
  if (!keyFile && hasKey)
    throw new Error(
      'The backup has its own key, and SECRET_KEY is set: stored secrets could not be opened. Unset SECRET_KEY, or set it to what secret.key in the backup says.',
    );
  if (keyFile && !hasKey)
    throw new Error(
      'The backup was made with a key from SECRET_KEY: set SECRET_KEY to the same one before you restore.',
    );
  if (keyFile && existsSync(keyFile))
    throw new Error(
      `There is a key in ${keyFile} already: this installation is not empty. Restore into a new DATA_DIR.`,
    );
}

async function restoreFile(from: string, files: FileStore, { key, size, sha256 }: FileEntry): Promise<void> {
  const prefix = key.split('/').slice(0, -2).join('/');
  const stored = await files.put(createReadStream(join(from, 'files', key)), { prefix, key, limit: size });
  if (stored.size !== size || stored.sha256 !== sha256)
    throw new Error(`The file ${key} of the backup is damaged. Nothing was restored.`);
}

async function restoreRows(
  from: string,
  manifest: Manifest,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  const tables = await describeTables(query);
  const shape = (table: { name: string; columns: { name: string; type: string }[] }) =>
    `${table.name}(${table.columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
  const [expected, there] = [manifest.tables.map(shape), tables.map(shape)];
  const other = expected.find((table) => !there.includes(table)) ?? there.find((table) => !expected.includes(table));
  if (other) throw new Error(`The backup's tables are not those of its version: ${other}. Nothing was restored.`);
  await assertEmpty(query, tables);
  const putBack = await liftConstraints(query, tables);
  for (const entry of manifest.tables) onTable(entry.name, await fillTable(query, entry, readTableFile(from, entry)));
  await setSequences(query, manifest.sequences);
  // The foreign keys check every restored row.
  for (const statement of putBack) await query(statement);
  for (const entry of manifest.tables) {
    const { rows, checksum } = await measure(query, entry);
    if (rows !== entry.rows || checksum !== entry.checksum)
      throw new Error(
        `Nothing was restored: ${entry.name} has ${rows} of ${entry.rows} rows, checksum ${checksum} instead of ${entry.checksum}.`,
      );
  }
}
