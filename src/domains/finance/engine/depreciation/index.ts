/** Depreciation, for the books and for tax. */
export { type BookAsset, decliningBalance, type DepreciationYear, straightLine, unitsOfProduction } from './book.ts';
export {
  bonusShare,
  type Convention,
  conventionOf,
  macrsPercentages,
  type MacrsSchedule,
  macrsSchedule,
  type PlacedAsset,
  type RecoveryPeriod,
  section179Allowed,
} from './macrs.ts';
