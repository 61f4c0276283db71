/**
 * Internal rates of return and present values. Rates are statistics, not money, and are found in double precision.
 * XIRR counts years as actual days over 365 from the first flow, as spreadsheets do.
 */
import type { Decimal } from '../../../../kernel/money/index.ts';
import { daysBetween } from '../transactions/recurrence.ts';

export interface DatedFlow {
  day: string;
  /** What the investor receives; what is put in is negative. */
  amount: Decimal;
}

export interface InternalRate {
  /** The rate a year (XIRR) or a period (IRR) as a fraction, or null where none can be named. */
  rate: number | null;
  /** Every rate at which the present value is zero, in order. More than one makes the figure doubtful, and is to be shown. */
  roots: number[];
}

interface TimedFlow {
  time: number;
  amount: number;
}

/** Money-weighted return a year. */
export function xirr(flows: readonly DatedFlow[]): InternalRate {
  if (flows.length === 0) return { rate: null, roots: [] };
  const first = flows.reduce((least, flow) => (flow.day < least ? flow.day : least), flows[0]!.day);
  return solve(flows.map(({ day, amount }) => ({ time: daysBetween(first, day) / 365, amount: amount.toNumber() })));
}

/** Rate of return a period of evenly spaced flows, the first of which is now. */
export function irr(flows: readonly Decimal[]): InternalRate {
  return solve(flows.map((amount, time) => ({ time, amount: amount.toNumber() })));
}

/** Rates are searched as x = ln(1 + rate): from a loss of all but two billionths to a gain of half a billion times. */
const REACH = 20;
const STEPS = 4000;

function solve(all: readonly TimedFlow[]): InternalRate {
  const flows = all.filter((flow) => flow.amount !== 0);
  if (!flows.some((flow) => flow.amount > 0) || !flows.some((flow) => flow.amount < 0)) return { rate: null, roots: [] };
  const roots = rootsOf(flows).map((x) => Math.expm1(x));
  const profit = flows.reduce((total, flow) => total + flow.amount, 0);
  // A rate means something only where it has the sign of the profit; of several, the one that a search from zero meets.
  const fitting = roots.filter((rate) => Math.sign(rate) === Math.sign(profit) || Math.abs(rate) < 1e-9).sort((a, b) => Math.abs(a) - Math.abs(b));
  return { rate: roots.length === 1 ? roots[0]! : (fitting[0] ?? null), roots };
}

/** Present value as a function of x, scaled so that no term overflows; the scale changes no sign. */
function valueAt(flows: readonly TimedFlow[], x: number): { value: number; slope: number } {
  const reference = x < 0 ? Math.max(...flows.map((flow) => flow.time)) : 0;
  let value = 0;
  let slope = 0;
  for (const { time, amount } of flows) {
    const term = amount * Math.exp(-x * (time - reference));
    value += term;
    slope -= (time - reference) * term;
  }
  return { value, slope };
}

/** All places where the present value changes its sign. */
function rootsOf(flows: readonly TimedFlow[]): number[] {
  const roots: number[] = [];
  let before = { x: -REACH, value: valueAt(flows, -REACH).value };
  for (let step = 1; step <= STEPS; step++) {
    const x = -REACH + (2 * REACH * step) / STEPS;
    const { value } = valueAt(flows, x);
    if (value === 0) roots.push(x);
    else if (before.value !== 0 && Math.sign(value) !== Math.sign(before.value)) roots.push(polish(flows, before.x, x, Math.sign(before.value)));
    before = { x, value };
  }
  return roots;
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
  return flows.reduce((total, { day, amount }) => total + amount.toNumber() / (1 + rate) ** (daysBetween(first, day) / 365), 0);
}

/** Net future value on the day of the last flow. */
export function xnfv(rate: number, flows: readonly DatedFlow[]): number {
  const last = flows.reduce((most, flow) => (flow.day > most ? flow.day : most), flows[0]?.day ?? '');
  return flows.reduce((total, { day, amount }) => total + amount.toNumber() * (1 + rate) ** (daysBetween(day, last) / 365), 0);
}

/** Modified rate of return: losses are financed and gains reinvested at rates of their own. Null unless both occur. */
export function mirr(flows: readonly number[], financeRate: number, reinvestRate: number): number | null {
  const gains = npv(reinvestRate, flows.map((flow) => Math.max(flow, 0)));
  const losses = npv(financeRate, flows.map((flow) => Math.min(flow, 0)));
  if (gains === 0 || losses === 0) return null;
  return (-gains / losses) ** (1 / (flows.length - 1)) * (1 + reinvestRate) - 1;
}
