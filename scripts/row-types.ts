/** Writes the row types of every table, as `src/server/db/schema.generated.ts` holds them. */
import { FUNCTIONS, HISTORY, type Send } from '../src/server/db/tables.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  /** The database alone writes it. */
  generated: boolean;
  /** Definitions of the check constraints on this column alone. */
  checks: string[];
}

const HEADER = `/** Written by \`npm run db:schema\` from the migrated database. Don't edit it by hand. */
import type { Bigint, Default, Generated, Instant, Json, Numeric } from './columns.ts';

`;

/** JavaScript type that the driver returns for each PostgreSQL type, as set up in src/server/db/pool.ts. */
const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  tsvector: 'string',
  bytea: 'Buffer',
  date: 'string',
  xid8: 'string',
  smallint: 'number',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bigint: 'Bigint',
  numeric: 'Numeric',
  jsonb: 'Json',
  'timestamp with time zone': 'Instant',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'integer[]': 'number[]',
};

/** @throws Error for a type of the database that has no type here yet. */
export async function writeRowTypes(send: Send): Promise<string> {
  const columns = await send<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
       a.atthasdef or a.attidentity <> '' as defaulted, a.attgenerated <> '' or a.attidentity = 'a' as generated,
       coalesce((select array_agg(pg_get_constraintdef(k.oid) order by k.conname) from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '{}') as checks
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1)
     order by c.relname collate "C", a.attnum`,
    [[HISTORY, FUNCTIONS]],
  );
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const interfaces = tables.map(
    ([table, some]) =>
      `interface ${pascal(table)} {\n${some.map((one) => `  ${one.name}: ${typeOf(one)};`).join('\n')}\n}\n`,
  );
  const index = tables.map(([table]) => `  ${table}: ${pascal(table)};`).join('\n');
  const json = tables
    .map(
      ([table, some]) => [table, some.filter(({ type }) => type === 'jsonb').map(({ name }) => `'${name}'`)] as const,
    )
    .filter(([, names]) => names.length > 0)
    .map(([table, names]) => `  ${table}: [${names.join(', ')}],`)
    .join('\n');
  return [
    HEADER + interfaces.join('\n'),
    `/** The columns of every table, by the names that the database has for them. */\nexport interface Tables {\n${index}\n}\n`,
    `/** Columns whose values are sent as JSON. */\nexport const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {\n${json}\n};\n`,
  ].join('\n');
}

function pascal(table: string): string {
  return table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function typeOf({ table, name, type, nullable, defaulted, generated, checks }: Column): string {
  const known = TYPES[type];
  if (!known) throw new Error(`${table}.${name} has the type ${type}, which scripts/row-types.ts does not know`);
  const value = (choicesOf(checks) ?? known) + (nullable ? ' | null' : '');
  if (generated) return `Generated<${value}>`;
  return defaulted ? `Default<${value}>` : value;
}

/** The texts that a check allows, where it lists them: `CHECK ((state = ANY (ARRAY['open'::text, …])))`. */
function choicesOf(checks: string[]): string | undefined {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(check)?.[1];
    if (list) return list.replaceAll('::text', '').replaceAll(', ', ' | ');
  }
  return undefined;
}
