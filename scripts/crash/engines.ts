/** The crash target: the real server on either engine, with its data in its own folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../../src/testing/client.ts';
import { startCluster, type Cluster } from '../../src/testing/cluster.ts';
import { freePort } from '../../src/testing/postgres.ts';
import { isReady, startServer, type ServerProcess } from '../../src/testing/server-process.ts';

export type Engine = 'pglite' | 'postgres';
/** What is killed: the server, the database's postmaster, or both at once. */
export type Victim = 'server' | 'database' | 'both';

export interface Installation {
  url: string;
  folder: string;
  /** Process id of the server. */
  pid(): number;
  /** The database's own process, if there is one. */
  cluster: Cluster | undefined;
  /** The signed-in owner; cookies survive every crash, like the sessions. */
  owner: TestClient;
  /**
   * Kills and restarts.
   * @returns milliseconds from the restart until the server was ready
   */
  crash(victim: Victim): Promise<number>;
  remove(): Promise<void>;
}

/** The owner of each installation. */
export const OWNER = {
  name: 'Crash Test',
  email: 'owner@crash.example',
  password: 'survives kill -9 every time',
  businessName: 'Crash Test',
};
const LOOK_EVERY = 10;
/** Milliseconds after which a server that does not return has failed. */
const GIVE_UP = 60_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export interface InstallOptions {
  /** Additional settings. */
  env?: Record<string, string>;
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>;
  /** Rewrites the database's address, for a proxy in between. */
  through?: (databaseUrl: string) => Promise<string>;
  /** An existing data folder. */
  dataDir?: string;
  /** Arguments for Node. */
  nodeArgs?: string[];
}

/** Sets up an installation with an owner and starts it. */
export async function install(engine: Engine, options: InstallOptions = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), `gauntlet-crash-${engine}-`));
  const cluster = engine === 'postgres' ? await startCluster(options.settings) : undefined;
  const port = await freePort();
  const databaseUrl = cluster && ((await options.through?.(cluster.url)) ?? cluster.url);
  const env = {
    DATA_DIR: options.dataDir ?? join(folder, 'data'),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...options.env,
  };
  const { nodeArgs = [] } = options;
  let server = await startServer({ port, env, nodeArgs, timeout: GIVE_UP });
  const owner = new TestClient(() => server.url);
  const { status, body } = await owner.send('POST', '/api/auth/register', { body: OWNER });
  if (status !== 201) throw new Error(`The owner could not register: ${status} ${JSON.stringify(body)}`);
  return {
    get url() {
      return server.url;
    },
    folder,
    cluster,
    owner,
    pid: () => server.pid,
    async crash(victim) {
      await Promise.all([
        victim === 'database' ? undefined : server.kill(),
        victim === 'server' ? undefined : databaseOf(cluster).kill(),
      ]);
      const started = performance.now();
      if (victim !== 'server') await databaseOf(cluster).start();
      if (victim === 'database') await untilReady(server);
      else server = await startServer({ port, env, nodeArgs, timeout: GIVE_UP });
      return performance.now() - started;
    },
    async remove() {
      await server.stop();
      await cluster?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function databaseOf(cluster: Cluster | undefined): Cluster {
  if (!cluster) throw new Error('The embedded database lives and dies with its server');
  return cluster;
}

/** The server kept running and must find its database again by itself. */
async function untilReady(server: ServerProcess): Promise<void> {
  const deadline = performance.now() + GIVE_UP;
  while (!(await isReady(server.url))) {
    if (performance.now() > deadline) throw new Error('The server did not find its database again');
    await pause(LOOK_EVERY);
  }
}

/** The victims in turn, so that three cycles cover all of them. */
export function victimOf(engine: Engine, cycle: number): Victim {
  return engine === 'pglite' ? 'server' : (['server', 'database', 'both'] as const)[cycle % 3]!;
}
