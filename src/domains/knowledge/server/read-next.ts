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
import { readScanned, type ScannedPage, type Scanning, scanNotice, UNSURE } from './scanned-pages.ts';
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
  indexedTitle: string;
  sha256: string;
}

/** What reading reports, and whether it may go on after a page. */
export interface Reading extends Scanning {
  /** Called in the transaction that writes the document. */
  checkpoint(): Promise<void>;
}

/** Reads at once, for the example data and tests. */
export const readingAtOnce = (signal: AbortSignal): Reading => ({
  signal,
  checkpoint: () => Promise.resolve(),
  onPage: () => undefined,
  turnIsOver: () => false,
});

/** @throws the signal's reason when it fires; the document stays waiting then */
export async function readNext(source: Pick<SyncedSource, 'id' | 'number' | 'kind'>, reading: Reading): Promise<void> {
  const { signal } = reading;
  const [row] = await query<Row>(
    `update knowledge_documents set state = 'reading', attempts = attempts + 1 where id = (
      select id from knowledge_documents where source_id = $1 and state in ('waiting', 'reading') order by id limit 1)
      returning id, title, type, storage_key as key, body, attempts, indexed_title as "indexedTitle", sha256`,
    [source.id],
  );
  if (!row) return;
  try {
    if (row.attempts > MOST_ATTEMPTS)
      throw new AppError('validation', 'Reading this document was interrupted twice. It may be damaged.');
    const bytes = row.key === null ? Buffer.from(row.body) : await contentOf(row.key);
    const parsed = await readDocument(bytes, row.type, signal);
    const scanned = parsed.unread?.length ? await readScanned(row, bytes, parsed.unread, reading) : [];
    if (scanned === 'more')
      await updateRows('knowledge_documents', { state: 'waiting', attempts: 0 }, { id: row.id, state: 'reading' });
    else await keep(source, row, withScanned(parsed, scanned), scanned, reading);
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

/** The document with the text that OCR read, each page in its place. */
function withScanned(parsed: Parsed, scanned: readonly ScannedPage[]): Parsed {
  if (scanned.length === 0) return parsed;
  const read = new Map(scanned.map((one) => [one.page, one]));
  const own = parsed.sections.filter(({ page }) => page === null || !read.get(page)?.text.trim());
  const added = scanned.map(({ page, text }) => ({
    heading: '',
    place: parsed.sections.length > 0 ? `Page ${page}` : '',
    page,
    text,
  }));
  const sections = [...own, ...added].toSorted((a, z) => (a.page ?? 0) - (z.page ?? 0));
  return { ...parsed, sections };
}

async function keep(
  source: Pick<SyncedSource, 'id' | 'number' | 'kind'>,
  row: Row,
  { title, sections, pages, unread = [] }: Parsed,
  scanned: readonly ScannedPage[],
  { checkpoint }: Reading,
): Promise<void> {
  const passages = passagesOf(
    sections.map((section) => ({
      ...section,
      text: section.text.replaceAll('\0', ''),
      heading: section.heading.replaceAll('\0', ''),
    })),
  );
  if (passages.length === 0)
    throw new AppError(
      'validation',
      unread.length > 0
        ? 'No text was found on these pages, also not by OCR. Add a sharper scan or a version with text.'
        : 'No text was found in this document.',
    );
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
    await replacePassages(
      { id: row.id, sourceId: source.id, sourceNumber: source.number, title: named, indexedTitle: row.indexedTitle },
      passages,
    );
    const recognized = scanned.filter(({ text }) => text.trim() !== '');
    await updateRows(
      'knowledge_documents',
      {
        state: 'ready',
        error: '',
        attempts: 0,
        pages,
        readAt: NOW,
        scanned: recognized.length,
        unsurePages: recognized.filter(({ certainty }) => certainty < UNSURE).map(({ page }) => page),
        notice: scanNotice(unread),
      },
      { id: row.id },
    );
    await checkpoint();
  });
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
