import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * Opens the dialog for a new record where the address ends with `#new`: the palette leads there.
 * @param page whose address it must be: the page before is still drawn when the address has changed
 */
export function useNewRecordLink(page: string, open: (() => void) | undefined): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  const offered = open !== undefined && pathname === page;
  useEffect(() => {
    if (hash !== 'new' || !offered) return;
    latest.current?.();
    void navigate({ to: '.', search: (search: object) => search, hash: '', replace: true });
  }, [hash, offered, navigate]);
}
