/**
 * A PostgreSQL for tests: the one in TEST_DATABASE_URL, or a throwaway server. The throwaway server ends with this
 * process, however this process ends.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { throwAwayFolder } from './folders.ts';
import { findPostgres, type Account } from './postgres-binaries.ts';

export interface TestPostgres {
  /** Connection string to a database of a superuser (or of the owner in TEST_DATABASE_URL). */
  url: string;
  /**
   * Creates an empty database and returns its connection string. `template`: a database to copy, which no one may use
   * meanwhile.
   */
  createDatabase(template?: string): Promise<string>;
  /** Drops a database, disconnecting its users. */
  dropDatabase(url: string): Promise<void>;
  close(): Promise<void>;
}

/** `nobody` on every Unix: PostgreSQL refuses to run as root. */
export const NOBODY: Account = { uid: 65_534, gid: 65_534 };
const START_TIMEOUT_MS = 30_000;
const PREFIX = 'gauntlet_test_';

/**
 * Waits for the end of its standard input, when the process at the other end of the pipe is gone, killed or not; then
 * stops the server at once and deletes its folder. It ignores signals, so that Ctrl-C in a terminal does not end it
 * before its work.
 */
const WATCHDOG = `
trap '' INT TERM HUP
folder=$1; shift
"$@" >"$folder/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$folder"
`;

/** @throws Error in one sentence when there is no PostgreSQL or it does not start */
export async function startTestPostgres(
  env: NodeJS.ProcessEnv = process.env,
  find = findPostgres,
): Promise<TestPostgres> {
  if (env.TEST_DATABASE_URL) return overServer(env.TEST_DATABASE_URL, async () => undefined);
  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  const binaries = find(account, env);
  const folder = throwAwayFolder('gauntlet-pg-');
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  try {
    initialise(binaries.initdb, data, account);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const port = await freePort();
  const server = spawn(
    '/bin/sh',
    ['-c', WATCHDOG, 'watchdog', folder, binaries.postgres, '-D', data, ...settings(folder, port)],
    {
      ...account,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    },
  );
  const close = () => stop(server);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await untilReady(url, server, join(folder, 'log'));
  } catch (error) {
    await close();
    throw error;
  }
  // The watchdog must not keep the test runner alive.
  server.unref();
  (server.stdin as unknown as { unref(): void }).unref();
  return overServer(url, close);
}

/** Creates an empty cluster in `data`. */
export function initialise(initdb: string, data: string, account: Account | undefined): void {
  const made = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '--no-instructions'],
    { ...account, cwd: '/', encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
  );
  if (made.status !== 0)
    throw new Error(
      `A PostgreSQL for the tests could not be set up with ${initdb}: ${made.stderr || made.error?.message}`,
    );
}

/** Power-cut safety is off: test data is throwaway. */
function settings(folder: string, port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '64MB',
    autovacuum: 'on',
    timezone: 'UTC',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until the server answers. @throws Error with the end of its log when it does not */
export async function untilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const failure = await tryConnect(url);
    if (!failure) return;
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new Error(
        `The PostgreSQL for the tests did not start (${failure.message}). Its log ends:\n${lastLines(log)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function tryConnect(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
  } catch {
    return '(no log)';
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.ref();
  server.stdin?.end();
  await exited;
}

export function overServer(url: string, close: () => Promise<void>): TestPostgres {
  const withClient = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);
  return {
    url,
    close,
    async createDatabase(template) {
      const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
      await withClient(`create database ${name}${template ? ` template ${nameOf(template)} strategy file_copy` : ''}`);
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.href;
    },
    async dropDatabase(databaseUrl) {
      const name = nameOf(databaseUrl);
      if (!name.startsWith(PREFIX)) throw new Error(`${name} was not made by a test`);
      await withClient(`drop database if exists ${name} with (force)`);
    },
  };
}
