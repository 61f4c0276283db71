/**
 * Pages without text of their own, read by OCR. Each is stored when it is read, so that a restart, or another
 * workspace's turn, goes on with the next one.
 */
import { currentWorkspaceId, execute, query, transaction, updateRows, upsertRow } from '../../../server/db/index.ts';
import { readPages } from '../../../server/ocr/read-pages.ts';

/** Pages of one document that OCR reads. */
export const MAX_SCANNED_PAGES = 200;
/** Less sure than that, 0 to 1, a page may hold wrong letters. */
export const UNSURE = 0.7;
const PAGE_TIMEOUT = 120_000;

export interface ScannedPage {
  page: number;
  text: string;
  certainty: number;
}

interface ScannedDocument {
  id: string;
  title: string;
  type: string;
  sha256: string;
}

export interface Scanning {
  signal: AbortSignal;
  /** How far it is, in words. */
  onPage(message: string): void;
  turnIsOver(): boolean;
}

/** It is others' turn; what is read stays. */
const TURN_OVER = Symbol('turn over');

const readStored = ({ id, sha256 }: ScannedDocument) =>
  query<ScannedPage>(
    'select page, text, certainty from knowledge_scanned_pages where document_id = $1 and sha256 = $2 order by page',
    [id, sha256],
  );

/**
 * Reads the pages that were not read before.
 * @param numbers pages without text of their own, from 1; the first {@link MAX_SCANNED_PAGES} are read
 * @returns all of them with their text, or `more` when it is others' turn
 * @throws AppError `validation` for a file that cannot be read; the signal's reason when it fires
 */
export async function readScanned(
  document: ScannedDocument,
  bytes: Uint8Array,
  numbers: readonly number[],
  { signal, onPage, turnIsOver }: Scanning,
): Promise<ScannedPage[] | 'more'> {
  // Those of a file that was replaced.
  await execute('delete from knowledge_scanned_pages where document_id = $1 and sha256 <> $2', [
    document.id,
    document.sha256,
  ]);
  const wanted = numbers.slice(0, MAX_SCANNED_PAGES);
  const known = new Set((await readStored(document)).map(({ page }) => page));
  const left = wanted.filter((number) => !known.has(number));
  if (left.length === 0) return readStored(document);
  const stop = new AbortController();
  let done = wanted.length - left.length;
  const tell = () => onPage(`OCR of ${document.title}: page ${done + 1} of ${wanted.length}`);
  tell();
  try {
    await readPages(bytes, document.type, {
      pages: { numbers: left },
      signal: AbortSignal.any([signal, stop.signal]),
      timeoutMs: PAGE_TIMEOUT,
      timeoutPer: 'page',
      async onPage(page, _at, _of, number) {
        await keepPage(document, { page: number, text: page.text.replaceAll('\0', ''), certainty: page.certainty });
        done += 1;
        if (done < wanted.length) tell();
        if (done < wanted.length && turnIsOver()) stop.abort(TURN_OVER);
      },
    });
  } catch (error) {
    if (error === TURN_OVER && !signal.aborted) return 'more';
    throw error;
  }
  return readStored(document);
}

async function keepPage({ id, sha256 }: ScannedDocument, page: ScannedPage): Promise<void> {
  await transaction(async () => {
    const [row] = await query<{ sha256: string }>(
      'select sha256 from knowledge_documents where id = $1 for key share',
      [id],
    );
    // It was deleted or replaced meanwhile.
    if (row?.sha256 !== sha256) return;
    await upsertRow('knowledge_scanned_pages', { ...page, workspaceId: currentWorkspaceId(), documentId: id, sha256 }, [
      'documentId',
      'page',
    ]);
    // A long document that gets on is no damaged one, however often the server restarts.
    await updateRows('knowledge_documents', { attempts: 1 }, { id });
  });
}

/** What was left out, in words; blank for nothing. */
export function scanNotice(numbers: readonly number[]): string {
  const left = numbers.slice(MAX_SCANNED_PAGES);
  if (left.length === 0) return '';
  const which =
    left.length === 1
      ? `Page ${left[0]} was`
      : `${left.length.toLocaleString('en')} pages, from page ${left[0]} on, were`;
  return `${which} not read: OCR reads at most ${MAX_SCANNED_PAGES} pages of a document. Divide it to read the rest.`;
}
