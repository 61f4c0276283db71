/** From the inputs of a valuation to its results. */
import { AppError } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, estimated, max, min, round, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { ValuationInputs, ValuationResult } from '../../contract.ts';
import {
  assetValue,
  byMultiple,
  conclude,
  type DcfInput,
  discountedCashFlow,
  type MethodResult,
  ownerEarnings,
  sensitivityGrid,
  simulateDcf,
  type ValueRange,
} from '../../engine/valuation/index.ts';

const share = (percent: string): Decimal => decimal(percent).div(100n);
const money = (amount: Decimal): string => round(amount, 2).toFixed();
const percentText = (fraction: Decimal): string => round(fraction.times(100n), 2).toFixed();

const RATE_STEPS = ['-0.02', '-0.01', '0', '0.01', '0.02'].map(decimal);
const GROWTH_STEPS = ['-0.01', '-0.005', '0', '0.005', '0.01'].map(decimal);

interface Method extends MethodResult {
  method: ValuationResult['methods'][number]['method'];
  label: string;
  note: string;
}

function dcfInput({ dcf, business }: ValuationInputs): DcfInput {
  return {
    flows: dcf.flows.map(decimal),
    discountRate: share(dcf.ratePercent),
    netDebt: decimal(business.netDebt),
    timing: dcf.midYear ? 'midYear' : 'endOfYear',
    terminal:
      dcf.terminal === 'growth'
        ? { type: 'growth', rate: share(dcf.growthPercent) }
        : { type: 'multiple', multiple: decimal(dcf.multiple), figure: decimal(dcf.multipleOf) },
  };
}

/**
 * Value at the nearest steps of the grid around the middle; of a multiple at the end, at a rate one point up and down.
 */
function dcfRange(input: DcfInput, mid: Decimal): ValueRange {
  const around: Decimal[] = [];
  for (const rateStep of ['-0.01', '0.01'].map(decimal)) {
    const discountRate = input.discountRate.plus(rateStep);
    const { terminal } = input;
    const moved =
      terminal.type === 'growth' ? { type: 'growth' as const, rate: terminal.rate.minus(rateStep.div(2n)) } : terminal;
    if (moved.type === 'growth' && moved.rate.gte(discountRate)) continue;
    around.push(discountedCashFlow({ ...input, discountRate, terminal: moved }).equityValue);
  }
  return { low: min(mid, ...around), mid, high: max(mid, ...around) };
}

function gridOf(input: DcfInput): NonNullable<ValuationResult['dcf']>['grid'] {
  if (input.terminal.type !== 'growth') return null;
  const { rate } = input.terminal;
  const rates = RATE_STEPS.map((step) => input.discountRate.plus(step)).filter((one) => one.gt(0n));
  const growths = GROWTH_STEPS.map((step) => rate.plus(step));
  const debt = input.netDebt ?? ZERO;
  return {
    rates: rates.map(percentText),
    growths: growths.map(percentText),
    values: sensitivityGrid(input, rates, growths).map((row) => row.map((value) => value && money(value.minus(debt)))),
  };
}

function simulation(input: DcfInput, uncertainty: Decimal): NonNullable<ValuationResult['dcf']>['simulation'] {
  const { terminal } = input;
  const made = simulateDcf({
    flows: input.flows.map((flow) => flow.toNumber()),
    rate: input.discountRate.toNumber(),
    midYear: input.timing === 'midYear',
    netDebt: (input.netDebt ?? ZERO).toNumber(),
    uncertainty: uncertainty.abs().toNumber(),
    terminal:
      terminal.type === 'growth'
        ? { type: 'growth', rate: terminal.rate.toNumber() }
        : { type: 'value', value: terminal.multiple.times(terminal.figure).toNumber() },
  });
  // A band is a rough thing: thousands of digits would be a lie.
  const rough = (value: number): string => round(estimated(value), 0).toFixed();
  return { p10: rough(made.p10), p50: rough(made.p50), p90: rough(made.p90), draws: made.draws };
}

