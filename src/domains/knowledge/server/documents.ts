/** Documents: uploads, notes, their passages, and their end. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, insertRow, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { sendStored } from '../../../server/http/download.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { type knowledgeDocuments, type KnowledgeDocument, MAX_KNOWLEDGE_FILE } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, mayEdit, type Viewer, viewerValues, VISIBLE } from './access.ts';
import { READABLE } from './parse/parse.ts';
import { deleteFilesLater, removeDocuments } from './remove-documents.ts';
import { sha256 } from './read-next.ts';
import { readIndex } from './settings.ts';
import { requireEditable } from './sources.ts';
import { startSync } from './start-sync.ts';

const NOUN = 'The document';
/** Documents of a workspace. */
const MAX_DOCUMENTS = 50_000;
const CHANGED = [KNOWLEDGE.documents, KNOWLEDGE.sources, KNOWLEDGE.status];

interface Row extends Omit<KnowledgeDocument, 'canEdit'> {
  ownerId: string | null;
  storageKey: string | null;
  text: string;
}

const COLUMNS = `d.id, d.source_id as "sourceId", s.name as "sourceName", d.title, d.type, d.url, d.size, d.state, d.error,
  d.passages, d.pages, (select json_build_object('id', o.id, 'title', o.title) from knowledge_documents o
    join knowledge_sources os on os.id = o.source_id
    where o.workspace_id = d.workspace_id and o.sha256 = d.sha256 and o.id < d.id and d.sha256 <> ''
      and (os.id = s.id or os.audience = 'everyone') order by o.id limit 1) as "duplicateOf",
  d.changed_at < now() - $4::int * interval '1 day' as "isStale", d.storage_key is not null as "hasFile",
  d.changed_at as "changedAt", d.version, d.scanned, d.unsure_pages as "unsurePages", d.notice,
  s.owner_id as "ownerId", d.storage_key as "storageKey"`;
const FROM = 'from knowledge_documents d join knowledge_sources s on s.id = d.source_id';

/** How sure OCR is of the page of the passage `p`, 0 to 1; null for text of its own. */
export const OCR = `(select sp.certainty from knowledge_scanned_pages sp
  where sp.document_id = p.document_id and sp.page = p.page and sp.text <> '')`;

const SHOWN = {
  all: 'true',
  failed: `d.state = 'failed'`,
  waiting: `d.state in ('waiting', 'reading')`,
  unsure: `d.unsure_pages <> '{}'`,
  stale: `d.changed_at < now() - $4::int * interval '1 day'`,
  duplicates: `exists (select 1 from knowledge_documents o join knowledge_sources os on os.id = o.source_id
    where o.workspace_id = d.workspace_id and o.sha256 = d.sha256 and o.id < d.id and d.sha256 <> ''
      and (os.id = s.id or os.audience = 'everyone'))`,
} as const;

function toDocument({ ownerId, storageKey: _key, text: _text, ...row }: Row, viewer: Viewer): KnowledgeDocument {
  return { ...row, canEdit: mayEdit(viewer, ownerId) };
}

export async function listDocuments({
  cursor,
  limit,
  sourceId,
  show,
  search,
}: QueryOf<typeof knowledgeDocuments.list>): Promise<ResponseOf<typeof knowledgeDocuments.list>> {
  const [before] = unpackCursor(cursor, UUID) ?? [];
  const viewer = await currentViewer();
  const { settings } = await readIndex();
  const rows = await query<Row>(
    `select ${COLUMNS} ${FROM} where ${VISIBLE} and ${SHOWN[show]} and ($5::uuid is null or d.source_id = $5)
        and ($6::text is null or position(lower($6) in lower(d.title)) > 0) and ($7::uuid is null or d.id < $7)
      order by d.id desc limit $8`,
    [...viewerValues(viewer), settings.staleDays, sourceId ?? null, search || null, before ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return { items: page.items.map((row) => toDocument(row, viewer)), next: page.next };
}

/** @throws AppError `not_found`, also for one that the caller may not read */
async function findDocument(id: string): Promise<{ row: Row; viewer: Viewer }> {
  const viewer = await currentViewer();
  const { settings } = await readIndex();
  const [row] = await query<Row>(
    `select ${COLUMNS}, case when d.storage_key is null then d.body else '' end as text ${FROM} where ${VISIBLE} and d.id = $5`,
    [...viewerValues(viewer), settings.staleDays, id],
  );
  if (!row) throw notFound(NOUN);
  return { row, viewer };
}

/** @throws AppError `not_found` */
export async function readDocumentRecord(id: string): Promise<KnowledgeDocument & { text: string }> {
  const { row, viewer } = await findDocument(id);
  return { ...toDocument(row, viewer), text: row.text };
}

async function readRow(id: string): Promise<KnowledgeDocument> {
  const { row, viewer } = await findDocument(id);
  return toDocument(row, viewer);
}

async function requireEditableDocument(id: string): Promise<Row> {
  const { row, viewer } = await findDocument(id);
  if (!mayEdit(viewer, row.ownerId))
    throw new AppError(
      'forbidden',
      'The owner of the source, owners of the workspace, and administrators can do this.',
    );
  return row;
}

async function requireRoom(): Promise<void> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from knowledge_documents where workspace_id = $1',
    [currentWorkspaceId()],
  );
  if (row!.count >= MAX_DOCUMENTS)
    throw new AppError('conflict', `You have reached the limit of ${MAX_DOCUMENTS.toLocaleString('en')} documents.`);
}

