/**
 * Figures over many businesses that say nothing about one of them: quartiles over at least {@link MIN_CLIENTS} clients,
 * none of which has more than {@link MAX_SHARE} of the cases, with noise.
 *
 * The noise is Laplace noise of the scale `spread / clients`, where `spread` is the distance between the quartiles, at
 * least a twentieth of the middle. It hides what one client's coming or going would change. It is no formal guarantee of
 * differential privacy, which needs fixed bounds and more clients than an agency has.
 */
import { MAX_SHARE, MIN_CLIENTS } from '../contract.ts';

/** One client's value, and the cases that it rests on. */
export interface Contribution {
  value: number;
  cases: number;
}

export interface Quartiles {
  lower: number;
  middle: number;
  upper: number;
  /** Half of the width within which 19 of 20 draws of the noise lie. */
  noise: number;
}

export type Published =
  | { clients: number; figures: Quartiles; withheld: null }
  | { clients: number; figures: null; withheld: 'too few clients' | 'one client dominates' };

/** Linear interpolation between the nearest ranks (type 7 of Hyndman and Fan, 1996). @param sorted ascending, not empty */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (at - below);
}

/** @param uniform from 0 to 1, both excluded */
const laplace = (scale: number, uniform: number) => {
  const centered = uniform - 0.5;
  return -scale * Math.sign(centered) * Math.log(1 - 2 * Math.abs(centered));
};

/** 19 of 20 draws of Laplace noise of scale 1 lie within this distance of 0. */
const WITHIN = Math.log(20);

/**
 * @param bounds what values can be, such as 0 to 100 for percent
 * @param random three numbers between 0 and 1, both excluded: the noise of the three figures
 */
export function publish(
  contributions: readonly Contribution[],
  bounds: { min: number; max: number },
  random: readonly [number, number, number],
): Published {
  const clients = contributions.length;
  if (clients < MIN_CLIENTS) return { clients, figures: null, withheld: 'too few clients' };
  const cases = contributions.reduce((sum, one) => sum + one.cases, 0);
  if (contributions.some((one) => one.cases > cases * MAX_SHARE))
    return { clients, figures: null, withheld: 'one client dominates' };
  const sorted = contributions.map(({ value }) => value).toSorted((a, b) => a - b);
  const exact = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  const [low, mid, high] = exact as [number, number, number];
  const scale = Math.max(high - low, Math.abs(mid) / 20) / clients;
  const noisy = exact.map((value, index) =>
    Math.min(bounds.max, Math.max(bounds.min, value + laplace(scale, random[index]!))),
  );
  const [lower, middle, upper] = noisy.toSorted((a, b) => a - b) as [number, number, number];
  return { clients, figures: { lower, middle, upper, noise: scale * WITHIN }, withheld: null };
}

/** Where a value stands among the quartiles. */
export function placeOf(
  value: number,
  { lower, upper }: Pick<Quartiles, 'lower' | 'upper'>,
  better: 'high' | 'low',
): 'ahead' | 'middle' | 'behind' {
  if (value > upper) return better === 'high' ? 'ahead' : 'behind';
  if (value < lower) return better === 'high' ? 'behind' : 'ahead';
  return 'middle';
}
