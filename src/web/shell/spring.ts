/** A spring's motion as a CSS easing, so that no animation library is needed. */

export interface Spring {
  /** `linear(…)` easing: overshoots 1 where the spring does. */
  easing: string;
  /** Milliseconds until it is at rest. */
  duration: number;
}

/** Distance from the end at which the spring counts as at rest, as a share of the way. */
const REST = 0.005;
const SAMPLES = 40;

/**
 * Position of a spring of mass 1, `seconds` after its release: 0 at the start, 1 at rest. Under- or critically damped.
 */
export function springAt(stiffness: number, damping: number, seconds: number): number {
  const natural = Math.sqrt(stiffness);
  const ratio = Math.min(damping / (2 * natural), 0.9999);
  const damped = natural * Math.sqrt(1 - ratio * ratio);
  const envelope = Math.exp(-ratio * natural * seconds);
  return 1 - envelope * (Math.cos(damped * seconds) + ((ratio * natural) / damped) * Math.sin(damped * seconds));
}

/** The easing of a spring of mass 1, for example stiffness 400 and damping 25. */
export function spring(stiffness: number, damping: number): Spring {
  // The envelope e^(-damping/2 · t) bounds the swing, so after this time it stays within REST.
  const seconds = Math.log(1 / REST) / (damping / 2);
  const points = Array.from({ length: SAMPLES + 1 }, (_, nth) =>
    springAt(stiffness, damping, (seconds * nth) / SAMPLES),
  );
  points[SAMPLES] = 1;
  return {
    easing: `linear(${points.map((point) => point.toFixed(4)).join(', ')})`,
    duration: Math.round(seconds * 1000),
  };
}
