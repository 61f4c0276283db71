/** Entering and changing expenses: the one path on which every expense is written. */
import { addDays } from '../../../../kernel/days.ts';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, minorUnits, roundMoney } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Expense, ExpensePolicy, ExpenseUpdate, NewExpense, Violation } from '../../contract.ts';
import { mileageAmount, mileageRateOn } from '../../engine/expenses/mileage.ts';
import { judge } from '../../engine/expenses/policy.ts';
import { requireVersion } from '../ledgers/access.ts';
import { rateTable } from '../rates/rates.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { requireNotOwedThere } from './books.ts';
import { isMatched } from './matches.ts';
import { baseCurrency, readPolicy } from './policy.ts';
import { type ExpenseRow, EXPENSES_CHANGED, lockExpense, readExpense, shownExpense, toExpense } from './rows.ts';
import { viewer } from './people.ts';

/** Stored values of an expense, calculated from the input. */
interface Entered {
  kind: Expense['kind'];
  merchant: string;
  day: string;
  amount: string;
  currency: string;
  tax: string | null;
  base_amount: string | null;
  base_currency: string;
  rate: string | null;
  category: string;
  report: string;
  client: string;
  billable: boolean;
  paid_with: Expense['paidWith'];
  card_last4: string;
  notes: string;
  distance: string | null;
  unit: 'mi' | 'km' | null;
  days: string | null;
  unit_rate: string | null;
  rate_source: string;
  receipt_id: string | null;
  search_text: string;
}

const COLUMNS = [
  'kind',
  'merchant',
  'day',
  'amount',
  'currency',
  'tax',
  'base_amount',
  'base_currency',
  'rate',
  'category',
  'report',
  'client',
  'billable',
  'paid_with',
  'card_last4',
  'notes',
  'distance',
  'unit',
  'days',
  'unit_rate',
  'rate_source',
  'receipt_id',
  'search_text',
] as const;

async function enter(given: NewExpense, policy: ExpensePolicy): Promise<Entered> {
  const base = await baseCurrency();
  const counted = countedAmount(given, policy);
  requireSound(given, counted);
  const converted = await convert(counted.amount, counted.currency, base, given.day);
  const text = {
    merchant: given.merchant,
    report: given.report ?? '',
    client: given.client ?? '',
    notes: given.notes ?? '',
  };
  return {
    ...text,
    kind: given.kind,
    day: given.day,
    amount: counted.amount.toFixed(),
    currency: counted.currency,
    tax: given.tax || null,
    base_amount: converted?.amount.toFixed() ?? null,
    base_currency: base,
    rate: converted?.rate.toFixed() ?? null,
    category: given.category,
    billable: given.billable ?? false,
    paid_with: given.kind === 'purchase' ? given.paidWith : 'own',
    card_last4: given.cardLast4 ?? '',
    distance: given.kind === 'mileage' ? given.distance! : null,
    unit: counted.unit,
    days: given.kind === 'per_diem' ? given.days! : null,
    unit_rate: counted.rate,
    rate_source: counted.source,
    receipt_id: given.receiptId ?? null,
    search_text: fold(` ${[text.merchant, given.category, text.report, text.client, text.notes].join(' ')}`),
  };
}

/** @throws AppError `validation` for what no one can pay, or a tax that is no part of it */
function requireSound({ kind, tax }: NewExpense, { amount, currency }: Counted): void {
  const digits = minorUnits(currency);
  if (amount.isZero())
    throw invalid(kind === 'mileage' ? 'distance' : 'perDay', `It comes to less than ${currency} can say.`);
  if (amount.decimalPlaces() > digits) throw invalid('amount', `${currency} has ${digits} decimals.`);
  if (!tax) return;
  if (decimal(tax).lt(0n)) throw invalid('tax', 'The tax cannot be less than nothing.');
  if (decimal(tax).decimalPlaces() > digits) throw invalid('tax', `${currency} has ${digits} decimals.`);
  if (decimal(tax).gt(amount)) throw invalid('tax', 'The tax is more than the amount.');
}

interface Counted {
  amount: Decimal;
  currency: string;
  unit: 'mi' | 'km' | null;
  rate: string | null;
  source: string;
}

