/**
 * Currencies and their minor units: ISO 4217 list one (active codes, amendment 176). The browser's own table follows
 * usage rather than the standard (no decimals for HUF, IDR, or PKR) and differs between versions, so it is not used.
 */

/** Codes whose minor unit is a hundredth. */
const TWO_DECIMALS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ' +
  'ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
  'SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG';

const OTHERS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...TWO_DECIMALS.split(' ').map((code): [string, number] => [code, 2]),
  ...Object.entries(OTHERS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(digits)]),
  ),
]);

/** Every active currency's code, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...MINOR_UNITS.keys()].sort();

/** Whether `code` is an active ISO 4217 currency: `USD` is, `usd` and `XXX` are not. */
export function isCurrency(code: string): boolean {
  return MINOR_UNITS.has(code);
}

/**
 * Digits after the decimal point of the smallest payable amount: 2 for USD, 0 for JPY, 3 for KWD.
 * @throws RangeError for an unknown code.
 */
export function minorUnits(code: string): number {
  const digits = MINOR_UNITS.get(code);
  if (digits === undefined) throw new RangeError(`${code} is not a currency of ISO 4217.`);
  return digits;
}
