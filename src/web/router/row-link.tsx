import { useRouter } from '@tanstack/react-router';
import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import type { RawSearch } from './page.ts';
import { stringifySearch } from './search-codec.ts';

interface RowLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of this site with parameters filled in. */
  to: string;
  search?: RawSearch;
}

/** Milliseconds the pointer must rest before the page's code loads. */
const INTENT_PAUSE = 50;

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A link in a list row: like `Link`, but without checking whether it is the current page, which `Link` does when drawn
 * and at every change of address. Rows are drawn by the dozen in each scrolled frame.
 */
export function RowLink({ to, search, children, ...rest }: RowLinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetch = () => void router.preloadRoute({ to, search }).catch(() => undefined);
  return (
    <a
      {...rest}
      href={to + stringifySearch(search ?? {})}
      onPointerEnter={() => {
        timer.current = setTimeout(fetch, INTENT_PAUSE);
      }}
      onPointerLeave={() => clearTimeout(timer.current)}
      onFocus={fetch}
      onClick={(event) => {
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        void router.navigate({ to, search });
      }}
    >
      {children}
    </a>
  );
}
