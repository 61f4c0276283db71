/**
 * Migrates an empty, throw-away PostgreSQL and compares its schema with `migrations/schema.txt`. `--write` refreshes the
 * file after a new migration.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sendOn } from '../src/server/db/tables.ts';
import { createMigrated } from '../src/testing/postgres-setup.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';
import { describeSchema } from '../src/testing/schema-description.ts';

const SNAPSHOT = join(import.meta.dirname, '../migrations/schema.txt');
/** Lines of a difference that are printed. */
const MAX_SHOWN = 40;

/** The schema that the present migrations make. */
async function presentSchema(): Promise<string> {
  const server = await startTestPostgres();
  try {
    const url = await createMigrated(server);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const schema = await describeSchema(sendOn(client));
    await client.end();
    await server.dropDatabase(url);
    return schema;
  } finally {
    await server.close();
  }
}

/** Each line under its object, so that a difference names the table that it is in. */
function namedLines(schema: string): Set<string> {
  return new Set(
    schema.split('\n\n').flatMap((object) => {
      const [name, ...lines] = object.split('\n');
      return [name!, ...lines.map((line) => `${name}:${line}`)];
    }),
  );
}

function printDifference(expected: string, present: string): void {
  const [before, after] = [namedLines(expected), namedLines(present)];
  const lines = [
    ...[...before].filter((line) => !after.has(line)).map((line) => `- ${line}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ];
  for (const line of lines.slice(0, MAX_SHOWN)) console.error(line);
  if (lines.length > MAX_SHOWN) console.error(`… and ${lines.length - MAX_SHOWN} more`);
}

const present = await presentSchema();
if (process.argv.includes('--write')) {
  writeFileSync(SNAPSHOT, present);
  console.log('Wrote migrations/schema.txt.');
} else if (present !== readFileSync(SNAPSHOT, 'utf8')) {
  printDifference(readFileSync(SNAPSHOT, 'utf8'), present);
  console.error('The migrations make another schema than migrations/schema.txt. Run `npm run db:check -- --write`.');
  process.exitCode = 1;
}
