/** Saved views: private ones of each person, and shared ones of the workspace. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { NewView, SavedView, ViewUpdate } from '../../contract/views.ts';
import { RECORD_PATHS } from '../../paths.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { kindOf } from '../list/list-kind.ts';
import { sortOf } from '../list/list.ts';

/** The person whose views are read: a caller, or the person a job runs for. */
export type Viewer = Pick<Caller, 'userId' | 'role'>;

const NOUN = 'The view';
const MAX_VIEWS = 200;

type Row = Omit<SavedView, 'editable'> & { owner_id: string };
const SELECT = `select v.id, v.version, v.object, v.name, v.config, v.shared, v.owner_id,
    case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as owner,
      v.updated_at as "updatedAt"
  from saved_views v left join workspace_people p on p.id = v.owner_id where v.workspace_id = $1`;

const mayEdit = (row: { owner_id: string }, caller: Viewer) =>
  row.owner_id === caller.userId || caller.role === 'admin';

function toView({ owner_id, ...view }: Row, caller: Viewer): SavedView {
  return { ...view, editable: mayEdit({ owner_id }, caller) };
}

/** The caller's own views of a kind's list and the shared ones, by name. */
export async function listViews(object: RecordKind, caller: Viewer): Promise<SavedView[]> {
  const rows = await query<Row>(
    `${SELECT} and (v.shared or v.owner_id = $2) and v.object = $3 order by lower(v.name), v.id limit ${MAX_VIEWS * 2}`,
    [currentWorkspaceId(), caller.userId, object],
  );
  return rows.map((row) => toView(row, caller));
}

async function readView(id: string, caller: Viewer): Promise<SavedView> {
  const [row] = await query<Row>(`${SELECT} and v.id = $2 and (v.shared or v.owner_id = $3)`, [
    currentWorkspaceId(),
    id,
    caller.userId,
  ]);
  if (!row) throw notFound(NOUN);
  return toView(row, caller);
}

/** A view must not keep an order that its list would refuse. @throws AppError `validation` */
async function checkSort(object: RecordKind, sort: string | undefined): Promise<void> {
  const kind = kindOf(object);
  if (sort && kind) await sortOf(kind, sort);
}

/** @throws AppError `conflict` when the person has too many. */
export function createView(input: z.output<typeof NewView>, caller: Viewer): Promise<SavedView> {
  return transaction(async () => {
    await checkSort(input.object, input.config.sort);
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from saved_views where workspace_id = $1 and owner_id = $2',
      [currentWorkspaceId(), caller.userId],
    );
    if (count!.n >= MAX_VIEWS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_VIEWS} views. Delete one to add another.`);
    const id = newId();
    await query(
      'insert into saved_views (id, workspace_id, object, name, config, shared, owner_id) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        currentWorkspaceId(),
        input.object,
        input.name,
        JSON.stringify(input.config),
        input.shared ?? false,
        currentUserId(),
      ],
    );
    await emit({ type: 'view.created', subject: { type: 'view', id }, paths: [RECORD_PATHS.views] });
    return readView(id, caller);
  });
}

/**
 * Locks a view that the caller may change.
 * @throws AppError `not_found` for one that they cannot see, `forbidden` for someone else's.
 */
async function lockEditable(id: string, caller: Viewer): Promise<{ version: number; object: RecordKind }> {
  const [row] = await query<{ version: number; object: RecordKind; owner_id: string; shared: boolean }>(
    'select version, object, owner_id, shared from saved_views where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  if (!row || !(row.shared || row.owner_id === caller.userId)) throw notFound(NOUN);
  if (!mayEdit(row, caller))
    throw new AppError('forbidden', 'This view belongs to someone else. Save your own copy to change it.');
  return row;
}

/** @throws AppError `not_found`, `forbidden`, `stale`, `validation` without a version. */
export function updateView(
  id: string,
  input: z.output<typeof ViewUpdate>,
  caller: Viewer,
  ifMatch?: number,
): Promise<SavedView> {
  const version = input.version ?? ifMatch;
  if (version === undefined)
    throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    const row = await lockEditable(id, caller);
    await checkSort(row.object, input.config?.sort);
    if (row.version !== version)
      throw new AppError('stale', 'Someone else changed this view in the meantime.', {
        details: { current: await readView(id, caller), changed: [] },
      });
    await query(
      `update saved_views set name = coalesce($3, name), config = coalesce($4::jsonb, config),
        shared = coalesce($5, shared), version = version + 1, updated_at = now()
       where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        input.name ?? null,
        input.config ? JSON.stringify(input.config) : null,
        input.shared ?? null,
      ],
    );
    await emit({ type: 'view.updated', subject: { type: 'view', id }, paths: [RECORD_PATHS.views] });
    return readView(id, caller);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeView(id: string, caller: Viewer): Promise<void> {
  return transaction(async () => {
    await lockEditable(id, caller);
    await query('delete from saved_views where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'view.deleted', subject: { type: 'view', id }, paths: [RECORD_PATHS.views] });
  });
}
