/** The archive of a client: every table of its workspace, its files, and a manifest that says what there is. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { csvRow } from '../../../../kernel/csv.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { query } from '../../../../server/db/index.ts';
import { cleanFileName, files } from '../../../../server/files/index.ts';
import { makeWorkFolder } from '../../../../server/files/work-folder.ts';
import { type ZipEntry, zip } from '../../../../server/files/zip.ts';
import { withHiddenSecrets } from '../../../automation/index.ts';
import { workspaceTables, type WorkspaceTable } from './tables.ts';

const PAGE = 2_000;
/** Sign-in data and keys to other systems must not be exported, not even as hashes. */
const SECRET = /(?:^|_)(?:hash|hashes|token|tokens|secret|secrets|sealed|password|credential|credentials)(?:_|$)/;
/** Of sign-in; all that matters in them is secret. */
const LEFT_OUT = new Set(['sessions', 'api_keys', 'private_records']);
/** A value that was sealed under the installation's key, wherever it stands. */
const SEALED = /^v\d+\.[\w-]{4,20}\.[\w-]{60,}$/;
const STORAGE_KEY = 'storage_key';

export const isExported = ({ name }: Pick<WorkspaceTable, 'name'>) => !LEFT_OUT.has(name);
/** Columns of a table that are written. The place in the store says nothing to anyone else. */
export const exportedColumns = ({ columns }: WorkspaceTable) =>
  columns.map(({ name }) => name).filter((name) => !SECRET.test(name) && name !== STORAGE_KEY);

interface ManifestTable {
  name: string;
  rows: number;
  columns: string[];
  csv: string;
  json: string;
  sha256: { csv: string; json: string };
}
interface ManifestFile {
  name: string;
  table: string;
  record: string;
  size: number;
  sha256: string;
}

/** Content of `manifest.json`. */
export interface Manifest {
  format: 'gauntlet-client-export';
  version: 1;
  client: { id: string; name: string };
  /** Tables are read one after the other between these instants. */
  startedAt: string;
  finishedAt: string;
  tables: ManifestTable[];
  files: ManifestFile[];
  /** Files that the database knows of and the store does not have. */
  missingFiles: { table: string; record: string }[];
  leftOut: { tables: string[]; columns: string; rows: string };
}

export interface ArchiveOptions {
  client: { id: string; name: string };
  signal: AbortSignal;
  onProgress: (records: number, table: string) => void;
}

export interface Counts {
  records: number;
  files: number;
}

interface StoredFile {
  key: string;
  table: string;
  record: string;
  name: string;
}

/**
 * Pieces of the archive; `counts` is filled in while they are read. Runs as system, and keeps one table on disk at a
 * time.
 */
export async function* clientArchive(options: ArchiveOptions, counts: Counts): AsyncGenerator<Buffer> {
  const folder = await makeWorkFolder();
  try {
    yield* zip(entries(options, counts, folder.path));
  } finally {
    await folder.remove();
  }
}

async function* entries(options: ArchiveOptions, counts: Counts, folder: string): AsyncGenerator<ZipEntry> {
  const { client, signal } = options;
  const manifest: Manifest = {
    format: 'gauntlet-client-export',
    version: 1,
    client,
    startedAt: new Date().toISOString(),
    finishedAt: '',
    tables: [],
    files: [],
    missingFiles: [],
    leftOut: {
      tables: [...LEFT_OUT],
      columns: 'Passwords, tokens, hashes and other secrets',
      rows: 'Records and notes that only some may see',
    },
  };
  const stored: StoredFile[] = [];
  yield* jsonEntry(
    'workspace.json',
    await query(
      'select id, name, kind, country, time_zone, currency, plan, created_at, apps_off from workspaces where id = $1',
      [client.id],
    ),
  );
  yield* jsonEntry(
    'people.json',
    await query(
      `select u.id, u.name, u.email, m.role as workspace_role, u.active, m.created_at as joined_at from memberships m
        join users u on u.id = m.user_id where m.workspace_id = $1 order by m.created_at, u.id`,
      [client.id],
    ),
  );
  for (const table of (await workspaceTables()).filter(isExported)) {
    const spool = await spoolTable(table, folder, options, counts, stored);
    if (spool.rows > 0) {
      yield {
        name: spool.csv,
        size: (await stat(join(folder, 'csv'))).size,
        content: createReadStream(join(folder, 'csv')),
      };
      yield {
        name: spool.json,
        size: (await stat(join(folder, 'json'))).size,
        content: createReadStream(join(folder, 'json')),
      };
    }
    manifest.tables.push(spool);
  }
  for (const file of stored) {
    signal.throwIfAborted();
    yield* fileEntry(file, manifest);
  }
  counts.files = manifest.files.length;
  manifest.finishedAt = new Date().toISOString();
  yield* jsonEntry('manifest.json', manifest);
}

function* jsonEntry(name: string, value: unknown): Generator<ZipEntry> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  yield {
    name,
    size: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  };
}

