/** Statements of a business, computed from the sums of its journal by account. */
import { AppError } from '../../../../kernel/errors.ts';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { BookRole, Statement, StatementKind, StatementRow, TrialBalance } from '../../contract.ts';
import {
  balanceSheet,
  businessYear,
  type Balances,
  balances,
  cashFlow,
  type DayRange,
  type Entry,
  type FinancialStatement,
  type LedgerAccount,
  profitAndLoss as profitAndLossOf,
  type StatementLine,
  trialBalance as trialBalanceOf,
} from '../../engine/ledger/index.ts';
import { addMonths, daysBetween } from '../../engine/transactions/recurrence.ts';
import { ensureBooks, requireBooks } from './books.ts';
import { chartOf } from './chart.ts';
import { plannedFor } from './planned-budget.ts';

export interface Period {
  from: string | null;
  to: string;
}

/**
 * Entries that stand for all the real ones: one for each stretch of days between the bounds of the periods, holding the
 * sums of its accounts. The engine's figures for these periods are the same, and nothing but sums is read.
 */
async function summedEntries(ledgerId: string, periods: readonly Period[]): Promise<Entry[]> {
  const ends = [...new Set(periods.flatMap(({ from, to }) => (from ? [addDays(from, -1), to] : [to])))].sort();
  const rows = await query<{ stretch: number; account_id: string; closing: boolean; amount: string }>(
    `select width_bucket(day, $3::date[]) as stretch, account_id, closing, sum(amount) as amount from finance_book_lines
     where workspace_id = $1 and ledger_id = $2 and day <= $4::date group by 1, 2, 3 having sum(amount) <> 0`,
    [currentWorkspaceId(), ledgerId, ends.map((end) => addDays(end, 1)), ends.at(-1)!],
  );
  return [...Map.groupBy(rows, (row) => `${row.stretch}/${row.closing}`).entries()].map(([id, own]) => ({
    id,
    day: ends[own[0]!.stretch]!,
    description: '',
    ...(own[0]!.closing ? { kind: 'closing' as const } : {}),
    lines: own.map((row) => ({ accountId: row.account_id, amount: decimal(row.amount) })),
  }));
}

/** Where the entries behind a line are: those of one account, or of all accounts of some roles. */
function entriesOf({ accountIds }: StatementLine, chart: ReadonlyMap<string, LedgerAccount>): StatementRow['entries'] {
  if (accountIds.length === 0) return null;
  if (accountIds.length === 1) return { accountId: accountIds[0]!, roles: [] };
  return { accountId: null, roles: [...new Set(accountIds.map((id) => chart.get(id)!.role))] as BookRole[] };
}

function toStatement(made: FinancialStatement, chart: ReadonlyMap<string, LedgerAccount>): Statement {
  const row = (line: StatementLine): StatementRow => ({
    label: line.label,
    entries: entriesOf(line, chart),
    amounts: line.amounts.map((amount) => amount.toFixed()),
  });
  return {
    kind: made.kind,
    currency: made.currency,
    periods: made.periods.map(({ from, to }) => ({ from: from ?? null, to, what: 'actual' as const })),
    sections: made.sections
      .filter((one) => one.lines.length > 0)
      .map((one) => ({ key: one.key, label: one.label, lines: one.lines.map(row), total: row(one.total) })),
    results: Object.fromEntries(Object.entries(made.results).map(([name, line]) => [name, row(line)])),
  };
}

const toRange = ({ from, to }: Period): DayRange => (from ? { from, to } : { to });

async function statementOf(ledgerId: string, kind: StatementKind, periods: readonly Period[]): Promise<Statement> {
  const { currency, year_starts_in: yearStartsIn } = await ensureBooks(ledgerId);
  const chart = await chartOf(ledgerId);
  // A balance sheet tells the year's result from that of earlier ones.
  const input = {
    currency,
    accounts: chart.values(),
    entries: await summedEntries(
      ledgerId,
      kind === 'balanceSheet'
        ? periods.map(({ to }) => ({ from: businessYear(to, { yearStartsIn }).from, to }))
        : periods,
    ),
  };
  const made =
    kind === 'balanceSheet'
      ? balanceSheet(
          input,
          periods.map(({ to }) => to),
          yearStartsIn,
        )
      : kind === 'cashFlow'
        ? cashFlow(input, periods.map(toRange))
        : profitAndLossOf(input, periods.map(toRange));
  return toStatement(made, chart);
}

/** A day that no entry has: what is planned is summed like entries of it. */
const PLANNED_ON = '9999-12-31';

/** Profit and loss beside what was planned for the same days, and by how much they differ. */
async function againstBudget(ledgerId: string, period: Period): Promise<Statement> {
  const { currency } = await ensureBooks(ledgerId);
  const chart = await chartOf(ledgerId);
  const plan: Entry = {
    id: 'plan',
    day: PLANNED_ON,
    description: '',
    lines: await plannedFor(ledgerId, currency, chart, period.from, period.to),
  };
  const made = profitAndLossOf(
    { currency, accounts: chart.values(), entries: [...(await summedEntries(ledgerId, [period])), plan] },
    [toRange(period), { from: PLANNED_ON, to: PLANNED_ON }],
  );
  const differing = ({ label, accountIds, amounts: [actual, planned] }: StatementLine): StatementLine => ({
    label,
    accountIds,
    amounts: [actual!, planned!, actual!.minus(planned!)],
  });
  const shown = toStatement(
    {
      ...made,
      sections: made.sections.map((one) => ({ ...one, lines: one.lines.map(differing), total: differing(one.total) })),
      results: Object.fromEntries(Object.entries(made.results).map(([name, line]) => [name, differing(line)])),
    },
    chart,
  );
  return { ...shown, periods: (['actual', 'budget', 'difference'] as const).map((what) => ({ ...period, what })) };
}

