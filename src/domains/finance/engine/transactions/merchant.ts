/** The merchant behind a line of a bank: the same one week after week, although the line carries dates and numbers. */
import { fold } from '../../../../kernel/text.ts';

/** Words that say how was paid, not to whom. */
const NOISE = new Set([
  'pos',
  'purchase',
  'debit',
  'credit',
  'card',
  'visa',
  'mastercard',
  'payment',
  'pmt',
  'ach',
  'recurring',
  'online',
  'withdrawal',
  'wdl',
  'eftpos',
  'direct',
  'dd',
  'sepa',
  'lastschrift',
  'kartenzahlung',
  'ref',
  'id',
  'com',
  'www',
  'inc',
  'llc',
  'ltd',
  'gmbh',
  'co',
  'corp',
  'the',
]);

/** Services that stand before the merchant: `SQ *`, `PAYPAL *`, `TST*`. */
const SERVICE = /^(?:sq|tst|paypal|pp|sp|stripe|sumup|zettle|iz|goog|google|apple)\s*\*\s*/;

/**
 * A key that lines of the same merchant share: `SQ *BLUE BOTTLE #0431 01/22` → `blue bottle`. Empty when nothing is
 * left.
 */
export function merchantKey(text: string): string {
  const words = fold(text)
    .replace(SERVICE, '')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .split(' ');
  const kept = words.filter((word) => word && !/\d/.test(word) && !NOISE.has(word));
  return kept.slice(0, 4).join(' ');
}