function countedAmount(given: NewExpense, policy: ExpensePolicy): Counted {
  if (given.kind === 'mileage') {
    const rate = mileageRateOn(
      given.day,
      policy.mileageRates.map((one) => ({ ...one, source: 'The workspace’s own rate' })),
    );
    if (!rate)
      throw invalid(
        'day',
        'There is no mileage rate for this day. An owner of the workspace can add one to the policy.',
      );
    return {
      amount: mileageAmount(given.distance!, rate),
      currency: rate.currency,
      unit: rate.unit,
      rate: rate.rate,
      source: rate.source,
    };
  }
  if (given.kind === 'per_diem')
    return {
      amount: roundMoney(decimal(given.days!).times(given.perDay!), given.currency),
      currency: given.currency,
      unit: null,
      rate: given.perDay!,
      source: '',
    };
  return { amount: decimal(given.amount!), currency: given.currency, unit: null, rate: null, source: '' };
}

async function convert(
  amount: Decimal,
  from: string,
  to: string,
  day: string,
): Promise<{ amount: Decimal; rate: Decimal } | undefined> {
  if (from === to) return { amount, rate: decimal('1') };
  const rate = (await rateTable([from, to], day)).rate(from, to, day);
  return rate && { amount: roundMoney(amount.times(rate), to), rate };
}

/** As it is stored; at the rate of its day, where that is known since. */
export async function atRate(row: ExpenseRow): Promise<ExpenseRow> {
  const converted =
    row.base_amount === null ? await convert(decimal(row.amount), row.currency, row.base_currency, row.day) : undefined;
  return converted ? { ...row, base_amount: converted.amount.toFixed(), rate: converted.rate.toFixed() } : row;
}

/** Policy violations of a stored expense. */
export async function violationsOf(
  row: Pick<
    ExpenseRow,
    | 'id'
    | 'user_id'
    | 'kind'
    | 'category'
    | 'day'
    | 'amount'
    | 'currency'
    | 'base_amount'
    | 'base_currency'
    | 'receipt_id'
  >,
  policy: ExpensePolicy,
): Promise<Violation[]> {
  const [others] = await query<{ spent: string }>(
    `select coalesce(sum(base_amount), 0) as spent from expenses
      where workspace_id = $1 and user_id = $2 and day = $3 and category = $4 and id <> $5 and deleted_at is null
      and state <> 'rejected'`,
    [currentWorkspaceId(), row.user_id, row.day, row.category, row.id],
  );
  const duplicates = await query<{ day: string; merchant: string }>(
    `select day, merchant from expenses where workspace_id = $1 and id <> $2 and amount = $3 and currency = $4
      and day between $5::date and $6::date and kind = $7 and user_id = $8 and deleted_at is null
      and state <> 'rejected' order by day, id limit 3`,
    [
      currentWorkspaceId(),
      row.id,
      row.amount,
      row.currency,
      addDays(row.day, -1),
      addDays(row.day, 1),
      row.kind,
      row.user_id,
    ],
  );
  return judge(
    {
      kind: row.kind,
      category: row.category,
      day: row.day,
      baseAmount: row.base_amount,
      hasReceipt: row.receipt_id !== null,
    },
    policy,
    { today: await todayHere(), currency: row.base_currency, otherOfDay: others!.spent, duplicates },
  );
}

/** A receipt that is the caller's and belongs to no other expense. @throws AppError `not_found`, `conflict` */
async function requireReceipt(receiptId: string | null | undefined, expenseId: string | null): Promise<void> {
  if (!receiptId) return;
  const [receipt] = await query<{ taken: string | null }>(
    `select (select e.id from expenses e where e.workspace_id = $1 and e.receipt_id = r.id and e.deleted_at is null)
      as taken from expense_receipts r where r.workspace_id = $1 and r.id = $2 and r.user_id = $3`,
    [currentWorkspaceId(), receiptId, currentUserId()],
  );
  if (!receipt) throw notFound('The receipt');
  if (receipt.taken && receipt.taken !== expenseId)
    throw new AppError('conflict', 'This receipt belongs to another expense already.', { field: 'receiptId' });
}

