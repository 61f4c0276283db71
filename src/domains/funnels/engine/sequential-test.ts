/**
 * A test of two halves that may be looked at as often as one likes. When both halves convert alike, each conversion
 * comes from B with the share of visitors that B gets, whatever came before. The evidence against this is a likelihood
 * ratio whose alternative is a beta distribution: a martingale under the null hypothesis, so it ever exceeds 1/α with a
 * probability of at most α (Ville's inequality; Robbins 1970, "Statistical methods related to the law of the iterated
 * logarithm"). It needs counts of conversions only and holds exactly, for rare conversions, too.
 */

/** Chance that a test without a difference ever names a winner. */
export const ERROR_RATE = 0.05;

/** How sharply the alternative is centered on "no difference": it has most power for differences of about 20%. */
const CONCENTRATION = 100;

export interface Half {
  visitors: number;
  conversions: number;
}

export interface SequentialResult {
  /** Probability of at least this evidence at any time, were there no difference. */
  p: number;
  winner: 'a' | 'b' | null;
  /**
   * B's conversion rate relative to A's, 0.1 is 10% higher: the interval holds the true value at all times with a
   * probability of 95%. `high` is null where there is no upper bound yet.
   */
  lift: { low: number; high: number | null };
}

/** Natural logarithm of the gamma function (Lanczos, g = 7), for x > 0; exact to about 15 digits. */
function logGamma(x: number): number {
  const COEFFICIENTS = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  let sum = 0.99999999999980993;
  for (const [n, coefficient] of COEFFICIENTS.entries()) sum += coefficient / (x + n);
  const at = x + COEFFICIENTS.length - 1.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(at) - at + Math.log(sum);
}
const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Logarithm of a chance to the power of a count; nothing at all is certain. */
const power = (count: number, chance: number) => (count === 0 ? 0 : count * Math.log(chance));

/** @param share of visitors that B gets, between 0 and 1 */
export function sequentialTest({ conversions: a }: Half, { conversions: b }: Half, share: number): SequentialResult {
  const [forB, forA] = [CONCENTRATION * share, CONCENTRATION * (1 - share)];
  const mixed = logBeta(b + forB, a + forA) - logBeta(forB, forA);
  /** Logarithm of the evidence against `chance` as the chance that a conversion comes from B. */
  const against = (chance: number) => mixed - power(b, chance) - power(a, 1 - chance);
  const evidence = against(share);
  const p = Math.min(1, Math.exp(-evidence));
  const middle = a + b === 0 ? share : b / (a + b);
  /** Where the evidence reaches 1/α, between the best guess and an end. */
  const bound = (end: number) => {
    if (end === middle || against(end) < -Math.log(ERROR_RATE)) return end;
    let [inside, outside] = [middle, end];
    for (let n = 0; n < 60; n++) {
      const half = (inside + outside) / 2;
      if (against(half) < -Math.log(ERROR_RATE)) inside = half;
      else outside = half;
    }
    return inside;
  };
  const liftAt = (chance: number) => (chance / (1 - chance)) * ((1 - share) / share) - 1;
  const [low, high] = [bound(0), bound(1)];
  return {
    p,
    winner: p > ERROR_RATE ? null : middle > share ? 'b' : 'a',
    lift: { low: liftAt(low), high: high === 1 ? null : liftAt(high) },
  };
}
