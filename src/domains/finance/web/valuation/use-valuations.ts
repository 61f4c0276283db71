/** Queries and address parameters of the valuation page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '../../../../web/api/request.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { valuations } from '../../contract/valuations.ts';
import { VALUATIONS } from '../../paths.ts';
import { searchId, searchText } from '../frame/search.ts';
import { useFinance } from '../frame/use-finance.ts';

export interface ValuationSearch {
  valuation: string;
  /** Versions held side by side. */
  a: string;
  b: string;
}

const number = (value: unknown): string => (/^\d{1,6}$/.test(searchText(value)) ? searchText(value) : '');

export function parseValuationSearch(raw: RawSearch): ValuationSearch {
  return { valuation: searchId(raw['valuation']), a: number(raw['a']), b: number(raw['b']) };
}

export function useValuationSearch(): [ValuationSearch, (change: Partial<ValuationSearch>) => void] {
  const [search, setRaw] = usePageSearch(parseValuationSearch);
  return [
    search,
    useCallback(
      (change) =>
        setRaw(
          Object.fromEntries(
            Object.entries(change).map(([key, value]) => [key, value || undefined]),
          ) as Partial<ValuationSearch>,
        ),
      [setRaw],
    ),
  ];
}

const FOLLOWS = [VALUATIONS];

/** The valuations of the open ledger, and the one that is chosen. */
export function useValuations() {
  const { ledger } = useFinance();
  const [search] = useValuationSearch();
  const { data, error, refetch } = useQuery({
    ...read(valuations.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: FOLLOWS },
  });
  const items = data?.items;
  return { items, chosen: items?.find((one) => one.id === search.valuation) ?? items?.[0], error, refetch };
}

export function useValuation(id: string) {
  return useQuery({ ...read(valuations.get, { params: { id } }), meta: { follows: FOLLOWS } });
}

export function useVersions(id: string) {
  return useQuery({ ...read(valuations.versions, { params: { id } }), meta: { follows: FOLLOWS } });
}

/** Makes valuations be read again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(VALUATIONS),
      }),
    [client],
  );
}
