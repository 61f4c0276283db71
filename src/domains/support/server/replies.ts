/** Prepared answers. They belong to the operations workspace, whichever workspace an administrator is working in. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, countRows, currentUserId, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { operationsWorkspace } from '../../identity/index.ts';
import type { SupportReply } from '../contract.ts';
import { SUPPORT } from '../paths.ts';

const COLUMNS = 'id, version, title, text';
const MAX = 200;

/** Runs `act` in the operations workspace, in the name of the present user. */
async function there<T>(act: (workspaceId: string) => Promise<T>): Promise<T> {
  const workspaceId = await asSystem(operationsWorkspace);
  if (!workspaceId) throw notFound('The operations workspace');
  return inWorkspace(workspaceId, currentUserId(), () => transaction(() => act(workspaceId)));
}

async function changed(id: string): Promise<void> {
  await emit({ type: 'support.reply_changed', subject: { type: 'support_reply', id }, paths: [SUPPORT.all] });
}

export function listReplies(): Promise<SupportReply[]> {
  return there(() => query<SupportReply>(`select ${COLUMNS} from support_replies order by title, id limit ${MAX}`));
}

/** @throws AppError `conflict` when there are too many. */
export function createReply({ title, text }: { title: string; text: string }): Promise<SupportReply> {
  return there(async (workspaceId) => {
    const count = await countRows('support_replies', {});
    if (count >= MAX)
      throw new AppError('conflict', `You have reached the limit of ${MAX} saved replies. Delete one to add another.`);
    const [reply] = await query<SupportReply>(
      `insert into support_replies (id, workspace_id, title, text) values ($1, $2, $3, $4) returning ${COLUMNS}`,
      [newId(), workspaceId, title, text],
    );
    await changed(reply!.id);
    return reply!;
  });
}

/** @throws AppError `not_found`, `stale` */
export function updateReply(
  id: string,
  { version, title, text }: { version: number; title: string; text: string },
): Promise<SupportReply> {
  return there(async () => {
    const [current] = await query<SupportReply>(`select ${COLUMNS} from support_replies where id = $1 for update`, [
      id,
    ]);
    if (!current) throw notFound('The prepared answer');
    if (current.version !== version)
      throw new AppError('stale', 'Someone else changed this reply in the meantime. Your changes were not saved.', {
        details: { current },
      });
    const [reply] = await query<SupportReply>(
      `update support_replies set title = $2, text = $3, version = version + 1, updated_at = now() where id = $1
        returning ${COLUMNS}`,
      [id, title, text],
    );
    await changed(id);
    return reply!;
  });
}

/** @throws AppError `not_found` */
export function removeReply(id: string): Promise<void> {
  return there(async () => {
    const gone = await query('delete from support_replies where id = $1 returning 1', [id]);
    if (gone.length === 0) throw notFound('The prepared answer');
    await changed(id);
  });
}
