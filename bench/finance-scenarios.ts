/** Requests to a large ledger, and their SQL. */
import { accounts, financeReports, recurring, transactions, transfers } from '../src/domains/finance/contract.ts';
import { listAccounts } from '../src/domains/finance/server/accounts/accounts.ts';
import { suggestRecurring } from '../src/domains/finance/server/transactions/recurring.ts';
import { cashFlow } from '../src/domains/finance/server/reports/cash-flow.ts';
import { netWorth } from '../src/domains/finance/server/reports/net-worth.ts';
import { listTransactions } from '../src/domains/finance/server/transactions/list.ts';
import { suggestTransfers } from '../src/domains/finance/server/transactions/transfers.ts';
import { addDays, monthStart } from '../src/kernel/days.ts';
import { inWorkspace } from '../src/server/db/index.ts';
import { capture } from './capture.ts';
import type { Request, Scenario } from './scenarios.ts';
import type { SeededFinance } from './seed-finance.ts';

const VARIETY = 12;
const turn = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
const RARE = ['zeppelin', 'ref 500007', 'ref 77123', 'zeppel'];
const PAYEES = ['lantern dental', 'kettle coffee', 'harbour', 'meadow studio', 'zinnia'];

/** Captures the SQL of every request on the open database. */
export async function prepareFinance(
  { workspaceId, userId, ledgerId, accountIds, categoryIds }: SeededFinance,
  today: string,
): Promise<Scenario[]> {
  const within = (act: () => Promise<unknown>) => capture(() => inWorkspace(workspaceId, userId, act));
  const scenario = async (
    name: string,
    path: string,
    queryOf: (n: number) => Record<string, string>,
    act: (query: Record<string, string>) => Promise<unknown>,
  ): Promise<Scenario> => {
    const requests: Request[] = [];
    for (let n = 0; n < VARIETY; n++) {
      const query = { ledgerId, ...queryOf(n) };
      requests.push({
        path: `${path}?${new URLSearchParams(query).toString()}`,
        statements: await within(() => act(query)),
      });
    }
    return { name, shape: 'rows', requests };
  };
  const list = (name: string, queryOf: (n: number) => Record<string, string>) =>
    scenario(name, transactions.list.path, queryOf, (query) => listTransactions(transactions.list.query.parse(query)));
  const report = { currency: 'EUR', to: today };
  const month = (n: number) => ({
    from: monthStart(today, -1 - n),
    to: addDays(monthStart(today, -n), -1),
    currency: 'EUR',
  });
  return [
    await list('list, the latest', () => ({})),
    await list('list of an account', (n) => ({ accountId: turn(accountIds, n) })),
    await list('list of a category', (n) => ({ categoryId: turn(categoryIds, n) })),
    await list('list without a category', () => ({ categoryId: 'none' })),
    await list('list of a month', (n) => ({ from: month(n).from, to: month(n).to })),
    await list('list of money in', (n) => ({ direction: 'in', accountId: turn(accountIds, n) })),
    await list('list, pending', () => ({ state: 'pending' })),
    await list('search: in every row', (n) => ({ search: turn(['card', 'purchase', 'card purchase'], n) })),
    await list('search: a payee', (n) => ({ search: turn(PAYEES, n) })),
    await list('search: rare', (n) => ({ search: turn(RARE, n) })),
    await list('search: in an account', (n) => ({ search: turn(PAYEES, n), accountId: turn(accountIds, n) })),
    await scenario(
      'accounts with balances',
      accounts.list.path,
      () => ({}),
      (query) => listAccounts(query['ledgerId']!),
    ),
    await scenario('month report', financeReports.cashFlow.path, month, (query) =>
      cashFlow(financeReports.cashFlow.query.parse(query)),
    ),
    await scenario(
      'cash flow, 12 months',
      financeReports.cashFlow.path,
      () => ({ ...report, from: monthStart(today, -11) }),
      (query) => cashFlow(financeReports.cashFlow.query.parse(query)),
    ),
    await scenario(
      'net worth, 12 months',
      financeReports.netWorth.path,
      () => ({ ...report, from: monthStart(today, -11) }),
      (query) => netWorth(financeReports.netWorth.query.parse(query)),
    ),
    await scenario(
      'net worth, 90 days',
      financeReports.netWorth.path,
      () => ({ ...report, from: addDays(today, -90) }),
      (query) => netWorth(financeReports.netWorth.query.parse(query)),
    ),
    await scenario(
      'net worth, ten years',
      financeReports.netWorth.path,
      () => report,
      (query) => netWorth(financeReports.netWorth.query.parse(query)),
    ),
    await scenario(
      'suggestions: recurring',
      recurring.suggestions.path,
      () => ({}),
      (query) => suggestRecurring(query['ledgerId']!),
    ),
    await scenario(
      'suggestions: transfers',
      transfers.suggestions.path,
      () => ({}),
      (query) => suggestTransfers(query['ledgerId']!),
    ),
  ];
}
