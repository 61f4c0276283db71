/** A page's access to its own address. */
import { useCallback, useMemo } from 'react';
import { useMatches, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Page, RawSearch } from './page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/** The current page. */
export function useCurrentPage(): Page | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
}

/** A parameter of the path, for example `id` of `/clients/{id}`. */
export function usePathParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  return params[name] ?? '';
}

/** Changes part of the search. With `replace` (typing in a search box) Back skips the steps between. */
export type SetSearch<S> = (change: Partial<S> | ((current: S) => Partial<S>), options?: { replace?: boolean }) => void;

/**
 * The page's search and a setter; the address is the only place where it is stored.
 * @param parse turns the address into the page's typed search. It must be total (any input gives a usable value) and
 * stable (declared outside the component).
 */
export function usePageSearch<S extends object>(parse: (raw: RawSearch) => S): [S, SetSearch<S>] {
  const raw = useSearch({ strict: false, structuralSharing: true }) as RawSearch;
  const navigate = useNavigate();
  const search = useMemo(() => parse(raw), [parse, raw]);
  const set = useCallback<SetSearch<S>>(
    (change, { replace = false } = {}) => {
      void navigate({
        to: '.',
        search: (current: RawSearch) => ({
          ...current,
          ...(typeof change === 'function' ? change(parse(current)) : change),
        }),
        replace,
        resetScroll: false,
      });
    },
    [navigate, parse],
  );
  return [search, set];
}
