/** Authors and sites that no one wants to see. */
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertIfNew,
  query,
  selectRow,
  transaction,
} from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { Mute, mutes } from '../contract.ts';
import { publishWatches } from './store-posts.ts';

export async function listMutes({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit: number;
}): Promise<ResponseOf<typeof mutes.list>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Mute>(
    `select id, kind, label, created_at as "createdAt" from social_mutes where workspace_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [currentWorkspaceId(), from?.[0] ?? null, limit + 1],
  );
  return pageFrom(rows, limit, ({ id }) => packCursor(id));
}

/** Hides what is there and what comes; leads and replies stay. @throws AppError `validation`, `not_found` */
export function addMute({
  hitId,
  kind,
}: {
  hitId: string;
  kind: 'author' | 'site';
}): Promise<ResponseOf<typeof mutes.add>> {
  return transaction(async () => {
    const workspaceId = currentWorkspaceId();
    const hit = await selectRow('social_hits', ['author', 'authorKey', 'site'], { id: hitId, workspaceId });
    if (!hit) throw notFound('The post');
    const key = kind === 'author' ? hit.authorKey : hit.site;
    if (!key) throw invalid('kind', kind === 'author' ? 'This post names no author.' : 'This post has no address.');
    const label = kind === 'author' ? [hit.author, hit.site].filter(Boolean).join(' on ') : hit.site;
    const id = newId();
    await insertIfNew('social_mutes', { id, workspaceId, kind, key, label, createdBy: currentUserId() });
    const mute = await selectRow('social_mutes', ['id', 'kind', 'label', 'createdAt'], { workspaceId, kind, key });
    const hidden = await execute(
      `update social_hits set state = 'muted', snoozed_until = null where workspace_id = $1 and state in ('new', 'snoozed')
        and ${kind === 'author' ? 'author_key' : 'site'} = $2`,
      [workspaceId, key],
    );
    await publishWatches();
    return { ...(mute as Mute), hidden };
  });
}

/** Shows again what only this mute hid. @throws AppError `not_found` */
export function removeMute(id: string): Promise<void> {
  return transaction(async () => {
    const workspaceId = currentWorkspaceId();
    if ((await deleteRows('social_mutes', { id, workspaceId })) === 0) throw notFound('The mute');
    await execute(
      `update social_hits h set state = 'new' where h.workspace_id = $1 and h.state = 'muted' and not exists (select 1 from social_mutes m
        where m.workspace_id = $1 and m.key = case m.kind when 'author' then h.author_key else h.site end)`,
      [workspaceId],
    );
    await publishWatches();
  });
}
