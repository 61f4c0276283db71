/** Makes a backup: rows and files of one moment, with checksums that prove completeness. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../kernel/errors.ts';
import { asSystem, database, query, transaction } from '../db/index.ts';
import {
  assertNothingElsewhere,
  describeTables,
  measure,
  readHistory,
  readSequences,
  readTable,
  type Send,
  type Table,
} from '../db/tables.ts';
import type { FileStore } from '../files/port.ts';
import {
  copyKey,
  inNewFolder,
  writeFileEntries,
  writeManifest,
  writeTable,
  type FileEntry,
  type Manifest,
} from './folder.ts';

export interface BackupOptions {
  /** Folder for backups, each in its own subfolder. */
  to: string;
  files: FileStore;
  /** File with the installation's key, if there is one; it is copied into the backup. */
  keyFile: string | undefined;
  signal?: AbortSignal;
  /** Called after each table. */
  onTable?: (table: string, rows: number) => void;
}

/**
 * Backs up the open database and the files its rows name. On PostgreSQL people keep working, and the backup holds the
 * state at its start. The embedded engine does one thing at a time, so everyone waits.
 * @returns the new folder
 */
export async function makeBackup({
  to,
  files,
  keyFile,
  signal,
  onTable = () => undefined,
}: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  let manifest: Manifest | undefined;
  const madeAt = new Date();
  const folder = await inNewFolder(to, madeAt, async (partial) => {
    manifest = await asSystem(() =>
      transaction(
        async () => {
          await assertNothingElsewhere(query);
          const tables = await describeTables(query);
          // Files come first: the longer it takes, the more of them may be deleted meanwhile.
          const copied = await copyFiles(partial, files, await keysOf(tables), signal);
          const entries = await writeTables(partial, tables, signal, onTable);
          if (keyFile) await copyKey(keyFile, join(partial, 'secret.key'));
          return {
            format: 1 as const,
            product: packageJson.version,
            madeAt: madeAt.toISOString(),
            engine: database().engine,
            migrations: await readHistory(query),
            tables: entries,
            sequences: await readSequences(query),
            files: copied,
            hasKey: keyFile !== undefined,
          };
        },
        { isolation: 'repeatable read', statementTimeout: 0, mayRest: true },
      ),
    );
    await writeManifest(partial, manifest);
  });
  return { folder, manifest: manifest! };
}

async function writeTables(
  folder: string,
  tables: Table[],
  signal: AbortSignal | undefined,
  onTable: (table: string, rows: number) => void,
): Promise<Manifest['tables']> {
  const entries: Manifest['tables'] = [];
  const send: Send = query;
  for (const table of tables) {
    signal?.throwIfAborted();
    const { rows, checksum } = await measure(send, table);
    await writeTable(folder, table.name, readTable(send, table));
    entries.push({ ...table, rows, checksum });
    onTable(table.name, rows);
  }
  return entries;
}

/** Name of every column that refers to a stored file. */
const KEY_COLUMN = 'storage_key';

/** The keys of all files that rows name. */
async function keysOf(tables: Table[]): Promise<string[]> {
  const named = tables.filter(({ columns }) => columns.some(({ name }) => name === KEY_COLUMN));
  const rows = await query<{ key: string }>(
    named.map(({ name }) => `select ${KEY_COLUMN} as key from ${name} where ${KEY_COLUMN} is not null`).join(' union '),
  );
  return rows.map(({ key }) => key).sort();
}

async function copyFiles(
  folder: string,
  files: FileStore,
  keys: string[],
  signal: AbortSignal | undefined,
): Promise<Manifest['files']> {
  const entries: FileEntry[] = [];
  const missing: string[] = [];
  for (const key of keys) {
    signal?.throwIfAborted();
    const entry = await copyOne(folder, files, key);
    if (entry) entries.push(entry);
    else missing.push(key);
  }
  await writeFileEntries(folder, entries);
  return { count: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0), missing };
}

async function copyOne(folder: string, files: FileStore, key: string): Promise<FileEntry | undefined> {
  const source = await files.get(key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (!source) return undefined;
  const target = join(folder, 'files', key);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.byteLength;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, counted, createWriteStream(target, { mode: 0o600, flush: true }));
  return { key, size, sha256: hash.digest('hex') };
}
