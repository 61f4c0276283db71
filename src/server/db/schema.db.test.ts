import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { describeSchema } from '../../testing/schema-description.ts';
import { asSystem } from './context.ts';
import { query, queryForLibrary, transaction } from './database.ts';
import { MIGRATIONS, readFunctions } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.destroy());

it('both engines make the schema that migrations/schema.txt describes', async () => {
  expect(await asSystem(() => describeSchema(query))).toBe(readFileSync(join(MIGRATIONS, 'schema.txt'), 'utf8'));
});

it('the body of every function is valid: it is made before what it names, so no one looked at it then', async () => {
  await asSystem(() =>
    transaction(async () => {
      await query('set local check_function_bodies = on');
      for (const { sql } of readFunctions()) await queryForLibrary(sql);
    }),
  );
});
