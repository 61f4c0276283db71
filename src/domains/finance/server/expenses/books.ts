/**
 * Expenses in the books of a business. What people paid with their own money is a cost of the day it was spent, and
 * owed to them from its approval until it is paid back; paying back takes it out of what is owed, and the bank's line
 * takes the money. What a company card paid comes into the books by the card's own line, never by the expense.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, roundMoney, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { usualCategory } from '../../engine/expenses/accounts.ts';
import { ROLES } from '../../engine/ledger/index.ts';
import { bookAccountFor, chartOf } from '../books/chart.ts';
import { line, postEntry, reverseEntry } from '../books/post.ts';
import { openDay, requireOpenFrom } from '../ledgers/closed-periods.ts';
import { readPolicy } from './policy.ts';
import { type ExpenseRow, GONE, SELECT_EXPENSES } from './rows.ts';

const LIVE = `b.workspace_id = $1 and b.reverses is null and b.reversed_by is null`;

interface LiveEntry {
  id: string;
  ledger_id: string;
  day: string;
}

/** The entry that stands for an expense or a reimbursement, unless it was reversed. */
async function entryOf(kind: 'expense' | 'reimbursement', id: string): Promise<LiveEntry | undefined> {
  const [row] = await query<LiveEntry>(
    `select b.id, b.ledger_id, b.day from finance_book_entries b where ${LIVE} and b.source = $2 and b.source_id = $3`,
    [currentWorkspaceId(), kind, id],
  );
  return row;
}

async function reverse(kind: 'expense' | 'reimbursement', id: string): Promise<void> {
  const entry = await entryOf(kind, id);
  if (entry) await reverseEntry(entry.id, await openDay(entry.ledger_id, entry.day));
}

interface ExpenseLedger {
  id: string;
  currency: string;
  recover_tax: boolean | null;
}

