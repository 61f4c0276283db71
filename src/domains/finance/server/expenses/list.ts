/** Lists of expenses, their file, and what the page has to know. */
import { csvRow } from '../../../../kernel/csv.ts';
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../../kernel/endpoint.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { Expense, expenses, ExpenseSetup } from '../../contract.ts';
import { PUBLISHED_RATES } from '../../engine/expenses/mileage.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { baseCurrency, readPolicy } from './policy.ts';
import { type ExpenseRow, SELECT_EXPENSES, toExpense } from './rows.ts';
import { type Viewer, viewer } from './people.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EXPORT_PAGE = 1_000;

type Filters = Omit<QueryOf<typeof expenses.list>, 'cursor' | 'limit'>;

/**
 * Conditions as SQL on `e`; `$1` is the workspace. Whoever does not look after it sees their own only, whatever they
 * ask for.
 */
function conditionsOf(wanted: Filters, who: Viewer): { where: string; values: unknown[] } {
  const values: unknown[] = [currentWorkspaceId()];
  const place = (value: unknown): string => `$${values.push(value)}`;
  let where = ' and e.deleted_at is null';
  if (wanted.scope === 'mine' || !who.isManager) where += ` and e.user_id = ${place(who.userId)}`;
  if (wanted.scope === 'inbox') where += who.isManager ? inboxCondition(who, place) : ' and false';
  if (wanted.state) where += ` and e.state = ${place(wanted.state)}`;
  if (wanted.userId) where += ` and e.user_id = ${place(wanted.userId)}`;
  if (wanted.category) where += ` and e.category = ${place(wanted.category)}`;
  if (wanted.report) where += ` and e.report = ${place(wanted.report)}`;
  if (wanted.paidWith) where += ` and e.paid_with = ${place(wanted.paidWith)}`;
  if (wanted.from) where += ` and e.day >= ${place(wanted.from)}::date`;
  if (wanted.to) where += ` and e.day <= ${place(wanted.to)}::date`;
  if (wanted.flagged) where += ` and e.violations <> '[]'::jsonb`;
  for (const word of fold(wanted.search ?? '')
    .split(' ')
    .filter(Boolean))
    where += ` and e.search_text like ${place(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`;
  return { where, values };
}

function inboxCondition(who: Viewer, place: (value: unknown) => string): string {
  const [at, others] = [place(who.userId), place(who.others)];
  // As `mayDecideOn` has it.
  return ` and e.state = 'submitted' and case when e.user_id = ${at}::uuid then cardinality(${others}::uuid[]) = 0
    else e.first_approved_by is distinct from ${at}::uuid or ${others}::uuid[] <@ array[e.user_id] end`;
}

/** @throws AppError `bad_request` */
export async function listExpenses({
  cursor,
  limit,
  ...wanted
}: QueryOf<typeof expenses.list>): Promise<ResponseOf<typeof expenses.list>> {
  const who = await viewer();
  const { where, values } = conditionsOf(wanted, who);
  const position = unpackCursor(cursor, DAY, UUID);
  const after = position ? ` and (e.day, e.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
  const rows = await query<ExpenseRow>(
    `${SELECT_EXPENSES}${where}${after} order by e.day desc, e.id desc limit ${limit + 1}`,
    [...values, ...(position ?? [])],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  const policy = await readPolicy();
  const items = page.items.map((row) => toExpense(row, policy, who));
  return position ? { items, next: page.next } : { items, next: page.next, total: await countOf(where, values) };
}

async function countOf(where: string, values: readonly unknown[]): Promise<{ count: number; capped: boolean }> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count
      from (select 1 from expenses e where e.workspace_id = $1${where} limit ${COUNT_CAP + 1}) x`,
    [...values],
  );
  return { count: Math.min(row!.count, COUNT_CAP), capped: row!.count > COUNT_CAP };
}

