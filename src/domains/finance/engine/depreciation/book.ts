/**
 * Depreciation for the books: straight line, declining balance, units of production. Amounts by business year, to the
 * cent.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, min, ONE, roundMoney, whole, ZERO } from '../../../../kernel/money/index.ts';

export interface BookAsset {
  cost: Decimal;
  /** The value at the end. */
  salvage: Decimal;
  /** Months of use. */
  lifeMonths: number;
  currency: string;
  /** Months of the first year in which it is used: 12 when it starts with the year. */
  firstYearMonths: number;
}

export interface DepreciationYear {
  year: number;
  amount: Decimal;
  /** Book value at the end of the year. */
  bookValue: Decimal;
}

function assertSound({ cost, salvage, lifeMonths, firstYearMonths }: BookAsset): void {
  if (salvage.lt(0n) || salvage.gt(cost))
    throw new AppError('validation', 'The value at the end lies between nothing and the cost.', { field: 'salvage' });
  if (lifeMonths < 1)
    throw new AppError('validation', 'An asset is used for at least a month.', { field: 'lifeMonths' });
  if (firstYearMonths < 1 || firstYearMonths > 12)
    throw new AppError('validation', 'The first year has 1 to 12 months of use.', { field: 'firstYearMonths' });
}

/** Months of use in each year. */
function monthsByYear({ lifeMonths, firstYearMonths }: BookAsset): number[] {
  const months = [Math.min(firstYearMonths, lifeMonths)];
  for (let left = lifeMonths - months[0]!; left > 0; left -= 12) months.push(Math.min(12, left));
  return months;
}

/** The same amount for every month; the last year takes what rounding left. */
export function straightLine(asset: BookAsset): DepreciationYear[] {
  assertSound(asset);
  const base = asset.cost.minus(asset.salvage);
  let bookValue = asset.cost;
  const years = monthsByYear(asset);
  return years.map((months, index) => {
    const left = bookValue.minus(asset.salvage);
    const amount =
      index === years.length - 1
        ? left
        : min(roundMoney(base.times(whole(months)).div(whole(asset.lifeMonths)), asset.currency), left);
    bookValue = bookValue.minus(amount);
    return { year: index + 1, amount, bookValue };
  });
}

/**
 * A multiple of the straight-line rate on what is left (2 for double declining), changing to straight line over the
 * remaining months as soon as that gives more; never below the value at the end.
 */
export function decliningBalance(asset: BookAsset, factor: Decimal): DepreciationYear[] {
  assertSound(asset);
  let bookValue = asset.cost;
  let monthsLeft = asset.lifeMonths;
  const years = monthsByYear(asset);
  return years.map((months, index) => {
    const share = whole(months);
    const declining = bookValue.times(factor).times(share).div(whole(asset.lifeMonths));
    const straight = bookValue.minus(asset.salvage).times(share).div(whole(monthsLeft));
    const amount =
      index === years.length - 1
        ? bookValue.minus(asset.salvage)
        : min(
            roundMoney(declining.gt(straight) ? declining : straight, asset.currency),
            bookValue.minus(asset.salvage),
          );
    bookValue = bookValue.minus(amount);
    monthsLeft -= months;
    return { year: index + 1, amount, bookValue };
  });
}

/** By use: kilometres, pieces, hours. @param units of each year */
export function unitsOfProduction(
  asset: Pick<BookAsset, 'cost' | 'salvage' | 'currency'>,
  lifeUnits: Decimal,
  units: readonly Decimal[],
): DepreciationYear[] {
  if (!lifeUnits.gt(0n))
    throw new AppError('validation', 'Say how much use the asset has in it.', { field: 'lifeUnits' });
  let bookValue = asset.cost;
  return units.map((used, index) => {
    const amount = min(
      roundMoney(asset.cost.minus(asset.salvage).times(used).div(lifeUnits), asset.currency),
      bookValue.minus(asset.salvage),
    );
    bookValue = bookValue.minus(amount.lt(0n) ? ZERO : amount);
    return { year: index + 1, amount, bookValue };
  });
}

/** Share of a value that is left; a guard for shares given by people. @throws AppError when not between 0 and 1 */
export function complement(share: Decimal): Decimal {
  if (share.lt(0n) || share.gt(1n)) throw new AppError('validation', 'Enter a share between 0% and 100%.');
  return ONE.minus(share);
}
