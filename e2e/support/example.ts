/**
 * The sample data, loaded once per run into a PostgreSQL that ends with it: each worker's server starts with a copy.
 * Installations without setup run on the embedded database, so browsers cover both.
 */
import { cpSync, rmSync } from 'node:fs';
import pg from 'pg';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../src/demo/accounts.ts';
import { cheapHash } from '../../src/testing/cheap-hash.ts';
import { throwAwayFolder } from '../../src/testing/folders.ts';
import { overServer, startTestPostgres } from '../../src/testing/postgres.ts';
import { startServer, type RunningServer } from './server.ts';

/** Passes it to the workers, which are separate processes. */
const ENV = 'GAUNTLET_E2E_EXAMPLE';

interface Example {
  /** Address of the PostgreSQL server. */
  server: string;
  database: string;
  /** Data folder: the files and keys of the database. */
  folder: string;
}

/** Playwright's global setup. @returns a function that ends it all */
export default async function loadExample(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const folder = throwAwayFolder('gauntlet-e2e-example-');
  const database = await postgres.createDatabase();
  const server = await startServer({ demo: true, databaseUrl: database });
  // Stopped before its folder and its database are copied: no one may use a database during its copy.
  await server.stop();
  cpSync(server.dataDir, folder, { recursive: true });
  await server.close();
  await haveCheapPasswords(database);
  process.env[ENV] = JSON.stringify({ server: postgres.url, database, folder } satisfies Example);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await postgres.dropDatabase(database);
    await postgres.close();
  };
}

/** The accounts keep their password, with a hash that is cheap to check, because every test signs in. */
async function haveCheapPasswords(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await client.query('update users set password_hash = $1 where email = any($2)', [
      await cheapHash(DEMO_PASSWORD),
      DEMO_ACCOUNTS.map(({ email }) => email),
    ]);
  } finally {
    await client.end();
  }
}

/** A server with a copy of the sample data. */
export async function startExample(): Promise<RunningServer> {
  const example = JSON.parse(process.env[ENV]!) as Example;
  const postgres = overServer(example.server, async () => undefined);
  const databaseUrl = await postgres.createDatabase(example.database);
  const server = await startServer({ demo: true, databaseUrl, from: example.folder });
  return {
    ...server,
    async close() {
      await server.close();
      await postgres.dropDatabase(databaseUrl);
    },
  };
}
