/** Valuation of a business. */
export {
  costOfEquity,
  type DcfInput,
  type DcfResult,
  type DcfYear,
  discountedCashFlow,
  sensitivityGrid,
  type Terminal,
  weightedCostOfCapital,
} from './dcf.ts';
export {
  type Adjustment,
  assetValue,
  byMultiple,
  conclude,
  type MethodResult,
  ownerEarnings,
  type OwnerEarningsInput,
  type ValuedItem,
  type ValueRange,
} from './methods.ts';
export { simulateDcf, type SimulatedDcf } from './simulate-dcf.ts';
