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
  car: 'Car loan',
  student: 'Student loan',
  personal: 'Personal loan',
  business: 'Business loan',
  card: 'Credit card',
  other: 'Other loan',
};
export const FREQUENCY_LABELS: Readonly<Record<(typeof FREQUENCIES)[number], string>> = {
  weekly: 'Every week',
  biweekly: 'Every two weeks',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  annual: 'Every year',
};
export const REPAYMENT_LABELS: Readonly<Record<(typeof REPAYMENTS)[number], string>> = {
  level: 'The same payment each time',
  equalPrincipal: 'The same repayment, and interest on what is left',
  interestOnly: 'Interest only at first',
  balloon: 'Balloon: the rest is due at the end',
  bullet: 'Interest each time, everything at the end',
};
export const COMPOUNDING_LABELS: Readonly<Record<(typeof COMPOUNDINGS)[number], string>> = {
  periodic: 'In equal periods',
  semiAnnual: 'Twice a year (Canadian mortgages)',
  actual365: 'By days, of 365',
  actual360: 'By days, of 360',
};
export const STRATEGY_LABELS: Readonly<Record<(typeof STRATEGIES)[number] | 'minimums', string>> = {
  avalanche: 'Avalanche: dearest interest first',
  snowball: 'Snowball: smallest balance first',
  custom: 'In my own order',
  minimums: 'Minimums only',
};
export const STRATEGY_NAMES: Readonly<Record<(typeof STRATEGIES)[number] | 'minimums', string>> = {
  avalanche: 'Avalanche',
  snowball: 'Snowball',
  custom: 'My order',
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

/** What the terms that a bank tells do not say. */
export function remarksOf({ remarks, nextPayment, currency }: ToldLiability): string[] {
  return remarks.map((remark) => {
    if (remark === 'variable') return 'Its rate changes: enter the changes that you know of under Changes of the rate.';
    if (remark === 'minimum')
      return 'The minimum is the one that the bank last asked for. If your card asks for a share of the balance, enter the share, too.';
    return `The bank asks for ${money(nextPayment!, currency)} next. If the instalment worked out is lower, the rest may be taxes and insurance; enter the payment below only if all of it goes to the loan.`;
  });
}
