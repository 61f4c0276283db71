/**
 * Internal rates of return and present values. Rates are statistics, not money, and are found in double precision.
 * XIRR counts years as actual days over 365 from the first flow, as spreadsheets do.
 */
import { type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import { daysBetween } from '../transactions/recurrence.ts';

export interface DatedFlow {
  day: string;
  /** Money received by the investor; money invested is negative. */
  amount: Decimal;
}

export interface InternalRate {
  /**
   * The rate a year (XIRR) or a period (IRR) as a fraction, or null where none can be named. Of several, the one nearest
   * to zero that the sign of the sum allows, which spreadsheets find from their usual guess of 10%.
   */
  rate: number | null;
  /**
   * Every rate at which the present value is zero, in order. More than one makes the figure doubtful, and is to be
   * shown.
   */
  roots: number[];
}

interface TimedFlow {
  time: number;
  amount: number;
}

/** Money-weighted return a year. What came and went on one day is one flow. */
export function xirr(flows: readonly DatedFlow[]): InternalRate {
  const byDay = new Map<string, Decimal>();
  for (const { day, amount } of flows) byDay.set(day, (byDay.get(day) ?? ZERO).plus(amount));
  const days = [...byDay].filter(([, amount]) => !amount.isZero()).sort(([a], [b]) => (a < b ? -1 : 1));
  return solve(days.map(([day, amount]) => ({ time: daysBetween(days[0]![0], day) / 365, amount: amount.toNumber() })));
}

/** Rate of return a period of evenly spaced flows, the first of which is now. */
export function irr(flows: readonly Decimal[]): InternalRate {
  return solve(flows.map((amount, time) => ({ time, amount: amount.toNumber() })));
}

/**
 * Rates are searched as x = ln(1 + rate): closely where rates of a year lie (a loss of 95 % to a gain of twenty times),
 * in wider steps beyond, and in growing ones as far as numbers reach: ten percent in a day is 10¹⁵ in a year.
 */
const PLACES: readonly number[] = (() => {
  const above: number[] = [];
  for (let step = 1; step <= 300; step++) above.push(step / 100);
  for (let step = 61; step <= 400; step++) above.push(step / 20);
  for (let x = 21; x < 700; x *= 1.05) above.push(x);
  return [...above.map((x) => -x).reverse(), 0, ...above];
})();

/** @param all in the order of their times */
function solve(all: readonly TimedFlow[]): InternalRate {
  const flows = all.filter((flow) => flow.amount !== 0);
  if (!flows.some((flow) => flow.amount > 0) || !flows.some((flow) => flow.amount < 0))
    return { rate: null, roots: [] };
  const roots = rootsOf(flows)
    .map((x) => Math.expm1(x))
    .sort((a, b) => a - b);
  const sum = flows.reduce((total, flow) => total + flow.amount, 0);
  // Seen from who pays first: a gain rules rates below zero out, a loss rules out none.
  const isGain = Math.sign(sum) === -Math.sign(flows[0]!.amount);
  const allowed = roots.filter((rate) => !isGain || rate > -1e-9);
  const fitting = (allowed.length > 0 ? allowed : roots).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return { rate: fitting[0] ?? null, roots };
}

interface Point {
  x: number;
  value: number;
  slope: number;
  /** Sum of absolute amounts, which bounds the rounding error. */
  scale: number;
}

/**
 * Present value as a function of x, seen from the flow that weighs most there, so that no term overflows and one is
 * always there; that changes no sign.
 */
function valueAt(flows: readonly TimedFlow[], x: number): Point {
  const reference = x < 0 ? flows.at(-1)!.time : flows[0]!.time;
  const point = { x, value: 0, slope: 0, scale: 0 };
  for (const { time, amount } of flows) {
    const term = amount * Math.exp(-x * (time - reference));
    point.value += term;
    point.slope -= (time - reference) * term;
    point.scale += Math.abs(term);
  }
  return point;
}

/**
 * The value of `valueAt` alone, quickly: with the powers of each span between two flows, of which there are few,
 * instead of one for each flow.
 */
function scanner(flows: readonly TimedFlow[]): (x: number) => number {
  const amounts = Float64Array.from(flows, (flow) => flow.amount);
  const spans: number[] = [];
  const spanOf = Uint16Array.from(flows.slice(1), ({ time }, index) => {
    const span = time - flows[index]!.time;
    const known = spans.findIndex((one) => Math.abs(one - span) < 1e-9);
    return known >= 0 ? known : spans.push(span) - 1;
  });
  const powers = new Float64Array(spans.length);
  return (x) => {
    for (let index = 0; index < spans.length; index++) powers[index] = Math.exp(-Math.abs(x) * spans[index]!);
    const last = amounts.length - 1;
    let value = amounts[x < 0 ? 0 : last]!;
    if (x < 0)
      for (let index = 1; index <= last; index++) value = value * powers[spanOf[index - 1]!]! + amounts[index]!;
    else for (let index = last - 1; index >= 0; index--) value = value * powers[spanOf[index]!]! + amounts[index]!;
    return value;
  };
}

/** All places where the present value changes its sign, or touches zero. */
function rootsOf(flows: readonly TimedFlow[]): number[] {
  const at = scanner(flows);
  const roots: number[] = [];
  let before = { x: 0, value: 0 };
  let last = { x: 0, value: 0 };
  for (const x of PLACES) {
    const value = at(x);
    const sign = Math.sign(value);
    const lastSign = Math.sign(last.value);
    if (value === 0) roots.push(x);
    else if (lastSign === -sign) roots.push(polish(flows, last.x, x, lastSign));
    else if (
      lastSign === sign &&
      Math.sign(before.value) === sign &&
      Math.abs(last.value) <= Math.abs(before.value) &&
      Math.abs(last.value) < Math.abs(value)
    )
      roots.push(...touching(flows, before.x, x, sign));
    before = last;
    last = { x, value };
  }
  return roots;
}

/** Rounding of a sum, as a share of what is summed. */
const NOISE = 4e-15;

/**
 * Between two places on the same side of zero, the roots that a turn towards it makes: two, one that it only touches,
 * or none.
 */
function touching(flows: readonly TimedFlow[], from: number, to: number, sign: number): number[] {
  let [low, high] = [from, to];
  // The reference changes at zero, and the slope with it: a turn right there lies on a step of the search.
  if (low < 0 && high > 0) return [];
  let turn = valueAt(flows, low);
  for (let round = 0; round < 100 && high - low > Number.EPSILON * Math.max(1, Math.abs(low)); round++) {
    turn = valueAt(flows, (low + high) / 2);
    if (Math.sign(turn.value) === -sign && Math.abs(turn.value) > NOISE * turn.scale)
      return [polish(flows, from, turn.x, sign), polish(flows, turn.x, to, -sign)];
    if (Math.sign(turn.slope) === -sign) low = turn.x;
    else high = turn.x;
  }
  return Math.abs(turn.value) <= NOISE * turn.scale ? [turn.x] : [];
}

/** Newton's method within a bracket; where it would leave the bracket, the bracket is halved. */
function polish(flows: readonly TimedFlow[], from: number, to: number, signAtLow: number): number {
  let low = from;
  let high = to;
  let x = (low + high) / 2;
  for (let round = 0; round < 100; round++) {
    const { value, slope } = valueAt(flows, x);
    if (value === 0) return x;
    if (Math.sign(value) === signAtLow) low = x;
    else high = x;
    const newton = x - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= Number.EPSILON * Math.max(1, Math.abs(x))) return next;
    x = next;
  }
  return x;
}

