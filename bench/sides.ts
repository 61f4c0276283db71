/** The two sides of the comparison as processes: the product, and the floor beneath it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useDatabase } from '../src/server/db/database.ts';
import { closeBus, openBus } from '../src/server/events/bus.ts';
import { openDatabase } from '../src/server/db/open.ts';
import { TestClient } from '../src/testing/client.ts';
import { startCluster, type Cluster } from '../src/testing/cluster.ts';
import { freePort } from '../src/testing/postgres.ts';
import { startServer, type ServerProcess } from '../src/testing/server-process.ts';
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
  /** Seconds that the seed took. */
  seeded: number;
  product(nodeArgs?: string[]): Promise<ServerProcess & { owner: TestClient }>;
  floor(): Promise<Side>;
  remove(): Promise<void>;
}

/** Usual settings for a machine of this size; all that concerns durability is as it comes. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', random_page_cost: '1.1', max_connections: '100' };

/** Fills the open, empty database, and says what is asked of it. */
export type Prepare = () => Promise<{ scenarios: Scenario[]; workspaceId: string }>;

/** So many contacts, and what people do with them. */
export const contactsOnly = (contacts: number): Prepare => async () => {
  const seeded = await seed(contacts);
  return { scenarios: await prepareScenarios(seeded), workspaceId: seeded.workspaceId };
};

/** Sets up a database, fills it and captures the product's SQL on it. */
export async function setStage(engine: Engine, prepare: Prepare): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), `gauntlet-bench-${engine}-`));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const cluster = engine === 'postgres' ? await startCluster(SETTINGS) : undefined;
  const started = performance.now();
  const { scenarios, workspaceId, version } = await fill(dataDir, cluster, prepare);
  const seeded = (performance.now() - started) / 1000;
  const requestsFile = join(folder, 'requests.json');
  writeFileSync(requestsFile, JSON.stringify(scenarios));
  // The embedded database belongs to one process: the floor gets a copy of its own.
  const floorData = join(folder, 'floor');
  if (!cluster) cpSync(dataDir, floorData, { recursive: true });
  return {
    engine, scenarios, dataDir, seeded,
    database: version,
    databaseUrl: cluster?.url,
    async product(nodeArgs = []) {
      const server = await startServer({
        port: await freePort(), nodeArgs, env: { DATA_DIR: dataDir, NODE_ENV: 'production', ...(cluster ? { DATABASE_URL: cluster.url } : {}) },
      });
      const owner = new TestClient(() => server.url);
      await owner.signIn(OWNER.email, OWNER.password);
      return { ...server, owner };
    },
    floor: () => startFloor(requestsFile, cluster?.url ?? floorData, workspaceId),
    async remove() {
      await cluster?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(dataDir: string, cluster: Cluster | undefined, prepare: Prepare): Promise<{ scenarios: Scenario[]; workspaceId: string; version: string }> {
  const database = await openDatabase({ databaseUrl: cluster?.url, dataDir, onError: (error) => { throw error; } });
  try {
    const { rows } = await database.pool.query<{ server_version: string }>('show server_version');
    const version = `${cluster ? 'PostgreSQL' : 'PGlite, PostgreSQL'} ${rows[0]!.server_version.split(' ', 1)[0]}`;
    // Some of what is asked hears of changes.
    await openBus(database);
    return { ...(await prepare()), version };
  } finally {
    await closeBus();
    useDatabase(undefined);
    await database.close();
  }
}

async function startFloor(requestsFile: string, target: string, workspaceId: string): Promise<Side> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'floor.ts'), requestsFile, String(port), target, workspaceId], { stdio: ['ignore', 'pipe', 'inherit'] });
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

/** What a signed-in browser sends along. */
export async function headersOf(owner: TestClient): Promise<Record<string, string>> {
  const token = await owner.csrfToken();
  return { accept: 'application/json', cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'x-csrf-token': token };
}
