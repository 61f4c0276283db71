/** Inputs as the books have them: figures with their source, and nothing where only a person can know. */
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, ONE, round, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type BookRole, isValued, type ValuationInputs, type valuations } from '../../contract.ts';
import { requireLedger } from '../ledgers/access.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { monthlySums, profitAndLoss } from '../books/statements.ts';
import { flowsOf } from '../reports/flows.ts';
import { todayHere } from '../ledgers/workspace-day.ts';

interface Year {
  revenue: Decimal;
  profitBeforeTax: Decimal;
  interest: Decimal;
  depreciation: Decimal;
  source: string;
}

const PLANNED_YEARS = 5;
/** Tax taken off the earnings that flows are proposed from; said with them. */
const TAX_SHARE = decimal('0.25');

async function fromJournal(ledgerId: string, from: string, to: string): Promise<Year> {
  const { results } = await profitAndLoss(ledgerId, from, to);
  const roles: readonly BookRole[] = ['revenue', 'interest', 'depreciation'];
  const sums = await monthlySums(ledgerId, roles, from, to);
  const of = (role: string): Decimal =>
    sumOf(
      [...sums].filter(([key]) => key.endsWith(`/${role}`)),
      ([, amount]) => amount,
    );
  return {
    revenue: of('revenue').negated(),
    interest: of('interest'),
    depreciation: of('depreciation'),
    profitBeforeTax: decimal(results['beforeTax']?.amounts[0] ?? '0'),
    source: `Journal, ${from} to ${to}`,
  };
}

/** A private ledger has no journal: what its categories brought and cost. */
async function fromCategories(ledgerId: string, currency: string, from: string, to: string): Promise<Year> {
  const { flows } = await flowsOf(ledgerId, from, to, currency);
  return {
    revenue: sumOf(flows, (flow) => flow.in),
    profitBeforeTax: sumOf(flows, (flow) => flow.in.plus(flow.out)),
    interest: ZERO,
    depreciation: ZERO,
    source: `Categories, ${from} to ${to}`,
  };
}

const money = (amount: Decimal): string => round(amount.isZero() ? ZERO : amount, 2).toFixed();

/** @throws AppError `not_found`, `validation` */
export async function propose({
  ledgerId,
  from,
  to,
  growthPercent,
}: QueryOf<typeof valuations.propose>): Promise<ValuationInputs> {
  await requireLedger(ledgerId);
  if (from > to) throw new AppError('validation', 'The first day lies after the last.', { field: 'from' });
  const [ledger] = await query<{ currency: string; kind: string }>(
    'select currency, kind from finance_ledgers where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const { currency } = ledger!;
  const year =
    ledger!.kind === 'business'
      ? await fromJournal(ledgerId, from, to)
      : await fromCategories(ledgerId, currency, from, to);
  const accounts = (await listAccounts(ledgerId)).items.filter(
    (one) => !one.archivedAt && one.currency === currency && !decimal(one.balance).isZero(),
  );
  const money_ = accounts.filter((one) => one.kind !== 'investment' && one.kind !== 'other' && !isValued(one.kind));
  const ebitda = year.profitBeforeTax.plus(year.interest).plus(year.depreciation);
  // Free cash flow before investments: earnings less a tax on them.
  const afterTax = ebitda.minus(ebitda.minus(year.depreciation).times(TAX_SHARE));
  const growth = decimal(growthPercent).div(100n).plus(ONE);
  return {
    asOf: await todayHere(),
    currency,
    business: {
      from,
      to,
      source: year.source,
      revenue: money(year.revenue),
      profitBeforeTax: money(year.profitBeforeTax),
      interest: money(year.interest),
      depreciation: money(year.depreciation),
      ownerPay: '0',
      adjustments: [],
      netDebt: money(sumOf(money_, (one) => decimal(one.balance)).negated()),
    },
    dcf: {
      flows: Array.from({ length: PLANNED_YEARS }, (_, index) => money(afterTax.times(growth.pow(BigInt(index + 1))))),
      ratePercent: '15',
      terminal: 'growth',
      growthPercent: '2',
      multiple: '4',
      multipleOf: money(ebitda),
      midYear: true,
      uncertaintyPercent: '20',
      source: `EBITDA less 25% tax on profit, growing by ${growthPercent}% a year; discount rate, growth for ever and uncertainty are assumptions to judge`,
      weight: '50',
    },
    multiples: { comparables: [], weight: '0' },
    sde: { low: '0', mid: '0', high: '0', source: '', weight: '0' },
    assets: {
      items: accounts.map((one) => ({
        label: one.name,
        owed: decimal(one.balance).lt(0n),
        bookValue: decimal(one.balance).abs().toFixed(),
        marketValue: '',
      })),
      weight: '0',
    },
  };
}
