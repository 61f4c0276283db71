/** Context of finance pages. */
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { read } from '../../../../web/api/request.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { createLocalStore } from '../../../../web/shell/local-store.ts';
import { type Ledger, ledgers } from '../../contract/ledgers.ts';
import { type Period, periodOf } from '../../engine/period.ts';
import { type FinanceSearch, parseFinanceSearch, writeFinanceSearch } from './search.ts';

export interface Finance {
  ledger: Ledger;
  ledgers: readonly Ledger[];
  /** May change what is in the ledger. */
  canEdit: boolean;
  isOwner: boolean;
  period: Period;
  /** ISO 4217; in which figures are shown. */
  currency: string;
  /** The day it is in the workspace, as the server tells it: the browser may stand in another zone. */
  today: string;
  /** Search that a link to another finance page carries along: ledger, period and currency. */
  linkSearch: RawSearch;
}

export const FinanceContext = createContext<Finance | null>(null);

/** Ledger, period and currency of the page; stands inside a FinanceFrame. */
export function useFinance(): Finance {
  const finance = use(FinanceContext);
  if (!finance) throw new Error('This stands only inside a FinanceFrame');
  return finance;
}

/** The ledger that was open last, on pages of one kind. */
const lastLedgers = createLocalStore<Record<string, string>>('financeLedgers', (stored) =>
  stored !== null && typeof stored === 'object' ? (stored as Record<string, string>) : {},
);

/** The search of the address that all finance pages share. */
export function useFinanceSearch(): [
  FinanceSearch,
  (change: Partial<FinanceSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseFinanceSearch);
  return [
    search,
    useCallback((change, options) => setRaw(writeFinanceSearch(change) as Partial<FinanceSearch>, options), [setRaw]),
  ];
}

/** Milliseconds until the next day is to be asked for; a clock that is ahead does not ask all the time. */
function untilNextDay(endsAt: string): number {
  return Math.min(Math.max(Date.parse(endsAt) - Date.now(), 60_000), 2_000_000_000);
}

/** @param kind the kind of ledger that the page is mostly about; another can still be chosen */
export function useLedgers(kind: Ledger['kind'] | undefined) {
  const [search, setSearch] = useFinanceSearch();
  const { data, error, refetch } = useQuery({
    ...read(ledgers.list),
    refetchInterval: ({ state }) => (state.data ? untilNextDay(state.data.todayEndsAt) : false),
  });
  const remembered = useSyncExternalStore(lastLedgers.subscribe, lastLedgers.get);
  const items = data?.items;
  const today = data?.today;
  const wanted = search.ledger || remembered[kind ?? 'any'] || '';
  const ledger = items?.find((one) => one.id === wanted) ?? items?.find((one) => one.kind === kind) ?? items?.[0];
  const choose = useCallback(
    (id: string) => {
      lastLedgers.set({ ...lastLedgers.get(), [kind ?? 'any']: id });
      // Another ledger has other currencies, accounts and categories.
      setSearch({ ledger: id, currency: '' });
    },
    [kind, setSearch],
  );
  const finance = useMemo((): Finance | undefined => {
    if (!ledger || !items || !today) return undefined;
    const { period, from, to, currency } = search;
    return {
      ledger,
      ledgers: items,
      canEdit: ledger.role !== 'viewer',
      isOwner: ledger.role === 'owner',
      period: periodOf(period, today, { from, to }),
      currency: currency || ledger.currency,
      today,
      linkSearch: writeFinanceSearch({ ledger: ledger.id, period, from, to, currency }),
    };
  }, [ledger, items, today, search]);
  return {
    finance,
    error,
    isPending: items === undefined,
    isEmpty: items?.length === 0,
    workspaceCurrency: data?.currency ?? '',
    refetch,
    choose,
  };
}