/**
 * Profit and loss of a business for days from `from` to `to`, both counted, in the ledger's currency. `results` holds
 * `grossProfit`, `operatingProfit`, `beforeTax` and `netIncome`. Begins the books when there are none. Does not ask who
 * calls.
 * @param from null: from the beginning
 * @throws AppError `conflict` for a personal ledger
 */
export function profitAndLoss(ledgerId: string, from: string | null, to: string): Promise<Statement> {
  return statementOf(ledgerId, 'profitAndLoss', [{ from, to }]);
}

function shiftYear(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return `${year}${day.slice(5) === '02-29' ? '-02-28' : day.slice(4)}`;
}

/**
 * The period to hold it against: what begins with a month, against as many months before and as many days of the last
 * of them.
 */
export function periodBefore({ from, to }: Period, compare: 'before' | 'year'): Period | undefined {
  if (!from) return undefined;
  if (compare === 'year') return { from: shiftYear(from), to: shiftYear(to) };
  if (!from.endsWith('-01')) return { from: addDays(from, -(daysBetween(from, to) + 1)), to: addDays(from, -1) };
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
  const isWhole = addDays(to, 1).endsWith('-01');
  return { from: monthStart(from, -months), to: isWhole ? addDays(from, -1) : addMonths(to, -months) };
}

/** @throws AppError `validation`, `not_found`, `conflict` */
export async function getStatement(
  ledgerId: string,
  {
    kind,
    from,
    to,
    compare,
  }: { kind: StatementKind; from?: string | undefined; to: string; compare: 'none' | 'before' | 'year' | 'budget' },
): Promise<Statement> {
  await requireBooks(ledgerId);
  if (from && from > to) throw new AppError('validation', 'The first day lies after the last.', { field: 'from' });
  const period = { from: from ?? null, to };
  if (compare === 'budget' && kind === 'profitAndLoss') return againstBudget(ledgerId, period);
  // Holdings from before a period belong to its opening balance.
  const other =
    compare === 'none' || compare === 'budget'
      ? undefined
      : kind === 'balanceSheet' && compare === 'before' && from
        ? { from: null, to: addDays(from, -1) }
        : periodBefore(period, compare);
  return statementOf(ledgerId, kind, other ? [period, other] : [period]);
}

/** Debits less credits of every account at the end of a day. Does not ask who calls. */
export async function balancesOn(ledgerId: string, day: string): Promise<Balances> {
  return balances(await summedEntries(ledgerId, [{ from: null, to: day }]), { to: day });
}

/**
 * Every account with a balance at the end of a day, each on its side; both sums are equal. Begins the books when there
 * are none. Does not ask who calls.
 */
export async function trialBalance(ledgerId: string, day: string): Promise<TrialBalance> {
  const { currency } = await ensureBooks(ledgerId);
  const made = trialBalanceOf((await chartOf(ledgerId)).values(), await balancesOn(ledgerId, day));
  const text = (amount: Decimal): string => amount.toFixed();
  return {
    day,
    currency,
    debit: text(made.debit),
    credit: text(made.credit),
    rows: made.rows.map(({ account, debit, credit }) => ({
      accountId: account.id,
      code: account.code,
      name: account.name,
      debit: text(debit),
      credit: text(credit),
    })),
  };
}

/** @throws AppError `not_found`, `conflict` */
export async function getTrialBalance(ledgerId: string, day: string): Promise<TrialBalance> {
  await requireBooks(ledgerId);
  return trialBalance(ledgerId, day);
}

/** Sums of accounts of some roles by month, debits less credits. Does not ask who calls. */
export async function monthlySums(
  ledgerId: string,
  roles: readonly BookRole[],
  from: string,
  to: string,
): Promise<Map<string, Decimal>> {
  const rows = await query<{ month: string; role: string; amount: string }>(
    `select to_char(l.day, 'YYYY-MM') as month, a.role, sum(l.amount) as amount from finance_book_lines l
      join finance_book_accounts a on a.id = l.account_id and a.workspace_id = l.workspace_id
     where l.workspace_id = $1 and l.ledger_id = $2 and l.day >= $3::date and l.day <= $4::date and not l.closing
        and a.role = any($5) group by 1, 2`,
    [currentWorkspaceId(), ledgerId, from, to, roles],
  );
  const sums = new Map<string, Decimal>();
  for (const { month, role, amount } of rows)
    sums.set(`${month}/${role}`, (sums.get(`${month}/${role}`) ?? ZERO).plus(amount));
  return sums;
}

export interface DaySum {
  day: string;
  accountId: string;
  amount: Decimal;
}

/** Debits less credits of each account and day, without what closes a year. Does not ask who calls. */
export async function accountSums(ledgerId: string, from: string, to: string): Promise<DaySum[]> {
  const rows = await query<{ day: string; account_id: string; amount: string }>(
    'select day, account_id, sum(amount) as amount from finance_book_lines where workspace_id = $1 and ledger_id = $2 and day >= $3::date and day <= $4::date and not closing group by 1, 2',
    [currentWorkspaceId(), ledgerId, from, to],
  );
  return rows.map((row) => ({ day: row.day, accountId: row.account_id, amount: decimal(row.amount) }));
}
