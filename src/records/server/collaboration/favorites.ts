/** A person's favorites in their order: records of any kind, saved views, and pages. */
import { createHash } from 'node:crypto';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type Favourite, type FavouriteKind, MAX_FAVOURITES, type NewFavourite } from '../../contract/collaboration.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { RECORD_PATHS } from '../../paths.ts';
import { namesOf, pageOf, requireSubject } from './subjects.ts';

interface Row {
  target_id: string;
  kind: FavouriteKind;
  /** Of a page only. */
  path: string | null;
  name: string | null;
}

/** Those that can be opened now, in the person's order. */
export async function listFavourites(caller: Caller): Promise<Favourite[]> {
  const rows = await query<Row>(
    'select target_id, kind, path, name from favourites where workspace_id = $1 and user_id = $2 order by position, target_id',
    [currentWorkspaceId(), caller.userId],
  );
  const records = rows.filter(({ kind }) => kind !== 'view' && kind !== 'page');
  const names = await namesOf(records.map(({ target_id }) => target_id));
  const views = await readViews(
    rows.filter(({ kind }) => kind === 'view').map(({ target_id }) => target_id),
    caller,
  );
  return rows.flatMap(({ target_id: id, kind, ...row }): Favourite[] => {
    if (kind === 'page') return [{ id, kind, name: row.name!, object: null, path: row.path! }];
    if (kind === 'view') {
      const view = views.get(id);
      return view
        ? [{ id, kind, name: view.name, object: view.object, path: `${KINDS[view.object].page}?view=${id}` }]
        : [];
    }
    const name = names.get(id);
    return name === undefined ? [] : [{ id, kind, name, object: null, path: pageOf(kind, id) }];
  });
}

async function readViews(
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, { name: string; object: RecordKind }>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; name: string; object: RecordKind }>(
    'select id, name, object from saved_views where workspace_id = $1 and id = any($2) and (shared or owner_id = $3)',
    [currentWorkspaceId(), ids, caller.userId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws AppError `not_found` for what the caller cannot see, `conflict` when there are too many. */
export function addFavourite(input: NewFavourite, caller: Caller): Promise<Favourite[]> {
  return transaction(async () => {
    const page = input.kind === 'page' ? input : null;
    const id = input.kind === 'page' ? idOfPage(input.path) : input.id;
    if (input.kind === 'page') {
      // Its guard decides who may open it, not its favorite.
    } else if (input.kind !== 'view') await requireSubject(input.kind, input.id);
    else if (!(await readViews([input.id], caller)).has(input.id)) throw notFound('The view');
    const order = await lockOrder(caller);
    if (!order.includes(id)) {
      if (order.length >= MAX_FAVOURITES)
        throw new AppError('conflict', `You have ${MAX_FAVOURITES} favourites. Take one out that you no longer use.`);
      await execute(
        'insert into favourites (workspace_id, user_id, target_id, kind, position, path, name) values ($1, $2, $3, $4, $5, $6, $7)',
        [currentWorkspaceId(), caller.userId, id, input.kind, order.length, page?.path ?? null, page?.name ?? null],
      );
      const at = input.before ? order.indexOf(input.before) : -1;
      if (at >= 0) await writeOrder([...order.slice(0, at), id, ...order.slice(at)], caller);
    }
    return settled(caller);
  });
}

/** A page has no id of its own; one made from its path keeps it from being added twice. */
function idOfPage(path: string): string {
  const hex = createHash('sha256').update(`page ${path}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** @throws AppError `not_found` */
export function removeFavourite(id: string, caller: Caller): Promise<void> {
  return transaction(async () => {
    const gone = await execute('delete from favourites where workspace_id = $1 and user_id = $2 and target_id = $3', [
      currentWorkspaceId(),
      caller.userId,
      id,
    ]);
    if (gone === 0) throw notFound('The favorite');
    await settled(caller);
  });
}

/** Those that are not named keep their order, behind the others. */
export function orderFavourites(ids: readonly string[], caller: Caller): Promise<Favourite[]> {
  return transaction(async () => {
    const order = await lockOrder(caller);
    const named = [...new Set(ids)].filter((id) => order.includes(id));
    await writeOrder([...named, ...order.filter((id) => !named.includes(id))], caller);
    return settled(caller);
  });
}

/** The present order, held until the transaction ends. */
async function lockOrder(caller: Caller): Promise<string[]> {
  const rows = await query<Pick<Row, 'target_id'>>(
    'select target_id from favourites where workspace_id = $1 and user_id = $2 order by position, target_id for update',
    [currentWorkspaceId(), caller.userId],
  );
  return rows.map(({ target_id }) => target_id);
}

async function writeOrder(ids: readonly string[], caller: Caller): Promise<void> {
  await execute(
    `update favourites f set position = n.place from unnest($3::uuid[]) with ordinality as n(id, place)
      where f.workspace_id = $1 and f.user_id = $2 and f.target_id = n.id`,
    [currentWorkspaceId(), caller.userId, ids],
  );
}

async function settled(caller: Caller): Promise<Favourite[]> {
  await publishPaths(currentWorkspaceId(), [RECORD_PATHS.favorites]);
  return listFavourites(caller);
}
