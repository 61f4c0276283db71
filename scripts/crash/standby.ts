/**
 * A primary with a synchronous standby is lost under load; the standby is promoted, and the server continues by itself.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../src/testing/postgres-binaries.ts';
import { freePort, NOBODY } from '../../src/testing/postgres.ts';
import { install, pause } from './engines.ts';
import { atMost, holds, none, seconds, type Scenario } from './report.ts';
import { describeSeen, isGood, isHonest, startVisitors } from './visitors.ts';
import { compare, readContacts, readJournal, startWriters } from './writes.ts';

const BEFORE = 5_000;
/** Milliseconds between the loss of the primary and the promotion. */
const UNNOTICED = 4_000;
const HEAL_WITHIN = 5_000;

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

interface Standby {
  url: string;
  close(): Promise<void>;
}

/** Copies and follows the primary; every commit waits for it from then on. */
async function startStandby(primary: string): Promise<Standby> {
  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  const bin = dirname(findPostgres(account).postgres);
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-standby-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  const data = join(folder, 'data');
  const copied = spawnSync(
    join(bin, 'pg_basebackup'),
    ['-D', data, '-d', primary, '-R', '-X', 'stream', '-c', 'fast'],
    { ...options, encoding: 'utf8' },
  );
  if (copied.status !== 0)
    throw new Error(`The primary could not be copied: ${copied.stderr || copied.error?.message}`);
  const port = await freePort();
  const process_: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
    { ...options, stdio: 'ignore' },
  );
  const url = new URL(primary);
  url.port = String(port);
  for (let n = 0; ; n++) {
    const [row] = await ask(
      primary,
      `select count(*)::int as following from pg_stat_replication where state = 'streaming'`,
    );
    if (row!['following'] === 1) break;
    if (n > 300) throw new Error('The standby does not follow');
    await pause(100);
  }
  await ask(primary, `alter system set synchronous_standby_names = '*'`);
  await ask(primary, 'select pg_reload_conf()');
  return {
    url: url.href,
    async close() {
      const ended = once(process_, 'exit');
      process_.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const standby: Scenario = {
  name: 'standby',
  title: 'The primary is lost under load and its standby promoted',
  async run() {
    let other: Standby | undefined;
    const installation = await install('postgres', {
      settings: { wal_level: 'replica', max_wal_senders: '4' },
      async through(primary) {
        other = await startStandby(primary);
        const both = new URL(primary);
        return primary.replace(both.host, `${both.host},${new URL(other.url).host}`);
      },
    });
    try {
      const journal = join(installation.folder, 'acknowledged');
      appendFileSync(journal, '');
      const pid = installation.pid();
      const writers = startWriters(installation, journal);
      const visitors = startVisitors(installation.owner, 4);
      await pause(BEFORE);
      await installation.cluster!.kill();
      await pause(UNNOTICED);
      await ask(other!.url, 'select pg_promote()');
      const promoted = performance.now();
      await pause(HEAL_WITHIN + 3_000);
      await writers.stop();
      const bad = (await visitors.stop()).filter((one) => !isGood(one));
      const acknowledged = readJournal(journal);
      const known = new Set(acknowledged.map(({ key }) => key));
      const { lost, doubled } = compare(
        acknowledged,
        (await readContacts(installation.owner)).filter(({ key }) => known.has(key)),
      );
      return [
        holds(
          'writes acknowledged',
          acknowledged.length > 20,
          `${acknowledged.length}, of them ${writers.repeated} repeated`,
        ),
        none('acknowledged writes lost', lost),
        none('duplicate writes', doubled),
        none(
          'answers other than a correct one or a 503 with Retry-After',
          bad.filter((one) => !isHonest(one)).map(describeSeen),
        ),
        atMost(
          'recovered after the promotion, without a restart',
          HEAL_WITHIN,
          Math.max(0, ...bad.map(({ at, milliseconds }) => at + milliseconds - promoted)),
          seconds,
        ),
        holds('the server was not restarted', pid === installation.pid()),
      ];
    } finally {
      await installation.remove();
      await other?.close();
    }
  },
};
