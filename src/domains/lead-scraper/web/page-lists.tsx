import { usePages } from '../../../web/api/pages.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { crawls } from '../contract.ts';
import { PAGE_STATES, SITE_VERDICTS } from './labels.ts';

/** Sites with the verdict of their robots.txt. */
export function SiteList({ crawlId }: { crawlId: string }) {
  const list = usePages(crawls.sites, { params: { id: crawlId }, query: { limit: 100 } });
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Sites" onRetry={list.retry} />;
  if (list.loading) return <Skeleton className="m-4 h-64" />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4" tabIndex={0} role="region" aria-label="Sites">
      <ul className="divide-y divide-line">
        {list.items.map((site) => (
          <li key={site.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block truncate text-sm font-medium">{site.origin.replace(/^https?:\/\//, '')}</span>
              {site.reason && <span className="block text-xs text-muted">{site.reason}</span>}
            </span>
            <span className="tabular text-xs text-muted">
              {site.fetched > 0
                ? `${counted(site.fetched, 'page')} read`
                : site.sitemapPages === null
                  ? 'No sitemap'
                  : `${counted(site.sitemapPages, 'page')} in its sitemap`}{' '}
              · every {site.delay} s
            </span>
            <Badge tone={SITE_VERDICTS[site.verdict].tone}>{SITE_VERDICTS[site.verdict].label}</Badge>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

interface PageListProps {
  crawlId: string;
  /** Blank: all. */
  state: string;
  onState: (state: string) => void;
}

/** Pages with what became of them, and why. */
export function PageList({ crawlId, state, onState }: PageListProps) {
  const list = usePages(crawls.pages, {
    params: { id: crawlId },
    query: { limit: 100, ...(state in PAGE_STATES && { state }) },
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4" tabIndex={0} role="region" aria-label="Pages">
      <div className="py-2">
        <Select
          aria-label="Status"
          className="w-40"
          placeholder="All pages"
          options={Object.entries(PAGE_STATES).map(([value, { label }]) => ({ value, label }))}
          value={state}
          onChange={(event) => onState(event.target.value)}
        />
      </div>
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Pages" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-64 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState title="No pages here">Choose another status, or start the crawl.</EmptyState>
      )}
      <ul className="divide-y divide-line border-t border-line">
        {list.items.map((page) => (
          <li key={page.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-64">
              <a
                href={page.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="block truncate text-sm hover:underline"
              >
                {page.url.replace(/^https?:\/\//, '')}
              </a>
              <span className="block truncate text-xs text-muted">{page.reason || page.title}</span>
            </span>
            {page.found > 0 && <span className="tabular text-xs text-muted">{counted(page.found, 'value')} found</span>}
            <Badge tone={PAGE_STATES[page.state].tone}>{PAGE_STATES[page.state].label}</Badge>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}