/** Writes one table to the two files of the folder, page by page along its primary key. */
async function spoolTable(
  table: WorkspaceTable,
  folder: string,
  { client, signal, onProgress }: ArchiveOptions,
  counts: Counts,
  stored: StoredFile[],
): Promise<ManifestTable> {
  const columns = exportedColumns(table);
  const [csv, json] = [await openSpool(join(folder, 'csv')), await openSpool(join(folder, 'json'))];
  let rows = 0;
  try {
    await csv.write(`\uFEFF${csvRow(columns)}`);
    for await (const page of pagesOf(table, client.id)) {
      signal.throwIfAborted();
      const shown = page.map((row) => Object.fromEntries(columns.map((name) => [name, withoutSecrets(row[name])])));
      await csv.write(shown.map((row) => csvRow(columns.map((name) => text(row[name])))).join(''));
      await json.write(shown.map((row) => `${JSON.stringify(row)}\n`).join(''));
      for (const row of page)
        if (typeof row[STORAGE_KEY] === 'string')
          stored.push({
            key: row[STORAGE_KEY],
            table: table.name,
            record: text(row['id']),
            name: text(row['name'] ?? row['file_name']),
          });
      rows += page.length;
      counts.records += page.length;
      onProgress(counts.records, table.name);
    }
  } finally {
    await csv.close();
    await json.close();
  }
  return {
    name: table.name,
    rows,
    columns,
    csv: `tables/${table.name}.csv`,
    json: `tables/${table.name}.jsonl`,
    sha256: { csv: csv.sum(), json: json.sum() },
  };
}

async function openSpool(path: string) {
  const file: FileHandle = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let sum: string | undefined;
  return {
    async write(piece: string) {
      hash.update(piece);
      await file.writeFile(piece);
    },
    close: () => file.close(),
    sum: () => (sum ??= hash.digest('hex')),
  };
}

type Row = Record<string, unknown>;

/** Private rows of one author are not exported with a workspace. */
const forEverybody = ({ columns }: WorkspaceTable) =>
  columns.some(({ name }) => name === 'readers') ? 'and readers is null' : '';

/** Neither are private records, nor what names one or an activity of one. */
function withoutPrivate({ name: table, columns }: WorkspaceTable): string {
  const names = columns.flatMap(({ name, type }) =>
    type === 'uuid' && name !== 'workspace_id'
      ? [`"${table}"."${name}"`]
      : name === 'subject_id'
        ? [`(case when subject_id ~ '^[0-9a-f-]{36}$' then subject_id::uuid end)`]
        : [],
  );
  return names.length > 0 ? `and not exists (select 1 from readers_of(array[${names.join(', ')}]))` : '';
}

async function* pagesOf(table: WorkspaceTable, workspaceId: string): AsyncGenerator<Row[]> {
  const { name, key } = table;
  const order = key.map((column) => `"${column.name}"`).join(', ');
  const [hides] = await query('select 1 from hiding_workspaces where workspace_id = $1', [workspaceId]);
  const shown = `${forEverybody(table)} ${hides ? withoutPrivate(table) : ''}`;
  let after: unknown[] | undefined;
  for (;;) {
    const places = key.map((column, n) => `$${n + 2}::${column.type}`).join(', ');
    const rows = await query<Row>(
      `select *${key[0]!.name === 'ctid' ? ', ctid' : ''} from "${name}"
        where workspace_id = $1 ${shown} ${after ? `and (${order}) > (${places})` : ''} order by ${order}
        limit ${PAGE}`,
      [workspaceId, ...(after ?? [])],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = key.map((column) => rows.at(-1)![column.name]);
  }
}

/** Neither what is sealed nor what a workflow proves itself by to other systems. */
function withoutSecrets(value: unknown): unknown {
  return typeof value === 'string' && SEALED.test(value) ? null : withHiddenSecrets(value ?? null);
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A key that the store would never have made names no file. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

async function* fileEntry(file: StoredFile, manifest: Manifest): AsyncGenerator<ZipEntry> {
  const size = await files().size(file.key).catch(undefinedIfMissing);
  if (size === undefined) {
    manifest.missingFiles.push({ table: file.table, record: file.record });
    return;
  }
  const name = `files/${file.table}/${file.record}/${cleanFileName(file.name)}`;
  const hash = createHash('sha256');
  async function* content() {
    for await (const chunk of await files().get(file.key)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  yield { name, size, content: content() };
  manifest.files.push({ name, table: file.table, record: file.record, size, sha256: hash.digest('hex') });
}

/** How many rows an export will hold. Runs as system. */
export async function countRecords(workspaceId: string): Promise<number> {
  let total = 0;
  for (const table of (await workspaceTables()).filter(isExported)) {
    const [row] = await query<{ n: number }>(
      `select count(*) as n from "${table.name}" where workspace_id = $1 ${forEverybody(table)}`,
      [workspaceId],
    );
    total += row!.n;
  }
  return total;
}
