/** Reading a receipt as a job: with progress, resumed page by page after a restart, and never tried for ever. */
import * as z from 'zod';
import { AppError } from '../../../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction } from '../../../../../server/db/index.ts';
import { publishPaths } from '../../../../../server/events/emit.ts';
import { files } from '../../../../../server/files/index.ts';
import { defineJob, type JobContext } from '../../../../../server/jobs/define.ts';
import { log } from '../../../../../server/observability/log.ts';
import type { ReadPage } from '../../../../../server/ocr/read-pages.ts';
import { readReceipt } from '../../../engine/expenses/receipt-text.ts';
import { EXPENSES } from '../../../paths.ts';
import { todayHere } from '../../ledgers/workspace-day.ts';
import { baseCurrency } from '../policy.ts';
import { readDocument } from './read.ts';

interface Payload {
  receiptId: string;
  name: string;
}
interface State {
  pages: ReadPage[];
}
type ReadingState = 'queued' | 'reading' | 'read' | 'failed' | 'cancelled';

/** A file that took the server down with it twice is not touched a third time. */
const MAX_STARTS = 2;
const MAX_TEXT = 40_000;

export const receiptJob = defineJob<Payload, State>({
  name: 'finance.receipt',
  title: ({ name }) => `Reading ${name}`,
  payload: z.object({ receiptId: z.uuid(), name: z.string() }),
  retry: { limit: 3, backoff: 2 },
  concurrency: 1,
  handler: readOne,
  ended: ({ receiptId }, { state, error }) =>
    setReadingState(receiptId, state, { error: state === 'failed' ? error : null }),
  revived: ({ receiptId }) => setReadingState(receiptId, 'queued', {}, ['cancelled', 'failed']),
});

async function readOne({
  payload: { receiptId },
  state,
  attempt,
  signal,
  progress,
  checkpoint,
}: JobContext<Payload, State>): Promise<void> {
  const [row] = await query<{ storage_key: string; type: string; state: string }>(
    'select storage_key, type, state from expense_receipts where id = $1 and workspace_id = $2',
    [receiptId, currentWorkspaceId()],
  );
  if (!row || row.state === 'cancelled' || row.state === 'read') return;
  if (attempt > MAX_STARTS)
    return setReadingState(receiptId, 'failed', {
      error: 'The receipt could not be read. Enter the expense manually. The file stays attached.',
    });
  await setReadingState(receiptId, 'reading');
  const pages = state?.pages ?? [];
  try {
    await readDocument(await contentOf(row.storage_key), row.type, {
      signal,
      done: pages.length,
      onShare: (share) => progress(Math.round(share * 100), 100),
      onPage: async (page, at, of) => {
        pages.push(page);
        progress(Math.round(((at + 1) / of) * 100), 100);
        await transaction(() => checkpoint({ pages }));
      },
    });
  } catch (error) {
    // Canceled, or the server stops: who canceled has said so already, and a stopped job goes on elsewhere.
    if (signal.aborted) throw error;
    if (!(error instanceof AppError)) log().error({ err: error }, 'a receipt was not read');
    return setReadingState(receiptId, 'failed', {
      error:
        error instanceof AppError
          ? error.message
          : 'Something went wrong on our end. Try again, or enter the expense manually.',
    });
  }
  await keep(receiptId, pages);
}

async function contentOf(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files().get(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function keep(receiptId: string, pages: readonly ReadPage[]): Promise<void> {
  const text = pages
    .map((page) => page.text.trim())
    .filter(Boolean)
    .join('\n')
    .replaceAll('\0', '')
    .slice(0, MAX_TEXT);
  const read = pages.filter((page) => page.text.trim() !== '');
  const certainty = read.length === 0 ? 0 : read.reduce((least, page) => Math.min(least, page.certainty), 1);
  const proposal = text
    ? readReceipt(text, { today: await todayHere(), currency: await baseCurrency(), certainty })
    : null;
  await setReadingState(receiptId, 'read', {
    text,
    proposal,
    error: text ? null : 'No text was found on the receipt. Enter the expense manually. The file stays attached.',
  });
}

async function setReadingState(
  receiptId: string,
  state: ReadingState,
  { text = '', proposal = null, error = null }: { text?: string; proposal?: object | null; error?: string | null } = {},
  from: readonly ReadingState[] = ['queued', 'reading', 'read', 'failed'],
): Promise<void> {
  await query(
    `update expense_receipts set state = $3, text = $4, proposal = $5, error = $6, read_at = case when $3 = 'read'
      then now() end where id = $1 and workspace_id = $2 and state = any($7)`,
    [receiptId, currentWorkspaceId(), state, text, proposal ? JSON.stringify(proposal) : null, error, from],
  );
  await publishPaths(currentWorkspaceId(), [EXPENSES.receipts]);
}
