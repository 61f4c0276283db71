/** Entering, changing, splitting, deleting and restoring transactions. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, sumOf } from '../../../../kernel/money/index.ts';
import { minorUnits } from '../../../../kernel/money/currencies.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { NewTransaction, Transaction, TransactionUpdate } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireRecord, requireVersion } from '../ledgers/access.ts';
import { editableAccount } from '../accounts/accounts.ts';
import { categoryNames, requireCategories } from './categories.ts';
import { changesBetween, splitWords } from './changes.ts';
import { requireOwn, searchText, SELECT_TRANSACTIONS, toTransactions, type TransactionRow } from './rows.ts';

const NOUN = 'The transaction';
/** Lists and figures that rest on transactions. */
export const TRANSACTIONS_CHANGED = [
  FINANCE.transactions,
  FINANCE.accounts,
  FINANCE.reports,
  FINANCE.budgets,
  FINANCE.goals,
  FINANCE.recurring,
  FINANCE.transfers,
  FINANCE.books,
];

type Splits = NewTransaction['splits'];

/** @throws AppError `not_found` */
export async function getTransaction(id: string): Promise<Transaction> {
  const [row] = await query<TransactionRow>(`${SELECT_TRANSACTIONS} and t.id = $2 and t.deleted_at is null`, [
    currentWorkspaceId(),
    id,
  ]);
  const [found] = await toTransactions([await requireRecord(row, 'viewer', NOUN)]);
  return found!;
}

/** @throws AppError `validation` when the amount is finer than the currency */
function requirePayable(amount: Decimal, currency: string, field: string): void {
  if (amount.decimalPlaces() > minorUnits(currency))
    throw new AppError('validation', `${currency} has ${minorUnits(currency)} decimals.`, { field });
}

/** Parts must sum to the whole. @throws AppError `validation` */
function requireSum(amount: Decimal, splits: Splits): void {
  if (!splits || splits.length === 0) return;
  const difference = amount.minus(sumOf(splits, (part) => decimal(part.amount)));
  if (!difference.isZero())
    throw new AppError('validation', `The parts leave ${difference.toFixed()} of the amount. They must sum to it.`, {
      field: 'splits',
      details: { difference: difference.toFixed() },
    });
}

async function writeSplits(transactionId: string, splits: Splits): Promise<void> {
  if (!splits) return;
  await query('delete from finance_splits where workspace_id = $1 and transaction_id = $2', [
    currentWorkspaceId(),
    transactionId,
  ]);
  if (splits.length === 0) return;
  await query(
    `insert into finance_splits (id, workspace_id, transaction_id, position, amount, category_id, notes)
     select s.id, $1, $2, s.position, s.amount, s.category_id, s.notes
        from json_to_recordset($3::json) as s(id uuid, position integer, amount numeric, category_id uuid, notes text)`,
    [
      currentWorkspaceId(),
      transactionId,
      JSON.stringify(
        splits.map((part, position) => ({
          id: newId(),
          position,
          amount: part.amount,
          category_id: part.categoryId ?? null,
          notes: part.notes ?? '',
        })),
      ),
    ],
  );
}

