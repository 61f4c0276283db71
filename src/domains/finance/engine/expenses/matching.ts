/** Which bank transaction an expense, or a reimbursement, most likely is; with the reasons, for a person to confirm. */
import { decimal, type Decimal } from '../../../../kernel/money/index.ts';
import { merchantKey } from '../transactions/merchant.ts';
import { daysBetween } from '../transactions/recurrence.ts';

export interface MatchWanted {
  /** Above zero. */
  amount: string;
  currency: string;
  day: string;
  merchant: string;
}

export interface MatchCandidate {
  id: string;
  day: string;
  /** Money out is negative. */
  amount: string;
  currency: string;
  payee: string;
}

export interface Match<Candidate> {
  transaction: Candidate;
  /** 0 to 1. */
  score: number;
  reasons: string[];
}

/** Banks book a card's payment up to so many days after it, and now and then a day before. */
export const DAYS_AROUND = 7;
/** A tip is added after the receipt is printed. */
const TIP = '1.25';
const LEAST = 0.5;

export function matchTransactions<Candidate extends MatchCandidate>(
  wanted: MatchWanted,
  candidates: Iterable<Candidate>,
): Match<Candidate>[] {
  const found: Match<Candidate>[] = [];
  for (const transaction of candidates) {
    const match = compare(wanted, transaction);
    if (match && match.score >= LEAST) found.push(match);
  }
  return found.sort((a, b) => b.score - a.score || (a.transaction.id < b.transaction.id ? -1 : 1));
}

function compare<Candidate extends MatchCandidate>(
  wanted: MatchWanted,
  transaction: Candidate,
): Match<Candidate> | undefined {
  const apart = daysBetween(wanted.day, transaction.day);
  if (transaction.currency !== wanted.currency || apart < -1 || apart > DAYS_AROUND) return undefined;
  const byAmount = amountScore(decimal(wanted.amount), decimal(transaction.amount).negated());
  if (!byAmount) return undefined;
  const merchant = sameMerchant(wanted.merchant, transaction.payee);
  // A tip alone is no evidence: then the name has to fit.
  if (byAmount.weak && !merchant) return undefined;
  const score = byAmount.score + (0.25 - 0.03 * Math.abs(apart)) + (merchant ? 0.2 : 0);
  return {
    transaction,
    score: Math.round(Math.min(1, score) * 100) / 100,
    reasons: [byAmount.reason, dayReason(apart), ...(merchant ? ['same merchant'] : [])],
  };
}

function amountScore(wanted: Decimal, moved: Decimal): { score: number; reason: string; weak?: boolean } | undefined {
  if (moved.eq(wanted)) return { score: 0.55, reason: 'same amount' };
  if (moved.gt(wanted) && moved.lte(wanted.times(TIP)))
    return { score: 0.25, reason: `${moved.minus(wanted).toFixed(2)} more, as with a tip`, weak: true };
  return undefined;
}

function dayReason(apart: number): string {
  if (apart === 0) return 'same day';
  const days = Math.abs(apart) === 1 ? '1 day' : `${Math.abs(apart)} days`;
  return `${days} ${apart > 0 ? 'later' : 'earlier'}`;
}

function sameMerchant(one: string, other: string): boolean {
  const [a, b] = [
    merchantKey(one)
      .split(' ')
      .filter((word) => word.length > 2),
    merchantKey(other).split(' '),
  ];
  return a.some((word) =>
    b.some(
      (theirs) =>
        theirs === word ||
        (word.length >= 5 && theirs.length >= 5 && (theirs.startsWith(word) || word.startsWith(theirs))),
    ),
  );
}
