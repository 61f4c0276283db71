/**
 * Statement of cash flows, indirect method (IAS 7.18(b), ASC 230-10-45-28): net income, what of it took no cash, and
 * the changes of all other accounts by section. Since entries balance, the sections add up to the change in cash
 * exactly.
 */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { byCode, type CashFlowSection, isNominal, type LedgerAccount, ROLES } from './accounts.ts';
import { type Balances, balances, type DayRange } from './balances.ts';
import type { Entry } from './entries.ts';
import type { FinancialStatement, StatementLine, StatementSection } from './statements.ts';

interface CashFlowInput {
  currency: string;
  accounts: Iterable<LedgerAccount>;
  entries: Iterable<Entry>;
}

function sectionOf(account: LedgerAccount): CashFlowSection | undefined {
  const role = ROLES[account.role];
  return 'cashFlow' in role ? role.cashFlow : undefined;
}

/** The effect of an account's change on cash: a credit to a receivable or payable brings money in. */
function effects(account: LedgerAccount, columns: readonly Balances[]): Decimal[] {
  return columns.map((column) => ZERO.minus(column.get(account.id) ?? ZERO));
}

export function cashFlow(
  { currency, accounts, entries }: CashFlowInput,
  periods: readonly DayRange[],
): FinancialStatement {
  const chart = [...accounts].sort(byCode);
  const kept = [...entries];
  // Closing entries move results between equity accounts and touch no cash.
  const columns = periods.map((period) => balances(kept, period, false));
  const nominal = chart.filter(isNominal);
  const netIncome: StatementLine = {
    label: 'Net income',
    accountIds: nominal.map((account) => account.id),
    amounts: columns.map((column) => ZERO.minus(sumOf(nominal, (account) => column.get(account.id) ?? ZERO))),
  };
  const lines = (of: CashFlowSection): StatementLine[] =>
    chart
      .filter((account) => sectionOf(account) === of)
      .flatMap((account) => {
        const amounts = effects(account, columns);
        return amounts.every((amount) => amount.isZero())
          ? []
          : [{ label: lineLabel(account), accountIds: [account.id], amounts }];
      });
  const operating = toSection('operating', 'Operating activities', [netIncome, ...lines('operating')], periods.length);
  const investing = toSection('investing', 'Investing activities', lines('investing'), periods.length);
  const financing = toSection('financing', 'Financing activities', lines('financing'), periods.length);
  const cash = chart.filter((account) => sectionOf(account) === 'cash');
  const opening = cashLine(
    'Cash at the beginning',
    cash,
    periods.map(({ from }) => (from ? balances(kept, { to: addDays(from, -1) }) : new Map())),
  );
  const closing = cashLine(
    'Cash at the end',
    cash,
    periods.map(({ to }) => balances(kept, { to })),
  );
  const netChange: StatementLine = {
    label: 'Net change in cash',
    accountIds: [],
    amounts: periods.map((_, at) => sumOf([operating, investing, financing], (one) => one.total.amounts[at]!)),
  };
  return {
    kind: 'cashFlow',
    currency,
    periods: [...periods],
    sections: [operating, investing, financing],
    results: { netChange, opening, closing },
  };
}

function lineLabel(account: LedgerAccount): string {
  return account.role === 'accumulatedDepreciation' ? 'Depreciation and amortisation' : `Change in ${account.name}`;
}

function toSection(key: string, label: string, lines: StatementLine[], count: number): StatementSection {
  return {
    key,
    label,
    lines,
    total: {
      label: `Net cash from ${label.toLowerCase()}`,
      accountIds: [],
      amounts: Array.from({ length: count }, (_, at) => sumOf(lines, (line) => line.amounts[at]!)),
    },
  };
}

function cashLine(label: string, accounts: readonly LedgerAccount[], columns: readonly Balances[]): StatementLine {
  return {
    label,
    accountIds: accounts.map((account) => account.id),
    amounts: columns.map((column) => sumOf(accounts, (account) => column.get(account.id) ?? ZERO)),
  };
}
