/** Before the PostgreSQL run: starts the server and makes two template databases for test files to copy. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { openOnce } from './prepared-database.ts';
import { startTestPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test server's maintenance database. */
    postgresUrl: string;
    /** Connection string of the migrated database to copy. */
    postgresTemplate: string;
    /** Connection string of a migrated database that a system has opened once. */
    postgresOpened: string;
  }
}

/** Makes a migrated, empty database for copying. */
export async function createMigrated(server: TestPostgres): Promise<string> {
  const template = await server.createDatabase();
  const pool = createPool({
    connection: { connectionString: template },
    max: 1,
    statementTimeout: 0,
    onError: () => undefined,
  });
  await migrate(pool);
  await pool.end();
  return template;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const template = await createMigrated(server);
  const opened = await server.createDatabase(template);
  rmSync(await openOnce(opened), { recursive: true, force: true });
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  project.provide('postgresOpened', opened);
  return async () => {
    await server.dropDatabase(template);
    await server.dropDatabase(opened);
    await server.close();
  };
}