async function ledgerOf(ledgerId: string | null): Promise<ExpenseLedger | undefined> {
  if (!ledgerId) return undefined;
  const [row] = await query<ExpenseLedger>(
    'select l.id, l.currency, b.recover_tax from finance_ledgers l left join finance_books b on b.ledger_id = l.id and b.workspace_id = l.workspace_id where l.workspace_id = $1 and l.id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return row;
}

/** Whether a bank's line of that ledger has it in the books already. */
async function isBanked(row: ExpenseRow, ledgerId: string): Promise<boolean> {
  return (
    row.transaction_id !== null &&
    (
      await query('select 1 from finance_transactions where workspace_id = $1 and id = $2 and ledger_id = $3', [
        currentWorkspaceId(),
        row.transaction_id,
        ledgerId,
      ])
    ).length > 0
  );
}

/**
 * Puts expenses where they belong: into the books while they are approved, the person's own money and not paid back;
 * out of them otherwise. What stands there rightly stays untouched. Does not ask who calls.
 */
export async function bringToBooks(rows: readonly ExpenseRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { ledgerId } = await readPolicy();
  const ledger = await ledgerOf(ledgerId);
  const live = new Map(
    (
      await query<LiveEntry & { source_id: string }>(
        `select b.id, b.ledger_id, b.day, b.source_id from finance_book_entries b
          where ${LIVE} and b.source = 'expense' and b.source_id = any($2)`,
        [currentWorkspaceId(), rows.map((row) => row.id)],
      )
    ).map((one) => [one.source_id, one]),
  );
  for (const row of rows) {
    const there = live.get(row.id);
    // An amount that rounds to zero in the workspace's currency is owed to no one.
    const owed =
      row.state === 'approved' &&
      row.paid_with === 'own' &&
      row.base_amount !== null &&
      !decimal(row.base_amount).isZero();
    const into =
      owed && ledger && ledger.currency === row.base_currency && !(await isBanked(row, ledger.id)) ? ledger : undefined;
    if (there && there.ledger_id === into?.id) continue;
    if (there) await reverse('expense', row.id);
    if (into) await post(row, into);
  }
}

async function post(row: ExpenseRow, { id: ledgerId, currency, recover_tax }: ExpenseLedger): Promise<void> {
  const amount = decimal(row.base_amount!);
  const tax =
    row.tax && recover_tax !== false ? roundMoney(decimal(row.tax).times(row.rate ?? '1'), currency) : decimal(0n);
  const person = row.user_name ?? GONE;
  await postEntry({
    ledgerId,
    day: await openDay(ledgerId, row.day),
    memo: `${row.merchant}, paid by ${person}`,
    source: { kind: 'expense', id: row.id },
    lines: [
      ...line(await accountOf(ledgerId, row.category), amount.minus(tax), { memo: row.report || row.category }),
      ...(tax.isZero() ? [] : line(await bookAccountFor(ledgerId, { system: 'taxPaid' }), tax)),
      ...line(await bookAccountFor(ledgerId, { system: 'employees' }), amount.negated(), { memo: person }),
    ],
  });
}

/**
 * The account that a category of expenses is posted to: as the policy says, else by its name, else “Other expenses”.
 */
async function accountOf(ledgerId: string, category: string): Promise<string> {
  const fallback = await bookAccountFor(ledgerId, { system: 'otherExpense' });
  const chart = await chartOf(ledgerId);
  const said = (await readPolicy()).categories.find((one) => one.name === category)?.accountId;
  const usable = (id: string | null | undefined): string | undefined =>
    id && chart.get(id) && !chart.get(id)!.archived ? id : undefined;
  if (usable(said)) return said!;
  const wanted = [category, usualCategory(category)].map((name) => name.toLowerCase());
  const named = await query<{ id: string; name: string }>(
    `select book_account_id as id, lower(name) as name from finance_categories
      where workspace_id = $1 and ledger_id = $2 and kind = 'expense' and lower(name) = any($3)
      and book_account_id is not null`,
    [currentWorkspaceId(), ledgerId, wanted],
  );
  const accounts = [...chart.values()]
    .filter((one) => ROLES[one.role].type === 'expense')
    .map((one) => ({ id: one.id, name: one.name.toLowerCase() }));
  for (const name of wanted) {
    const found = [...named, ...accounts].find((one) => one.name === name && usable(one.id));
    if (found) return found.id;
  }
  return fallback;
}

/** Expenses that are moved in one transaction. */
const BATCH = 50;

/** All that is owed, for when another ledger is chosen: a few at once, many as a job. In the ambient transaction. */
export async function moveOwed(): Promise<void> {
  const rows = await owedAfter(undefined, BATCH + 1);
  if (rows.length > BATCH) await enqueue(moveOwedJob, {});
  else await bringToBooks(rows);
}

type Place = [day: string, id: string];

function owedAfter(place: Place | undefined, limit: number): Promise<ExpenseRow[]> {
  return query<ExpenseRow>(
    `${SELECT_EXPENSES} and e.deleted_at is null and e.state = 'approved'
      and e.paid_with = 'own'${place ? ' and (e.day, e.id) > ($2::date, $3::uuid)' : ''}
      order by e.day, e.id limit ${limit}`,
    [currentWorkspaceId(), ...(place ?? [])],
  );
}

/** Correct postings stay untouched: a batch that runs twice, or in two jobs, posts once. */
export const moveOwedJob = defineJob<Record<string, never>, { place: Place }>({
  name: 'finance.expenses_to_books',
  title: 'Posting what is owed to employees',
  payload: z.record(z.string(), z.never()),
  handler: async ({ state, signal, progress, checkpoint }) => {
    let [place, done] = [state?.place, 0];
    for (let more = true; more;) {
      signal.throwIfAborted();
      more = await transaction(async () => {
        // Changes to the policy, approvals, and reimbursements wait: each expense is posted by one of them.
        const next = await owedAfter(place, BATCH);
        const [ids, last] = [next.map((row) => row.id), next.at(-1)];
        if (!last) return false;
        await query('select 1 from expenses where workspace_id = $1 and id = any($2) order by id for update', [
          currentWorkspaceId(),
          ids,
        ]);
        const rows = await query<ExpenseRow>(
          `${SELECT_EXPENSES} and e.id = any($2) and e.deleted_at is null order by e.day, e.id`,
          [currentWorkspaceId(), ids],
        );
        await bringToBooks(rows);
        await checkpoint({ place: (place = [last.day, last.id]) });
        done += ids.length;
        return true;
      });
      progress(done);
    }
  },
});

interface Paid {
  id: string;
  day: string;
  method: string;
  person: string;
  expenses: readonly ExpenseRow[];
}

/**
 * Posts a reimbursement against cash, or against money in transit until its bank transaction is matched.
 * @throws AppError `conflict` when the day is closed, or the expenses are in the books of two ledgers
 */
export async function postReimbursement({ id, day, method, person, expenses }: Paid): Promise<void> {
  // A ledger chosen a moment ago may not have all of them yet.
  await bringToBooks(expenses);
  const live = await query<{ ledger_id: string; source_id: string }>(
    `select b.ledger_id, b.source_id from finance_book_entries b
      where ${LIVE} and b.source = 'expense' and b.source_id = any($2)`,
    [currentWorkspaceId(), expenses.map((row) => row.id)],
  );
  const [ledgerId, another] = [...new Set(live.map((one) => one.ledger_id))];
  if (!ledgerId) return;
  if (another)
    throw new AppError('conflict', 'These expenses stand in the books of two ledgers. Pay them back separately.');
  const posted = new Set(live.map((one) => one.source_id));
  const amount = sumOf(
    expenses.filter((row) => posted.has(row.id)),
    (row) => decimal(row.base_amount!),
  );
  await postEntry({
    ledgerId,
    day,
    memo: `Expenses paid back to ${person}`,
    source: { kind: 'reimbursement', id },
    lines: [
      ...line(await bookAccountFor(ledgerId, { system: 'employees' }), amount, { memo: person }),
      ...line(await moneyOf(ledgerId, method), amount.negated()),
    ],
  });
}

const moneyOf = (ledgerId: string, method: string): Promise<string> =>
  bookAccountFor(ledgerId, { system: method === 'cash' ? 'cash' : 'transit' });

/** They are owed again. @throws AppError `conflict` where the bank's line of it lies in a closed period */
export async function unpostReimbursement(id: string): Promise<void> {
  await settleWithLine({ id, method: '' }, null);
  await reverse('reimbursement', id);
}

interface BankLine {
  id: string;
  day: string;
  ledger_id: string;
  amount: string;
  currency: string;
  transfer_id: string | null;
  settled: string;
}

/**
 * Matches a reimbursement with a bank transaction, so that it counts once. A transaction of another ledger is only
 * stored.
 * @throws AppError `validation`, `conflict`
 */
export async function settleWithLine(
  { id, method }: { id: string; method: string },
  transactionId: string | null,
): Promise<void> {
  await releaseLine(id);
  const entry = transactionId ? await entryOf('reimbursement', id) : undefined;
  const [bank] = entry
    ? await query<BankLine>(
        `select t.id, t.day, t.ledger_id, t.amount, a.currency, t.transfer_id,
          coalesce((select sum(p.amount) from finance_payments p where p.transaction_id = t.id
          and p.removed_at is null), 0) as settled
     from finance_transactions t join finance_accounts a on a.id = t.account_id
        where t.workspace_id = $1 and t.id = $2 and t.ledger_id = $3 for update of t`,
        [currentWorkspaceId(), transactionId, entry.ledger_id],
      )
    : [];
  if (!entry || !bank) return;
  const paid = await postedAmount(entry.id);
  const left = requireUsable(bank, paid.currency);
  await requireOpenFrom(bank.ledger_id, [bank.day]);
  const amount = left.lt(paid.amount) ? left : paid.amount;
  await query(
    `insert into finance_payments (id, workspace_id, ledger_id, reimbursement_id, transaction_id, account_id,
      direction, day, amount, book_amount, note)
      values (gen_random_uuid(), $1, $2, $3, $4, $5, 'out', $6, $7, $7, 'Expenses paid back')`,
    [
      currentWorkspaceId(),
      entry.ledger_id,
      id,
      bank.id,
      await moneyOf(entry.ledger_id, method),
      bank.day,
      amount.toFixed(),
    ],
  );
  await query('select finance_post_transactions($1, array[$2::uuid])', [entry.ledger_id, bank.id]);
}

async function postedAmount(entryId: string): Promise<{ amount: Decimal; currency: string }> {
  const [row] = await query<{ amount: string; currency: string }>(
    'select sum(b.amount) as amount, min(l.currency) as currency from finance_book_lines b join finance_ledgers l on l.id = b.ledger_id where b.workspace_id = $1 and b.entry_id = $2 and b.amount > 0',
    [currentWorkspaceId(), entryId],
  );
  return { amount: decimal(row!.amount), currency: row!.currency };
}

/** The unmatched amount of a transaction. @throws AppError `validation` */
function requireUsable(bank: BankLine, currency: string): Decimal {
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'transactionId' });
  };
  if (bank.transfer_id) refuse('It is a transfer between your own accounts.');
  if (!decimal(bank.amount).lt(0n)) refuse('This is money that came in.');
  if (bank.currency !== currency) refuse(`The account is in ${bank.currency}, and what was paid back in ${currency}.`);
  const left = decimal(bank.amount).abs().minus(bank.settled);
  return left.gt(0n) ? left : refuse('All of it belongs to bills already.');
}

