import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type CrawlDetail, crawls } from '../contract.ts';
import { LEAD_SCRAPER } from '../paths.ts';
import { CandidateList } from './candidate-list.tsx';
import { CRAWL_STATES, durationWords } from './labels.ts';
import { PageList, SiteList } from './page-lists.tsx';
import type { LeadScraperSearch, SetLeadScraperSearch } from './search.ts';

interface CrawlViewProps {
  search: LeadScraperSearch;
  setSearch: SetLeadScraperSearch;
  onClose: () => void;
}

/** One crawl: the verdict on its sites, progress, and what was found. */
export default function CrawlView({ search, setSearch, onClose }: CrawlViewProps) {
  const id = search.crawl;
  const {
    data: crawl,
    error,
    refetch,
  } = useQuery({
    ...read(crawls.get, { params: { id } }),
    // The live channel says when something changed; this is for browsers that lost it.
    refetchInterval: (query) => (isUnderWay(query.state.data as CrawlDetail | undefined) ? 4_000 : false),
  });
  if (!crawl)
    return error ? (
      <Failure error={error} what="The crawl" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-96" />
    );
  const isBefore = crawl.state === 'checking' || crawl.state === 'ready';
  const tab = isBefore && search.tab === 'candidates' ? 'sites' : search.tab;
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <div className="px-4 pt-2">
        <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose} className="-ml-2">
          All crawls
        </Button>
        <CrawlHead crawl={crawl} onClose={onClose} />
        <CrawlProgress crawl={crawl} />
        {crawl.error && crawl.state === 'failed' && <Banner tone="danger">{crawl.error}</Banner>}
        <Problems crawl={crawl} />
      </div>
      <div role="tablist" aria-label="Parts of the crawl" className="mt-2 flex gap-1 border-b border-line px-4">
        {(
          [
            ['candidates', 'Candidates', crawl.candidates],
            ['sites', 'Sites', crawl.sites],
            ['pages', 'Pages', crawl.fetched + crawl.failed + crawl.skipped + crawl.queued],
          ] as const
        ).map(([value, label, count]) => (
          <button
            key={value}
            type="button"
            role="tab"
            aria-selected={tab === value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted aria-selected:border-accent aria-selected:text-ink"
            onClick={() => setSearch({ tab: value, open: '' })}
          >
            {label} <span className="tabular font-normal text-muted">{count.toLocaleString('en')}</span>
          </button>
        ))}
      </div>
      {tab === 'candidates' && <CandidateList crawl={crawl} search={search} setSearch={setSearch} />}
      {tab === 'sites' && <SiteList crawlId={id} />}
      {tab === 'pages' && <PageList crawlId={id} state={search.pages} onState={(pages) => setSearch({ pages })} />}
    </div>
  );
}

const isUnderWay = (crawl: CrawlDetail | undefined): boolean =>
  crawl !== undefined && ['checking', 'running', 'pausing'].includes(crawl.state);

function CrawlProgress({ crawl }: { crawl: CrawlDetail }) {
  const { estimate } = crawl;
  if (crawl.state === 'checking') return <ProgressBar label="Checking sites" className="my-2" />;
  if (crawl.state === 'ready')
    return (
      <p className="my-2 text-sm">
        <strong className="font-semibold">
          {estimate.sitesAllowed} of {counted(estimate.sites, 'site')}
        </strong>{' '}
        may be crawled. Up to {counted(estimate.pages, 'page')}, about {durationWords(estimate.seconds)}.{' '}
        <span className="text-muted">
          {estimate.sitesWithSitemap} of them list their pages in a sitemap. Sites see the crawler as {crawl.userAgent}.
        </span>
      </p>
    );
  const done = crawl.fetched + crawl.failed;
  const total = Math.max(done, Math.min(crawl.maxPages, done + crawl.queued));
  const words = `${counted(crawl.fetched, 'page')} read, ${crawl.queued.toLocaleString('en')} waiting, ${crawl.skipped.toLocaleString('en')} skipped, ${crawl.failed.toLocaleString('en')} failed`;
  return (
    <div className="my-2 grid gap-1.5">
      {crawl.state !== 'done' && <ProgressBar label="Pages" value={done} max={Math.max(1, total)} valueText={words} />}
      <p className="tabular text-sm text-muted" role="status">
        {words}
        {crawl.noticesDue > 0 && <> · {counted(crawl.noticesDue, 'notice')} due</>}
      </p>
    </div>
  );
}

