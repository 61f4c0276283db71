/**
 * Backups of either engine. What does not depend on the engine is tried on PostgreSQL alone, where an empty database
 * costs little.
 *
 * @smoke
 */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { throwAwayFolder } from '../../testing/folders.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { createMigrated } from '../../testing/postgres-setup.ts';
import { startTestSystem, type TestSystem } from '../../testing/system.ts';
import { fillEveryTable } from '../../testing/valid-row.ts';
import { database, useDatabase, type Database } from '../db/database.ts';
import { openEmbedded } from '../db/embedded.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../db/index.ts';
import { migrate, missingMigrations, readMigrations } from '../db/migrate.ts';
import { openPostgres, preparedCluster } from '../db/open.ts';
import { describeTables, measure } from '../db/tables.ts';
import { openDiskStore } from '../files/disk.ts';
import { files } from '../files/index.ts';
import type { FileStore } from '../files/port.ts';
import { makeBackup } from './backup.ts';
import { backupName, listBackups, readManifest } from './folder.ts';
import { restoreBackup } from './restore.ts';

const WORKSPACE = newId();
const NASTY = [
  '',
  ' ',
  'quote " and \'',
  'back\\slash \\n',
  'new\nline\ttab',
  '{a,b}',
  'NULL',
  'ÄÖ ß 你好 👩‍👩‍👧',
  '\u2028 line',
  '﻿bom',
];

let system: TestSystem;
let folder: string;
let backup: string;
let fileKey: string;

const proofs = () =>
  asSystem(() =>
    transaction(async () => {
      const all = [];
      for (const table of await describeTables(query)) all.push(await measure(query, table));
      return all;
    }),
  );

/** Indexes and constraints, which are dropped while rows are restored. */
const indexes = () =>
  asSystem(() =>
    query<{ definition: string }>(
      `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
        join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace where i.indisvalid
        order by 1`,
    ),
  );

const onPostgres = process.env.TEST_ENGINE === 'postgres';
let server: TestPostgres;
/** A migrated, empty database of that server. */
let migrated: string;

interface Target {
  database: Database;
  files: FileStore;
  keyFile: string;
  remove(): Promise<void>;
}
let target: Target;

/**
 * Another, empty installation.
 * @param template a migrated database to copy; if absent, one without migrations
 */
async function openTarget(engine: 'pglite' | 'postgres', template?: string): Promise<Target> {
  const place = mkdtempSync(join(folder, 'target-'));
  const onError = () => undefined;
  const url = engine === 'postgres' ? await server.createDatabase(template) : undefined;
  const opened = url
    ? await openPostgres({ onError }, url)
    : await openEmbedded({ folder: place, template, durable: false, onError });
  return {
    database: opened,
    keyFile: join(place, 'secret.key'),
    files: await openDiskStore(join(place, 'files')),
    async remove() {
      await opened.close();
      if (url) await server.dropDatabase(url);
      rmSync(place, { recursive: true });
    },
  };
}

/** Runs on a database other than the one under test. */
async function inTarget<T>(work: () => Promise<T>, on: Database = target.database): Promise<T> {
  const source = database();
  useDatabase(on);
  try {
    return await work();
  } finally {
    useDatabase(source);
  }
}
const restore = (from = backup) =>
  inTarget(() => restoreBackup({ from, files: target.files, keyFile: target.keyFile }));

/** A modified copy of the backup. */
async function damaged(change: (copy: string) => void): Promise<string> {
  const copy = join(folder, `damaged-${newId()}`);
  await cp(backup, copy, { recursive: true });
  change(copy);
  return copy;
}