async function releaseLine(reimbursementId: string): Promise<void> {
  const held = await query<{ transaction_id: string; ledger_id: string; day: string }>(
    'select transaction_id, ledger_id, day from finance_payments where workspace_id = $1 and reimbursement_id = $2 and removed_at is null for update',
    [currentWorkspaceId(), reimbursementId],
  );
  for (const one of held) {
    await requireOpenFrom(one.ledger_id, [one.day]);
    await query(
      'update finance_payments set removed_at = now(), removed_on = day where workspace_id = $1 and reimbursement_id = $2 and removed_at is null',
      [currentWorkspaceId(), reimbursementId],
    );
    await query('select finance_post_transactions($1, array[$2::uuid])', [one.ledger_id, one.transaction_id]);
  }
}

/** Refuses what was paid with own money and is a line of the very books that it is owed in: it would count twice. */
export async function requireNotOwedThere(row: ExpenseRow, transactionId: string): Promise<void> {
  const { ledgerId } = await readPolicy();
  if (row.paid_with !== 'own' || !ledgerId || !(await isBanked({ ...row, transaction_id: transactionId }, ledgerId)))
    return;
  throw new AppError(
    'validation',
    'This is a line of the business’s own bank, and the expense was paid with own money. Match the line with the paying back instead, or say that a company card paid.',
    { field: 'transactionId' },
  );
}