function Problems({ crawl }: { crawl: CrawlDetail }) {
  if (crawl.problems.length === 0 || (crawl.state !== 'checking' && crawl.state !== 'ready')) return null;
  return (
    <details className="my-1 text-sm">
      <summary className="cursor-pointer text-warning-ink">{counted(crawl.problems.length, 'line')} left out</summary>
      <ul className="mt-1 max-h-32 overflow-y-auto text-muted">
        {crawl.problems.map(({ text, why }, n) => (
          <li key={n} className="truncate">
            {text}: {why}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Step = 'start' | 'pause' | 'resume' | 'cancel' | 'retryPages';

function CrawlHead({ crawl, onClose }: { crawl: CrawlDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const { state } = crawl;
  const run = async (name: string, act: () => Promise<unknown>) => {
    setBusy(name);
    try {
      await act();
      await client.invalidateQueries({ queryKey: [LEAD_SCRAPER.crawls] });
      await client.invalidateQueries({ queryKey: read(crawls.get, { params: { id: crawl.id } }).queryKey });
      return true;
    } catch (error) {
      toast({ type: 'error', title: 'The crawl did not change', description: messageFor(error, 'Try again.') });
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const step = (name: Step) => run(name, () => call(crawls[name], { params: { id: crawl.id } }));
  const cancel = async () => {
    const yes = await confirm({
      title: 'Cancel this crawl?',
      description: 'Candidates found so far stay.',
      action: 'Cancel crawl',
      tone: 'danger',
    });
    if (yes) await step('cancel');
  };
  const remove = async () => {
    const yes = await confirm({
      title: 'Delete this crawl?',
      description: 'Its candidates and their evidence are deleted. Leads you accepted stay.',
      action: 'Delete crawl',
      tone: 'danger',
    });
    if (yes && (await run('remove', () => call(crawls.remove, { params: { id: crawl.id } })))) onClose();
  };
  const isOver = state === 'done' || state === 'canceled' || state === 'failed';
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="page-title flex flex-wrap items-center gap-2">
          {crawl.name}
          <Badge tone={CRAWL_STATES[state].tone}>{CRAWL_STATES[state].label}</Badge>
          {crawl.isSample && <Badge>Sample data</Badge>}
        </h1>
        <p className="text-xs text-muted">
          {crawl.createdBy || 'Automatic'} · <RelativeTime value={crawl.createdAt} /> · at most{' '}
          {crawl.maxPages.toLocaleString('en')} pages, one every {crawl.delay} s per site
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'ready' && (
          <Button
            variant="primary"
            loading={busy === 'start'}
            disabled={crawl.estimate.sitesAllowed === 0}
            onClick={() => void step('start')}
          >
            Start crawl
          </Button>
        )}
        {state === 'running' && (
          <Button loading={busy === 'pause'} onClick={() => void step('pause')}>
            Pause crawl
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button variant="primary" loading={busy === 'resume'} onClick={() => void step('resume')}>
            Resume crawl
          </Button>
        )}
        {isOver && crawl.failed > 0 && !crawl.isSample && (
          <Button loading={busy === 'retryPages'} onClick={() => void step('retryPages')}>
            Retry failed pages
          </Button>
        )}
        {!isOver && (
          <Button loading={busy === 'cancel'} onClick={() => void cancel()}>
            Cancel crawl
          </Button>
        )}
        {isOver && (
          <Button loading={busy === 'remove'} onClick={() => void remove()}>
            Delete crawl
          </Button>
        )}
      </div>
    </header>
  );
}
