/**
 * How far a DCF may lie from its middle: statistics in double precision, seeded, so that the same inputs give the same
 * band.
 */
import { quantile } from '../investments/risk.ts';
import { seeded, studentT } from '../simulation/random.ts';

export interface SimulatedDcf {
  flows: readonly number[];
  rate: number;
  /** Growth for ever, or a value at the end of the plan. */
  terminal: { type: 'growth'; rate: number } | { type: 'value'; value: number };
  midYear: boolean;
  netDebt: number;
  /** Standard deviation of all flows together against the plan, as a fraction. */
  uncertainty: number;
  draws?: number;
  seed?: number;
}

/** Beyond this many degrees of freedom the distribution is all but normal. */
const NEARLY_NORMAL = 100;
/** Standard deviation of the discount rate and of growth, in fractions: what the sensitivity grid steps by. */
const RATE_DEVIATION = 0.01;
const GROWTH_DEVIATION = 0.005;
/** A discount rate stays this far above growth: nearer the value has no bound. */
const LEAST_SPREAD = 0.01;

/** The value for the owners at the 10th, 50th and 90th percentile. */
export function simulateDcf({
  flows,
  rate,
  terminal,
  midYear,
  netDebt,
  uncertainty,
  draws = 4000,
  seed = 1,
}: SimulatedDcf): { p10: number; p50: number; p90: number; draws: number } {
  const draw = studentT(seeded(seed), NEARLY_NORMAL);
  const values = Float64Array.from({ length: draws }, () => {
    const scale = Math.max(0, 1 + uncertainty * draw());
    const growth = terminal.type === 'growth' ? terminal.rate + GROWTH_DEVIATION * draw() : 0;
    const drawn = Math.max(
      rate + RATE_DEVIATION * draw(),
      terminal.type === 'growth' ? growth + LEAST_SPREAD : LEAST_SPREAD,
    );
    const half = midYear ? Math.sqrt(1 + drawn) : 1;
    const present = flows.reduce((total, flow, year) => total + (flow * scale * half) / (1 + drawn) ** (year + 1), 0);
    const end = (1 + drawn) ** flows.length;
    const last = flows.at(-1)! * scale;
    const rest =
      terminal.type === 'growth'
        ? ((last * (1 + growth)) / (drawn - growth)) * (half / end)
        : (terminal.value * scale) / end;
    return present + rest - netDebt;
  }).sort();
  return { p10: quantile(values, 0.1), p50: quantile(values, 0.5), p90: quantile(values, 0.9), draws };
}
