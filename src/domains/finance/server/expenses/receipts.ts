/** Receipts of expenses: the database holds names and what was read, the file store the bytes. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { afterCommit, currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../../server/files/index.ts';
import { sendStored } from '../../../../server/http/download.ts';
import { cancelJob, enqueue } from '../../../../server/jobs/jobs.ts';
import { log } from '../../../../server/observability/log.ts';
import { requirePictureSize } from '../../../../server/ocr/read-pages.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import { type ExpenseReceipt, type expenseReceipts, MAX_EXPENSE_RECEIPT } from '../../contract.ts';
import { EXPENSES } from '../../paths.ts';
import { receiptJob } from './reading/job.ts';
import { personOf } from './rows.ts';
import { viewer } from './people.ts';

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);
const NOUN = 'The receipt';
const CHANGED = [EXPENSES.receipts, EXPENSES.list];
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface Row {
  id: string;
  user_id: string;
  user_name: string | null;
  name: string;
  type: string;
  size: number;
  storage_key: string;
  sha256: string;
  state: ExpenseReceipt['state'];
  share: number | null;
  text: string;
  proposal: ExpenseReceipt['proposal'];
  error: string | null;
  job_id: string | null;
  expense_id: string | null;
  expense_state: string | null;
  same: ExpenseReceipt['sameAs'];
  created_at: string;
}

const SELECT = `select r.id, r.user_id, u.name as user_name, r.name, r.type, r.size, r.storage_key, r.sha256, r.state,
  case when j.total > 0 then (100 * j.done / j.total)::int end as share, r.text, r.proposal, r.error, r.job_id,
    e.id as expense_id, e.state as expense_state, s.same, r.created_at
  from expense_receipts r left join workspace_people u on u.id = r.user_id left join jobs j on j.id = r.job_id
  left join expenses e on e.workspace_id = r.workspace_id and e.receipt_id = r.id and e.deleted_at is null
  left join lateral (
    select json_build_object('id', o.id, 'name', o.name, 'why', case when o.sha256 = r.sha256 then 'file'
      else 'read' end, 'merchant', coalesce(x.merchant, o.proposal -> 'merchant' ->> 'value'), 'day',
      coalesce(x.day::text, o.proposal -> 'day' ->> 'value'), 'expenseId', x.id, 'createdAt',
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as same
    from (
      select f.id from expense_receipts f where f.workspace_id = r.workspace_id and f.user_id = r.user_id
        and f.sha256 = r.sha256 and f.id < r.id
      union select t.id from expense_receipts t where t.workspace_id = r.workspace_id and t.user_id = r.user_id
        and t.read_as = r.read_as and t.id < r.id
    ) both_ways join expense_receipts o on o.id = both_ways.id left join expenses x on x.workspace_id = o.workspace_id
      and x.receipt_id = o.id and x.deleted_at is null
    where r.kept_at is null order by (o.sha256 = r.sha256) desc, o.id limit 1
  ) s on true
  where r.workspace_id = $1`;

function toReceipt(row: Row): ExpenseReceipt {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    size: row.size,
    user: personOf(row.user_id, row.user_name),
    state: row.state,
    share: row.state === 'read' ? 100 : Math.max(0, Math.min(100, row.share ?? 0)),
    text: row.text,
    proposal: row.proposal,
    error: row.error,
    expenseId: row.expense_id,
    sameAs: row.same,
    createdAt: row.created_at,
  };
}

/** The caller's own; or any, for who looks after the workspace. @throws AppError `not_found` */
async function readRow(id: string, { own = false } = {}): Promise<Row> {
  const who = await viewer();
  const [row] = await query<Row>(`${SELECT} and r.id = $2 and (r.user_id = $3 or $4)`, [
    currentWorkspaceId(),
    id,
    who.userId,
    who.isManager && !own,
  ]);
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `bad_request` */
export async function listExpenseReceipts({
  cursor,
  limit,
}: QueryOf<typeof expenseReceipts.list>): Promise<ResponseOf<typeof expenseReceipts.list>> {
  const position = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<Row>(
    `${SELECT} and r.user_id = $2 and not exists
      (select 1 from expenses x where x.workspace_id = r.workspace_id and x.receipt_id = r.id
      and x.deleted_at is null) ${position ? 'and (r.created_at, r.id) < ($4::timestamptz, $5::uuid)' : ''}
      order by r.created_at desc, r.id desc limit $3`,
    [currentWorkspaceId(), currentUserId(), limit + 1, ...(position ?? [])],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.created_at, row.id));
  return { items: page.items.map(toReceipt), next: page.next };
}

/** @throws AppError `not_found` */
export async function getExpenseReceipt(id: string): Promise<ExpenseReceipt> {
  return toReceipt(await readRow(id));
}

/**
 * @throws AppError `validation` for what is neither a picture nor a PDF, or has too many pixels; `too_large`,
 *   `storage_full`
 */
