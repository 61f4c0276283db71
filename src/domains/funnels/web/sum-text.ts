import { money } from '../../../web/ui/format.ts';
import type { OrderFigures } from '../contract.ts';

/** Sums of several currencies as text: `$298.00 + €49.00`. */
export const sumText = (sums: OrderFigures['revenue']): string =>
  sums.map(({ currency, amount }) => money(amount, currency)).join(' + ');
