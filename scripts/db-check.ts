/**
 * Migrates an empty, throw-away PostgreSQL and compares its schema with `migrations/schema.txt`, and the types of its
 * rows with `src/server/db/schema.generated.ts`. `--write` refreshes both after a new migration.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sendOn } from '../src/server/db/tables.ts';
import { createMigrated } from '../src/testing/postgres-setup.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';
import { describeSchema } from '../src/testing/schema-description.ts';
import { writeRowTypes } from './row-types.ts';

const ROOT = join(import.meta.dirname, '..');
const SCHEMA = 'migrations/schema.txt';
const ROW_TYPES = 'src/server/db/schema.generated.ts';
/** Lines of a difference that are printed. */
const MAX_SHOWN = 40;

/** Contents of both generated files after the current migrations. */
async function presentFiles(): Promise<Record<string, string>> {
  const server = await startTestPostgres();
  try {
    const url = await createMigrated(server);
    const client = new pg.Client({ connectionString: url });
    // When describing fails, the server is stopped under the connection: that must not hide why.
    client.on('error', () => undefined);
    await client.connect();
    const send = sendOn(client);
    const files = { [SCHEMA]: await describeSchema(send), [ROW_TYPES]: await writeRowTypes(send) };
    await client.end();
    await server.dropDatabase(url);
    return files;
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

const isWriting = process.argv.includes('--write');
for (const [name, content] of Object.entries(await presentFiles())) {
  const path = join(ROOT, name);
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (content === kept) continue;
  if (isWriting) {
    writeFileSync(path, content);
    console.log(`Wrote ${name}.`);
  } else {
    if (name === SCHEMA) printDifference(kept, content);
    console.error(`${name} is not what the migrations make. Run \`npm run db:schema\` and look at its changes.`);
    process.exitCode = 1;
  }
}
