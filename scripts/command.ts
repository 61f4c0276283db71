/** Shared parts of the data commands: settings and failures. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../src/server/config.ts';
import { useDatabase, type Database } from '../src/server/db/database.ts';
import { openEmbedded } from '../src/server/db/embedded.ts';
import { assertNotMoved } from '../src/server/db/moved-marker.ts';
import { openPostgres } from '../src/server/db/open.ts';
import { openDiskStore } from '../src/server/files/disk.ts';
import type { FileStore } from '../src/server/files/port.ts';
import { S3Store } from '../src/server/files/s3.ts';

/** Loads `.env` as the server does: environment variables override the file. */
export function readSettings(): void {
  const settings = join(import.meta.dirname, '../.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
}

/** Runs a command; on failure says what did not happen and why, and exits with 1. */
export async function command(notDone: string, run: () => Promise<void>): Promise<void> {
  readSettings();
  try {
    await run();
  } catch (error) {
    process.stderr.write(`\n${notDone}\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** The unmigrated database and the files of an installation that may not be running. */
export async function withInstallation(
  config: Config,
  work: (database: Database, files: FileStore) => Promise<void>,
): Promise<void> {
  const onError = () => undefined;
  if (!config.databaseUrl) assertNotMoved(config.dataDir);
  const database = config.databaseUrl
    ? await openPostgres({ poolSize: 2, requireDurable: config.mode === 'production', onError }, config.databaseUrl)
    : await openEmbedded({ folder: config.dataDir, onError });
  useDatabase(database);
  try {
    await work(database, config.s3 ? new S3Store(config.s3) : await openDiskStore(join(config.dataDir, 'files')));
  } finally {
    useDatabase(undefined);
    await database.close();
  }
}

/** With thousands separators. */
export const count = (value: number) => value.toLocaleString('en');
