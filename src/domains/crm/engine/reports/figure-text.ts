/** Figures of a report as plain text, for mails. */
import type { Cell, Unit } from '../../contract/reports.ts';

/** @param currency of money, ISO 4217 */
export function figureText(value: Cell, unit: Unit, currency: string): string {
  if (value === null) return 'not known';
  switch (unit) {
    case 'money':
      return new Intl.NumberFormat('en', { style: 'currency', currency }).format(
        String(value) as Intl.StringNumericLiteral,
      );
    case 'percent':
      return `${value}%`;
    case 'days':
      return `${value} days`;
    case 'count':
      return Number(value).toLocaleString('en');
    default:
      return String(value);
  }
}
