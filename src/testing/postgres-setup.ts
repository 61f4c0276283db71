/** Before the PostgreSQL run: starts the server and migrates one template database, which test files copy. */
import type { TestProject } from 'vitest/node';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test server's maintenance database. */
    postgresUrl: string;
    /** Connection string of the migrated database to copy. */
    postgresTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const template = await server.createDatabase();
  const pool = createPool({ connection: { connectionString: template }, max: 1, statementTimeout: 0, onError: () => undefined });
  await migrate(pool);
  await pool.end();
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  return async () => {
    await server.dropDatabase(template);
    await server.close();
  };
}
