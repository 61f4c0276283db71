import { asSystem, query } from '../server/db/index.ts';

/** Tables with a row that contains the text, in any column, including the queue's tables. */
export function tablesWith(text: string): Promise<string[]> {
  return asSystem(async () => {
    const tables = await query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
        and relkind in ('r', 'p')`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if ((await query(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text])).length > 0)
        found.push(name);
    return found;
  });
}
