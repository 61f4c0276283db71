/** Files of records: the database holds names and checksums, the file store the bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { afterCommit, currentUserId, currentWorkspaceId, query, transaction } from '../../server/db/index.ts';
import { emit } from '../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../server/files/index.ts';
import { sendStored } from '../../server/http/download.ts';
import { log } from '../../server/observability/log.ts';
import { type RecordFile, MAX_FILE_SIZE } from '../contract/record-calls.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { requireSubject } from './collaboration/subjects.ts';
import { type KindBase, kindOf } from './list/list-kind.ts';
import { recordChanged, requireRecord } from './require-record.ts';

/** Removes the bytes of files whose rows are gone; those that could not be removed are no longer reachable. */
export async function dropContents(storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys)
    await files()
      .delete(key)
      .catch((error: unknown) => log().warn({ err: error }, 'file content was not removed'));
}

const NOUN = 'The file';
const MAX_FILES = 1000;
const COLUMNS = `f.id, f.record_id as "recordId", f.name, f.type, f.size,
  case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as "uploadedBy", f.created_at as "createdAt"`;
const FROM =
  'from record_files f left join workspace_people p on p.id = f.created_by where f.workspace_id = $1 and f.record_id = $2';

/** Newest first. @throws AppError `not_found` */
export async function listFiles(kind: KindBase, recordId: string): Promise<RecordFile[]> {
  await requireRecord(kind, recordId);
  return query<RecordFile>(`select ${COLUMNS} ${FROM} order by f.id desc limit ${MAX_FILES}`, [
    currentWorkspaceId(),
    recordId,
  ]);
}

/**
 * Stores the one file of a multipart request. Its type is told from its content, not from its name or the browser.
 * @throws AppError `not_found`, `validation` without a file, `conflict` when the record has too many, `too_large`.
 */
export async function attachFile(kind: KindBase, recordId: string, request: FastifyRequest): Promise<RecordFile> {
  await requireRecord(kind, recordId);
  const part = await request.file({ limits: { fileSize: MAX_FILE_SIZE + 1 } });
  if (!part) throw new AppError('validation', 'Choose a file.', { field: 'file' });
  // Browsers write a quotation mark in a form's file name as %22 (HTML, multipart/form-data encoding).
  return store(kind, recordId, part.filename.replaceAll('%22', '"'), part.file);
}

/**
 * Stores a file that another part of the product holds, such as an attachment of an email, as a file of a record.
 * @throws AppError `not_found`, `validation` for an empty file or a kind without files, `conflict`, `too_large`
 */
export async function saveFile(
  kindName: RecordKind,
  recordId: string,
  fileName: string,
  content: AsyncIterable<Uint8Array>,
): Promise<RecordFile> {
  const kind = kindOf(kindName);
  if (!kind) throw new AppError('validation', 'Records of this kind hold no files.', { field: 'kind' });
  await requireRecord(kind, recordId);
  return store(kind, recordId, fileName, content);
}

async function store(
  kind: KindBase,
  recordId: string,
  fileName: string,
  content: AsyncIterable<Uint8Array>,
): Promise<RecordFile> {
  const name = cleanFileName(fileName);
  const { head, stream } = await peek(content, SNIFF_BYTES);
  const stored = await files().put(stream, {
    prefix: `${KINDS[kind.kind].many.replaceAll(' ', '-')}/${currentWorkspaceId()}`,
    limit: MAX_FILE_SIZE,
  });
  try {
    if (stored.size === 0) throw new AppError('validation', 'The file is empty.', { field: 'file' });
    return await keep(kind, recordId, { ...stored, name, type: sniffType(head, name) });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

function keep(
  kind: KindBase,
  recordId: string,
  file: { key: string; size: number; sha256: string; name: string; type: string },
): Promise<RecordFile> {
  return transaction(async () => {
    // It was there when the upload began, which may have taken minutes.
    await requireSubject(kind.kind, recordId, true);
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from record_files where workspace_id = $1 and record_id = $2',
      [currentWorkspaceId(), recordId],
    );
    if (count!.n >= MAX_FILES)
      throw new AppError('conflict', `One ${KINDS[kind.kind].one} holds at most ${MAX_FILES} files.`);
    const id = newId();
    await query(
      'insert into record_files (id, workspace_id, kind, record_id, name, type, size, sha256, storage_key, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        id,
        currentWorkspaceId(),
        kind.kind,
        recordId,
        file.name,
        file.type,
        file.size,
        file.sha256,
        file.key,
        currentUserId(),
      ],
    );
    await emit({
      type: `${kind.kind}.file_added`,
      subject: { type: kind.kind, id: recordId },
      data: { fileId: id, name: file.name },
      paths: await recordChanged(kind, recordId),
    });
    const [row] = await query<RecordFile>(`select ${COLUMNS} ${FROM} and f.id = $3`, [
      currentWorkspaceId(),
      recordId,
      id,
    ]);
    return row!;
  });
}

/** Reads the first bytes of a stream and answers them with the whole stream. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Buffer; stream: Readable }> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(first);
  async function* whole() {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head, stream: Readable.from(whole()) };
}

/**
 * Sends a file as a download: whatever it holds, the browser saves it and does not open it.
 * @throws AppError `not_found`
 */
export async function sendFile(
  kind: KindBase,
  recordId: string,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireRecord(kind, recordId);
  const [row] = await query<{ name: string; type: string; size: number; storage_key: string }>(
    'select name, type, size, storage_key from record_files where id = $1 and workspace_id = $2 and record_id = $3',
    [id, currentWorkspaceId(), recordId],
  );
  if (!row) throw notFound(NOUN);
  return sendStored(reply, { ...row, storageKey: row.storage_key });
}

/** @throws AppError `not_found` */
export function removeFile(kind: KindBase, recordId: string, id: string): Promise<void> {
  return transaction(async () => {
    await requireRecord(kind, recordId);
    const [row] = await query<{ storage_key: string; name: string }>(
      'delete from record_files where id = $1 and workspace_id = $2 and record_id = $3 returning storage_key, name',
      [id, currentWorkspaceId(), recordId],
    );
    if (!row) throw notFound(NOUN);
    await emit({
      type: `${kind.kind}.file_deleted`,
      subject: { type: kind.kind, id: recordId },
      data: { name: row.name },
      paths: await recordChanged(kind, recordId),
    });
    // The bytes go once the row is surely gone; bytes without a row harm no one.
    afterCommit(
      () =>
        void files()
          .delete(row.storage_key)
          .catch((error: unknown) => log().warn({ err: error }, 'file content was not removed')),
    );
  });
}
