/**
 * `npm run db:move`: moves everything from the embedded database in DATA_DIR to the empty PostgreSQL at DATABASE_URL.
 */
import { loadConfig } from '../src/server/config.ts';
import { moveDatabase } from '../src/server/db/move.ts';
import { command, count } from './command.ts';

await command('Nothing was moved.', async () => {
  const started = performance.now();
  const { dataDir, databaseUrl } = loadConfig();
  if (!databaseUrl)
    throw new Error('Set DATABASE_URL to an empty PostgreSQL, such as postgres://user:password@host:5432/gauntlet');
  const proofs = await moveDatabase({
    dataDir,
    databaseUrl,
    onTable: (table, rows) => void process.stdout.write(`copied ${count(rows)} rows of ${table}\n`),
  });
  const wide = Math.max(...proofs.map(({ table }) => table.length));
  process.stdout.write(`\n${'table'.padEnd(wide)}  ${'rows'.padStart(12)}  checksum, the same on both sides\n`);
  for (const { table, rows, checksum } of proofs)
    process.stdout.write(`${table.padEnd(wide)}  ${count(rows).padStart(12)}  ${checksum}\n`);
  const rows = proofs.reduce((sum, proof) => sum + proof.rows, 0);
  process.stdout.write(
    `\nMoved ${count(rows)} rows in ${proofs.length} tables in ${((performance.now() - started) / 1000).toFixed(1)} s.\n` +
      `Start the server with the same DATABASE_URL and DATA_DIR: files and the key stay in ${dataDir}.\n`,
  );
});
