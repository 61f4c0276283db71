import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** How far below the window's edge the next page is asked for, in pixels. */
const AHEAD = '600px';

/** The end of a list that goes on: asks for more as soon as it comes near, and can be pressed by hand. */
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
