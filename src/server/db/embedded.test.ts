import { AsyncResource } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { throwAwayFolder } from '../../testing/folders.ts';
import { asSystem } from './context.ts';
import { query, transaction, useDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { FolderLockedError } from './folder-lock.ts';
import { markMoved } from './moved-marker.ts';
import { openDatabase, preparedCluster } from './open.ts';

const WRITER = join(import.meta.dirname, 'embedded-writer.fixture.ts');
const HAS_STRACE = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

let template: string;
let folder: string;

beforeAll(async () => {
  template = await preparedCluster();
});
/** Each test starts with an empty folder. */
function keptIn(newFolder: (prefix: string) => string): void {
  beforeEach(() => {
    folder = newFolder('gauntlet-embedded-');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
const onDisk = (prefix: string) => mkdtempSync(join(tmpdir(), prefix));

const open = (durable = true) =>
  openEmbedded({ folder, template, durable, onError: (error) => expect.unreachable(error.message) });

/** Runs the writer until it kills itself and returns its output. */
async function write(count: number, command: string[] = []): Promise<string[]> {
  cpSync(template, join(folder, 'pglite'), { recursive: true, force: false });
  const [program, ...args] = [...command, process.execPath, WRITER, folder, String(count)];
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = (await text(child.stdout)).trim().split('\n');
  await exited;
  return lines;
}

describe('a commit', () => {
  keptIn(onDisk);

  it('reaches the disk before it is acknowledged', async () => {
    const database = await open();
    try {
      await database.pool.query('create table things (n int)');
      const before = await database.syncCount();
      for (let n = 0; n < 10; n++) await database.pool.query('insert into things values ($1)', [n]);
      expect(await database.syncCount()).toBeGreaterThanOrEqual(before + 10);
      const after = await database.syncCount();
      await database.pool.query('select * from things');
      expect(await database.syncCount()).toBe(after);
    } finally {
      await database.close();
    }
  });

  it('is a write of the log, then a sync of it, then the acknowledgement, as the kernel saw them', async ({ skip }) => {
    skip(!HAS_STRACE, 'strace is not there or may not trace: the sync counter above is the witness');
    const log = join(folder, 'strace');
    const lines = await write(20, [
      'strace',
      '-f',
      '-y',
      '-s',
      '40',
      '-e',
      'trace=write,pwrite64,fdatasync',
      '-o',
      log,
    ]);
    expect(lines).toContain('acknowledged 20');
    const calls = readFileSync(log, 'utf8').split('\n');
    let seen: 'nothing' | 'written' | 'synced' = 'nothing';
    let acknowledged = 0;
    for (const call of calls) {
      if (/pwrite64\(\d+<[^>]*\/pg_wal\//.test(call)) seen = 'written';
      else if (/fdatasync\(\d+<[^>]*\/pg_wal\/.*= 0/.test(call) && seen === 'written') seen = 'synced';
      else if (/write\(1.*"acknowledged /.test(call)) {
        expect({ call, before: seen }).toEqual({ call, before: 'synced' });
        acknowledged++;
        seen = 'nothing';
      }
    }
    expect(acknowledged).toBe(20);
  });

  it('is not synced in throw-away databases', async () => {
    const database = await open(false);
    await database.pool.query('create table things (n int)');
    expect(await database.syncCount()).toBe(0);
    await database.close();
  });
});

describe('after kill -9', () => {
  keptIn(onDisk);

  it('every acknowledged row is there, and the recovery itself was synced before anything was acknowledged on it', async () => {
    await write(50);
    const again = await write(50);
    // Recovery syncs each file of the cluster, as PostgreSQL does; otherwise a power cut soon after could undo it.
    expect(Number(/open after (\d+) syncs/.exec(again[0]!)?.[1])).toBeGreaterThan(500);
    const database = await open();
    const { rows } = await database.pool.query('select count(*) as count, max(n) as last from written');
    expect(rows).toEqual([{ count: 100, last: 100 }]);
    await database.close();
  });
});

describe('the folder', () => {
  keptIn(throwAwayFolder);

  it('belongs to one process at a time', async () => {
    const database = await open(false);
    await expect(open(false)).rejects.toThrow(FolderLockedError);
    await database.close();
    await (await open(false)).close();
  });

  it('is given back when opening fails', async () => {
    mkdirSync(join(folder, 'pglite'));
    writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '9\n');
    await expect(open(false)).rejects.toThrow('did not open');
    rmSync(join(folder, 'pglite'), { recursive: true });
    await (await open(false)).close();
  });

  it('never takes a copy that was cut off for a cluster', async () => {
    mkdirSync(join(folder, 'pglite.new'));
    writeFileSync(join(folder, 'pglite.new', 'PG_VERSION'), '18\n');
    const database = await open();
    expect(existsSync(join(folder, 'pglite.new'))).toBe(false);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('has a socket and files that only its owner may use, also when its path is too long for one', async () => {
    const deep = join(folder, 'd'.repeat(90));
    const database = await openEmbedded({ folder: deep, template, durable: false, onError: () => undefined });
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    const plain = await open(false);
    expect(statSync(join(folder, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
    // Files are private, whatever the mode of the folder around them.
    expect(statSync(join(folder, 'pglite')).mode & 0o777).toBe(0o700);
    await plain.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('.s.') || name.startsWith('lock'))).toEqual([]);
  });

  it('is refused after its data moved to PostgreSQL, with where they are', async () => {
    markMoved(folder, 'postgres://gauntlet:secret@db.example:5432/gauntlet');
    const opening = openDatabase({ databaseUrl: undefined, dataDir: folder, durable: false, onError: () => undefined });
    await expect(opening).rejects.toThrow(
      /moved to postgres:\/\/gauntlet@db\.example:5432\/gauntlet on \d{4}-\d\d-\d\d\. Set DATABASE_URL/,
    );
    expect(existsSync(join(folder, 'pglite'))).toBe(false);
  });
});

describe('housekeeping', () => {
  keptIn(throwAwayFolder);

  it('writes checkpoints between transactions, not into one that has failed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const onError = vi.fn<(error: Error) => void>();
    // A real timer runs in the context in which it was set, not in that of the code running when it fires.
    const sixMinutesPass = AsyncResource.bind(() => vi.advanceTimersByTime(6 * 60_000));
    const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, durable: false, onError });
    const checkpoint = async () =>
      (await query<{ lsn: string }>('select checkpoint_lsn::text as lsn from pg_control_checkpoint()'))[0]!.lsn;
    try {
      const before = await asSystem(checkpoint);
      const failed = asSystem(() =>
        transaction(async () => {
          await query('create table things (n int)');
          await query('select 1 / 0').catch(() => undefined);
          sixMinutesPass();
          await query('select 1');
        }),
      );
      await expect(failed).rejects.toThrow('current transaction is aborted');
      expect(await asSystem(checkpoint)).not.toBe(before);
      expect(onError).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
      useDatabase(undefined);
      await database.close();
    }
  });
});
