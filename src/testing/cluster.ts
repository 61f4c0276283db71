/**
 * A throwaway PostgreSQL with fsync on that can be killed and restarted on its data: for crash tests and benchmarks.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './postgres-binaries.ts';
import { freePort, initialise, NOBODY, untilReady } from './postgres.ts';

export interface Cluster {
  /** Connection string to a database of the superuser. */
  url: string;
  /** Version of the server, for example "PostgreSQL 15.14". */
  version: string;
  pid(): number;
  /** kill -9 of the postmaster. */
  kill(): Promise<void>;
  /** Restarts it after `kill()`. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/**
 * Ends with the server, and ends the server when the other end of its standard input closes; terminal signals are
 * ignored.
 */
const KEEPER = `
trap '' INT TERM HUP
log=$1; shift
exec 3<&0
"$@" >>"$log" 2>&1 </dev/null 3<&- &
server=$!
(cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null) &
wait $server
`;

/** A new postmaster cannot start until the orphans of the killed one have noticed. */
const START_ATTEMPTS = 100;

/**
 * Starts a cluster with the given additional settings.
 * @throws Error in one sentence when there is no PostgreSQL
 */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  const binaries = findPostgres(account);
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-cluster-'));
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'on',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let keeper: ChildProcess | undefined;
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

  const letGo = async () => {
    const ended = keeper;
    keeper = undefined;
    ended?.stdin?.end();
    if (ended && ended.exitCode === null) await once(ended, 'exit');
  };
  const start = async () => {
    for (let attempt = 1; ; attempt++) {
      keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', log, binaries.postgres, '-D', data, ...options], {
        ...account,
        cwd: '/',
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      });
      try {
        await untilReady(url, keeper, log);
        return;
      } catch (error) {
        await letGo();
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  };

  initialise(binaries.initdb, data, account);
  await start();
  return {
    url,
    pid,
    start,
    version: /starting (PostgreSQL [\d.]+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? 'PostgreSQL',
    async kill() {
      process.kill(pid(), 'SIGKILL');
      await letGo();
    },
    async close() {
      await letGo();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