beforeAll(async () => {
  folder = throwAwayFolder('gauntlet-backup-');
  // A separate server: a transaction as long as a restore delays the events of every database on its server.
  if (onPostgres) {
    server = await startTestPostgres();
    migrated = await createMigrated(server);
  }
  // No worker, because nothing may change the rows meanwhile.
  system = await startTestSystem({ ROLES: 'web' });
  const stored = await files().put(Readable.from([Buffer.from('a signed contract')]), {
    prefix: `contacts/${WORKSPACE}`,
    limit: 100,
  });
  fileKey = stored.key;
  await asSystem(async () => {
    await execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'A client', now())`, [
      WORKSPACE,
    ]);
    await fillEveryTable(WORKSPACE);
    for (const name of NASTY) {
      await execute(
        `insert into contacts (id, workspace_id, first_name, tags, custom, name_key, last_name_key, company_key,
          email_key, search_text)
         values ($1, $2, $3, $4, $5, $3, '', '', '', $3)`,
        [newId(), WORKSPACE, name, [name, 'other'], JSON.stringify({ [name || 'blank']: name, n: 1.5e10, none: null })],
      );
    }
    await execute(
      `insert into contacts (id, workspace_id, name_key, last_name_key, company_key, email_key, search_text)
       select gen_random_uuid(), $1, 'name ' || n, '', '', '', 'name ' || n from generate_series(1, 1500) n`,
      [WORKSPACE],
    );
    await execute('update record_files set storage_key = $1', [fileKey]);
  });
  const keyFile = join(folder, 'a.key');
  writeFileSync(keyFile, 'the key\n');
  backup = (await makeBackup({ to: join(folder, 'backups'), files: files(), keyFile })).folder;
});
beforeEach(async () => {
  target = onPostgres ? await openTarget('postgres', migrated) : await openTarget('pglite', await preparedCluster());
});
afterEach(() => target.remove());
afterAll(async () => {
  await system.destroy();
  if (onPostgres) {
    await server.dropDatabase(migrated);
    await server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is restored into an empty installation: every row of every table, files, and the key', async () => {
    const before = await proofs();
    const indexed = await indexes();
    expect(indexed.length).toBeGreaterThan(300);
    await restore();
    await inTarget(async () => {
      expect(await proofs()).toEqual(before);
      expect(await indexes()).toEqual(indexed);
      const names = await inWorkspace(WORKSPACE, null, () =>
        query<{ first_name: string }>('select first_name from contacts where $1 = any(tags)', ['other']),
      );
      expect(names.map((row) => row.first_name).sort()).toEqual([...NASTY].sort());
      // Sequences continue, and constraints are in force again.
      const [event] = await asSystem(() =>
        query<{ id: number; last: number }>(
          `insert into events (workspace_id, type, actor_kind) values ($1, 'new', 'system') returning id,
            (select max(id) from events) as last`,
          [WORKSPACE],
        ),
      );
      expect(event!.id).toBe(event!.last + 1);
      await expect(asSystem(() => execute('delete from audit_log'))).rejects.toThrow('append-only');
      await expect(
        asSystem(() => execute('update import_rows set import_id = gen_random_uuid()')),
      ).rejects.toMatchObject({ code: '23503' });
    });
    expect(await text(await target.files.get(fileKey))).toBe('a signed contract');
    expect(readFileSync(target.keyFile, 'utf8')).toBe('the key\n');
  });

  it('may take as long as its files need, without the database ending its transaction', async () => {
    const seen: unknown[] = [];
    const slow = new Proxy(files(), {
      get(store, name) {
        const own: unknown = Reflect.get(store, name);
        if (name !== 'get') return own;
        return async (key: string) => {
          seen.push(...(await query('show idle_in_transaction_session_timeout')));
          return store.get(key);
        };
      },
    });
    await makeBackup({ to: join(folder, 'slow'), files: slow, keyFile: undefined });
    expect(seen[0]).toEqual({ idle_in_transaction_session_timeout: '0' });
  });

  it('lists its content, and missing files', async () => {
    const manifest = readManifest(backup);
    expect(manifest.tables.find(({ name }) => name === 'contacts')!.rows).toBeGreaterThanOrEqual(1500 + NASTY.length);
    expect(manifest.files).toMatchObject({ count: 1, bytes: 'a signed contract'.length });
    // The generated rows of the other tables name files that do not exist.
    expect(manifest.files.missing.length).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'backups'))).toEqual([backup.split('/').at(-1)]);
  });

  it.runIf(onPostgres)('is restored on the other engine @long', async () => {
    await target.remove();
    target = await openTarget('pglite', await preparedCluster());
    const before = await proofs();
    await restore();
    expect(await inTarget(proofs)).toEqual(before);
  });

  it.runIf(onPostgres)('of an earlier version is restored and migrated', async () => {
    const earlier = await openTarget('postgres');
    const { folder: made } = await inTarget(async () => {
      await migrate(earlier.database.pool, { migrations: readMigrations().slice(0, 5) });
      await asSystem(() =>
        execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', 'From before', now())`, [
          WORKSPACE,
        ]),
      );
      return makeBackup({ to: join(folder, 'earlier'), files: earlier.files, keyFile: join(folder, 'a.key') });
    }, earlier.database);
    await earlier.remove();
    await target.remove();
    target = await openTarget('postgres');
    await restore(made);
    await inTarget(() =>
      asSystem(async () => {
        expect(await missingMigrations()).toBe(0);
        expect(await query('select name from workspaces')).toEqual([{ name: 'From before' }]);
      }),
    );
  });
});

