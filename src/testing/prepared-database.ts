/**
 * An opened system's first work on an empty database (the job queue's own tables and queues), done once per run: test
 * files copy it, and each saves two hundred statements.
 */
import { loadConfig } from '../server/config.ts';
import { asSystem, execute } from '../server/db/index.ts';
import { openSystem } from '../system.ts';
import { throwAwayFolder } from './folders.ts';

/**
 * Opens a system and stops it.
 * @param databaseUrl a migrated PostgreSQL database; without it the embedded engine is used
 * @returns the data folder, which holds the embedded engine's cluster in `pglite`; the caller deletes it
 */
export async function openOnce(databaseUrl?: string): Promise<string> {
  const dataDir = throwAwayFolder('gauntlet-template-');
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const system = await openSystem(config, { durable: false });
  // Each copy has its own key.
  await asSystem(() => execute(`update installation_policy set keys_seen = '{}'`));
  await system.stop();
  return dataDir;
}
