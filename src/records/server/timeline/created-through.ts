/** The automation that created or last changed a record, for timelines. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { agentOf, type Cause } from '../../../server/events/cause.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import type { MadeThrough } from '../../contract/field-values.ts';

interface Stamped {
  id: string;
  createdBy: string | null;
  updatedBy: string | null;
}

/** Acts that stamp a record with who did them. */
const STAMPS = ['created', 'updated', 'deleted', 'restored', 'merged', 'converted'] as const;

/**
 * The record with the workflow, sync or web form that made it or changed it last. What a person stamped is not looked
 * up.
 */
export async function withMakers<Record extends Stamped>(
  kind: RecordKind,
  record: Record,
): Promise<Record & MadeThrough> {
  const { id, createdBy, updatedBy } = record;
  if (createdBy !== null && updatedBy !== null) return record;
  const [found] = await query<{ made: Cause | null; changed: Cause | null }>(
    `select (select cause from events where workspace_id = $1 and subject_type = $2 and subject_id = $3
      and type = $2 || '.created' order by id limit 1) as made,
       (select cause from events where workspace_id = $1 and subject_type = $2 and subject_id = $3 and type = any($4)
          order by id desc limit 1) as changed`,
    [currentWorkspaceId(), kind, id, STAMPS.map((act) => `${kind}.${act}`)],
    'crm_record_makers',
  );
  const createdThrough = createdBy === null ? agentOf(found?.made) : undefined;
  const updatedThrough = updatedBy === null ? agentOf(found?.changed) : undefined;
  return { ...record, ...(createdThrough && { createdThrough }), ...(updatedThrough && { updatedThrough }) };
}
