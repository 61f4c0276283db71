/** The two sides of the comparison as processes: the product, and its floor. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { useDatabase } from '../src/server/db/database.ts';
import { closeBus, openBus } from '../src/server/events/bus.ts';
import { openDatabase } from '../src/server/db/open.ts';
import { TestClient } from '../src/testing/client.ts';
import { startCluster } from '../src/testing/cluster.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer, type ServerProcess } from '../src/testing/server-process.ts';
import type { Target } from './requests-of-scenarios.ts';
import { prepareScenarios, type Scenario } from './scenarios.ts';
import { OWNER, seed } from './seed.ts';

export type Engine = 'postgres' | 'pglite';

export interface Side {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A seeded installation on one engine. */
export interface Stage {
  engine: Engine;
  /** Name and version of the database. */
  database: string;
  scenarios: Scenario[];
  /** Connection string; undefined on the embedded engine. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Seconds of seeding; undefined for a kept database. */
  seeded: number | undefined;
  /** Speed-related settings of the database's server, with units. */
  settings: string;
  product(nodeArgs?: string[]): Promise<ServerProcess & { owner: TestClient }>;
  floor(): Promise<Side>;
  remove(): Promise<void>;
}

/** Usual settings for a machine of this size; durability settings are the defaults. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', random_page_cost: '1.1', max_connections: '100' };

/** Fills the open database when it is new, and returns its requests. */
export type Prepare = (isNew: boolean) => Promise<{ scenarios: Scenario[]; workspaceId: string }>;

/** Contacts only, and the requests on them. */
export const contactsOnly =
  (contacts: number): Prepare =>
  async () => {
    const seeded = await seed(contacts);
    return { scenarios: await prepareScenarios(seeded), workspaceId: seeded.workspaceId };
  };

export interface StageOptions {
  /** Connection string of a kept database; one that is filled is used as it is. */
  keep?: string | undefined;
  /** Further scenarios, found on the filled database when no one else has it open. */
  ask?: (target: Target, isNew: boolean) => Promise<Scenario[]>;
}

/** Sets up a database, fills it, and captures the product's SQL on it. */
export async function setStage(engine: Engine, prepare: Prepare, { keep, ask }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), `gauntlet-bench-${engine}-`));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const cluster = engine === 'postgres' && !keep ? await startCluster(SETTINGS) : undefined;
  const databaseUrl = keep ?? cluster?.url;
  const isNew = keep ? await isToBeFilled(keep) : true;
  const started = performance.now();
  const { scenarios, workspaceId, version, settings } = await fill(dataDir, databaseUrl, () => prepare(isNew));
  if (ask) scenarios.push(...(await ask({ databaseUrl, dataDir }, isNew)));
  const seeded = isNew ? (performance.now() - started) / 1000 : undefined;
  if (keep && isNew) await sayFilled(keep);
  const requestsFile = join(folder, 'requests.json');
  writeFileSync(requestsFile, JSON.stringify(scenarios));
  // The embedded database belongs to one process, so the floor gets a copy.
  const floorData = join(folder, 'floor');
  if (!databaseUrl) cpSync(dataDir, floorData, { recursive: true });
  return {
    engine,
    scenarios,
    dataDir,
    seeded,
    settings,
    databaseUrl,
    database: version,
    async product(nodeArgs = []) {
      const server = await startServer({
        port: await freePort(),
        nodeArgs,
        env: { DATA_DIR: dataDir, NODE_ENV: 'production', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
      });
      const owner = new TestClient(() => server.url);
      await owner.signIn(OWNER.email, OWNER.password);
      return { ...server, owner };
    },
    floor: () => startFloor(requestsFile, databaseUrl ?? floorData, workspaceId),
    async remove() {
      await cluster?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(
  dataDir: string,
  databaseUrl: string | undefined,
  prepare: () => ReturnType<Prepare>,
): Promise<{ scenarios: Scenario[]; workspaceId: string; version: string; settings: string }> {
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    onError: (error) => {
      throw error;
    },
  });
  try {
    const { rows } = await database.pool.query<{ server_version: string }>('show server_version');
    const version = `${databaseUrl ? 'PostgreSQL' : 'PGlite, PostgreSQL'} ${rows[0]!.server_version.split(' ', 1)[0]}`;
    const { rows: settings } = await database.pool.query<{ text: string }>(
      `select string_agg(name || ' ' || current_setting(name), ', ' order by name) as text
        from unnest($1::text[]) name`,
      [[...Object.keys(SETTINGS), 'fsync', 'work_mem']],
    );
    // Some of the requests listen for changes.
    await openBus(database);
    return { ...(await prepare()), version, settings: settings[0]!.text };
  } finally {
    await closeBus();
    useDatabase(undefined);
    await database.close();
  }
}

/** Comment on a kept database once it is filled. */
const FILLED = 'filled for measuring';

/** Whether a kept database must be filled: it is missing, or filling was interrupted. Then it is recreated. */
async function isToBeFilled(url: string): Promise<boolean> {
  const name = new URL(url).pathname.slice(1);
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ remark: string | null }>(
      `select shobj_description(oid, 'pg_database') as remark from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.remark === FILLED) return false;
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
    return true;
  });
}

/** A copy of a kept database, for changes. @returns its connection string; the next copy replaces it */
export async function copyOf(url: string): Promise<string> {
  const copy = new URL(url);
  const name = copy.pathname.slice(1);
  copy.pathname = `/${name}_copy`;
  await onServer(url, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(`${name}_copy`)}`);
    await client.query(`create database ${pg.escapeIdentifier(`${name}_copy`)} template ${pg.escapeIdentifier(name)}`);
  });
  await sayFilled(copy.href);
  return copy.href;
}

const sayFilled = (url: string) =>
  onServer(url, (client) =>
    client.query(
      `comment on database ${pg.escapeIdentifier(new URL(url).pathname.slice(1))} is ${pg.escapeLiteral(FILLED)}`,
    ),
  );

/** Connects to the server of `url`, outside that database. */
async function onServer<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  const client = new pg.Client({ connectionString: beside.href });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function startFloor(requestsFile: string, target: string, workspaceId: string): Promise<Side> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'floor.ts'), requestsFile, String(port), target, workspaceId],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const ready = await Promise.race([once(child.stdout!, 'data'), exited.then(() => undefined)]);
  if (!ready) throw new Error('The floor did not start');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Headers of a signed-in browser. */
export async function headersOf(owner: TestClient): Promise<Record<string, string>> {
  const token = await owner.csrfToken();
  return {
    accept: 'application/json',
    cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': token,
  };
}
