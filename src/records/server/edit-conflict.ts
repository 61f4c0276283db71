/** The answer to a write that is based on an old version. */
import { AppError } from '../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../server/db/index.ts';
import { agentOf, type Agent, type Cause } from '../../server/events/cause.ts';
import type { FieldChange, Ref } from '../contract/field-values.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { peopleNames } from './workspace.ts';

interface RemoteChange extends FieldChange {
  /** Null for the system. */
  by: Ref | null;
  through: Agent | undefined;
  at: string;
}

/** The current record and the people who changed it since `version`, so that a person can resolve the conflict. */
export async function staleRecord(kind: RecordKind, current: { id: string }, version: number): Promise<AppError> {
  const events = await query<{
    changes: FieldChange[] | null;
    actor_id: string | null;
    at: string;
    cause: Cause | null;
  }>(
    `select data->'changes' as changes, actor_id, at, cause from events
     where workspace_id = $1 and subject_type = $4 and subject_id = $2 and (data->>'version')::int > $3
        order by id limit 200`,
    [currentWorkspaceId(), current.id, version, kind],
  );
  const names = await peopleNames(events.map((event) => event.actor_id));
  const changed: RemoteChange[] = events.flatMap(({ changes, actor_id: by, at, cause }) =>
    (changes ?? []).map((change) => ({
      ...change,
      by: by !== null && names.has(by) ? { id: by, name: names.get(by)! } : null,
      through: agentOf(cause),
      at,
    })),
  );
  return new AppError(
    'stale',
    `Someone else changed this ${KINDS[kind].one} in the meantime. Your changes were not saved.`,
    { details: { current, changed } },
  );
}
