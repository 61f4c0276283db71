/** The import that a record came with, in timelines and filters. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Ref } from '../../contract/field-values.ts';
import type { RecordKind } from '../../contract/kinds.ts';

const MOST = 200;

/** A source of timelines: the import that created the record of this table. */
export function importedEntry(table: string): string {
  return `select 'imported' as kind, 'import-' || i.id as id, r.created_at as at, i.created_by as actor_id,
    jsonb_build_object('detail', i.file_name) as data
   from ${table} r join imports i on i.id = r.import_id and i.workspace_id = r.workspace_id
      where r.workspace_id = $1 and r.id = $2`;
}

/** Imports that a list can be filtered by, the newest first. */
export function importChoices(kind: RecordKind): Promise<Ref[]> {
  return query<Ref>(
    `select id, file_name as name from imports
      where workspace_id = $1 and kind = $2 and state not in ('mapping', 'reverted') order by id desc limit ${MOST}`,
    [currentWorkspaceId(), kind],
    'crm_import_choices',
  );
}
