import type { Frequency } from '../../../contract/recurring.ts';

export const FREQUENCIES: Readonly<Record<Frequency, string>> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  semimonthly: 'Twice a month',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  semiannual: 'Twice a year',
  annual: 'Yearly',
};

const TIMES_A_YEAR: Readonly<Record<Frequency, number>> = {
  weekly: 365.25 / 7,
  biweekly: 365.25 / 14,
  semimonthly: 24,
  monthly: 12,
  quarterly: 4,
  semiannual: 2,
  annual: 1,
};

/** Average monthly cost, for display only: no amount is calculated with it. */
export const monthlyCost = (amount: number, frequency: Frequency): number => (amount * TIMES_A_YEAR[frequency]) / 12;
