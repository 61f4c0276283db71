import { describe, expect, it } from 'vitest';
import { spring, springAt } from './spring.ts';

describe('a spring of stiffness 400 and damping 25', () => {
  it('starts at rest, overshoots once, and ends in place [S4.9 S9.6]', () => {
    expect(springAt(400, 25, 0)).toBe(0);
    // Damping ratio 0.625: the first overshoot is exp(-πζ/√(1-ζ²)) = 8.1 %, at π/ω_d = 201 ms.
    expect(springAt(400, 25, 0.2012)).toBeCloseTo(1.081, 3);
    expect(springAt(400, 25, 2)).toBeCloseTo(1, 6);
  });

  it('is a CSS easing from 0 to 1', () => {
    const { easing, duration } = spring(400, 25);
    expect(easing).toMatch(/^linear\(0\.0000, .*, 1\.0000\)$/);
    expect(duration).toBe(424);
  });
});
