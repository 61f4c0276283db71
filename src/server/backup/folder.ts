/**
 * A backup on disk: a folder that holds everything of an installation and is readable without the product.
 *
 * - `manifest.json`: content, counts, and checksums; written last, so a folder without it is not a backup
 * - `tables/contacts.ndjson.gz`: each row a JSON array of the columns' values as PostgreSQL's text
 * - `files.ndjson`: each uploaded file: key, size in bytes, SHA-256
 * - `files/…`: their contents, under their keys
 * - `secret.key`: the key that encrypts stored secrets, when the installation keeps it in its data folder
 */
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipelined } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import type { TextRow } from '../db/tables.ts';
import { makeFolder } from '../make-folder.ts';

const TableEntry = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), isXid: z.boolean() })),
  rows: z.number(),
  checksum: z.string(),
});

const Manifest = z.object({
  format: z.literal(1),
  /** Version of the product that made the backup. */
  product: z.string(),
  /** ISO instant of the saved state. */
  madeAt: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(TableEntry),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Keys named by rows but missing in the store. */
    missing: z.array(z.string()),
  }),
  /** Whether the key is part of the backup. Otherwise the installation takes it from SECRET_KEY. */
  hasKey: z.boolean(),
});

export type Manifest = z.infer<typeof Manifest>;
export type TableEntry = z.infer<typeof TableEntry>;

/** One uploaded file of a backup. */
export interface FileEntry {
  key: string;
  /** Bytes. */
  size: number;
  /** SHA-256, lower-case hex. */
  sha256: string;
}

const NAME = /^gauntlet-\d{8}T\d{6}Z$/;
const PARTIAL = '.partial';

/** `gauntlet-20261122T030000Z`. */
export function backupName(at: Date): string {
  return `gauntlet-${at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')}`;
}

/** The finished backups in a folder, oldest first. */
export async function listBackups(root: string): Promise<string[]> {
  return (await namesIn(root)).filter((name) => NAME.test(name)).sort();
}

function namesIn(root: string): Promise<string[]> {
  return readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/**
 * Lets `write` fill a new folder under `root`. The folder gets its name, made from the instant, only when everything is
 * on the disk.
 * @returns the folder's path. A failed attempt leaves nothing.
 */
export async function inNewFolder(root: string, at: Date, write: (folder: string) => Promise<void>): Promise<string> {
  makeFolder(root);
  const folder = await freeFolder(root, at);
  const partial = `${folder}${PARTIAL}`;
  try {
    await write(partial);
    await rename(partial, folder);
    await sync(root);
    return folder;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** When a manual and the nightly backup start in the same second, the second one gets the next second's name. */
async function freeFolder(root: string, at: Date): Promise<string> {
  for (let n = 0; ; n++) {
    const folder = join(root, backupName(new Date(at.getTime() + n * 1_000)));
    try {
      await mkdir(`${folder}${PARTIAL}`, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    if (!existsSync(folder)) return folder;
    await rm(`${folder}${PARTIAL}`, { recursive: true });
  }
}

/** Whether an unfinished backup is too old to be in progress. Recent ones are left alone. */
const isLeftOver = (partial: string) => {
  const begun = partial.replace(/^gauntlet-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(begun) < Date.now() - 12 * 3_600_000;
};

/** Removes all backups except the newest `keep`. @returns the removed names */
export async function forgetOldBackups(root: string, keep: number): Promise<string[]> {
  const old = (await listBackups(root)).slice(0, -keep);
  for (const name of old) await rm(join(root, name), { recursive: true, force: true });
  return old;
}

/**
 * Removes leftovers of failed attempts. On a disk they have filled, no backup could finish and none would be removed.
 */
export async function forgetUnfinished(root: string): Promise<void> {
  const left = (await namesIn(root)).filter(
    (name) => name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)) && isLeftOver(name),
  );
  for (const name of left) await rm(join(root, name), { recursive: true, force: true });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The key opens every stored secret, so a copy is readable by its owner only, whatever the mode of the source. */
export async function copyKey(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeLines(join(folder, 'manifest.json'), [JSON.stringify(manifest, null, 2)]);
  await sync(folder);
}

/** @throws Error with a sentence when the folder is not a backup, or has a later format */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  } catch (error) {
    throw new Error(`${folder} is not a backup: it has no manifest.json.`, { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The manifest of ${folder} is damaged.`, { cause: error });
  }
  const manifest = Manifest.safeParse(parsed);
  if (!manifest.success)
    throw new Error(
      `The manifest of ${folder} is damaged, or of a later version of the product: ${z.prettifyError(manifest.error)}`,
    );
  return manifest.data;
}

const tablePath = (folder: string, table: string) => join(folder, 'tables', `${table.replaceAll('"', '')}.ndjson.gz`);

/** Writes a table's rows and waits until they are on the disk. */
export async function writeTable(folder: string, table: string, batches: AsyncIterable<TextRow[]>): Promise<void> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const lines = Readable.from(
    (async function* () {
      for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    })(),
  );
  await pipelined(
    lines,
    createGzip({ level: 3 }),
    createWriteStream(tablePath(folder, table), { mode: 0o600, flush: true }),
  );
}

/** A table's rows in batches. @throws Error when the file is damaged */
export async function* readTableFile(folder: string, { name, columns }: TableEntry): AsyncGenerator<TextRow[]> {
  const ROWS = 1_000;
  let rows: TextRow[] = [];
  for await (const line of linesOf(createReadStream(tablePath(folder, name)), true)) {
    const row = JSON.parse(line) as TextRow;
    if (!Array.isArray(row) || row.length !== columns.length) throw new Error(`The backup's table ${name} is damaged.`);
    rows.push(row);
    if (rows.length < ROWS) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const FILES = 'files.ndjson';

export async function writeFileEntries(folder: string, entries: FileEntry[]): Promise<void> {
  await writeLines(
    join(folder, FILES),
    entries.map((entry) => JSON.stringify(entry)),
  );
}

export async function* readFileEntries(folder: string): AsyncGenerator<FileEntry> {
  for await (const line of linesOf(createReadStream(join(folder, FILES)), false))
    if (line) yield JSON.parse(line) as FileEntry;
}

async function writeLines(path: string, lines: string[]): Promise<void> {
  await pipelined(
    Readable.from(lines.map((line) => `${line}\n`)),
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
}

/** The lines of a stream. Not with readline, which also splits at characters that JSON leaves unescaped. */
async function* linesOf(source: Readable, compressed: boolean): AsyncGenerator<string> {
  // An error of the source ends the reader.
  const bytes = compressed ? pipeline(source, createGunzip(), () => undefined) : source;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw new Error(`A file of the backup cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (rest) yield rest;
}
