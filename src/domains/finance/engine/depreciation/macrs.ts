/**
 * MACRS, the United States' depreciation for tax (IRC §168, Pub. 946): declining balance that changes to straight line,
 * with the conventions on when an asset counts as placed in service; section 179 and bonus depreciation before it.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, decimal, min, notNegative, ONE, round, whole, ZERO } from '../../../../kernel/money/index.ts';
import type { UsTaxYear } from '../tax/us/tax-year.ts';
import { complement } from './book.ts';

/** Recovery periods in years; 27.5 and 39 are residential and other buildings. */
export type RecoveryPeriod = 3 | 5 | 7 | 10 | 15 | 20 | 27.5 | 39;
export type Convention = 'halfYear' | 'midQuarter' | 'midMonth';

/** Share of the first year that the half-year convention counts. */
const HALF = decimal('0.5');

/** Share of the first year for each quarter of the mid-quarter convention. */
const QUARTERS = ['0.875', '0.625', '0.375', '0.125'] as const;

/** Percent of the basis for each year from the one in which the asset is placed in service. @param month 1 to 12 */
export function macrsPercentages(period: RecoveryPeriod, convention: Convention, month = 1): Decimal[] {
  if (period === 27.5 || period === 39) return buildingPercentages(period, month);
  if (convention === 'midMonth')
    throw new AppError('validation', 'The mid-month convention is for buildings.', { field: 'convention' });
  if (convention === 'halfYear') return decliningPercentages(period, HALF);
  const quarter = Math.floor((month - 1) / 3);
  const percentages = decliningPercentages(period, decimal(QUARTERS[quarter]!));
  return period === 7 && quarter === 1 ? asPrinted(percentages) : percentages;
}

/** Table A-3 prints 17.85 for the first of 7 years, where the formula gives 17.857, and the difference in the last. */
function asPrinted(percentages: readonly Decimal[]): Decimal[] {
  const cut = decimal('0.01');
  return percentages.map((percent, index) =>
    index === 0 ? percent.minus(cut) : index === percentages.length - 1 ? percent.plus(cut) : percent,
  );
}

/**
 * 200 % declining balance (150 % for 15 and 20 years), changing to straight line where that gives more (§168(b)). As
 * the tables of Pub. 946 (A-1 to A-5, from Rev. Proc. 87-57) have it: each year's percentage is rounded and taken from
 * what is left, and the last year takes the rest. Table A-2 prints the second of 20 years as 7.000; all others that
 * follow from it rest on 7.008, as here.
 */
function decliningPercentages(period: number, firstYear: Decimal): Decimal[] {
  const factor = decimal(period >= 15 ? '1.5' : '2').div(whole(period));
  const places = period === 20 ? 3 : 2;
  const percentages: Decimal[] = [];
  let left = decimal(100n);
  let yearsLeft = whole(period);
  for (let span = firstYear; yearsLeft.gt(0n); span = min(ONE, yearsLeft)) {
    const [declining, straight] = [left.times(factor).times(span), left.div(yearsLeft).times(span)];
    const percent = span.eq(yearsLeft) ? left : round(declining.gt(straight) ? declining : straight, places);
    percentages.push(percent);
    left = left.minus(percent);
    yearsLeft = yearsLeft.minus(span);
  }
  return percentages;
}

/**
 * Pub. 946, tables A-6 and A-7a: the first year by the month of service. A-7a multiplies a month that was rounded to
 * 0.214.
 */
const BUILDING_FIRST_YEAR: Readonly<Record<27.5 | 39, readonly string[]>> = {
  27.5: ['3.485', '3.182', '2.879', '2.576', '2.273', '1.97', '1.667', '1.364', '1.061', '0.758', '0.455', '0.152'],
  39: ['2.461', '2.247', '2.033', '1.819', '1.605', '1.391', '1.177', '0.963', '0.749', '0.535', '0.321', '0.107'],
};

/**
 * Straight line from the middle of the month, as the tables print it. Years of 27.5 take 3.636, from the tenth on in
 * turn 3.637 (which of the two comes first depends on the half of the year); the last takes what is left.
 */
