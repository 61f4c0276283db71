/** Amounts as people type them; apart from the arithmetic, so that a form need not load it. */
import { undressed } from '../../../../kernel/typed-number.ts';

const DECIMAL = /^\d{1,15}(?:\.\d{1,4})?$/;

/**
 * An amount as people type it, in either notation: `12,500.50`, `12.500,50`, `12 500`, `€ 1'000`. The last separator is
 * the decimal one when one or two digits follow it, or when it differs from an earlier one.
 * @returns decimal text, `12500.50`; undefined for what is no amount
 */
export function parseAmount(typed: string): string | undefined {
  const { sign, digits: bare } = undressed(typed) ?? { sign: '', digits: '' };
  if (sign) return undefined;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  let plain = bare;
  if (last >= 0) {
    const separator = bare[last]!;
    const after = bare.length - last - 1;
    const isDecimal =
      bare.indexOf(separator) === last && (after !== 3 || /[.,]/.test(bare.slice(0, last)) || bare.startsWith('0'));
    const grouped = isDecimal ? bare.slice(0, last) : bare;
    // Separators of thousands are all the same and stand between groups.
    if (/[.,]/.test(grouped) && !/^\d{1,3}([.,])\d{2,3}(?:\1\d{2,3})*$/.test(grouped)) return undefined;
    plain = isDecimal
      ? `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`
      : bare.replace(/[.,]/g, '');
  }
  plain = plain
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '');
  return DECIMAL.test(plain) ? plain : undefined;
}
