import type { Frequency } from '../../contract/recurring.ts';

export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  semimonthly: 'Twice a month',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  semiannual: 'Half-yearly',
  annual: 'Yearly',
};
