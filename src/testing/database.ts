/** A migrated, empty database for one test file, on the engine of the run, for tests that need no whole system. */
import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { useDatabase, type Database } from '../server/db/database.ts';
import { openDatabase } from '../server/db/open.ts';
import { throwAwayFolder } from './folders.ts';
import { overServer, type TestPostgres } from './postgres.ts';

export interface TestDatabase {
  current: Database;
  /** Absent on PGlite. */
  url: string | undefined;
  /** Closes the database and reopens it on the same data, like a restart. */
  reopen(): Promise<void>;
  /** Closes and deletes the database. */
  destroy(): Promise<void>;
}

/** Opens a database and makes it the current one; call `destroy()` in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = throwAwayFolder('gauntlet-db-');
  const postgres: TestPostgres | undefined =
    process.env.TEST_ENGINE === 'postgres' ? overServer(inject('postgresUrl'), async () => undefined) : undefined;
  const url = await postgres?.createDatabase(inject('postgresTemplate'));
  const open = () => openDatabase({ databaseUrl: url, dataDir, poolSize: 5, durable: false, onError: () => undefined });
  const test: TestDatabase = {
    current: await open(),
    url,
    async reopen() {
      await test.current.close();
      test.current = await open();
    },
    async destroy() {
      useDatabase(undefined);
      await test.current.close();
      if (url) await postgres!.dropDatabase(url);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return test;
}
