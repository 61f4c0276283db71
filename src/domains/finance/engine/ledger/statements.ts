/**
 * Financial statements as data: sections of lines with one amount for each period, every line naming the accounts that
 * it stands for, so that a page, a file and a PDF show the same figures and each figure opens its entries.
 */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import {
  type AccountRole,
  type AccountType,
  byCode,
  isDebitNormal,
  isNominal,
  type LedgerAccount,
  ROLES,
  typeOf,
} from './accounts.ts';
import { type Balances, balances, type DayRange } from './balances.ts';
import type { Entry } from './entries.ts';
import { businessYear } from './periods.ts';

export interface StatementLine {
  label: string;
  /** Accounts whose entries explain the line; empty for a sum. */
  accountIds: readonly string[];
  /** One for each period, in the line's own sense: income and expenses are both positive when normal. */
  amounts: Decimal[];
}

export interface StatementSection {
  key: string;
  label: string;
  lines: StatementLine[];
  total: StatementLine;
}

export interface FinancialStatement {
  kind: 'profitAndLoss' | 'balanceSheet' | 'cashFlow';
  currency: string;
  /** Periods of the columns; a balance sheet's are days. */
  periods: DayRange[];
  sections: StatementSection[];
  /** Results below the sections, by name: `grossProfit`, `netIncome`, … */
  results: Record<string, StatementLine>;
}

interface StatementInput {
  currency: string;
  accounts: Iterable<LedgerAccount>;
  entries: Iterable<Entry>;
}

/** One line for each account of the roles with an amount in any period. */
function roleLines(
  accounts: readonly LedgerAccount[],
  columns: readonly Balances[],
  roles: readonly AccountRole[],
): StatementLine[] {
  return accounts
    .filter((account) => roles.includes(account.role))
    .flatMap((account) => {
      const amounts = columns.map((column) => natural(column.get(account.id) ?? ZERO, typeOf(account)));
      return amounts.every((amount) => amount.isZero())
        ? []
        : [{ label: account.name, accountIds: [account.id], amounts }];
    });
}

/** A balance as the account's type counts: credits are positive for income, liabilities and equity. */
function natural(balance: Decimal, type: AccountType): Decimal {
  return isDebitNormal(type) ? balance : ZERO.minus(balance);
}

function total(label: string, lines: readonly StatementLine[], count: number): StatementLine {
  return {
    label,
    accountIds: lines.flatMap((line) => line.accountIds),
    amounts: Array.from({ length: count }, (_, at) => sumOf(lines, (line) => line.amounts[at]!)),
  };
}

function section(key: string, label: string, lines: StatementLine[], count: number): StatementSection {
  return { key, label, lines, total: total(`Total ${label.toLowerCase()}`, lines, count) };
}

/** `plus` less `minus`, column by column. */
function difference(
  label: string,
  plus: readonly StatementLine[],
  minus: readonly StatementLine[],
  count: number,
): StatementLine {
  return {
    label,
    accountIds: [...plus, ...minus].flatMap((line) => line.accountIds),
    amounts: Array.from({ length: count }, (_, at) =>
      sumOf(plus, (line) => line.amounts[at]!).minus(sumOf(minus, (line) => line.amounts[at]!)),
    ),
  };
}

