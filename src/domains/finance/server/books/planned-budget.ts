/** A business's budget for a period. */
import { monthStart } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, ZERO } from '../../../../kernel/money/index.ts';
import { isDebitNormal, type LedgerAccount, plannedBetween, typeOf } from '../../engine/ledger/index.ts';
import { plansOf } from '../plans/planned-amounts.ts';

/** As the account normally stands: income and costs both above zero. */
export const natural = (account: LedgerAccount, debit: Decimal): Decimal =>
  isDebitNormal(typeOf(account)) ? debit : ZERO.minus(debit);

/**
 * Planned amounts between two days by account, debits positive.
 * @param from null to start with the first plan. Does not check the caller.
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
