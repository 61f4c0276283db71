import { AppError, invalid } from '../../../kernel/errors.ts';
import { decimal, minorUnits } from '../../../kernel/money/index.ts';
import { payable } from '../../../server/providers/payment/port.ts';

interface RefundEntry {
  /** Decimal, in the currency of the payment; absent: all that is left. */
  amount: string | undefined;
  /** What was paid. */
  paid: string;
  /** What was refunded so far. */
  refunded: string;
  currency: string;
}

/**
 * Checks the amount of a refund that someone enters.
 * @returns the amount to refund now, and what is then refunded in total; both decimals
 * @throws AppError `conflict` when nothing is left; `validation` of `amount`
 */
export function checkRefund(entry: RefundEntry): { amount: string; refunded: string } {
  const { currency } = entry;
  const left = decimal(entry.paid).minus(entry.refunded);
  if (left.lte(0n)) throw new AppError('conflict', 'Nothing is left to refund.');
  const amount = decimal(entry.amount ?? left.toFixed());
  if (amount.lte(0n)) throw invalid('amount', 'Enter an amount above zero.');
  if (amount.decimalPlaces() > minorUnits(currency))
    throw invalid('amount', `An amount in ${currency} has at most ${minorUnits(currency)} decimals.`);
  if (amount.gt(left))
    throw invalid('amount', `Only ${payable(left.toFixed(), currency)} ${currency} is left to refund.`);
  return { amount: amount.toFixed(), refunded: decimal(entry.refunded).plus(amount).toFixed() };
}

/** The notes of several refunds, one on a line: refunds made at the same moment do not replace each other's. */
export function addNote(notes: string, note: string): string {
  if (note === '' || notes.split('\n').includes(note)) return notes;
  return notes === '' ? note : `${notes}\n${note}`;
}
