/** Mileage: distance times the rate that holds on the day, by a published table or by the workspace's own. */
import { decimal, type Decimal, roundMoney } from '../../../../kernel/money/index.ts';
import { US_IRS } from './mileage-rates/us.ts';

export interface MileageRate {
  /** First and last day; without the latter until the next. */
  from: string;
  to?: string | undefined;
  rate: string;
  unit: 'mi' | 'km';
  currency: string;
  /** Where the rate comes from. */
  source: string;
}

/** Published tables, ready to be used. */
export const PUBLISHED_RATES: readonly MileageRate[] = US_IRS.rates.map((one) => ({
  ...one,
  unit: US_IRS.unit,
  currency: US_IRS.currency,
}));

/**
 * A workspace's own rates come before published ones; of its own the one that began last. Undefined where none holds on
 * that day.
 */
export function mileageRateOn(
  day: string,
  own: readonly MileageRate[],
  published: readonly MileageRate[] = PUBLISHED_RATES,
): MileageRate | undefined {
  const holding = (rates: readonly MileageRate[]): MileageRate | undefined =>
    rates
      .filter((rate) => rate.from <= day && (rate.to === undefined || day <= rate.to))
      .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
  return holding(own) ?? holding(published);
}

/** Rounded to the currency's smallest unit, half up. */
export function mileageAmount(distance: string, rate: Pick<MileageRate, 'rate' | 'currency'>): Decimal {
  return roundMoney(decimal(distance).times(rate.rate), rate.currency);
}