function buildingPercentages(period: 27.5 | 39, month: number): Decimal[] {
  const percentages = [decimal(BUILDING_FIRST_YEAR[period][month - 1]!)];
  let left = decimal(100n).minus(percentages[0]!);
  for (let year = 2; left.gt(0n); year++) {
    const more = year >= 10 && (year % 2 === 0) === month <= 6;
    const percent = min(decimal(period === 39 ? '2.564' : more ? '3.637' : '3.636'), left);
    percentages.push(percent);
    left = left.minus(percent);
  }
  return percentages;
}

export interface PlacedAsset {
  id: string;
  cost: Decimal;
  period: RecoveryPeriod;
  /** Day on which it was ready for use. */
  placedInService: string;
  /**
   * When it was bought under a binding contract; the day of service where absent. Decides the rate of bonus
   * depreciation.
   */
  acquired?: string;
  /** Amount chosen to be expensed at once under section 179. */
  section179?: Decimal;
  /** Whether bonus depreciation is taken; not for buildings. */
  bonus?: boolean;
}

export interface MacrsYear {
  year: number;
  amount: Decimal;
}

export interface MacrsSchedule {
  section179: Decimal;
  bonus: Decimal;
  /** The remaining basis. */
  basis: Decimal;
  convention: Convention;
  /** Regular depreciation by calendar year; with the first two figures it sums to the cost. */
  years: MacrsYear[];
}

function isBuilding({ period }: PlacedAsset): boolean {
  return period === 27.5 || period === 39;
}

/**
 * Mid-quarter when more than 40 % of the year's basis, buildings left out, was placed in service in its last three
 * months (§168(d)(3)).
 */
export function conventionOf(assets: readonly PlacedAsset[]): 'halfYear' | 'midQuarter' {
  let all = ZERO;
  let late = ZERO;
  for (const asset of assets) {
    if (isBuilding(asset)) continue;
    const basis = asset.cost.minus(asset.section179 ?? ZERO);
    all = all.plus(basis);
    if (asset.placedInService.slice(5, 7) >= '10') late = late.plus(basis);
  }
  return late.gt(all.times('0.4')) ? 'midQuarter' : 'halfYear';
}

/**
 * The section 179 deduction: the year's limit, reduced by purchases above the threshold, and at most the business's
 * income.
 */
export function section179Allowed(
  chosen: Decimal,
  placedInService: Decimal,
  businessIncome: Decimal,
  year: UsTaxYear,
): Decimal {
  const { limit, phaseOutFrom } = year.section179;
  const reduced = notNegative(whole(limit).minus(notNegative(placedInService.minus(whole(phaseOutFrom)))));
  return min(chosen, reduced, notNegative(businessIncome));
}

/** Share of the basis that bonus depreciation takes for something bought on a day. */
export function bonusShare(acquired: string, year: UsTaxYear): Decimal {
  return decimal(
    year.bonusDepreciation.findLast((one) => one.acquiredFrom <= acquired)?.share ?? year.bonusDepreciation[0]!.share,
  );
}

/**
 * The whole schedule of one asset, to the cent; the last year takes what rounding left.
 * @param convention of the year, from `conventionOf`
 */
export function macrsSchedule(
  asset: PlacedAsset,
  convention: 'halfYear' | 'midQuarter',
  year: UsTaxYear,
): MacrsSchedule {
  const section179 = isBuilding(asset) ? ZERO : min(asset.section179 ?? ZERO, asset.cost);
  const afterExpensing = asset.cost.minus(section179);
  const share = asset.bonus && !isBuilding(asset) ? bonusShare(asset.acquired ?? asset.placedInService, year) : ZERO;
  const basis = round(afterExpensing.times(complement(share)), 2);
  const used = isBuilding(asset) ? 'midMonth' : convention;
  const percentages = macrsPercentages(asset.period, used, Number(asset.placedInService.slice(5, 7)));
  const firstYear = Number(asset.placedInService.slice(0, 4));
  let left = basis;
  const years = percentages.map((percent, index): MacrsYear => {
    const amount = index === percentages.length - 1 ? left : min(round(basis.times(percent).div(100n), 2), left);
    left = left.minus(amount);
    return { year: firstYear + index, amount };
  });
  return { section179, bonus: afterExpensing.minus(basis), basis, convention: used, years };
}
