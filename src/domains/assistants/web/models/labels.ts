/** How purposes and figures are called. */
import type { Purpose } from '../../contract.ts';

export const PURPOSE_WORDS: Record<Purpose, { label: string; hint: string }> = {
  answer: { label: 'Answer', hint: 'Questions in the panel “Ask”' },
  draft: { label: 'Draft', hint: 'Texts that a person edits and sends' },
  classify: { label: 'Classify', hint: 'Short decisions in large numbers: a small, fast model will do' },
  plan: { label: 'Plan', hint: 'Longer work with many steps' },
  vision: { label: 'Vision', hint: 'Pictures and scanned documents' },
  embed: { label: 'Embed', hint: 'Search by meaning' },
};

/** `$1,204.50`; small amounts with four digits, so that a cent of tokens is not shown as nothing. */
export function dollars(amount: string | number | null): string {
  if (amount === null) return 'No price';
  const value = Number(amount);
  const digits = value !== 0 && Math.abs(value) < 1 ? 4 : 2;
  return `$${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export function tokens(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1.2 s`, `340 ms`. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  return milliseconds < 1_000
    ? `${milliseconds} ms`
    : `${(milliseconds / 1_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
}
