/** `npm run db:move`: moves everything from the embedded database in DATA_DIR to the empty PostgreSQL at DATABASE_URL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '../src/server/config.ts';
import { moveDatabase } from '../src/server/db/move.ts';

function fail(message: string): never {
  process.stderr.write(`\nNothing was moved.\n${message}\n`);
  process.exit(1);
}

// As the server reads them: what the environment says itself wins over the file.
const settings = join(import.meta.dirname, '../.env');
if (existsSync(settings)) process.loadEnvFile(settings);

const started = performance.now();
try {
  const { dataDir, databaseUrl } = loadConfig();
  if (!databaseUrl) fail('Set DATABASE_URL to an empty PostgreSQL, such as postgres://user:password@host:5432/gauntlet');
  const proofs = await moveDatabase({
    dataDir,
    databaseUrl,
    onTable: (table, rows) => void process.stdout.write(`copied ${rows.toLocaleString('en')} rows of ${table}\n`),
  });
  const wide = Math.max(...proofs.map(({ table }) => table.length));
  process.stdout.write(`\n${'table'.padEnd(wide)}  ${'rows'.padStart(12)}  checksum, the same on both sides\n`);
  for (const { table, rows, checksum } of proofs) {
    process.stdout.write(`${table.padEnd(wide)}  ${rows.toLocaleString('en').padStart(12)}  ${checksum}\n`);
  }
  const rows = proofs.reduce((sum, proof) => sum + proof.rows, 0);
  process.stdout.write(
    `\nMoved ${rows.toLocaleString('en')} rows in ${proofs.length} tables in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`
    + `Start the server with the same DATABASE_URL and DATA_DIR: files and the key stay in ${dataDir}.\n`,
  );
} catch (error) {
  if (error instanceof ConfigError) fail(error.message);
  fail(error instanceof Error ? error.message : String(error));
}
