/** Reads one waiting document into the index. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { NOW, query, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { log } from '../../../server/observability/log.ts';
import { MAX_PASSAGES, passagesOf } from '../engine/passages.ts';
import { replacePassages } from './index/write.ts';
import type { Parsed } from './parse/parsed.ts';
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

/**
 * @param checkpoint called in the transaction that writes the document
 * @throws the signal's reason when it fires; the document stays waiting then
 */
export async function readNext(
  source: Pick<SyncedSource, 'id' | 'number' | 'kind'>,
  signal: AbortSignal,
  checkpoint: () => Promise<void>,
): Promise<void> {
  const [row] = await query<Row>(
    `update knowledge_documents set state = 'reading', attempts = attempts + 1 where id = (
      select id from knowledge_documents where source_id = $1 and state in ('waiting', 'reading') order by id limit 1)
      returning id, title, type, storage_key as key, body, attempts, sha256`,
    [source.id],
  );
  if (!row) return;
  try {
    if (row.attempts > MOST_ATTEMPTS)
      throw new AppError('validation', 'Reading this document was interrupted twice. It may be damaged.');
    const bytes = row.key === null ? Buffer.from(row.body) : await contentOf(row.key);
    const parsed = await readDocument(bytes, row.type, signal);
    await keep(source, row, parsed, checkpoint);
  } catch (error) {
    if (signal.aborted) {
      // It was not the document's fault.
      await updateRows('knowledge_documents', { attempts: sql`attempts - 1` }, { id: row.id, state: 'reading' });
      throw error;
    }
    if (!(error instanceof AppError)) log().error({ err: error }, 'a document was not read');
    const message = error instanceof AppError ? error.message : 'Something went wrong on our end. Try again.';
    await updateRows('knowledge_documents', { state: 'failed', error: message }, { id: row.id, sha256: row.sha256 });
  }
}

async function contentOf(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files().get(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function keep(
  source: Pick<SyncedSource, 'id' | 'number' | 'kind'>,
  row: Row,
  { title, sections, pages }: Parsed,
  checkpoint: () => Promise<void>,
): Promise<void> {
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
  await transaction(async () => {
    const [current] = await query<{ sha256: string; title: string }>(
      'select sha256, title from knowledge_documents where id = $1 for update',
      [row.id],
    );
    // It was deleted or replaced meanwhile; the replacement waits for its own turn.
    if (!current || current.sha256 !== row.sha256) return;
    // A page's own title says more than its address.
    const named = source.kind === 'web' && title !== '' ? title.replaceAll('\0', '').slice(0, 300) : current.title;
    await updateRows('knowledge_documents', { title: named }, { id: row.id });
    await replacePassages([
      { document: { id: row.id, sourceId: source.id, sourceNumber: source.number, title: named }, passages },
    ]);
    await updateRows(
      'knowledge_documents',
      { state: 'ready', error: '', attempts: 0, pages, readAt: NOW },
      { id: row.id },
    );
    await checkpoint();
  });
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
