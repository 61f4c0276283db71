/** Reads waiting documents into the index. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { NOW, query, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { log } from '../../../server/observability/log.ts';
import { type CutPassage, MAX_PASSAGES, passagesOf } from '../engine/passages.ts';
import { replacePassages } from './index/write.ts';
import { readDocument } from './parse/read-document.ts';
import type { SyncedSource } from './synced-source.ts';

/** A document that was being read when the server went down that often is not tried again. */
const MOST_ATTEMPTS = 2;

interface Row {
  id: string;
  title: string;
  type: string;
  key: string | null;
  body: string;
  attempts: number;
  sha256: string;
}

/** Documents, and bytes of them, that one transaction writes: together they cost less than one by one. */
const BATCH = 20;
const BATCH_BYTES = 1_000_000;

/** A document as it was read. */
interface Read {
  row: Row;
  title: string;
  pages: number | null;
  passages: CutPassage[];
}

/**
 * Reads the next few documents, short ones together.
 * @param checkpoint called in the transaction that writes them
 * @returns how many documents were looked at
 * @throws the signal's reason when it fires; the documents stay waiting then
 */
export async function readNext(
  source: Pick<SyncedSource, 'id' | 'number' | 'kind'>,
  signal: AbortSignal,
  checkpoint: () => Promise<void>,
): Promise<number> {
  const rows = await takeWaiting(source.id);
  const read: Read[] = [];
  try {
    for (const row of rows)
      await orFail(row, signal, async () => {
        read.push(await readOne(source, row, signal));
      });
    // Where they cannot be written together, it shows which of them cannot.
    if (read.length > 1 && (await isKept(source, read, checkpoint, signal))) return rows.length;
    for (const one of read) await orFail(one.row, signal, () => keep(source, [one], checkpoint));
  } catch (error) {
    // It was not the documents' fault.
    const ids = rows.map(({ id }) => id);
    await updateRows('knowledge_documents', { attempts: sql`attempts - 1` }, { id: ids, state: 'reading' });
    throw error;
  }
  return rows.length;
}

/** Does something with a document, and writes down why it failed. @throws the signal's reason when it fires */
async function orFail({ id, sha256: hash }: Row, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof AppError)) log().error({ err: error }, 'a document was not read');
    const message = error instanceof AppError ? error.message : 'Something went wrong on our end. Try again.';
    await updateRows('knowledge_documents', { state: 'failed', error: message }, { id, sha256: hash });
  }
}

async function isKept(
  source: Pick<SyncedSource, 'id' | 'number'>,
  read: readonly Read[],
  checkpoint: () => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await keep(source, read, checkpoint);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    log().warn({ err: error }, 'documents were not written together');
    return false;
  }
}

/** Marks the next documents as being read. One that a restart interrupted is read alone, as it may be the cause. */
function takeWaiting(sourceId: string): Promise<Row[]> {
  return query<Row>(
    `update knowledge_documents set state = 'reading', attempts = attempts + 1 where id in (
      select id from (
        select id, row_number() over (order by id) as place, max(attempts) over (order by id) as attempts,
            sum(size) over (order by id) as size
          from (select id, attempts, size from knowledge_documents
            where source_id = $1 and state in ('waiting', 'reading') order by id limit ${BATCH}) w) n
        where place = 1 or attempts = 0 and size <= ${BATCH_BYTES})
      returning id, title, type, storage_key as key, body, attempts, sha256`,
    [sourceId],
  );
}

async function readOne(source: Pick<SyncedSource, 'kind'>, row: Row, signal: AbortSignal): Promise<Read> {
  if (row.attempts > MOST_ATTEMPTS)
    throw new AppError('validation', 'Reading this document was interrupted twice. It may be damaged.');
  const bytes = row.key === null ? Buffer.from(row.body) : await contentOf(row.key);
  const { title, sections, pages } = await readDocument(bytes, row.type, signal);
  const passages = passagesOf(
    sections.map((section) => ({
      ...section,
      text: section.text.replaceAll('\0', ''),
      heading: section.heading.replaceAll('\0', ''),
    })),
  );
  if (passages.length === 0) throw new AppError('validation', 'No text was found in this document.');
  if (passages.length > MAX_PASSAGES)
    throw new AppError('validation', 'This document is too long. Divide it into several.');
  // A page's own title says more than its address.
  const own = source.kind === 'web' ? title.replaceAll('\0', '').slice(0, 300) : '';
  return { row, title: own, pages, passages };
}

async function contentOf(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files().get(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function keep(
  source: Pick<SyncedSource, 'id' | 'number'>,
  read: readonly Read[],
  checkpoint: () => Promise<void>,
): Promise<void> {
  await transaction(async () => {
    const now = await query<{ id: string; sha256: string; title: string }>(
      'select id, sha256, title from knowledge_documents where id = any($1) order by id for update',
      [read.map(({ row }) => row.id)],
    );
    const current = new Map(now.map((row) => [row.id, row]));
    // One that was deleted or replaced meanwhile is left out; the replacement waits for its own turn.
    const kept = read.flatMap((one) => {
      const { sha256: hash, title } = current.get(one.row.id) ?? {};
      return hash === one.row.sha256 ? [{ ...one, title: one.title || title! }] : [];
    });
    for (const { row, title, pages } of kept)
      await updateRows(
        'knowledge_documents',
        { title, state: 'ready', error: '', attempts: 0, pages, readAt: NOW },
        { id: row.id },
      );
    await replacePassages(
      kept.map(({ row, title, passages }) => ({
        document: { id: row.id, sourceId: source.id, sourceNumber: source.number, title },
        passages,
      })),
    );
    await checkpoint();
  });
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
