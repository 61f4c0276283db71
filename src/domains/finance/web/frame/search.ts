/** Address parameters of every finance page: ledger, period, currency, and tab. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { PERIODS, type PeriodName } from '../../engine/period.ts';

export interface FinanceSearch {
  /** Id of the ledger; blank: the one that was open last. */
  ledger: string;
  period: PeriodName;
  from: string;
  to: string;
  /** In which figures are shown; blank: the ledger's own. */
  currency: string;
  tab: string;
}

export const STANDARD_PERIOD: PeriodName = 'last_12_months';

export const searchText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const matching = (value: unknown, pattern: RegExp): string =>
  pattern.test(searchText(value)) ? searchText(value) : '';

export const searchId = (value: unknown): string => matching(value, /^[0-9a-f-]{36}$/i);
export const searchDay = (value: unknown): string => matching(value, /^\d{4}-\d{2}-\d{2}$/);

/** Reads the address; what does not fit is left out. */
export function parseFinanceSearch(raw: RawSearch): FinanceSearch {
  return {
    ledger: searchId(raw['ledger']),
    period: PERIODS.find((one) => one === raw['period']) ?? STANDARD_PERIOD,
    from: searchDay(raw['from']),
    to: searchDay(raw['to']),
    currency: matching(raw['currency'], /^[A-Z]{3}$/),
    tab: matching(raw['tab'], /^[a-z-]{1,30}$/),
  };
}

/** The page's settings in the address, without defaults. */
export function writeFinanceSearch(change: Partial<FinanceSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || (key === 'period' && value === STANDARD_PERIOD) ? undefined : value,
    ]),
  );
}