async function judgeAndKeep(id: string, policy: ExpensePolicy): Promise<void> {
  const row = await readExpense(id, await viewer());
  await query('update expenses set violations = $3 where id = $1 and workspace_id = $2', [
    id,
    currentWorkspaceId(),
    JSON.stringify(await violationsOf(row, policy)),
  ]);
}

/** @throws AppError `validation`, `not_found`, `conflict` */
export function createExpense(given: NewExpense): Promise<Expense> {
  return transaction(async () => {
    await requireReceipt(given.receiptId, null);
    const policy = await readPolicy();
    const entered = await enter(given, policy);
    const id = newId();
    await query(
      `insert into expenses (id, workspace_id, user_id, ${COLUMNS.join(', ')})
        values ($1, $2, $3, ${COLUMNS.map((_, at) => `$${at + 4}`).join(', ')})`,
      [id, currentWorkspaceId(), currentUserId(), ...COLUMNS.map((column) => entered[column])],
    );
    await judgeAndKeep(id, policy);
    await emit({ type: 'expense.created', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
    return shownExpense(id);
  });
}

/** With what the policy says of it at this moment. @throws AppError `not_found` */
export async function getExpense(id: string): Promise<Expense> {
  const who = await viewer();
  const [row, policy] = [await atRate(await readExpense(id, who)), await readPolicy()];
  const open = row.state === 'draft' || row.state === 'returned' || row.state === 'submitted';
  return toExpense(open ? { ...row, violations: await violationsOf(row, policy) } : row, policy, who);
}

/**
 * Only its author changes an expense, and only while it is theirs to change.
 * @throws AppError `not_found`, `conflict`
 */
export async function lockOwn(
  id: string,
  states: readonly Expense['state'][],
  options?: { deleted?: boolean },
): Promise<ExpenseRow> {
  const who = await viewer();
  const row = await lockExpense(id, who, options);
  if (row.user_id !== who.userId)
    throw new AppError('conflict', 'Only the person who entered an expense may change it. Return it to them instead.');
  if (!states.includes(row.state))
    throw new AppError('conflict', `This expense is ${row.state} and cannot be changed.`);
  return row;
}

/** @throws AppError `validation`, `not_found`, `conflict`, `stale` */
export function updateExpense(id: string, { version, ...given }: ExpenseUpdate): Promise<Expense> {
  return transaction(async () => {
    const row = await lockOwn(id, ['draft', 'returned']);
    requireVersion(row, version, 'this expense');
    await requireReceipt(given.receiptId, id);
    const policy = await readPolicy();
    const entered = await enter(given, policy);
    if (row.transaction_id) await requireNotOwedThere({ ...row, paid_with: entered.paid_with }, row.transaction_id);
    await query(
      `update expenses set ${COLUMNS.map((column, at) => `${column} = $${at + 3}`).join(', ')}, version = version + 1,
        updated_at = now() where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), ...COLUMNS.map((column) => entered[column])],
    );
    await judgeAndKeep(id, policy);
    await emit({ type: 'expense.updated', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
    return shownExpense(id);
  });
}

/** @throws AppError `not_found`, `conflict` */
export function removeExpense(id: string): Promise<void> {
  return transaction(async () => {
    await lockOwn(id, ['draft', 'returned']);
    await query('update expenses set deleted_at = now(), version = version + 1 where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    await emit({ type: 'expense.deleted', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
  });
}

/**
 * Without its line of the bank, where that was matched with something else meanwhile.
 * @throws AppError `not_found`; `conflict` when its receipt was given to another meanwhile
 */
export function restoreExpense(id: string): Promise<Expense> {
  return transaction(async () => {
    const row = await lockOwn(id, ['draft', 'returned'], { deleted: true });
    await requireReceipt(row.receipt_id, id);
    const taken = row.transaction_id !== null && (await isMatched(row.transaction_id, id));
    await query(
      'update expenses set deleted_at = null, transaction_id = case when $3 then null else transaction_id end, version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), taken],
    );
    await emit({ type: 'expense.restored', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
    return shownExpense(id);
  });
}
