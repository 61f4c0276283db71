/** How loans and cards are put into words. */
import { money } from '../../../../web/ui/format.ts';
import type {
  COMPOUNDINGS,
  FREQUENCIES,
  LiabilityKind,
  REPAYMENTS,
  STRATEGIES,
  ToldLiability,
} from '../../contract/liabilities.ts';

export const KIND_LABELS: Readonly<Record<LiabilityKind, string>> = {
  mortgage: 'Mortgage',
  car: 'Auto loan',
  student: 'Student loan',
  personal: 'Personal loan',
  business: 'Business loan',
  card: 'Credit card',
  other: 'Other loan',
};
export const FREQUENCY_LABELS: Readonly<Record<(typeof FREQUENCIES)[number], string>> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  annual: 'Yearly',
};
export const REPAYMENT_LABELS: Readonly<Record<(typeof REPAYMENTS)[number], string>> = {
  level: 'Equal payments',
  equalPrincipal: 'Equal principal',
  interestOnly: 'Interest-only period',
  balloon: 'Balloon',
  bullet: 'Interest only, principal at the end',
};
export const COMPOUNDING_LABELS: Readonly<Record<(typeof COMPOUNDINGS)[number], string>> = {
  periodic: 'Equal periods',
  semiAnnual: 'Semiannual (Canadian mortgages)',
  actual365: 'Actual/365',
  actual360: 'Actual/360',
};
export const STRATEGY_LABELS: Readonly<Record<(typeof STRATEGIES)[number] | 'minimums', string>> = {
  avalanche: 'Avalanche: highest interest first',
  snowball: 'Snowball: smallest balance first',
  custom: 'Custom order',
  minimums: 'Minimums only',
};
export const STRATEGY_NAMES: Readonly<Record<(typeof STRATEGIES)[number] | 'minimums', string>> = {
  avalanche: 'Avalanche',
  snowball: 'Snowball',
  custom: 'Custom',
  minimums: 'Minimums only',
};

/** Months as years and months: "2 years 3 months". */
export function duration(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [
    years > 0 && `${years} ${years === 1 ? 'year' : 'years'}`,
    (rest > 0 || years === 0) && `${rest} ${rest === 1 ? 'month' : 'months'}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Information that a bank's terms lack. */
export function remarksOf({ remarks, nextPayment, currency }: ToldLiability): string[] {
  return remarks.map((remark) => {
    if (remark === 'variable') return 'This rate is variable. Enter known changes under Rate changes.';
    if (remark === 'minimum')
      return 'The minimum is the last one the bank requested. If your card uses a percentage of the balance, enter it too.';
    return `The bank’s next payment is ${money(nextPayment!, currency)}. If the calculated payment is lower, the difference may be taxes and insurance. Enter the payment below only if all of it goes to the loan.`;
  });
}