export async function uploadExpenseReceipt(request: FastifyRequest): Promise<ExpenseReceipt> {
  const part = await request.file({ limits: { fileSize: MAX_EXPENSE_RECEIPT + 1 } }).catch(() => {
    throw invalid('file', 'Send the file as multipart/form-data.');
  });
  if (!part) throw invalid('file', 'Choose a file.');
  const stored = await files().put(part.file, {
    prefix: `finance/${currentWorkspaceId()}`,
    limit: MAX_EXPENSE_RECEIPT,
  });
  try {
    const type = await requireType(stored.key);
    const name = cleanFileName(part.filename);
    const id = newId();
    await transaction(async () => {
      await query(
        'insert into expense_receipts (id, workspace_id, user_id, name, type, size, storage_key, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [id, currentWorkspaceId(), currentUserId(), name, type, stored.size, stored.key, stored.sha256],
      );
      await startReading(id, name);
    });
    return await getExpenseReceipt(id);
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

/** By its first bytes, not by its name. */
async function requireType(key: string): Promise<string> {
  const head = await firstBytes(key, 262_144);
  const type = sniffType(head.subarray(0, SNIFF_BYTES));
  if (!TYPES.has(type)) throw invalid('file', 'A receipt is a picture (JPEG, PNG, WebP) or a PDF.');
  if (type !== 'application/pdf') requirePictureSize(head);
  return type;
}

async function firstBytes(key: string, most: number): Promise<Buffer> {
  const size = (await files().size(key)) ?? 0;
  if (size === 0) throw invalid('file', 'The file is empty.');
  const pieces: Buffer[] = [];
  for await (const piece of await files().get(key, { start: 0, end: Math.min(size, most) - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function startReading(id: string, name: string): Promise<void> {
  const jobId = await enqueue(receiptJob, { receiptId: id, name });
  await query(
    `update expense_receipts set state = 'queued', job_id = $3, error = null where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId(), jobId],
  );
  await publishPaths(currentWorkspaceId(), CHANGED);
}

/** @throws AppError `not_found`; `conflict` while it is being read */
export function readReceiptAgain(id: string): Promise<ExpenseReceipt> {
  return transaction(async () => {
    const row = await lockReceipt(id);
    if (row.state === 'queued' || row.state === 'reading') throw new AppError('conflict', 'It is being read already.');
    await startReading(id, row.name);
    return getExpenseReceipt(id);
  });
}

async function lockReceipt(id: string): Promise<Row> {
  await query('select 1 from expense_receipts where id = $1 and workspace_id = $2 for update', [
    id,
    currentWorkspaceId(),
  ]);
  return readRow(id, { own: true });
}

/** Both stay, and it is not pointed out any more; or it is again. @throws AppError `not_found` */
export function keepReceipt(id: string, { kept }: BodyOf<typeof expenseReceipts.keep>): Promise<ExpenseReceipt> {
  return transaction(async () => {
    await lockReceipt(id);
    await query(
      'update expense_receipts set kept_at = case when $3 then now() end where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), kept],
    );
    await publishPaths(currentWorkspaceId(), CHANGED);
    return getExpenseReceipt(id);
  });
}

/** @throws AppError `not_found`; `conflict` when it is over */
export function cancelReading(id: string): Promise<ExpenseReceipt> {
  return transaction(async () => {
    const row = await lockReceipt(id);
    if ((row.state !== 'queued' && row.state !== 'reading') || !row.job_id)
      throw new AppError('conflict', 'It is not being read any more.');
    await query(`update expense_receipts set state = 'cancelled' where id = $1 and workspace_id = $2`, [
      id,
      currentWorkspaceId(),
    ]);
    await cancelJob(row.job_id).catch((error: unknown) => {
      // Ended in this very moment: the receipt says canceled all the same.
      if (!(error instanceof AppError)) throw error;
    });
    await publishPaths(currentWorkspaceId(), CHANGED);
    return getExpenseReceipt(id);
  });
}

/** Types that a browser shows in the page; they were told by their bytes. */
export async function sendExpenseReceipt(id: string, reply: FastifyReply): Promise<FastifyReply> {
  const row = await readRow(id);
  return sendStored(reply, { ...row, storageKey: row.storage_key }, 'inline');
}

/** @throws AppError `not_found`, `conflict` */
export function removeExpenseReceipt(id: string): Promise<void> {
  return transaction(async () => {
    const row = await lockReceipt(id);
    if (row.expense_state && row.expense_state !== 'draft' && row.expense_state !== 'returned')
      throw new AppError('conflict', 'It belongs to an expense that was handed in, and stays with it.');
    if (row.job_id && (row.state === 'queued' || row.state === 'reading'))
      await cancelJob(row.job_id).catch(() => undefined);
    await query('delete from expense_receipts where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await publishPaths(currentWorkspaceId(), CHANGED);
    // The bytes go once the row is surely gone; bytes without a row harm no one.
    afterCommit(
      () =>
        void files()
          .delete(row.storage_key)
          .catch((error: unknown) => log().warn({ err: error }, 'a receipt was not removed')),
    );
  });
}
