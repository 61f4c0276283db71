/** Boards: who may open them, the list, and the calls that change them. Drawing is in `room.ts`. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  afterCommit,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  insertRows,
  NEXT_VERSION,
  NOW,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { dropContents } from '../../../records/server/files.ts';
import type { Board, BoardAccess, BoardRole, BoardRow } from '../contract.ts';
import { updateWith } from '../engine/board-document.ts';
import type { TemplateId } from '../contract/template-names.ts';
import { templateElements } from '../engine/templates.ts';
import { WHITEBOARDS } from '../paths.ts';

/** The role of user $2 on board `b`; null where the board is not theirs to see. A board without an owner is everyone's to see. */
const ROLE = `case
  when b.owner_id = $2 then 'owner'
  when b.access = 'edit' then 'edit'
  when exists (select 1 from whiteboard_people p where p.board_id = b.id and p.user_id = $2 and p.role = 'edit') then 'edit'
  when b.access = 'view' or b.owner_id is null then 'view'
  when exists (select 1 from whiteboard_people p where p.board_id = b.id and p.user_id = $2) then 'view'
end`;

const ROW = `b.id, b.version, b.title, b.access, ${ROLE} as role, b.updated_at as "updatedAt", b.deleted_at as "deletedAt",
  case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end as owner`;
const FROM = 'from whiteboards b left join workspace_people o on o.id = b.owner_id where b.workspace_id = $1';

const NOUN = 'The board';

/** Without what depends on the caller's place in the workspace. */
type StoredBoard = Omit<BoardRow, 'mayManage'>;

/** A person's current role on a board. @returns undefined if they cannot open it, or it is in the trash */
export async function roleOn(boardId: string, userId: string): Promise<BoardRole | undefined> {
  const [row] = await query<{ role: BoardRole | null }>(
    `select ${ROLE} as role from whiteboards b where b.workspace_id = $1 and b.id = $3 and b.deleted_at is null`,
    [currentWorkspaceId(), userId, boardId],
  );
  return row?.role ?? undefined;
}

