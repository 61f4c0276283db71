/** Several servers of one installation, on one PostgreSQL, as behind a load balancer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../../src/testing/client.ts';
import { startCluster } from '../../src/testing/cluster.ts';
import { freePort } from '../../src/testing/postgres.ts';
import { startServer, type ServerProcess } from '../../src/testing/server-process.ts';

export interface Nodes {
  /** The servers, each for people and background work. */
  servers: ServerProcess[];
  /** The owner, whose requests go to the running servers in turn. */
  owner: TestClient;
  /** A client of one server, with the owner's session. */
  ownerAt(server: ServerProcess): TestClient;
  /** A visitor whose requests go to each server in turn. */
  visitor(): TestClient;
  /** Removes a server from the load balancer without stopping it. */
  takeOut(server: ServerProcess): void;
  /** Starts another server on a free port and adds it to the load balancer. */
  add(): Promise<ServerProcess>;
  remove(): Promise<void>;
}

const OWNER = {
  name: 'Node Test',
  email: 'owner@nodes.example',
  password: 'served by whichever is up',
  businessName: 'Node Test',
};

/** Starts PostgreSQL and `count` servers, with a signed-in owner. */
export async function startNodes(count: number): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-nodes-'));
  const cluster = await startCluster();
  const servers: ServerProcess[] = [];
  const started: ServerProcess[] = [];
  const add = async () => {
    const server = await startServer({
      port: await freePort(),
      env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url, DATABASE_POOL: '5' },
      timeout: 60_000,
    });
    started.push(server);
    servers.push(server);
    return server;
  };
  const remove = async () => {
    for (const server of started) await server.stop();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let n = 0; n < count; n++) await add();
    let turn = 0;
    const balanced = () => servers[turn++ % servers.length]!.url;
    const owner = new TestClient(balanced);
    const { status, body } = await owner.send('POST', '/api/auth/register', { body: OWNER });
    if (status !== 201) throw new Error(`The owner could not register: ${status} ${JSON.stringify(body)}`);
    return {
      servers,
      owner,
      add,
      remove,
      ownerAt(server) {
        const client = new TestClient(() => server.url);
        for (const [name, value] of owner.cookies) client.cookies.set(name, value);
        return client;
      },
      visitor: () => new TestClient(balanced),
      takeOut(server) {
        servers.splice(servers.indexOf(server), 1);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
