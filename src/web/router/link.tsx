import { Link as RouterLink, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, type AnchorHTMLAttributes, type Ref } from 'react';
import type { RawSearch } from './page.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of this site with parameters filled in: `/clients/42`. */
  to: string;
  search?: RawSearch;
  hash?: string;
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link inside the product. Its page's chunk loads when the pointer or the focus comes near. It has
 * `aria-current="page"` only at its exact address, not for parents or other parts of a page.
 */
export function Link({ to, search, ...rest }: LinkProps) {
  return <RouterLink to={to} search={search} activeOptions={CURRENT} {...rest} />;
}

const CURRENT = { exact: true, includeSearch: true };

/** Goes to a path of this site; with `replace` the current address is not kept in the history. */
export function useGo(): (to: string, options?: { search?: RawSearch; replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    (to, { search, replace } = {}) => {
      // A path may have its own query (`/contacts?q=ada`), such as the wanted path after sign-in.
      if (search === undefined && /[?#]/.test(to)) return navigate({ href: to, replace });
      return navigate({ to, search: search, replace });
    },
    [navigate],
  );
}

/** Redirects as soon as it is shown, without a history entry. */
export function GoTo({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: to, replace: true }), [navigate, to]);
  return null;
}