function categoriesOf(input: {
  categoryId?: string | null | undefined;
  splits?: Splits;
}): { field: string; id: string | null | undefined }[] {
  return [
    { field: 'categoryId', id: input.categoryId },
    ...(input.splits ?? []).map((part, index) => ({ field: `splits.${index}.categoryId`, id: part.categoryId })),
  ];
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createTransaction(input: NewTransaction): Promise<Transaction> {
  return transaction(async () => {
    const account = await editableAccount(input.accountId);
    const amount = decimal(input.amount);
    requirePayable(amount, account.currency, 'amount');
    requireSum(amount, input.splits);
    await requireCategories(account.ledger_id, categoriesOf(input));
    const id = newId();
    const { payee = '', notes = '' } = input;
    await query(
      `insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, notes,
        category_id, tags, search_text, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        currentWorkspaceId(),
        account.ledger_id,
        account.id,
        input.day,
        amount.toFixed(),
        payee,
        notes,
        input.categoryId ?? null,
        input.tags ?? [],
        searchText(payee, notes, '', '', input.tags ?? []),
        currentUserId(),
      ],
    );
    await writeSplits(id, input.splits);
    await emit({
      type: 'finance.transaction.created',
      subject: { type: 'transaction', id },
      paths: TRANSACTIONS_CHANGED,
    });
    return getTransaction(id);
  });
}

interface LockedRow extends Omit<TransactionRow, 'currency'> {
  currency: string;
  deleted_at: string | null;
}

async function lockTransaction(id: string): Promise<LockedRow> {
  const [row] = await query<LockedRow>(
    `${SELECT_TRANSACTIONS.replace('select t.id', 'select t.deleted_at, t.id')} and t.id = $2 for update of t`,
    [currentWorkspaceId(), id],
  );
  return requireRecord(row, 'editor', NOUN);
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateTransaction(id: string, { version, ...input }: TransactionUpdate): Promise<Transaction> {
  return transaction(async () => {
    const row = await lockTransaction(id);
    if (row.deleted_at) throw notFound(NOUN);
    requireVersion(row, version, 'this transaction');
    const amount = decimal(input.amount ?? row.amount);
    if (row.fingerprint !== null && ((input.day !== undefined && input.day !== row.day) || !amount.eq(row.amount))) {
      throw new AppError('validation', 'Day and amount come from the bank and stay as they are.', {
        field: input.day !== undefined && input.day !== row.day ? 'day' : 'amount',
      });
    }
    if (
      (input.day !== undefined && input.day !== row.day) ||
      !amount.eq(row.amount) ||
      (input.payee !== undefined && input.payee !== row.payee && row.fingerprint === null) ||
      (input.splits?.length ?? 0) > 0
    )
      await requireOwn([id], 'Change');
    if (input.amount !== undefined && !amount.eq(row.amount)) {
      requirePayable(amount, row.currency, 'amount');
      await requireEnough(row, amount);
    }
    await requireCategories(row.ledger_id, categoriesOf(input));
    const parts = await currentSplits(id);
    requireSum(amount, input.splits ?? parts);
    const after = {
      day: input.day ?? row.day,
      amount: amount.toFixed(),
      payee: input.payee ?? row.payee,
      notes: input.notes ?? row.notes,
      category_id: input.categoryId === undefined ? row.category_id : input.categoryId,
      tags: input.tags ?? row.tags,
    };
    await query(
      `update finance_transactions
        set day = $3, amount = $4, payee = $5, notes = $6, category_id = $7, tags = $8, search_text = $9,
        version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        after.day,
        after.amount,
        after.payee,
        after.notes,
        after.category_id,
        after.tags,
        searchText(after.payee, after.notes, row.bank_payee, row.bank_memo, after.tags),
      ],
    );
    await writeSplits(id, input.splits);
    const names = await categoryNames(row.ledger_id);
    const changes = changesBetween(row, after, names);
    if (input.splits)
      changes.push(
        ...[{ field: 'parts', before: splitWords(parts, names), after: splitWords(input.splits, names) }].filter(
          (one) => one.before !== one.after,
        ),
      );
    await emit({
      type: 'finance.transaction.updated',
      subject: { type: 'transaction', id },
      data: { version: version + 1, changes },
      paths: TRANSACTIONS_CHANGED,
    });
    return getTransaction(id);
  });
}

/**
 * A transaction matched with documents or a transfer keeps at least that amount and its direction.
 * @throws AppError `validation`
 */
async function requireEnough(row: LockedRow, amount: Decimal): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'amount' });
  };
  const turns = amount.isZero() || amount.lt(0n) !== decimal(row.amount).lt(0n);
  if (row.transfer_id && turns)
    refuse('It is one side of a transfer, and goes the other way then. Undo the transfer first.');
  const [paid] = await query<{ amount: string }>(
    'select coalesce(sum(amount), 0) as amount from finance_payments where workspace_id = $1 and transaction_id = $2 and removed_at is null',
    [currentWorkspaceId(), row.id],
  );
  if (decimal(paid!.amount).gt(0n) && (turns || amount.abs().lt(paid!.amount)))
    refuse(
      `${decimal(paid!.amount).toFixed()} ${row.currency} of it pay invoices, bills or expenses. Take those payments back first.`,
    );
}

async function currentSplits(id: string): Promise<NonNullable<Splits>> {
  return query<{ amount: string; categoryId: string | null }>(
    'select amount, category_id as "categoryId" from finance_splits where workspace_id = $1 and transaction_id = $2 order by position',
    [currentWorkspaceId(), id],
  );
}

/** @throws AppError `not_found`, `forbidden` */
export function removeTransaction(id: string): Promise<void> {
  return transaction(async () => {
    const row = await lockTransaction(id);
    if (row.deleted_at) throw notFound(NOUN);
    await requireOwn([id], 'Delete');
    // The other side stays, and is income or spending again until it finds another.
    if (row.transfer_id)
      await query('delete from finance_transfers where workspace_id = $1 and id = $2', [
        currentWorkspaceId(),
        row.transfer_id,
      ]);
    await query(
      'update finance_transactions set deleted_at = now(), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId()],
    );
    await emit({
      type: 'finance.transaction.deleted',
      subject: { type: 'transaction', id },
      paths: TRANSACTIONS_CHANGED,
    });
  });
}

/** Brings one back; one that is there stays as it is. @throws AppError `not_found`, `forbidden` */
export function restoreTransaction(id: string): Promise<Transaction> {
  return transaction(async () => {
    if ((await lockTransaction(id)).deleted_at) {
      await query(
        'update finance_transactions set deleted_at = null, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
        [id, currentWorkspaceId()],
      );
      await emit({
        type: 'finance.transaction.restored',
        subject: { type: 'transaction', id },
        paths: TRANSACTIONS_CHANGED,
      });
    }
    return getTransaction(id);
  });
}
