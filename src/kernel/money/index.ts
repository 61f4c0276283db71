/** Exact money: numbers, currencies, rounding, division without loss, exchange rates by day. */
export {
  decimal,
  Decimal,
  estimated,
  max,
  min,
  notNegative,
  ONE,
  parseDecimal,
  plainDecimal,
  sum,
  sumOf,
  whole,
  ZERO,
} from './decimal.ts';
export { CURRENCIES, isCurrency, minorUnits } from './currencies.ts';
export { round, roundMoney, roundTo, type Rounding } from './rounding.ts';
export { allocate, allocateMoney, roundParts } from './allocate.ts';
export { RateTable } from './rates.ts';
