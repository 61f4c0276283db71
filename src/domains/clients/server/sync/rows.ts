/**
 * The rows of syncs, and what the API says of them. Everything runs as system; a sync belongs to the operations
 * workspace.
 */
import { notFound } from '../../../../kernel/errors.ts';
import type { Filter } from '../../../../kernel/filter.ts';
import { query, type SqlRow } from '../../../../server/db/index.ts';
import type { MappedPair, SyncDefinition, SyncRun } from '../../contract/sync.ts';

export type DefinitionRow = SqlRow<'sync_definitions'> & {
  client_name: string;
  house_name: string;
  archived: boolean;
  mapping: MappedPair[];
  filter: Filter | null;
};

export const DEFINITION = `select d.*, w.name as client_name, h.name as house_name,
  w.archived_at is not null as archived from sync_definitions d join workspaces w on w.id = d.client_id
  join workspaces h on h.id = d.workspace_id`;

/** @throws AppError `not_found` */
export async function definitionRow(house: string, id: string, lock = false): Promise<DefinitionRow> {
  const [row] = await query<DefinitionRow>(
    `${DEFINITION} where d.id = $1 and d.workspace_id = $2${lock ? ' for update of d' : ''}`,
    [id, house],
  );
  if (!row) throw notFound('The sync');
  return row;
}

type RunRow = SqlRow<'sync_runs'> & { by: string | null };

export const RUN = `select r.*, u.name as by from sync_runs r left join users u on u.id = r.requested_by`;

export function toRun(row: RunRow): SyncRun {
  return {
    id: row.id,
    cause: row.cause,
    dry: row.dry,
    state: row.state,
    lookedAt: row.looked_at,
    created: row.created,
    updated: row.updated,
    linked: row.linked,
    conflicts: row.conflicts,
    errors: row.errors,
    error: row.error,
    requestedBy: row.by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

export async function runRow(id: string): Promise<SyncRun> {
  const [row] = await query<RunRow>(`${RUN} where r.id = $1`, [id]);
  if (!row) throw notFound('The run');
  return toRun(row);
}

export const runRows = async (where: string, values: readonly unknown[]): Promise<SyncRun[]> =>
  (await query<RunRow>(`${RUN} ${where}`, values)).map(toRun);

/** With the figures that the list shows, for each of the rows. */
export async function toDefinitions(rows: readonly DefinitionRow[]): Promise<SyncDefinition[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await query<{ id: string; links: number; conflicts: number }>(
    `select d.id, (select count(*)::int from sync_links l where l.definition_id = d.id) as links,
      (select count(*)::int from sync_conflicts c where c.definition_id = d.id) as conflicts
     from unnest($1::uuid[]) d(id)`,
    [ids],
  );
  const last = await query<RunRow & { definition_id: string }>(
    `select l.*, u.name as by
      from unnest($1::uuid[]) d(id)
      cross join lateral (select * from sync_runs r where r.definition_id = d.id and not r.dry order by r.id desc
      limit 1) l
     left join users u on u.id = l.requested_by`,
    [ids],
  );
  return rows.map((row) => {
    const count = counts.find(({ id }) => id === row.id)!;
    const run = last.find((one) => one.definition_id === row.id);
    return {
      id: row.id,
      version: row.version,
      client: { id: row.client_id, name: row.client_name },
      kind: row.kind,
      direction: row.direction,
      conflictRule: row.conflict_rule,
      mapping: row.mapping,
      filter: row.filter,
      schedule: row.schedule,
      state: row.state,
      nextAt: row.next_at,
      links: count.links,
      openConflicts: count.conflicts,
      lastRun: run ? toRun(run) : null,
    };
  });
}