/**
 * Takes a file in; it is read by the source's job.
 * @throws AppError `not_found`, `forbidden`, `validation`, `unsupported_media_type`, `too_large`, `storage_full`;
 *   `conflict` for a source without files
 */
export async function uploadFile(sourceId: string, request: FastifyRequest): Promise<KnowledgeDocument> {
  const source = await requireEditable(sourceId);
  if (source.kind !== 'files') throw new AppError('conflict', 'This source takes no files. Choose one for files.');
  await requireRoom();
  const part = await request.file({ limits: { fileSize: MAX_KNOWLEDGE_FILE + 1 } }).catch(() => {
    throw invalid('file', 'Send the file as multipart/form-data.');
  });
  if (!part) throw invalid('file', 'Choose a file.');
  const stored = await files().put(part.file, {
    prefix: `knowledge/${currentWorkspaceId()}`,
    limit: MAX_KNOWLEDGE_FILE,
  });
  try {
    const name = cleanFileName(part.filename);
    const id = await keepFile(sourceId, name, await typeOf(stored.key, name), stored);
    return await readRow(id);
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

/** By the first bytes; the name decides between kinds of text. */
async function typeOf(key: string, name: string): Promise<string> {
  const size = (await files().size(key)) ?? 0;
  if (size === 0) throw invalid('file', 'The file is empty.');
  const pieces: Buffer[] = [];
  for await (const piece of await files().get(key, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 }))
    pieces.push(piece as Buffer);
  const byName = READABLE[name.toLowerCase().split('.').at(-1) ?? ''];
  const sniffed = sniffType(Buffer.concat(pieces), name);
  // Office files are archives whose first entry may be any of theirs.
  if (sniffed === 'application/zip' && byName?.includes('openxmlformats')) return byName;
  const type = byName?.startsWith('text/') && sniffed === 'text/plain' ? byName : sniffed;
  if (!Object.values(READABLE).includes(type))
    throw new AppError(
      'unsupported_media_type',
      'This kind of file can’t be read. Add PDF, Word, Excel, PowerPoint, HTML, Markdown, CSV, text, .eml, PNG, JPEG, or WebP.',
      { field: 'file' },
    );
  return type;
}

interface Stored {
  key: string;
  size: number;
  sha256: string;
}

/**
 * Locks the source before its documents, as whoever deletes it does. A shared lock would not do: `startSync` needs the
 * whole one, and two uploads that both ask for it would wait for each other.
 */
async function lockSource(id: string): Promise<void> {
  await query('select 1 from knowledge_sources where id = $1 for update', [id]);
}

/** A new document, or the new content of the one with the same name. */
export function keepFile(sourceId: string, name: string, type: string, stored: Stored): Promise<string> {
  return transaction(async () => {
    await lockSource(sourceId);
    const [old] = await query<{ key: string | null }>(
      'select storage_key as key from knowledge_documents where source_id = $1 and outer_key = $2 for update',
      [sourceId, name],
    );
    const [row] = await query<{ id: string }>(
      `insert into knowledge_documents as d (id, workspace_id, source_id, title, type, storage_key, size, sha256, outer_key, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $4, $9)
        on conflict (source_id, outer_key) do update set type = excluded.type, storage_key = excluded.storage_key,
          size = excluded.size, sha256 = excluded.sha256, state = 'waiting', error = '', attempts = 0, changed_at = now(),
          scanned = 0, unsure_pages = '{}', notice = '',
          version = d.version + 1
        returning id`,
      [newId(), currentWorkspaceId(), sourceId, name, type, stored.key, stored.size, stored.sha256, currentUserId()],
    );
    if (old?.key) deleteFilesLater([old.key]);
    await startSync(sourceId);
    await publishPaths(currentWorkspaceId(), CHANGED);
    return row!.id;
  });
}

/** @throws AppError `not_found`, `forbidden`; `conflict` for a source without notes */
export async function addNote(
  sourceId: string,
  { title, text }: { title: string; text: string },
): Promise<KnowledgeDocument> {
  const source = await requireEditable(sourceId);
  if (source.kind !== 'notes' && source.kind !== 'answers')
    throw new AppError('conflict', 'This source takes no notes. Choose one for notes.');
  await requireRoom();
  const id = newId();
  await transaction(async () => {
    await lockSource(sourceId);
    await insertRow('knowledge_documents', {
      id,
      workspaceId: currentWorkspaceId(),
      sourceId,
      title,
      type: 'text/markdown',
      body: text,
      sha256: sha256(`${title}\n${text}`),
      createdBy: currentUserId(),
    });
    await startSync(sourceId);
    await publishPaths(currentWorkspaceId(), CHANGED);
  });
  return readRow(id);
}

/** @throws AppError `not_found`, `forbidden`, `stale`; `conflict` for what is no note */
export async function updateNote(
  id: string,
  { title, text, version }: { title: string; text: string; version: number },
): Promise<KnowledgeDocument> {
  const row = await requireEditableDocument(id);
  const source = await requireEditable(row.sourceId);
  if (source.kind !== 'notes' && source.kind !== 'answers')
    throw new AppError('conflict', 'This document is no note. Change it where it comes from.');
  await transaction(async () => {
    const [changed] = await query(
      `update knowledge_documents set title = $3, body = $4, sha256 = $5, state = 'waiting', error = '', attempts = 0,
          changed_at = now(), version = version + 1 where id = $1 and version = $2 returning 1`,
      [id, version, title, text, sha256(`${title}\n${text}`)],
    );
    if (!changed)
      throw new AppError('stale', 'Someone changed this note in the meantime.', {
        details: await readDocumentRecord(id),
      });
    await startSync(row.sourceId);
    await publishPaths(currentWorkspaceId(), CHANGED);
  });
  return readRow(id);
}

/** @throws AppError `not_found`, `forbidden` */
export async function removeDocument(id: string): Promise<void> {
  const { storageKey } = await requireEditableDocument(id);
  await transaction(async () => {
    const [row] = await query('select 1 from knowledge_documents where id = $1 for update', [id]);
    if (row) await removeDocuments([{ id, key: storageKey }]);
    await publishPaths(currentWorkspaceId(), [...CHANGED, KNOWLEDGE.answers]);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function retryDocument(id: string): Promise<KnowledgeDocument> {
  const { sourceId } = await requireEditableDocument(id);
  await transaction(async () => {
    await query(`update knowledge_documents set state = 'waiting', error = '', attempts = 0 where id = $1`, [id]);
    await startSync(sourceId);
    await publishPaths(currentWorkspaceId(), CHANGED);
  });
  return readRow(id);
}

const POSITION = /^\d{1,9}$/;
/** Passages before the one that was asked for. */
const BEFORE = 3;

/** @throws AppError `not_found` */
export async function listPassages(
  id: string,
  { cursor, limit, around }: QueryOf<typeof knowledgeDocuments.passages>,
): Promise<ResponseOf<typeof knowledgeDocuments.passages>> {
  await findDocument(id);
  const [after] = unpackCursor(cursor, POSITION) ?? [];
  const [wanted] = around
    ? await query<{ position: number }>('select position from knowledge_passages where document_id = $1 and id = $2', [
        id,
        around,
      ])
    : [];
  const from = after === undefined ? Math.max(0, (wanted?.position ?? 0) - BEFORE) : Number(after) + 1;
  const rows = await query<ResponseOf<typeof knowledgeDocuments.passages>['items'][number]>(
    `select p.id, p.position, p.heading, p.place, p.page, p.text, ${OCR} as ocr from knowledge_passages p
      where p.document_id = $1 and p.position >= $2 order by p.position limit $3`,
    [id, from, limit + 1],
  );
  return { ...pageFrom(rows, limit, ({ position }) => packCursor(position)), hasEarlier: from > 0 };
}

/** @throws AppError `not_found` for one without a file, too */
export async function sendFile(id: string, reply: FastifyReply): Promise<FastifyReply> {
  const { row } = await findDocument(id);
  if (row.storageKey === null) throw notFound('The file');
  const name = row.url === '' ? row.title : 'page';
  return sendStored(reply, { name, type: row.type, size: row.size, storageKey: row.storageKey });
}
