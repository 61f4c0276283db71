/** Reads waiting documents into the index. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { NOW, query, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { log } from '../../../server/observability/log.ts';
import { type CutPassage, MAX_PASSAGES, passagesOf } from '../engine/passages.ts';
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
  sha256: string;
}

/** What reading reports, and whether it may go on after a page. */
export interface Reading extends Scanning {
  /** Called in the transaction that writes the documents. */
  checkpoint(): Promise<void>;
}

/** Reads at once, for the example data and tests. */
export const readingAtOnce = (signal: AbortSignal): Reading => ({
  signal,
  checkpoint: () => Promise.resolve(),
  onPage: () => undefined,
  turnIsOver: () => false,
});

/** Documents, and bytes of them, that one transaction writes: together they cost less than one by one. */
const BATCH = 20;
const BATCH_BYTES = 1_000_000;

/** A document as it was read. */
interface Read {
  row: Row;
  parsed: Parsed;
  scanned: readonly ScannedPage[];
  passages: CutPassage[];
}

type Source = Pick<SyncedSource, 'id' | 'number' | 'kind'>;

/**
 * Reads the next few documents, short ones together.
 * @returns how many documents were looked at
 * @throws the signal's reason when it fires; the documents stay waiting then
 */
export async function readNext(source: Source, reading: Reading): Promise<number> {
  const rows = await takeWaiting(source.id);
  const read: Read[] = [];
  try {
    for (const row of rows)
      await orFail(row, reading, async () => {
        const one = await readOne(row, reading);
        if (one) read.push(one);
      });
    // Where they cannot be written together, it shows which of them cannot.
    if (read.length > 1 && (await isKept(source, read, reading))) return rows.length;
    for (const one of read) await orFail(one.row, reading, () => keep(source, [one], reading));
  } catch (error) {
    // It was not the documents' fault.
    const ids = rows.map(({ id }) => id);
    await updateRows('knowledge_documents', { attempts: sql`attempts - 1` }, { id: ids, state: 'reading' });
    throw error;
  }
  return rows.length;
}

/** Does something with a document, and writes down why it failed. @throws the signal's reason when it fires */
async function orFail({ id, sha256: hash }: Row, { signal }: Reading, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof AppError)) log().error({ err: error }, 'a document was not read');
    const message = error instanceof AppError ? error.message : 'Something went wrong on our end. Try again.';
    await updateRows('knowledge_documents', { state: 'failed', error: message }, { id, sha256: hash });
  }
}

async function isKept(source: Source, read: readonly Read[], reading: Reading): Promise<boolean> {
  try {
    await keep(source, read, reading);
    return true;
  } catch (error) {
    if (reading.signal.aborted) throw error;
    log().warn({ err: error }, 'documents were not written together');
    return false;
  }
}

/**
 * Marks the next documents as being read. One that a restart interrupted is read alone, as it may be the cause; so is
 * one that may need OCR, which takes long.
 */
function takeWaiting(sourceId: string): Promise<Row[]> {
  return query<Row>(
    `update knowledge_documents set state = 'reading', attempts = attempts + 1 where id in (
      select id from (
        select id, row_number() over (order by id) as place, bool_or(is_alone) over (order by id) as is_alone,
            sum(size) over (order by id) as size
          from (select id, size, attempts > 0 or type = 'application/pdf' or type like 'image/%' as is_alone
            from knowledge_documents where source_id = $1 and state in ('waiting', 'reading')
            order by id limit ${BATCH}) w) n
        where place = 1 or not is_alone and size <= ${BATCH_BYTES})
      returning id, title, type, storage_key as key, body, attempts, sha256`,
    [sourceId],
  );
}

/** @returns undefined where it goes on later, from the page after the last */
async function readOne(row: Row, reading: Reading): Promise<Read | undefined> {
  if (row.attempts > MOST_ATTEMPTS)
    throw new AppError('validation', 'Reading this document was interrupted twice. It may be damaged.');
  const bytes = row.key === null ? Buffer.from(row.body) : await contentOf(row.key);
  const own = await readDocument(bytes, row.type, reading.signal);
  const scanned = own.unread?.length ? await readScanned(row, bytes, own.unread, reading) : [];
  if (scanned === 'more') {
    await updateRows('knowledge_documents', { state: 'waiting', attempts: 0 }, { id: row.id, state: 'reading' });
    return undefined;
  }
  const parsed = withScanned(own, scanned);
  const passages = passagesOf(
    parsed.sections.map((section) => ({
      ...section,
      text: section.text.replaceAll('\0', ''),
      heading: section.heading.replaceAll('\0', ''),
    })),
  );
  if (passages.length === 0)
    throw new AppError(
      'validation',
      parsed.unread?.length
        ? 'No text was found on these pages, also not by OCR. Add a sharper scan or a version with text.'
        : 'No text was found in this document.',
    );
  if (passages.length > MAX_PASSAGES)
    throw new AppError('validation', 'This document is too long. Divide it into several.');
  return { row, parsed, scanned, passages };
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

async function keep(source: Source, read: readonly Read[], { checkpoint }: Reading): Promise<void> {
  await transaction(async () => {
    const now = await query<{ id: string; sha256: string; title: string }>(
      'select id, sha256, title from knowledge_documents where id = any($1) order by id for update',
      [read.map(({ row }) => row.id)],
    );
    const current = new Map(now.map((row) => [row.id, row]));
    // One that was deleted or replaced meanwhile is left out; the replacement waits for its own turn.
    const kept = read.flatMap((one) => {
      const { sha256: hash, title } = current.get(one.row.id) ?? {};
      if (hash !== one.row.sha256) return [];
      // A page's own title says more than its address.
      const own = source.kind === 'web' ? one.parsed.title.replaceAll('\0', '').slice(0, 300) : '';
      return [{ ...one, title: own || title! }];
    });
    for (const one of kept) await updateRows('knowledge_documents', readColumns(one, one.title), { id: one.row.id });
    await replacePassages(
      kept.map(({ row, title, passages }) => ({
        document: { id: row.id, sourceId: source.id, sourceNumber: source.number, title },
        passages,
      })),
    );
    await checkpoint();
  });
}

function readColumns({ parsed: { pages, unread = [] }, scanned }: Read, title: string) {
  const recognized = scanned.filter(({ text }) => text.trim() !== '');
  return {
    title,
    state: 'ready' as const,
    error: '',
    attempts: 0,
    pages,
    readAt: NOW,
    scanned: recognized.length,
    unsurePages: recognized.filter(({ certainty }) => certainty < UNSURE).map(({ page }) => page),
    notice: scanNotice(unread),
  };
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
