import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { describeSchema } from '../../testing/schema-description.ts';
import { asSystem } from './context.ts';
import { query } from './database.ts';
import { MIGRATIONS } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.destroy());

it('both engines make the schema that migrations/schema.txt describes', async () => {
  expect(await asSystem(() => describeSchema(query))).toBe(readFileSync(join(MIGRATIONS, 'schema.txt'), 'utf8'));
});