/** @throws AppError `not_found` where the board is not there, in the trash, or not the caller's to see */
export async function requireBoard(id: string, trashed = false): Promise<StoredBoard> {
  const [row] = await query<StoredBoard>(
    `select ${ROW} ${FROM} and b.id = $3 and b.deleted_at is ${trashed ? 'not ' : ''}null`,
    [currentWorkspaceId(), currentUserId(), id],
  );
  if (!row?.role) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found`, `forbidden` for those who may only view */
export async function requireEditor(id: string): Promise<void> {
  const { role } = await requireBoard(id);
  if (role === 'view') throw new AppError('forbidden', 'You can view this board but not change it.');
}

/** @throws AppError `not_found`, `forbidden` */
async function requireOwner(caller: Caller, id: string, trashed = false): Promise<StoredBoard> {
  const board = await requireBoard(id, trashed);
  if (board.role !== 'owner' && !(await mayManage(caller)))
    throw new AppError(
      'forbidden',
      'Only the owner of the board, and owners and administrators of the workspace, may do this.',
    );
  return board;
}

/** @throws AppError `not_found` */
export async function readBoard(caller: Caller, id: string): Promise<Board> {
  const board = await requireBoard(id);
  const people = await query<Board['people'][number]>(
    `select u.id, u.name, p.role from whiteboard_people p join workspace_people u on u.id = p.user_id
      where p.board_id = $1 order by u.name, u.id`,
    [id],
  );
  return { ...board, mayManage: board.role === 'owner' || (await mayManage(caller)), people };
}

interface ListRequest {
  search?: string | undefined;
  trash: 'true' | 'false';
  cursor?: string | undefined;
  limit: number;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Last changed first; those in the trash by when they were deleted. @throws AppError `bad_request` */
export async function listBoards(
  caller: Caller,
  request: ListRequest,
): Promise<{ items: BoardRow[]; next: string | null }> {
  const { search, trash, limit } = request;
  const from = unpackCursor(request.cursor, INSTANT, UUID);
  const values: unknown[] = [currentWorkspaceId(), currentUserId(), limit + 1];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const at = trash === 'true' ? 'b.deleted_at' : 'b.updated_at';
  const manages = await mayManage(caller);
  const rows = await query<StoredBoard>(
    `select ${ROW} ${FROM} and b.deleted_at is ${trash === 'true' ? 'not null' : 'null'} and ${ROLE} is not null
       ${search ? `and b.title ilike ${bind(`%${escaped(search)}%`)}` : ''}
       ${from ? `and (${at}, b.id) < (${bind(from[0])}::timestamptz, ${bind(from[1])}::uuid)` : ''}
       order by ${at} desc, b.id desc limit $3`,
    values,
  );
  const shown = rows.map((row): BoardRow => ({ ...row, mayManage: manages || row.role === 'owner' }));
  return pageFrom(shown, limit, ({ deletedAt, updatedAt, id }) => packCursor(deletedAt ?? updatedAt, id));
}

/** Notifies browsers, and the rooms of open boards. */
async function tell(type: string, id: string, data: Record<string, unknown> = {}): Promise<void> {
  await emit({ type: `whiteboard.${type}`, subject: { type: 'whiteboard', id }, data, paths: [WHITEBOARDS] });
}

/** @throws AppError `validation` */
export async function createBoard(caller: Caller, input: { title: string; template: TemplateId }): Promise<Board> {
  const elements = templateElements(input.template);
  const id = await transaction(() =>
    insertBoard(input.title, elements.length > 0 ? [Buffer.from(updateWith(elements))] : []),
  );
  return readBoard(caller, id);
}

/** A new board of the current user with these updates. Inside a transaction. */
export async function insertBoard(title: string, updates: readonly Buffer[]): Promise<string> {
  const id = newId();
  const workspaceId = currentWorkspaceId();
  const userId = currentUserId();
  await insertRow('whiteboards', { id, workspaceId, title, ownerId: userId, updatedBy: userId });
  await insertRows(
    'whiteboard_updates',
    updates.map((data) => ({ boardId: id, workspaceId, data })),
  );
  await tell('created', id, { title });
  return id;
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export async function updateBoard(
  caller: Caller,
  id: string,
  { version, ...change }: { version: number; title?: string | undefined; access?: BoardAccess | undefined },
): Promise<Board> {
  return transaction(async () => {
    await requireOwner(caller, id);
    const changed = await updateRows(
      'whiteboards',
      { ...change, version: NEXT_VERSION, updatedAt: NOW, updatedBy: currentUserId() },
      { id, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone else changed this board in the meantime. Your change was not saved.', {
        details: { current: await readBoard(caller, id), changed: [] },
      });
    if (change.access)
      await audit({ action: 'whiteboard.shared', subject: { type: 'whiteboard', id }, details: { ...change } });
    await tell('updated', id);
    return readBoard(caller, id);
  });
}

/** @throws AppError `not_found`, `forbidden`, `validation` for people outside the workspace */
export async function saveBoardPeople(
  caller: Caller,
  id: string,
  people: readonly { userId: string; role: 'edit' | 'view' }[],
): Promise<Board> {
  return transaction(async () => {
    const { owner } = await requireOwner(caller, id);
    const wanted = new Map(people.filter(({ userId }) => userId !== owner?.id).map((one) => [one.userId, one.role]));
    const known = await query<{ id: string }>('select id from workspace_people where id = any($1) and active', [
      [...wanted.keys()],
    ]);
    if (known.length < wanted.size) throw invalid('people', 'Choose people of this workspace.');
    await deleteRows('whiteboard_people', { boardId: id });
    await insertRows(
      'whiteboard_people',
      [...wanted].map(([userId, role]) => ({ boardId: id, workspaceId: currentWorkspaceId(), userId, role })),
    );
    await audit({
      action: 'whiteboard.shared',
      subject: { type: 'whiteboard', id },
      details: { people: Object.fromEntries(wanted) },
    });
    await tell('updated', id);
    return readBoard(caller, id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function trashBoard(caller: Caller, id: string): Promise<void> {
  await transaction(async () => {
    await requireOwner(caller, id);
    await updateRows('whiteboards', { deletedAt: NOW, updatedBy: currentUserId() }, { id });
    await tell('deleted', id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function restoreBoard(caller: Caller, id: string): Promise<Board> {
  return transaction(async () => {
    await requireOwner(caller, id, true);
    await updateRows('whiteboards', { deletedAt: null, updatedBy: currentUserId() }, { id });
    await tell('restored', id);
    return readBoard(caller, id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function purgeBoard(caller: Caller, id: string): Promise<void> {
  await transaction(async () => {
    const { title } = await requireOwner(caller, id, true);
    await deleteBoards([id]);
    await audit({ action: 'whiteboard.deleted', subject: { type: 'whiteboard', id }, details: { title } });
    await tell('purged', id);
  });
}

/** Deletes boards with all that is on them; image files go after the commit. */
export async function deleteBoards(ids: readonly string[]): Promise<void> {
  const images = await query<{ storage_key: string }>(
    'delete from whiteboard_images where board_id = any($1) returning storage_key',
    [ids],
  );
  await query('delete from whiteboards where id = any($1)', [ids]);
  afterCommit(() => void dropContents(images.map((image) => image.storage_key)));
}