/** Net present value of evenly spaced flows, the first of which is now and not discounted. */
export function npv(rate: number, flows: readonly number[]): number {
  return flows.reduce((total, flow, period) => total + flow / (1 + rate) ** period, 0);
}

/** Net present value on the day of the first flow, actual days over 365. */
export function xnpv(rate: number, flows: readonly DatedFlow[]): number {
  const first = flows.reduce((least, flow) => (flow.day < least ? flow.day : least), flows[0]?.day ?? '');
  return flows.reduce(
    (total, { day, amount }) => total + amount.toNumber() / (1 + rate) ** (daysBetween(first, day) / 365),
    0,
  );
}

/** Net future value on the day of the last flow. */
export function xnfv(rate: number, flows: readonly DatedFlow[]): number {
  const last = flows.reduce((most, flow) => (flow.day > most ? flow.day : most), flows[0]?.day ?? '');
  return flows.reduce(
    (total, { day, amount }) => total + amount.toNumber() * (1 + rate) ** (daysBetween(day, last) / 365),
    0,
  );
}

/** Modified rate of return: losses are financed and gains reinvested at rates of their own. Null unless both occur. */
export function mirr(flows: readonly number[], financeRate: number, reinvestRate: number): number | null {
  const gains = npv(
    reinvestRate,
    flows.map((flow) => Math.max(flow, 0)),
  );
  const losses = npv(
    financeRate,
    flows.map((flow) => Math.min(flow, 0)),
  );
  if (gains === 0 || losses === 0) return null;
  return (-gains / losses) ** (1 / (flows.length - 1)) * (1 + reinvestRate) - 1;
}
