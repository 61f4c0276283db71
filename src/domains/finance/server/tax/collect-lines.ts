/** The lines of a profile's year: from the ledgers, from the investments, and by hand. */
import { decimal, type Decimal, round, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { TaxEntry, TaxLineSource, TaxLineView, TaxPayment } from '../../contract.ts';
import { businessProfit, type LineAmounts, LINES, TAX_LINES, type TaxLine } from '../../engine/tax/us/index.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { itemsOf } from './items.ts';
import { placedCategories } from './mapping.ts';
import type { PlacedCategory } from './line-assignment.ts';
import {
  gainsBetween,
  gainsByKind,
  incomeBetween,
  portfolioOf,
  type Portfolio,
  type YearOfGains,
} from './portfolio.ts';
import { type ProfileRow, type SourceLedger, sourcesOf } from './profiles.ts';

interface Source extends Omit<TaxLineSource, 'amount' | 'replaced'> {
  line: TaxLine;
  amount: Decimal;
}

export interface Gathered {
  today: string;
  period: { from: string; to: string; complete: boolean };
  amounts: LineAmounts;
  lines: TaxLineView[];
  entries: TaxEntry[];
  payments: TaxPayment[];
  gains: YearOfGains;
  portfolios: Portfolio[];
  unplaced: number;
  warnings: string[];
}

const BUSINESS: ReadonlySet<TaxLine> = new Set(['businessIncome', 'businessExpenses', 'businessMeals', 'depreciation']);
const cents = (amount: Decimal): Decimal => round(amount, 2);

/** @param year one that there are tables for */
export async function gather(profile: ProfileRow, year: number): Promise<Gathered> {
  const today = await todayHere();
  const period = {
    from: `${year}-01-01`,
    to: `${year}-12-31` < today ? `${year}-12-31` : today,
    complete: `${year}-12-31` < today,
  };
  const sources = await sourcesOf(profile);
  const { categories, uncategorised, missingRates } = await placedCategories(profile, period.from, period.to);
  const portfolios = (await Promise.all(sources.filter((one) => one.use !== 'passThrough').map(portfolioOf))).filter(
    (one) => one !== undefined,
  );
  const gains = gainsBetween(portfolios, period.from, period.to);
  const { entries, payments } = await itemsOf(profile.id, year);
  const found = [
    ...fromCategories(categories),
    ...(await fromPortfolios(portfolios, gains, period, missingRates)),
    ...entries.map(fromEntry),
  ];
  const lines = toLines(found, entries);
  return {
    today,
    period,
    lines,
    entries,
    payments,
    gains,
    portfolios,
    amounts: Object.fromEntries(lines.map((line) => [line.line, decimal(line.amount)])),
    unplaced: categories.filter((one) => !one.confirmed && !one.amount.isZero()).length,
    warnings: warningsOf(profile, sources, found, entries, uncategorised, missingRates, gains, portfolios),
  };
}

const fromEntry = ({ id, line, amount, label }: TaxEntry): Source => ({
  line,
  kind: 'entry',
  label: label || 'Manual',
  amount: decimal(amount),
  note: '',
  ledgerId: null,
  categoryId: null,
  accountId: null,
  entryId: id,
});

/** Of a share in a business only its profit counts, on one line. */
function fromCategories(categories: readonly PlacedCategory[]): Source[] {
  const placed = categories.filter(
    (one): one is PlacedCategory & { line: TaxLine } => one.line !== null && !one.amount.isZero(),
  );
  const whole = placed
    .filter((one) => one.source.use !== 'passThrough')
    .map((one): Source => ({
      line: one.line,
      kind: 'category',
      label: one.name,
      amount: inSense(one),
      note: one.source.name,
      ledgerId: one.source.ledgerId,
      categoryId: one.categoryId,
      accountId: one.accountId,
      entryId: null,
    }));
  const shared = Map.groupBy(
    placed.filter((one) => one.source.use === 'passThrough' && BUSINESS.has(one.line)),
    (one) => one.source.ledgerId,
  );
  const profits = [...shared.values()].map((of): Source => {
    const { source } = of[0]!;
    const profit = businessProfit(sumByLine(of.map((one) => ({ line: one.line, amount: inSense(one) }))));
    return {
      line: 'passThroughIncome',
      kind: 'profit',
      label: `Profit of ${source.name}`,
      amount: profit.times(source.sharePercent).div(100n),
      note: `${source.sharePercent}% of ${cents(profit).toFixed()}`,
      ledgerId: source.ledgerId,
      categoryId: null,
      accountId: null,
      entryId: null,
    };
  });
  return [...whole, ...profits];
}

/** Money out counts as positive on a line of costs, a refund against it. */
function inSense({ line, amount }: { line: TaxLine; amount: Decimal }): Decimal {
  return LINES[line].outgoing ? amount.negated() : amount;
}

function sumByLine(parts: readonly { line: TaxLine; amount: Decimal }[]): LineAmounts {
  return Object.fromEntries(
    [...Map.groupBy(parts, (part) => part.line)].map(([line, of]) => [line, sumOf(of, (part) => part.amount)]),
  );
}

async function fromPortfolios(
  portfolios: readonly Portfolio[],
  gains: YearOfGains,
  { from, to }: { from: string; to: string },
  missingRates: string[],
): Promise<Source[]> {
  const found: Source[] = [];
  const add = (
    line: TaxLine,
    kind: 'gains' | 'income',
    label: string,
    amount: Decimal,
    note: string,
    source?: SourceLedger,
  ): void => {
    if (!amount.isZero())
      found.push({
        line,
        kind,
        label,
        amount,
        note,
        ledgerId: source?.ledgerId ?? portfolios[0]?.source.ledgerId ?? null,
        categoryId: null,
        accountId: null,
        entryId: null,
      });
  };
  for (const portfolio of portfolios) {
    const { source } = portfolio;
    const own = gainsByKind(portfolio.sales, from, to);
    add('shortTermGains', 'gains', 'Sales of lots held for a year or less', own.shortTerm, source.name, source);
    add('longTermGains', 'gains', 'Sales of lots held for more than a year', own.longTerm, source.name, source);
    const income = await incomeBetween(portfolio, from, to);
    add('ordinaryDividends', 'income', 'Dividends', income.dividends, source.name, source);
    add('interest', 'income', 'Interest on investments', income.interest, source.name, source);
    add('longTermGains', 'income', 'Distributions of gains', income.distributions, source.name, source);
    for (const currency of income.missing) if (!missingRates.includes(currency)) missingRates.push(currency);
  }
  add('shortTermGains', 'gains', 'Losses not allowed (wash sales)', gains.washedShort, 'Bought again within 30 days');
  add('longTermGains', 'gains', 'Losses not allowed (wash sales)', gains.washedLong, 'Bought again within 30 days');
  add(
    'shortTermGains',
    'gains',
    'Losses of earlier wash sales, in the cost of what was sold now',
    gains.raisedShort,
    'IRC §1091(d), §1223(3)',
  );
  add(
    'longTermGains',
    'gains',
    'Losses of earlier wash sales, in the cost of what was sold now',
    gains.raisedLong,
    'IRC §1091(d), §1223(3)',
  );
  return found;
}

function toLines(found: readonly Source[], entries: readonly TaxEntry[]): TaxLineView[] {
  const replacing = new Set(entries.filter((one) => one.replaces).map((one) => one.line));
  return TAX_LINES.map((line) => {
    const sources = found
      .filter((one) => one.line === line)
      .map((one) => ({
        kind: one.kind,
        label: one.label,
        note: one.note,
        ledgerId: one.ledgerId,
        categoryId: one.categoryId,
        accountId: one.accountId,
        entryId: one.entryId,
        amount: cents(one.amount).toFixed(),
        replaced: replacing.has(line) && one.kind !== 'entry',
      }));
    const { label, group, form } = LINES[line];
    return {
      line,
      label,
      group,
      form,
      sources,
      amount: sumOf(
        sources.filter((one) => !one.replaced),
        (one) => decimal(one.amount),
      ).toFixed(),
    };
  });
}

function warningsOf(
  profile: ProfileRow,
  sources: readonly SourceLedger[],
  found: readonly Source[],
  entries: readonly TaxEntry[],
  uncategorised: readonly { source: SourceLedger; amount: Decimal }[],
  missingRates: readonly string[],
  gains: YearOfGains,
  portfolios: readonly Portfolio[],
): string[] {
  const hidden = profile.sources.length - sources.length;
  const replaces = (line: TaxLine): boolean => entries.some((one) => one.line === line && one.replaces);
  const has = (line: TaxLine, kind?: Source['kind']): boolean =>
    found.some((one) => one.line === line && (!kind || one.kind === kind));
  const dividends = sumOf(
    found.filter((one) => one.line === 'ordinaryDividends'),
    (one) => one.amount,
  );
  return [
    ...(hidden > 0
      ? [
          `${hidden === 1 ? 'One ledger' : `${hidden} ledgers`} of this profile ${hidden === 1 ? 'is' : 'are'} not shared with you: those figures are left out.`,
        ]
      : []),
    ...(missingRates.length > 0
      ? [`Amounts in ${missingRates.join(', ')} are left out: there is no exchange rate into USD.`]
      : []),
    ...(has('wages', 'category') && !replaces('wages')
      ? ['Wages come from what reached the bank, which is after withholding. Enter box 1 of the W-2 in their place.']
      : []),
    ...(uncategorised.length > 0
      ? [`Transactions without a category are on no line (${uncategorised.map((one) => one.source.name).join(', ')}).`]
      : []),
    ...(dividends.gt(ZERO) && !has('qualifiedDividends')
      ? ['All dividends count as ordinary. What is qualified stands in box 1b of the 1099-DIV: enter it.']
      : []),
    ...(found.some((one) => one.kind === 'income') &&
    found.some((one) => one.kind === 'category' && (one.line === 'interest' || one.line === 'ordinaryDividends'))
      ? [
          'Interest or dividends come from both a category and the investments: make sure that nothing is counted twice.',
        ]
      : []),
    ...(gains.washSales.length > 0
      ? [
          'A wash sale’s loss is added to the cost of what was bought instead, and counts when that is sold: the lots of the holding under Investments show both.',
        ]
      : []),
    ...(portfolios.some((one) => one.positions.some((position) => position.book.problems.length > 0))
      ? ['Some sales have no purchase to match: their gains are not complete. See Investments.']
      : []),
  ];
}
