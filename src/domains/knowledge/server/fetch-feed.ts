/** Takes what another part of the product feeds: new and changed documents wait to be read, those that are gone go. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { removeDocuments } from './remove-documents.ts';
import { findFeed } from './feeds.ts';
import { sha256 } from './read-next.ts';
import type { SyncedSource } from './synced-source.ts';

export interface OuterDocument {
  key: string;
  title: string;
  type: string;
  url: string;
  storageKey: string | null;
  body: string;
  size: number;
  sha256: string;
  changedAt: string | null;
}

/** Adds a document, or gives the one of the same key new content. @returns whether it has to be read */
export async function keepOuterDocument(sourceId: string, document: OuterDocument): Promise<boolean> {
  const [row] = await query(
    `insert into knowledge_documents as d (id, workspace_id, source_id, title, type, url, storage_key, body, size, sha256,
        outer_key, changed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, now()))
      on conflict (source_id, outer_key) do update set title = excluded.title, type = excluded.type, url = excluded.url,
        storage_key = excluded.storage_key, body = excluded.body, size = excluded.size, sha256 = excluded.sha256,
        state = 'waiting', error = '', attempts = 0, changed_at = excluded.changed_at, version = d.version + 1
      where d.sha256 <> excluded.sha256 returning 1`,
    [
      newId(),
      currentWorkspaceId(),
      sourceId,
      document.title.slice(0, 300) || 'Untitled',
      document.type,
      document.url,
      document.storageKey,
      document.body,
      document.size,
      document.sha256,
      document.key.slice(0, 2_000),
      document.changedAt,
    ],
  );
  return row !== undefined;
}

export async function fetchFeed(
  { id, feed }: SyncedSource,
  signal: AbortSignal,
  onStep: (done: number) => void,
): Promise<void> {
  const seen: string[] = [];
  for await (const { key, title, text, url, changedAt } of findFeed(feed)?.documents() ?? []) {
    signal.throwIfAborted();
    seen.push(key);
    const body = text.replaceAll('\0', '');
    await keepOuterDocument(id, {
      key,
      title,
      body,
      url: url ?? '',
      type: 'text/markdown',
      storageKey: null,
      size: 0,
      sha256: sha256(`${title}\n${body}`),
      changedAt: changedAt ?? null,
    });
    onStep(seen.length);
  }
  await removeUnseen(id, seen);
}

/** Deletes the documents of a source that are not among the keys. */
export async function removeUnseen(sourceId: string, keys: readonly string[]): Promise<void> {
  await transaction(async () => {
    const gone = await query<{ id: string; key: string | null }>(
      `select id, storage_key as key from knowledge_documents
        where source_id = $1 and outer_key is not null and outer_key <> all($2)`,
      [sourceId, keys],
    );
    await removeDocuments(gone);
  });
}
