/** Paying people back: recorded as one batch for each person, which marks their expenses. */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { csvRow } from '../../../../kernel/csv.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, minorUnits, sumOf } from '../../../../kernel/money/index.ts';
import { audit } from '../../../../server/audit/audit.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { NewReimbursement, Reimbursement, reimbursements, TransactionMatch } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireVersion } from '../ledgers/access.ts';
import { bringToBooks, postReimbursement, settleWithLine, unpostReimbursement } from './books.ts';
import { requireFree, suggestMatches } from './matches.ts';
import { baseCurrency } from './policy.ts';
import { type ExpenseRow, EXPENSES_CHANGED, personOf, SELECT_EXPENSES } from './rows.ts';
import { tellAuthor } from './notify.ts';
import { requireExpenseManager, viewer } from './people.ts';

interface Row {
  id: string;
  version: number;
  user_id: string;
  user_name: string | null;
  amount: string;
  currency: string;
  day: string;
  method: Reimbursement['method'];
  note: string;
  expenses: number;
  transaction_id: string | null;
  created_by: string | null;
  creator: string | null;
  created_at: string;
  undone_at: string | null;
}

const SELECT = `select b.id, b.version, b.user_id, u.name as user_name, b.amount, b.currency, b.day, b.method, b.note,
  (select count(*)::int from expenses e where e.workspace_id = b.workspace_id and e.reimbursement_id = b.id) as
  expenses, b.transaction_id,
    b.created_by, c.name as creator, b.created_at, b.undone_at
  from expense_reimbursements b left join workspace_people u on u.id = b.user_id
    left join workspace_people c on c.id = b.created_by where b.workspace_id = $1`;
const NOUN = 'The reimbursement';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_LISTED = 500;
const MAX_PEOPLE = 10_000;

function toReimbursement(row: Row): Reimbursement {
  return {
    id: row.id,
    version: row.version,
    user: personOf(row.user_id, row.user_name),
    amount: decimal(row.amount).toFixed(),
    currency: row.currency,
    day: row.day,
    method: row.method,
    note: row.note,
    expenses: row.expenses,
    transactionId: row.transaction_id,
    createdBy: row.created_by ? personOf(row.created_by, row.creator) : null,
    createdAt: row.created_at,
    undoneAt: row.undone_at,
  };
}

/** One's own for everyone. @throws AppError `bad_request` */
export async function listReimbursements({
  cursor,
  limit,
}: QueryOf<typeof reimbursements.list>): Promise<ResponseOf<typeof reimbursements.list>> {
  const who = await viewer();
  const position = unpackCursor(cursor, DAY, UUID);
  const rows = await query<Row>(
    `${SELECT} and b.undone_at is null
      and (b.user_id = $2 or $3) ${position ? 'and (b.day, b.id) < ($5::date, $6::uuid)' : ''}
      order by b.day desc, b.id desc limit $4`,
    [currentWorkspaceId(), who.userId, who.isManager, limit + 1, ...(position ?? [])],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  return { items: page.items.map(toReimbursement), next: page.next };
}

/** @throws AppError `forbidden` */
export async function owedToPeople(): Promise<ResponseOf<typeof reimbursements.owed>> {
  await requireExpenseManager();
  const rows = await query<ExpenseRow>(
    `${SELECT_EXPENSES} and e.deleted_at is null and e.state = 'approved' and e.paid_with = 'own'
      order by e.day, e.id limit ${MAX_PEOPLE}`,
    [currentWorkspaceId()],
  );
  const items = [...Map.groupBy(rows, (row) => `${row.user_id}/${row.base_currency}`).values()].map((own) => {
    const listed = own.slice(0, MAX_LISTED);
    return {
      user: personOf(own[0]!.user_id, own[0]!.user_name),
      amount: sumOf(listed, (row) => decimal(row.base_amount!)).toFixed(),
      currency: own[0]!.base_currency,
      expenses: listed.map((row) => ({
        id: row.id,
        merchant: row.merchant,
        day: row.day,
        amount: decimal(row.base_amount!).toFixed(),
      })),
    };
  });
  return { currency: await baseCurrency(), items: items.sort((a, b) => decimal(b.amount).cmp(decimal(a.amount))) };
}

/**
 * @throws AppError `forbidden`; `validation` for expenses of someone else, `conflict` for ones that are not owed any
 *   more
 */
export function createReimbursement({
  userId,
  expenseIds,
  day,
  method,
  note,
}: NewReimbursement): Promise<Reimbursement> {
  return transaction(async () => {
    await requireExpenseManager();
    const ids = [...new Set(expenseIds)];
    await query('select 1 from expenses where workspace_id = $1 and id = any($2) order by id for update', [
      currentWorkspaceId(),
      ids,
    ]);
    const rows = await query<ExpenseRow>(`${SELECT_EXPENSES} and e.id = any($2) and e.deleted_at is null`, [
      currentWorkspaceId(),
      ids,
    ]);
    if (rows.length !== ids.length || rows.some((row) => row.user_id !== userId))
      throw new AppError('validation', 'All of them have to be expenses of this person.', { field: 'expenseIds' });
    const settled = rows.find((row) => row.state !== 'approved' || row.paid_with !== 'own');
    if (settled)
      throw new AppError(
        'conflict',
        `${settled.merchant} of ${dayWords(settled.day)} is not owed any more. Nothing was recorded.`,
      );
    // They are owed in the currency that the workspace had when they were entered.
    const [currency, another] = [...new Set(rows.map((row) => row.base_currency))];
    if (another)
      throw new AppError(
        'validation',
        `Some are owed in ${currency}, others in ${another}. Pay them back one currency at a time.`,
        { field: 'expenseIds' },
      );
    const id = newId();
    await query(
      'insert into expense_reimbursements (id, workspace_id, user_id, amount, currency, day, method, note, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        currentWorkspaceId(),
        userId,
        sumOf(rows, (row) => decimal(row.base_amount!)).toFixed(),
        currency,
        day,
        method,
        note ?? '',
        currentUserId(),
      ],
    );
    await query(
      `update expenses set state = 'reimbursed', reimbursement_id = $3, version = version + 1, updated_at = now()
        where workspace_id = $1 and id = any($2)`,
      [currentWorkspaceId(), ids, id],
    );
    const made = await readReimbursement(id);
    await postReimbursement({ id, day, method, person: made.user.name, expenses: rows });
    await audit({
      action: 'expenses.reimbursed',
      subject: { type: 'reimbursement', id },
      details: { userId, amount: made.amount, currency: made.currency, expenses: ids.length },
    });
    await emit({
      type: 'reimbursement.created',
      subject: { type: 'reimbursement', id },
      data: { amount: made.amount, currency: made.currency },
      paths: EXPENSES_CHANGED,
    });
    for (const row of rows) await tellAuthor(row, 'reimbursed', '');
    return made;
  });
}