/** Income, costs and what is left, step by step: gross profit, operating profit, profit before tax, net income. */
export function profitAndLoss(
  { currency, accounts, entries }: StatementInput,
  periods: readonly DayRange[],
): FinancialStatement {
  const chart = [...accounts].sort(byCode);
  const kept = [...entries];
  const columns = periods.map((period) => balances(kept, period, false));
  const count = periods.length;
  const part = (key: string, label: string, roles: readonly AccountRole[]): StatementSection =>
    section(key, label, roleLines(chart, columns, roles), count);
  const revenue = part('revenue', 'Revenue', ['revenue']);
  const costOfSales = part('costOfSales', 'Cost of sales', ['costOfSales']);
  const operating = part('operating', 'Operating expenses', ['operatingExpense', 'depreciation']);
  const otherIncome = part('otherIncome', 'Other income', ['otherIncome']);
  const otherExpenses = part('otherExpenses', 'Interest and other expenses', ['interest', 'otherExpense']);
  const tax = part('tax', 'Income tax', ['incomeTax']);
  const grossProfit = difference('Gross profit', [revenue.total], [costOfSales.total], count);
  const operatingProfit = difference('Operating profit', [grossProfit], [operating.total], count);
  const beforeTax = difference('Profit before tax', [operatingProfit, otherIncome.total], [otherExpenses.total], count);
  const netIncome = difference('Net income', [beforeTax], [tax.total], count);
  return {
    kind: 'profitAndLoss',
    currency,
    periods: [...periods],
    sections: [revenue, costOfSales, operating, otherIncome, otherExpenses, tax],
    results: { grossProfit, operatingProfit, beforeTax, netIncome },
  };
}

/**
 * Equity includes the year's result and retained earnings directly. No entry closes a year; if someone posts one
 * (`closing`), its amount is removed from both.
 */
function results(
  chart: readonly LedgerAccount[],
  entries: readonly Entry[],
  days: readonly string[],
  yearStartsIn: number,
): StatementLine[] {
  const nominal = chart.filter(isNominal);
  const accountIds = nominal.map((account) => account.id);
  const sum = (range: DayRange): Decimal => {
    const held = balances(entries, range);
    return ZERO.minus(sumOf(nominal, (account) => held.get(account.id) ?? ZERO));
  };
  const years = days.map((to) => ({ from: businessYear(to, { yearStartsIn }).from, to }));
  return [
    { label: 'Results of earlier years', accountIds, amounts: years.map(({ from }) => sum({ to: addDays(from, -1) })) },
    { label: 'Result of the year', accountIds, amounts: years.map(sum) },
  ].filter((line) => line.amounts.some((amount) => !amount.isZero()));
}

function rolesWhere(test: (role: (typeof ROLES)[AccountRole]) => boolean): AccountRole[] {
  return (Object.keys(ROLES) as AccountRole[]).filter((role) => test(ROLES[role]));
}

/**
 * Balance sheet at the end of each given day. Assets always equal liabilities and equity.
 * @param yearStartsIn month in which the fiscal year begins, 1 to 12
 */
export function balanceSheet(
  { currency, accounts, entries }: StatementInput,
  days: readonly string[],
  yearStartsIn = 1,
): FinancialStatement {
  const chart = [...accounts].sort(byCode);
  const kept = [...entries];
  const columns = days.map((to) => balances(kept, { to }));
  const count = days.length;
  const part = (key: string, label: string, type: AccountType, current: boolean): StatementSection =>
    section(
      key,
      label,
      roleLines(
        chart,
        columns,
        rolesWhere((role) => role.type === type && 'current' in role && role.current === current),
      ),
      count,
    );
  const currentAssets = part('currentAssets', 'Current assets', 'asset', true);
  const fixedAssets = part('fixedAssets', 'Long-term assets', 'asset', false);
  const currentLiabilities = part('currentLiabilities', 'Current liabilities', 'liability', true);
  const longTermLiabilities = part('longTermLiabilities', 'Long-term liabilities', 'liability', false);
  const equityLines = [
    ...roleLines(
      chart,
      columns,
      rolesWhere((role) => role.type === 'equity'),
    ),
    ...results(chart, kept, days, yearStartsIn),
  ];
  const equity = section('equity', 'Equity', equityLines, count);
  const assets = total('Total assets', [currentAssets.total, fixedAssets.total], count);
  const liabilities = total('Total liabilities', [currentLiabilities.total, longTermLiabilities.total], count);
  return {
    kind: 'balanceSheet',
    currency,
    periods: days.map((to) => ({ to })),
    sections: [currentAssets, fixedAssets, currentLiabilities, longTermLiabilities, equity],
    results: {
      assets,
      liabilities,
      equity: equity.total,
      liabilitiesAndEquity: total('Liabilities and equity', [liabilities, equity.total], count),
    },
  };
}
