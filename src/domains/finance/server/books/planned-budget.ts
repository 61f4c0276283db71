/** What a business plans for a stretch of days. */
import { monthStart } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, ZERO } from '../../../../kernel/money/index.ts';
import { isDebitNormal, type LedgerAccount, plannedBetween, typeOf } from '../../engine/ledger/index.ts';
import { plansOf } from '../plans/planned-amounts.ts';

/** As the account normally stands: income and costs both above zero. */
export const natural = (account: LedgerAccount, debit: Decimal): Decimal =>
  isDebitNormal(typeOf(account)) ? debit : ZERO.minus(debit);

/**
 * What is planned between two days by account, debits positive.
 * @param from null: from the first plan on. Does not ask who calls.
 */
export async function plannedFor(
  ledgerId: string,
  currency: string,
  chart: ReadonlyMap<string, LedgerAccount>,
  from: string | null,
  to: string,
): Promise<{ accountId: string; amount: Decimal }[]> {
  const plans = await plansOf('account', ledgerId, monthStart(to));
  return [...plans].flatMap(([accountId, own]) => {
    const account = chart.get(accountId);
    const amount = account
      ? roundMoney(natural(account, plannedBetween(own, from ?? own[0]!.month, to)), currency)
      : ZERO;
    return amount.isZero() ? [] : [{ accountId, amount }];
  });
}