/** @throws AppError `forbidden`, `not_found` */
async function readReimbursement(id: string): Promise<Reimbursement> {
  await requireExpenseManager();
  const [row] = await query<Row>(`${SELECT} and b.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound(NOUN);
  return toReimbursement(row);
}

async function lockReimbursement(id: string): Promise<Reimbursement> {
  await query('select 1 from expense_reimbursements where id = $1 and workspace_id = $2 for update', [
    id,
    currentWorkspaceId(),
  ]);
  const one = await readReimbursement(id);
  if (one.undoneAt) throw new AppError('conflict', 'This reimbursement was already undone.');
  return one;
}

/** Its expenses are owed again. @throws AppError `forbidden`, `not_found`, `conflict` */
export function undoReimbursement(id: string): Promise<Reimbursement> {
  return transaction(async () => {
    await lockReimbursement(id);
    const ids = (
      await query<{ id: string }>(
        'select id from expenses where workspace_id = $1 and reimbursement_id = $2 order by id for update',
        [currentWorkspaceId(), id],
      )
    ).map((row) => row.id);
    await query(
      `update expenses set state = 'approved', reimbursement_id = null, version = version + 1, updated_at = now()
        where workspace_id = $1 and reimbursement_id = $2`,
      [currentWorkspaceId(), id],
    );
    await query(
      'update expense_reimbursements set undone_at = now(), transaction_id = null, version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId()],
    );
    await unpostReimbursement(id);
    await bringToBooks(await query<ExpenseRow>(`${SELECT_EXPENSES} and e.id = any($2)`, [currentWorkspaceId(), ids]));
    await audit({ action: 'expenses.reimbursement_undone', subject: { type: 'reimbursement', id } });
    await emit({ type: 'reimbursement.undone', subject: { type: 'reimbursement', id }, paths: EXPENSES_CHANGED });
    return readReimbursement(id);
  });
}

/** @throws AppError `forbidden`, `not_found` */
export async function reimbursementMatches(id: string): Promise<{ items: TransactionMatch[] }> {
  const { amount, currency, day, user } = await readReimbursement(id);
  return suggestMatches({ amount, currency, day, merchant: user.name }, id);
}

/** @throws AppError `validation`, `forbidden`, `not_found`, `conflict`, `stale` */
export function matchReimbursement(
  id: string,
  { version, transactionId }: { version: number; transactionId: string | null },
): Promise<Reimbursement> {
  return transaction(async () => {
    const one = await lockReimbursement(id);
    requireVersion(one, version, 'this reimbursement');
    if (transactionId) await requireFree(transactionId, id);
    await settleWithLine(one, transactionId);
    await query(
      'update expense_reimbursements set transaction_id = $3, version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), transactionId],
    );
    await emit({
      type: 'reimbursement.matched',
      subject: { type: 'reimbursement', id },
      data: { transactionId },
      paths: [...EXPENSES_CHANGED, FINANCE.books],
    });
    return readReimbursement(id);
  });
}

/** Pieces of a CSV file. @throws AppError `forbidden`, `not_found` */
export async function exportReimbursement(id: string): Promise<AsyncGenerator<string>> {
  const one = await readReimbursement(id);
  const rows = await query<ExpenseRow>(`${SELECT_EXPENSES} and e.reimbursement_id = $2 order by e.day, e.id`, [
    currentWorkspaceId(),
    id,
  ]);
  const figure = (amount: string): string => decimal(amount).toFixed(minorUnits(one.currency));
  return (async function* pieces() {
    yield `\uFEFF${csvRow(['Paid on', 'Person', 'Method', 'Expense day', 'Merchant', 'Category', 'Amount', 'Currency', 'Note'])}`;
    yield rows
      .map((row) =>
        csvRow([
          one.day,
          one.user.name,
          one.method,
          row.day,
          row.merchant,
          row.category,
          figure(row.base_amount!),
          one.currency,
          one.note,
        ]),
      )
      .join('');
    yield csvRow([one.day, one.user.name, one.method, '', 'Total', '', figure(one.amount), one.currency, one.note]);
  })();
}
