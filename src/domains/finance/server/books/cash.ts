/** Cash of a business: what its books hold on accounts of cash and banks. Every page that shows it asks here. */
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { chartOf } from './chart.ts';
import { balancesOn } from './statements.ts';

/** In the ledger's currency, at the end of the day. Does not ask who calls. */
export async function bookCash(ledgerId: string, day: string): Promise<Decimal> {
  const [chart, balances] = [await chartOf(ledgerId), await balancesOn(ledgerId, day)];
  return sumOf(
    [...chart.values()].filter((one) => one.role === 'cash'),
    (one) => balances.get(one.id) ?? ZERO,
  );
}
