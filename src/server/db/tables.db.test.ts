/** The tables as Drizzle knows them and the tables that the migrations make must be the same. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem } from './context.ts';
import { query, queryForLibrary, transaction } from './database.ts';

const SOURCE = join(import.meta.dirname, '../..');
const files = globSync(['domains/*/server/**/tables.ts', 'server/*/tables.ts'], { cwd: SOURCE });

let test: TestDatabase;
const tables: PgTable[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
  for (const file of files) {
    const exported = (await import(join(SOURCE, file))) as Record<string, unknown>;
    tables.push(...Object.values(exported).filter((value) => value instanceof PgTable));
  }
});
afterAll(() => test.destroy());

/** The table's columns as the database describes them: `name type collation null`. */
async function describeColumns(table: string): Promise<string[]> {
  const rows = await query<{ column: string }>(
    `select concat_ws(' ', attname, format_type(atttypid, atttypmod), nullif(collname, 'default'), case when attnotnull then 'not null' end) as column
     from pg_attribute left join pg_collation on pg_collation.oid = attcollation
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attname`,
    [table],
  );
  return rows.map((row) => row.column);
}

/** What the columns would be if Drizzle had made the table: the database itself says the types in its own words. */
function describeDeclared(table: PgTable): Promise<string[]> {
  const { columns } = getTableConfig(table);
  const definitions = columns.map((column) => `"${column.name}" ${column.getSQLType()}${column.notNull || column.primary ? ' not null' : ''}`);
  return transaction(async () => {
    await queryForLibrary(`drop table if exists pg_temp.declared; create temporary table declared (${definitions.join(', ')}) on commit drop`);
    return describeColumns('pg_temp.declared');
  });
}

describe('the declared tables', () => {
  it('were found', () => {
    expect(files.length).toBeGreaterThan(4);
    expect(tables.length).toBeGreaterThan(files.length);
  });

  it('are in the migrated database, with the same columns, types, collations and nulls', async () => {
    await asSystem(async () => {
      for (const table of tables) {
        const { name } = getTableConfig(table);
        expect({ name, columns: await describeColumns(name) }).toEqual({ name, columns: await describeDeclared(table) });
      }
    });
  });
});