const HEADER = [
  'Day',
  'Person',
  'Merchant',
  'Category',
  'Amount',
  'Currency',
  'Tax',
  'Amount in base currency',
  'Base currency',
  'Rate',
  'State',
  'Paid with',
  'Card',
  'Report',
  'Client or project',
  'Billable',
  'Distance',
  'Unit',
  'Days',
  'Rate a unit',
  'Receipt',
  'Policy',
  'Decided by',
  'Reason',
  'Notes',
];

/** Pieces of a CSV file of whatever matches and the caller may see. */
export async function exportExpenses(wanted: Filters): Promise<AsyncGenerator<string>> {
  const who = await viewer();
  return pieces(conditionsOf(wanted, who), who, await readPolicy());
}

async function* pieces(
  { where, values }: { where: string; values: unknown[] },
  who: Viewer,
  policy: Awaited<ReturnType<typeof readPolicy>>,
): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(HEADER)}`;
  for (let last: ExpenseRow | undefined, more = true; more;) {
    const after = last ? ` and (e.day, e.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
    const rows: ExpenseRow[] = await query<ExpenseRow>(
      `${SELECT_EXPENSES}${where}${after} order by e.day desc, e.id desc limit ${EXPORT_PAGE}`,
      [...values, ...(last ? [last.day, last.id] : [])],
    );
    more = rows.length === EXPORT_PAGE;
    last = rows.at(-1);
    yield rows.map((row) => exportRow(toExpense(row, policy, who))).join('');
  }
}

function exportRow(one: Expense): string {
  return csvRow([
    one.day,
    one.user.name,
    one.merchant,
    one.category,
    one.amount,
    one.currency,
    one.tax ?? '',
    one.baseAmount ?? '',
    one.baseCurrency,
    one.rate ?? '',
    one.state,
    one.paidWith === 'own' ? 'own money' : 'company card',
    one.cardLast4,
    one.report,
    one.client,
    one.billable ? 'yes' : 'no',
    one.distance ?? '',
    one.unit ?? '',
    one.days ?? '',
    one.unitRate ?? '',
    one.receipt?.name ?? '',
    one.violations.map((violation) => violation.message).join(' '),
    one.decidedBy?.name ?? '',
    one.reason,
    one.notes,
  ]);
}

/** Names that were used before, the latest first. */
async function used(column: 'report' | 'client', who: Viewer): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select ${column} as name from expenses where workspace_id = $1 and ${column} <> '' and deleted_at is null
      and (user_id = $2 or $3) group by 1 order by max(created_at) desc limit 50`,
    [currentWorkspaceId(), who.userId, who.isManager],
  );
  return rows.map((row) => row.name);
}

export async function expenseSetup(): Promise<ExpenseSetup> {
  const who = await viewer();
  const values: unknown[] = [currentWorkspaceId(), who.userId];
  const inbox = who.isManager ? inboxCondition(who, (value) => `$${values.push(value)}`) : ' and false';
  const capped = (from: string) => `(select count(*)::int from (select 1 from ${from} limit ${COUNT_CAP}) x)`;
  const [counts] = await query<ExpenseSetup['counts']>(
    `select
      ${capped(`expense_receipts r where r.workspace_id = $1 and r.user_id = $2 and not exists (select 1 from expenses e where e.workspace_id = $1 and e.receipt_id = r.id and e.deleted_at is null)`)} as receipts,
       ${capped(`expenses e where e.workspace_id = $1 and e.deleted_at is null${inbox}`)} as inbox,
       ${capped(`expenses e where e.workspace_id = $1 and e.user_id = $2 and e.deleted_at is null and e.state in ('draft', 'returned')`)} as drafts,
       ${capped(`expenses e where e.workspace_id = $1 and e.deleted_at is null and e.state = 'approved' and e.paid_with = 'own' and ${who.isManager}`)} as owed`,
    values,
  );
  return {
    today: await todayHere(),
    currency: await baseCurrency(),
    isManager: who.isManager,
    policy: await readPolicy(),
    publishedRates: PUBLISHED_RATES.map((one) => ({ ...one })),
    reports: await used('report', who),
    clients: await used('client', who),
    counts: counts!,
  };
}
