import { lazy, Suspense, useState } from 'react';
import Ban from 'lucide-react/icons/ban';
import Plus from 'lucide-react/icons/plus';
import Radar from 'lucide-react/icons/radar';
import { usePages } from '../../../web/api/pages.ts';
import { Link } from '../../../web/router/link.tsx';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Crawl, crawls } from '../contract.ts';
import { CRAWL_STATES } from './labels.ts';
import { parseLeadScraperSearch } from './search.ts';

const NewCrawlDialog = lazy(() => import('./new-crawl-dialog.tsx'));
const BlockedSitesDialog = lazy(() => import('./blocked-sites-dialog.tsx'));
const CrawlView = lazy(() => import('./crawl-view.tsx'));

/** `/lead-scraper`: crawls, or one of them. */
export default function LeadScraperPage() {
  const [search, setSearch] = usePageSearch(parseLeadScraperSearch);
  const [dialog, setDialog] = useState<'new' | 'blocked'>();
  const opened = (crawl: string) => {
    setDialog(undefined);
    setSearch({ ...parseLeadScraperSearch({}), crawl });
  };
  if (search.crawl)
    return (
      <Suspense fallback={<Skeleton className="m-4 h-96" />}>
        <CrawlView key={search.crawl} search={search} setSearch={setSearch} onClose={() => opened('')} />
      </Suspense>
    );
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-3">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="page-title">Lead scraper</h1>
        <div className="flex gap-2">
          <Button icon={<Ban />} onClick={() => setDialog('blocked')}>
            Blocked sites
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setDialog('new')}>
            New crawl
          </Button>
        </div>
      </header>
      <CrawlList onNew={() => setDialog('new')} />
      <Suspense fallback={null}>
        {dialog === 'new' && <NewCrawlDialog onClose={() => setDialog(undefined)} onCreated={opened} />}
        {dialog === 'blocked' && <BlockedSitesDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}

function CrawlList({ onNew }: { onNew: () => void }) {
  const list = usePages(crawls.list);
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Crawls" onRetry={list.retry} />;
  if (list.loading) return <Skeleton className="h-64 w-full" />;
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<Radar />}
        title="Find leads on public websites"
        action={
          <Button variant="primary" onClick={onNew}>
            New crawl
          </Button>
        }
      >
        Enter company websites. The crawler follows each site’s robots.txt and collects contact details with the page
        behind each value.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line border-y border-line" aria-label="Crawls">
        {list.items.map((crawl) => (
          <CrawlRow key={crawl.id} crawl={crawl} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </>
  );
}

function CrawlRow({ crawl }: { crawl: Crawl }) {
  const { label, tone } = CRAWL_STATES[crawl.state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3" data-testid="row">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <Link to="/lead-scraper" search={{ crawl: crawl.id }} className="truncate font-medium hover:underline">
            {crawl.name}
          </Link>
          <Badge tone={tone}>{label}</Badge>
          {crawl.isSample && <Badge>Sample data</Badge>}
        </p>
        <p className="text-xs text-muted">
          {counted(crawl.sites, 'site')} · {crawl.createdBy || 'Automatic'} · <RelativeTime value={crawl.createdAt} />
        </p>
      </div>
      <p className="tabular text-sm text-muted">{counted(crawl.fetched, 'page')}</p>
      <p className="tabular text-sm font-medium">{counted(crawl.candidates, 'candidate')}</p>
    </li>
  );
}