function dcf(
  inputs: ValuationInputs,
  problems: string[],
): { method: Method; details: NonNullable<ValuationResult['dcf']> } | undefined {
  if (inputs.dcf.flows.every((flow) => decimal(flow).isZero())) return undefined;
  const input = dcfInput(inputs);
  try {
    const made = discountedCashFlow(input);
    const range = dcfRange(input, made.equityValue);
    return {
      method: {
        method: 'dcf',
        label: 'Discounted cash flow',
        weight: decimal(inputs.dcf.weight),
        ...range,
        note:
          input.terminal.type === 'growth'
            ? 'Discount rate one point, growth half a point up and down'
            : 'Discount rate one point up and down',
      },
      details: {
        years: made.years.map((one) => ({
          year: one.year,
          flow: money(one.flow),
          factor: round(one.factor, 4).toFixed(),
          presentValue: money(one.presentValue),
        })),
        presentValueOfFlows: money(made.presentValueOfFlows),
        terminalValue: money(made.terminalValue),
        presentValueOfTerminal: money(made.presentValueOfTerminal),
        enterpriseValue: money(made.enterpriseValue),
        equityValue: money(made.equityValue),
        terminalSharePercent: made.terminalShare ? percentText(made.terminalShare) : null,
        grid: gridOf(input),
        simulation: decimal(inputs.dcf.uncertaintyPercent).isZero()
          ? null
          : simulation(input, share(inputs.dcf.uncertaintyPercent)),
      },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(`Discounted cash flow: ${error.message}`);
    return undefined;
  }
}

const median = (sorted: readonly Decimal[]): Decimal =>
  sorted.length % 2 === 1
    ? sorted[(sorted.length - 1) / 2]!
    : sorted[sorted.length / 2 - 1]!.plus(sorted[sorted.length / 2]!).div(2n);
const FIGURE_LABELS = { revenue: 'revenue', ebitda: 'EBITDA', sde: 'seller’s discretionary earnings' } as const;

/** Comparables of one figure each make a row; the method's weight is shared among them. */
function comparables(
  { multiples, business }: ValuationInputs,
  figures: Readonly<Record<'revenue' | 'ebitda' | 'sde', Decimal>>,
): Method[] {
  const groups = [...Map.groupBy(multiples.comparables, (one) => one.figure)];
  return groups.map(([figure, of]) => {
    const sorted = of.map((one) => decimal(one.multiple)).sort((a, b) => a.cmp(b));
    return {
      method: 'multiples',
      label: `Multiples of ${FIGURE_LABELS[figure]}`,
      weight: decimal(multiples.weight).div(BigInt(groups.length)),
      note: `${of.length} ${of.length === 1 ? 'comparable' : 'comparables'}: lowest, median, highest`,
      ...byMultiple(
        figures[figure],
        { low: sorted[0]!, mid: median(sorted), high: sorted.at(-1)! },
        decimal(business.netDebt),
      ),
    };
  });
}

function assets({ assets: { items, weight } }: ValuationInputs): Method | undefined {
  if (items.length === 0) return undefined;
  const of = (owed: boolean) =>
    items
      .filter((one) => one.owed === owed)
      .map((one) => ({
        label: one.label,
        bookValue: decimal(one.bookValue),
        ...(one.marketValue ? { marketValue: decimal(one.marketValue) } : {}),
      }));
  const { book, adjusted } = assetValue(of(false), of(true));
  return {
    method: 'assets',
    label: 'Net assets',
    weight: decimal(weight),
    low: min(book, adjusted),
    mid: adjusted,
    high: max(book, adjusted),
    note: 'At market value; beside it at book value',
  };
}

/** Every method that there are figures for; what cannot be worked out is told in `problems`. */
export function valueOf(inputs: ValuationInputs): ValuationResult {
  const { business } = inputs;
  const problems: string[] = [];
  const { ebitda, sellersDiscretionaryEarnings: sde } = ownerEarnings({
    profitBeforeTax: decimal(business.profitBeforeTax),
    interest: decimal(business.interest),
    depreciation: decimal(business.depreciation),
    ownerPay: decimal(business.ownerPay),
    adjustments: business.adjustments.map((one) => ({ label: one.label, amount: decimal(one.amount) })),
  });
  const flows = dcf(inputs, problems);
  const range = { low: decimal(inputs.sde.low), mid: decimal(inputs.sde.mid), high: decimal(inputs.sde.high) };
  if (range.low.gt(range.mid) || range.mid.gt(range.high))
    problems.push('Multiples of seller’s discretionary earnings go from the lowest to the highest.');
  const sdeMethod: Method[] =
    range.high.isZero() || sde.isZero()
      ? []
      : [
          {
            method: 'sde',
            label: 'Seller’s discretionary earnings',
            weight: decimal(inputs.sde.weight),
            ...byMultiple(sde, range, decimal(business.netDebt)),
            note: `${range.low.toFixed()} to ${range.high.toFixed()} times`,
          },
        ];
  const net = assets(inputs);
  const methods = [
    ...(flows ? [flows.method] : []),
    ...comparables(inputs, { revenue: decimal(business.revenue), ebitda, sde }),
    ...sdeMethod,
    ...(net ? [net] : []),
  ];
  const conclusion = conclude(methods);
  const weight = sumOf(methods, (one) => one.weight);
  return {
    ebitda: money(ebitda),
    sde: money(sde),
    netDebt: money(decimal(business.netDebt)),
    problems,
    dcf: flows?.details ?? null,
    conclusion: conclusion
      ? { low: money(conclusion.low), mid: money(conclusion.mid), high: money(conclusion.high) }
      : null,
    methods: methods.map((one) => ({
      method: one.method,
      label: one.label,
      low: money(one.low),
      mid: money(one.mid),
      high: money(one.high),
      weightPercent: weight.isZero() ? '0' : percentText(one.weight.div(weight)),
      note: one.note,
    })),
  };
}
