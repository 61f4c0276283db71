/** Queries and address parameters of the tax pages. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '../../../../web/api/request.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { tax, type TaxProfile } from '../../contract/tax.ts';
import { FINANCE, INVESTMENT, TAX } from '../../paths.ts';
import { searchId, searchText } from '../frame/search.ts';
import { useFinance } from '../frame/use-finance.ts';

export const YEARS = [2024, 2025, 2026] as const;

export interface TaxSearch {
  profile: string;
  /** Blank: the present year, or the last there are tables for. */
  year: string;
}

export function parseTaxSearch(raw: RawSearch): TaxSearch {
  const year = searchText(raw['year']);
  return { profile: searchId(raw['profile']), year: YEARS.some((one) => String(one) === year) ? year : '' };
}

export function useTaxSearch(): [TaxSearch, (change: Partial<TaxSearch>) => void] {
  const [search, setRaw] = usePageSearch(parseTaxSearch);
  return [
    search,
    useCallback(
      (change) =>
        setRaw(
          Object.fromEntries(
            Object.entries(change).map(([key, value]) => [key, value || undefined]),
          ) as Partial<TaxSearch>,
        ),
      [setRaw],
    ),
  ];
}

/** Figures come from transactions, lots and rates. */
export const FOLLOWS = [TAX, FINANCE.transactions, FINANCE.rates, FINANCE.categories, INVESTMENT.activities];

/** The profile and year that the page is about. */
export function useTax() {
  const { ledger, today } = useFinance();
  const [search] = useTaxSearch();
  const { data, error, refetch } = useQuery({
    ...read(tax.profiles, { query: { ledgerId: ledger.id } }),
    meta: { follows: [TAX] },
  });
  const profiles = data?.items;
  const profile: TaxProfile | undefined = profiles?.find((one) => one.id === search.profile) ?? profiles?.[0];
  const present = Number(today.slice(0, 4));
  const year = search.year ? Number(search.year) : Math.min(YEARS.at(-1)!, Math.max(YEARS[0], present));
  return { profiles, profile, year, error, refetch };
}

export function useYear(profileId: string, year: number) {
  return useQuery({ ...read(tax.year, { params: { id: profileId, year } }), meta: { follows: FOLLOWS } });
}

/** Makes whatever belongs to tax be read again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(TAX),
      }),
    [client],
  );
}
