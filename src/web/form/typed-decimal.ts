/** Numbers as people type and paste them. */
import { undressed } from '../../kernel/typed-number.ts';

/** Whether the reader's language writes 1,5 with a comma. */
const usesComma = (): boolean =>
  new Intl.NumberFormat().formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',');

/** Groups of thousands, all with the same separator. */
const GROUPED = /^\d{1,3}([.,])\d{2,3}(?:\1\d{2,3})*$/;

/**
 * Converts typed numbers for the API: `1,250.50`, `1.250,50`, `1 250,5`, `1'250`, `€ 12.50`, `12,5 %`, `−3`. A plain
 * number stays, and so does invalid text, which validation reports. A single comma before three digits means thousands
 * or decimals, as in the reader's language.
 * @param decimalComma whether it writes 1,5 with a comma
 */
export function plainDecimal(typed: string, decimalComma: boolean = usesComma()): string {
  const text = typed.trim();
  if (text === '' || /^-?\d+(\.\d+)?$/.test(text)) return typed;
  const { sign, digits } = undressed(text) ?? { sign: '', digits: '' };
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (!/^\d/.test(digits) || last === digits.length - 1) return typed;
  if (last < 0) return sign + digits;
  const [whole, after] = [digits.slice(0, last), digits.slice(last + 1)];
  const hasOther = /[.,]/.test(whole);
  const parts = hasOther
    ? !whole.includes(digits[last]!)
    : digits[last] === '.' || after.length !== 3 || whole === '0' || decimalComma;
  const grouped = parts ? whole : digits;
  if (/[.,]/.test(grouped) && !GROUPED.test(grouped)) return typed;
  const plain = grouped.replace(/[.,]/g, '');
  return sign + (parts ? `${plain}.${after}` : plain);
}
