/** How hard a password is to guess, in words. The estimate itself is made by `strength-check.ts`, which loads late. */

/** As the contract's NewPassword has it. */
export const SHORTEST_PASSWORD = 12;

/** Guessability as zxcvbn counts it: 0 is guessed at once, 4 withstands an attack on a stolen, slowly hashed list. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4;

export interface Strength {
  /** Filled parts of the meter, 0 to 4. */
  level: StrengthScore;
  label: string;
  /** Advice for a stronger password; empty for a strong one. */
  advice: string;
}

const LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/**
 * @param estimate of the checker; absent while it is loading or when it could not be loaded: then only the length
 *   counts.
 */
export function describeStrength(
  password: string,
  estimate?: { score: StrengthScore; advice: string },
): Strength | null {
  if (password === '') return null;
  const missing = SHORTEST_PASSWORD - password.length;
  if (missing > 0) {
    return {
      level: Math.min(estimate?.score ?? 0, 1) as StrengthScore,
      label: 'Too short',
      advice: `${missing} more ${missing === 1 ? 'character is' : 'characters are'} needed.`,
    };
  }
  if (!estimate) return null;
  return { level: estimate.score, label: LABELS[estimate.score], advice: estimate.score >= 3 ? '' : estimate.advice };
}
