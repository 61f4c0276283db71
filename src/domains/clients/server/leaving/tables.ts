/**
 * The tables of a workspace, as the database itself knows them: whatever a domain adds tomorrow is exported and deleted
 * with the rest, and no one has to remember it.
 */
import { query } from '../../../../server/db/index.ts';

export interface WorkspaceTable {
  name: string;
  columns: { name: string; type: string }[];
  /** Columns of its primary key, in their order; where a table has none, the place of the row. */
  key: { name: string; type: string }[];
}

/** All that have a workspace, those before the others that others refer to. Runs as system. */
export async function workspaceTables(): Promise<WorkspaceTable[]> {
  const tables = await query<WorkspaceTable>(
    `select c.relname as name,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null))
          order by k.n)
          from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
          where i.indrelid = c.oid and i.indisprimary), '[{"name": "ctid", "type": "tid"}]') as key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id'
          and not a.attisdropped) order by c.relname`,
  );
  const references = await query<{ child: string; parent: string }>(
    `select distinct f.conrelid::regclass::text as child, f.confrelid::regclass::text as parent from pg_constraint f
      where f.contype = 'f' and f.conrelid <> f.confrelid`,
  );
  return parentsFirst(tables, references);
}

function parentsFirst(
  tables: readonly WorkspaceTable[],
  references: readonly { child: string; parent: string }[],
): WorkspaceTable[] {
  const sorted: WorkspaceTable[] = [];
  const visited = new Set<string>();
  const visit = (table: WorkspaceTable) => {
    if (visited.has(table.name)) return;
    visited.add(table.name);
    for (const { child, parent } of references) {
      const found = child === table.name && tables.find(({ name }) => name === parent);
      if (found) visit(found);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

/** The audit log outlives what it tells of; no statement could remove from it anyway. */
export const KEPT = new Set(['audit_log']);
