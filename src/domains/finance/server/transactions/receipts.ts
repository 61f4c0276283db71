/** Receipts of a transaction: the database holds names, the file store the bytes. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { afterCommit, currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { cleanFileName, files } from '../../../../server/files/index.ts';
import { sendStored } from '../../../../server/http/download.ts';
import { log } from '../../../../server/observability/log.ts';
import { MAX_RECEIPT, type Receipt } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger } from '../ledgers/access.ts';
import { getTransaction } from './service.ts';

const MAX = 20;
const NOUN = 'The receipt';
const COLUMNS = 'id, name, type, size, created_at as "createdAt"';
/** File types of receipts by their first bytes. */
const KINDS: readonly { type: string; starts: readonly number[]; at?: number }[] = [
  { type: 'application/pdf', starts: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/webp', starts: [0x57, 0x45, 0x42, 0x50], at: 8 },
  { type: 'image/heic', starts: [0x66, 0x74, 0x79, 0x70], at: 4 },
];

/** @throws AppError `not_found` */
export async function listReceipts(transactionId: string): Promise<{ items: Receipt[] }> {
  await getTransaction(transactionId);
  return {
    items: await query<Receipt>(
      `select ${COLUMNS} from finance_receipts where workspace_id = $1 and transaction_id = $2 order by id`,
      [currentWorkspaceId(), transactionId],
    ),
  };
}

/**
 * @throws AppError `not_found`, `forbidden`, `validation` for what is neither a picture nor a PDF, `conflict` when
 *   there are too many, `too_large`
 */
export async function attachReceipt(transactionId: string, request: FastifyRequest): Promise<Receipt> {
  await requireEditable(transactionId);
  const part = await request.file({ limits: { fileSize: MAX_RECEIPT + 1 } });
  if (!part) throw invalid('file', 'Choose a file.');
  const stored = await files().put(part.file, { prefix: `finance/${currentWorkspaceId()}`, limit: MAX_RECEIPT });
  try {
    const type = await receiptType(stored.key);
    if (!type) throw invalid('file', 'A receipt is a picture (JPEG, PNG, WebP, HEIC) or a PDF.');
    return await keep(transactionId, { name: cleanFileName(part.filename), type, size: stored.size, key: stored.key });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

async function requireEditable(transactionId: string): Promise<void> {
  await requireLedger((await getTransaction(transactionId)).ledgerId, 'editor', 'The transaction');
}

/** A stored file's type by its first bytes, not its name; undefined if it is neither a picture nor a PDF. */
export async function receiptType(key: string): Promise<string | undefined> {
  const content = await files().get(key);
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= 16) break;
  }
  return KINDS.find(({ starts, at = 0 }) => starts.every((byte, n) => head[at + n] === byte))?.type;
}

function keep(
  transactionId: string,
  file: { name: string; type: string; size: number; key: string },
): Promise<Receipt> {
  return transaction(async () => {
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from finance_receipts where workspace_id = $1 and transaction_id = $2',
      [currentWorkspaceId(), transactionId],
    );
    if (count!.n >= MAX) throw new AppError('conflict', `One transaction holds at most ${MAX} receipts.`);
    const [row] = await query<Receipt>(
      `insert into finance_receipts (id, workspace_id, transaction_id, name, type, size, storage_key, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), transactionId, file.name, file.type, file.size, file.key, currentUserId()],
    );
    await emit({
      type: 'finance.transaction.receipt_added',
      subject: { type: 'transaction', id: transactionId },
      data: { changes: [{ field: 'receipt', before: '', after: file.name }] },
      paths: [FINANCE.transactions],
    });
    return row!;
  });
}

/**
 * Sends a receipt as a download: whatever it holds, the browser saves it and does not open it.
 * @throws AppError `not_found`
 */
export async function sendReceipt(transactionId: string, id: string, reply: FastifyReply): Promise<FastifyReply> {
  await getTransaction(transactionId);
  const [row] = await query<{ name: string; type: string; size: number; storage_key: string }>(
    'select name, type, size, storage_key from finance_receipts where workspace_id = $1 and transaction_id = $2 and id = $3',
    [currentWorkspaceId(), transactionId, id],
  );
  if (!row) throw notFound(NOUN);
  return sendStored(reply, { ...row, storageKey: row.storage_key });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeReceipt(transactionId: string, id: string): Promise<void> {
  return transaction(async () => {
    await requireEditable(transactionId);
    const [row] = await query<{ storage_key: string; name: string }>(
      'delete from finance_receipts where workspace_id = $1 and transaction_id = $2 and id = $3 returning storage_key, name',
      [currentWorkspaceId(), transactionId, id],
    );
    if (!row) throw notFound(NOUN);
    await emit({
      type: 'finance.transaction.receipt_deleted',
      subject: { type: 'transaction', id: transactionId },
      data: { changes: [{ field: 'receipt', before: row.name, after: '' }] },
      paths: [FINANCE.transactions],
    });
    // The bytes go once the row is surely gone; bytes without a row harm no one.
    afterCommit(
      () =>
        void files()
          .delete(row.storage_key)
          .catch((error: unknown) => log().warn({ err: error }, 'a receipt was not removed')),
    );
  });
}