describe.runIf(onPostgres)('nothing is restored', () => {
  const isEmpty = () =>
    inTarget(() =>
      asSystem(async () => {
        const [there] = await query<{ there: boolean }>(`select to_regclass('contacts') is not null as there`);
        return !there!.there || (await query('select 1 from contacts limit 1')).length === 0;
      }),
    );

  it.each<[string, (copy: string) => void, RegExp]>([
    [
      'a table is cut short',
      (copy) => truncateSync(join(copy, 'tables', 'contacts.ndjson.gz'), 2_000),
      /cannot be read/,
    ],
    ['a table is gone @long', (copy) => rmSync(join(copy, 'tables', 'contacts.ndjson.gz')), /cannot be read|ENOENT/],
    [
      'a row was changed @long',
      (copy) => {
        const path = join(copy, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(/("name": "contacts",[\s\S]*?"checksum": ")./, '$1z'));
      },
      /Nothing was restored: contacts/,
    ],
    ['a file was changed', (copy) => appendFileSync(join(copy, 'files', fileKey), '!'), /larger than|is damaged/],
    [
      'it is of a version that is not known',
      (copy) => {
        const path = join(copy, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"0001_platform"', '"9999_later"'));
      },
      /does not know/,
    ],
    ['it has no manifest', (copy) => rmSync(join(copy, 'manifest.json')), /is not a backup/],
  ])('when %s', async (_, change, message) => {
    await expect(restore(await damaged(change))).rejects.toThrow(message);
    expect(await isEmpty()).toBe(true);
    expect(existsSync(target.keyFile)).toBe(false);
  });

  it('into an installation that is not empty', async () => {
    await restore();
    await expect(restore()).rejects.toThrow('not empty');
    rmSync(target.keyFile);
    await expect(restore()).rejects.toThrow('not empty');
  });

  it('when the key comes from another source than before', async () => {
    await expect(
      inTarget(() => restoreBackup({ from: backup, files: target.files, keyFile: undefined })),
    ).rejects.toThrow('Unset SECRET_KEY');
  });
});

describe('the nightly backup', () => {
  it('is private to its owner, file by file, and a copy keeps those modes', () => {
    const open = readdirSync(backup, { recursive: true, withFileTypes: true }).filter(
      (entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0,
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });
  it('keeps the newest, and deletes unfinished ones @long', async () => {
    const { backUpNightly, nightlyBackupState } = await import('./nightly.ts');
    const byHand = `${backupName(new Date(Date.now() - 60_000))}.partial`;
    const { runRecurring, forgetRecurring } = await import('../jobs/recurring.ts');
    const to = join(folder, 'nightly');
    for (const name of [
      'gauntlet-20260101T030000Z',
      'gauntlet-20260102T030000Z',
      'gauntlet-20260103T030000Z.partial',
      byHand,
      'somebody-elses',
    ]) {
      await cp(join(folder, 'backups'), join(to, name), { recursive: true });
    }
    backUpNightly({ to, keep: 2, files: files(), keyFile: undefined });
    await runRecurring('platform.backup');
    expect(readdirSync(to).sort()).toEqual([
      expect.stringMatching(/^gauntlet-2(?!0260101)\d{7}T\d{6}Z$/),
      byHand,
      expect.stringMatching(/^gauntlet-\d{8}T\d{6}Z$/),
      'somebody-elses',
    ]);
    expect(await listBackups(to)).toContain('gauntlet-20260102T030000Z');
    expect(readManifest(join(to, (await listBackups(to)).at(-1)!)).hasKey).toBe(false);
    // The health page shows the result of the last backup.
    expect(await nightlyBackupState()).toBe('None was made yet');
    const ended = (at: string, error: string | null) =>
      asSystem(() =>
        execute(
          `insert into recurring_jobs (name, schedule, next_at, last_finished_at, last_error)
            values ('platform.backup', 'x', now(), now() - $1::interval, $2)
       on conflict (name) do update set last_finished_at = excluded.last_finished_at, last_error = excluded.last_error`,
          [at, error],
        ),
      );
    await ended('1 hour', null);
    expect(await nightlyBackupState()).toMatch(/^Made \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    await ended('1 hour', 'EACCES: permission denied');
    await expect(nightlyBackupState()).rejects.toThrow(/UTC failed: EACCES: permission denied$/);
    await ended('3 days', null);
    await expect(nightlyBackupState()).rejects.toThrow(/^The last backup is of /);
    await asSystem(() => execute(`delete from recurring_jobs where name = 'platform.backup'`));
    backUpNightly(undefined);
    forgetRecurring('platform.backup');
  });
});
