import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** Pixels below the window's edge at which the next page is requested. */
const AHEAD = '600px';

/** The end of a partial list: requests more when it comes near, and can be pressed. */
export function LoadMore({
  hasMore,
  loading,
  onMore,
  label = 'Show more',
}: {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  label?: string;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const element = mark.current;
    if (!element || !hasMore || loading) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading]);
  if (!hasMore) return null;
  return (
    <div ref={mark} className="py-3 text-center" data-noprint>
      <Button size="sm" variant="ghost" loading={loading} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
