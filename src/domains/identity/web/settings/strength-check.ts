/** Estimates passwords in the browser, on lists that come with the product: nothing that is typed leaves the page. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-en';
import type { StrengthScore } from './strength.ts';

const zxcvbn = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: { ...translations.warnings, userInputs: 'Avoid your name and email address.' },
  },
});

/**
 * @param own the person's name, addresses and the like: an attacker tries them first.
 */
export function checkStrength(password: string, own: readonly string[]): { score: StrengthScore; advice: string } {
  const words = own.map((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  // Each word, and all of them run together: "adalovelace" is as near at hand as "ada".
  const guesses = words.flatMap((parts) => [...parts, parts.join('')]).filter((part) => part.length > 2);
  const { score, feedback } = zxcvbn.check(password, guesses);
  return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? 'Make it longer, or add an unexpected word.' };
}
