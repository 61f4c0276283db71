/**
 * Where a portfolio may stand in the years to come: many paths of monthly returns, drawn from a distribution with fat
 * tails, with money put in and taken out on the way. A simulation is statistics in double precision; it says how likely
 * things are under its assumptions, and not what will be.
 */
import { type Decimal, sumOf } from '../../../../kernel/money/index.ts';
import { quantile } from '../investments/risk.ts';
import { seeded, studentT } from './random.ts';

/** Money put in (positive) or taken out (negative) every month of a span. */
export interface PlannedFlow {
  /** Months from now, 1 being the first; both included. */
  fromMonth: number;
  toMonth: number;
  amount: number;
  /** Whether the amount keeps its buying power. */
  growsWithInflation: boolean;
}

export interface SimulationInput {
  startValue: number;
  years: number;
  /** Arithmetic mean return and standard deviation a year, as fractions. */
  expectedReturn: number;
  volatility: number;
  /** A year, as fractions. */
  inflation: number;
  fees: number;
  flows: readonly PlannedFlow[];
  /** The target at the end, in today's money. */
  goal?: number;
  paths?: number;
  seed?: number;
  /** Degrees of freedom of the returns' distribution: 5 fits monthly returns of shares; 100 is all but normal. */
  freedom?: number;
}

export const BANDS = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const;

export interface SimulatedYear {
  year: number;
  /** Values in today's money at `BANDS`. */
  bands: number[];
  mean: number;
  /** Share of the paths in which the money has run out by then. */
  ruined: number;
}

/**
 * A share of paths with the range in which the true probability lies in 19 of 20 cases, as far as the number of paths
 * decides.
 */
export interface Probability {
  value: number;
  low: number;
  high: number;
}

export interface Simulation {
  years: SimulatedYear[];
  goal?: Probability;
  /** That the money never runs out. */
  lasting: Probability;
  /** Assumptions of the paths: the same ones give the same result. */
  assumptions: Required<Omit<SimulationInput, 'goal' | 'flows'>>;
}

const MAX_PATHS = 100_000;
const MAX_YEARS = 80;

/** @throws RangeError for more than 100,000 paths or 80 years */
export function simulate(input: SimulationInput): Simulation {
  const { paths = 10_000, seed = 1, freedom = 5, years } = input;
  if (!(paths >= 1 && paths <= MAX_PATHS && years >= 1 && years <= MAX_YEARS))
    throw new RangeError(`A simulation has 1 to ${MAX_PATHS} paths and 1 to ${MAX_YEARS} years.`);
  const { values, ruinedIn } = walk(input, paths, studentT(seeded(seed), freedom));
  const lastYear = values.subarray((years - 1) * paths);
  return {
    years: Array.from({ length: years }, (_, index) =>
      summary(index + 1, values.slice(index * paths, (index + 1) * paths), ruinedIn),
    ),
    ...(input.goal === undefined
      ? {}
      : {
          goal: probability(
            count(lastYear, (value) => value >= input.goal!),
            paths,
          ),
        }),
    lasting: probability(
      count(ruinedIn, (year) => year === 0),
      paths,
    ),
    assumptions: {
      startValue: input.startValue,
      years,
      expectedReturn: input.expectedReturn,
      volatility: input.volatility,
      inflation: input.inflation,
      fees: input.fees,
      paths,
      seed,
      freedom,
    },
  };
}

/** Values by year and path in today's money, and the year in which each path ran out (0: never). */
function walk(
  { startValue, years, expectedReturn, volatility, inflation, fees, flows }: SimulationInput,
  paths: number,
  draw: () => number,
): { values: Float64Array; ruinedIn: Uint8Array } {
  const months = years * 12;
  const monthlyInflation = (1 + inflation) ** (1 / 12);
  const prices = Float64Array.from({ length: months + 1 }, (_, month) => monthlyInflation ** month);
  const flowOf = Float64Array.from({ length: months + 1 }, (_, month) => flowIn(flows, month, prices[month]!));
  const drift = (1 + expectedReturn - fees) ** (1 / 12) - 1;
  const sigma = volatility / Math.sqrt(12);
  const values = new Float64Array(years * paths);
  const ruinedIn = new Uint8Array(paths);
  for (let path = 0; path < paths; path++) {
    let value = startValue;
    for (let month = 1; month <= months; month++) {
      // No one loses more than everything.
      value = value * Math.max(0, 1 + drift + sigma * draw()) + flowOf[month]!;
      if (value < 0 || (value === 0 && flowOf[month]! <= 0)) {
        value = 0;
        if (ruinedIn[path] === 0 && flowOf[month]! < 0) ruinedIn[path] = Math.ceil(month / 12);
      }
      if (month % 12 === 0) values[(month / 12 - 1) * paths + path] = value / prices[month]!;
    }
  }
  return { values, ruinedIn };
}

function flowIn(flows: readonly PlannedFlow[], month: number, prices: number): number {
  let total = 0;
  for (const flow of flows)
    if (month >= flow.fromMonth && month <= flow.toMonth)
      total += flow.growsWithInflation ? flow.amount * prices : flow.amount;
  return total;
}

function summary(year: number, values: Float64Array, ruinedIn: Uint8Array): SimulatedYear {
  values.sort();
  return {
    year,
    bands: BANDS.map((band) => quantile(values, band)),
    mean: values.reduce((a, b) => a + b, 0) / values.length,
    ruined: count(ruinedIn, (in_) => in_ !== 0 && in_ <= year) / values.length,
  };
}

function count(values: Float64Array | Uint8Array, counts: (value: number) => boolean): number {
  let found = 0;
  for (const value of values) if (counts(value)) found++;
  return found;
}

/** Wilson's interval at 95 %, which stays between zero and one and holds for shares near them. */
function probability(hits: number, of: number): Probability {
  const z = 1.959964;
  const share = hits / of;
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const margin = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { value: share, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}

export interface AssetAssumption {
  key: string;
  /** A year, as fractions. */
  expectedReturn: number;
  volatility: number;
}

/**
 * Mean and volatility of a mix: Σwμ and √(Σᵢⱼ wᵢwⱼσᵢσⱼρᵢⱼ) (Markowitz).
 * @param values worth of each class; weights follow from them
 * @param correlation between two classes; 1 for a class with itself
 */
export function mixOf(
  assets: readonly AssetAssumption[],
  values: readonly Decimal[],
  correlation: (a: string, b: string) => number,
): { expectedReturn: number; volatility: number } {
  const whole = sumOf(values, (value) => value).toNumber();
  const weights = values.map((value) => (whole === 0 ? 0 : value.toNumber() / whole));
  let variance = 0;
  for (const [i, a] of assets.entries())
    for (const [j, b] of assets.entries())
      variance += weights[i]! * weights[j]! * a.volatility * b.volatility * (i === j ? 1 : correlation(a.key, b.key));
  return {
    expectedReturn: assets.reduce((total, asset, index) => total + asset.expectedReturn * weights[index]!, 0),
    volatility: Math.sqrt(Math.max(0, variance)),
  };
}
