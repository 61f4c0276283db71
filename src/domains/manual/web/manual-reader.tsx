import { useQuery } from '@tanstack/react-query';
import BookOpen from 'lucide-react/icons/book-open';
import { useEffect } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../web/ui/states.tsx';
import { manual } from '../contract.ts';
import { ManualText } from './manual-text.tsx';
import { prose } from './prose.ts';

/** The manual's pages beside the open one; without a slug the first is open. */
export function ManualReader({ slug, onOpen }: { slug: string; onOpen: (slug: string) => void }) {
  const { data, error, refetch } = useQuery(read(manual.pages));
  const pages = data?.items;
  const current = pages?.find((page) => page.slug === slug) ?? pages?.[0];
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1));
    if (current && anchor) document.getElementById(anchor)?.scrollIntoView();
  }, [current]);
  if (error && !pages)
    return <ErrorState message={messageFor(error, 'The manual could not be loaded.')} onRetry={() => void refetch()} />;
  if (!pages)
    return (
      <div className="grid gap-3">
        {[64, 96, 88, 72].map((width) => (
          <Skeleton key={width} className="h-4" />
        ))}
      </div>
    );
  if (!current)
    return (
      <EmptyState icon={<BookOpen />} title="This installation has no manual">
        Its files are missing from docs/manual.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Pages of the manual">
        <ul className="flex gap-1 strip md:sticky md:top-16 md:grid">
          {pages.map((page) => (
            <li key={page.slug} className="shrink-0">
              <button
                type="button"
                onClick={() => onOpen(page.slug)}
                aria-current={page.slug === current.slug ? 'page' : undefined}
                className={cx(
                  'w-full rounded-md px-2.5 py-1.5 text-left text-sm whitespace-nowrap md:whitespace-normal',
                  page.slug === current.slug
                    ? 'bg-hover font-medium text-ink'
                    : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                {page.title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <article className={prose}>
        <h2 className="mt-0">{current.title}</h2>
        <ManualText markdown={current.text} />
      </article>
    </div>
  );
}
