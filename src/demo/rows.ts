/** Sample rows for any table. */
import { currentWorkspaceId, execute } from '../server/db/index.ts';

export type Row = Record<string, unknown>;

/** Inserts rows of any table; omitted columns get their defaults. */
export async function insertRows(table: string, rows: readonly Row[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = ['workspace_id', ...Object.keys(first)].join(', ');
  const workspaceId = currentWorkspaceId();
  await execute(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows.map((row) => ({ workspace_id: workspaceId, ...row })))],
  );
}
