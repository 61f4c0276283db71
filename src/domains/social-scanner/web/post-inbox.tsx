import { useQuery } from '@tanstack/react-query';
import ScanSearch from 'lucide-react/icons/scan-search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Kbd } from '../../../web/ui/kbd.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import { type Hit, HitSort, hits, HitView, type Watch } from '../contract.ts';
import { HitDetail } from './hit-detail.tsx';
import { byConversation, HitList } from './hit-list.tsx';
import { VIEWS } from './labels.ts';
import type { ScannerSearch, SetScannerSearch } from './search.ts';
import { useHitActs } from './use-hit-acts.ts';
import { useTriage } from './use-triage.ts';

const ReplyDialog = lazy(() => import('./reply-dialog.tsx'));

interface PostInboxProps {
  watches: readonly Watch[];
  search: ScannerSearch;
  setSearch: SetScannerSearch;
}

/** Posts that were found, worked through one after the other. */
export function PostInbox({ watches, search, setSearch }: PostInboxProps) {
  const query = useMemo(
    () => ({
      watch: search.watch || undefined,
      view: search.view,
      sort: search.sort,
      intent: search.intent || undefined,
      sentiment: search.mood || undefined,
      search: search.search.trim() || undefined,
      limit: 50,
    }),
    [search.watch, search.view, search.sort, search.intent, search.mood, search.search],
  );
  const list = usePages(hits.list, { query });
  const acts = useHitActs();
  const wide = useWide();
  const items = useMemo(
    () => byConversation(list.items.filter(({ id }) => !acts.gone.has(id))),
    [list.items, acts.gone],
  );
  const listed = items.find(({ id }) => id === search.open);
  const elsewhere = useQuery({
    ...read(hits.get, { params: { id: search.open || 'none' } }),
    enabled: search.open !== '' && !listed && !list.loading && !acts.gone.has(search.open),
  });
  const open: Hit | undefined = listed ?? (search.open ? elsewhere.data : undefined) ?? (wide ? items[0] : undefined);
  const [isSnoozing, setIsSnoozing] = useState(false);
  const [isMuting, setIsMuting] = useState(false);
  const [replyTo, setReplyTo] = useState<Hit>();

  const show = (id: string) => {
    setIsSnoozing(false);
    setIsMuting(false);
    setSearch({ open: id }, { replace: true });
  };
  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === open?.id);
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)];
    if (next) show(next.id);
    if (at + by >= items.length - 5) list.more();
  };
  /** A post that leaves the view is replaced by the next one. */
  const moveOn = () => {
    if (!open) return;
    const at = items.findIndex(({ id }) => id === open.id);
    show((items[at + 1] ?? items[at - 1])?.id ?? '');
  };
  const decide = (act: Promise<void>) => {
    if (search.view !== 'all') moveOn();
    void act;
  };
  const isUndecided = open?.state === 'new' || open?.state === 'snoozed';
  useTriage({
    next: () => step(1),
    previous: () => step(-1),
    lead: () => open && !open.leadId && decide(acts.makeLead(open)),
    reply: () => open && open.replyState !== 'waiting' && setReplyTo(open),
    mute: () => isUndecided && (open.author || open.site) && setIsMuting(true),
    snooze: () => isUndecided && setIsSnoozing(true),
    archive: () => isUndecided && decide(acts.archive(open)),
    open: () => open?.url && window.open(open.url, '_blank', 'noopener,noreferrer'),
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className={cx(open && !wide && 'hidden')}>
        <Filters watches={watches} search={search} setSearch={setSearch} />
      </div>
      <div className="grid min-h-0 flex-1 border-t border-line lg:grid-cols-[minmax(20rem,2fr)_3fr]">
        <section
          aria-label="Found posts"
          className={cx('min-h-0 overflow-y-auto border-line lg:border-r', open && !wide && 'hidden')}
        >
          {list.loading && (
            <div className="grid gap-2 p-3" aria-hidden="true">
              {[1, 2, 3, 4, 5].map((n) => (
                <Skeleton key={n} className="h-14 w-full" />
              ))}
            </div>
          )}
          {list.error && list.items.length === 0 && <Failure error={list.error} what="Posts" onRetry={list.retry} />}
          {!list.loading && !list.error && items.length === 0 && (
            <Nothing watches={watches} search={search} setSearch={setSearch} />
          )}
          <HitList items={items} openId={open?.id} showsState={search.view === 'all'} onOpen={show} />
          <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </section>
        <section aria-label="Post" className={cx('min-h-0 overflow-y-auto', !open && 'max-lg:hidden')}>
          {open && (
            <HitDetail
              key={open.id}
              hit={open}
              acts={acts}
              snoozing={isSnoozing}
              onSnoozing={setIsSnoozing}
              muting={isMuting}
              onMuting={setIsMuting}
              onReply={() => setReplyTo(open)}
              onDecided={decide}
              onShow={show}
              onClose={() => show('')}
            />
          )}
          {open && wide && (
            <p className="flex flex-wrap gap-x-3 gap-y-1 px-5 pb-4 text-xs text-muted" aria-hidden="true">
              {[
                ['J / K', 'next, previous'],
                ['L', 'lead'],
                ['R', 'reply'],
                ['S', 'snooze'],
                ['M', 'mute'],
                ['E', 'archive'],
                ['O', 'open'],
              ].map(([key, label]) => (
                <span key={key} className="inline-flex items-center gap-1">
                  <Kbd>{key}</Kbd> {label}
                </span>
              ))}
            </p>
          )}
        </section>
      </div>
      <Suspense fallback={null}>
        {replyTo && (
          <ReplyDialog
            hit={replyTo}
            onClose={() => setReplyTo(undefined)}
            onSubmitted={() => {
              setReplyTo(undefined);
              decide(acts.refresh());
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Filters({ watches, search, setSearch }: PostInboxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const change = (next: Partial<ScannerSearch>) => setSearch({ ...next, open: '' });
  const onSearch = useCallback((text: string) => setSearch({ search: text, open: '' }, { replace: true }), [setSearch]);
  const active = [search.watch, search.intent, search.mood].filter(Boolean).length;
  /** On a phone they would push the posts off the screen. */
  const hidden = isOpen ? '' : 'max-sm:hidden';
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2">
      <SearchBox label="Search posts" placeholder="Words, author, or site" value={search.search} onChange={onSearch} />
      <Select
        aria-label="View"
        className="w-32 max-sm:flex-1"
        options={VIEWS.map(([value, label]) => ({ value, label }))}
        value={search.view}
        onChange={(event) => change({ view: HitView.parse(event.target.value) })}
      />
      <Button
        className="sm:hidden"
        icon={<SlidersHorizontal />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <Select
        aria-label="Watch"
        className={cx('w-44 max-sm:w-full', hidden)}
        placeholder="All watches"
        options={watches.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.watch}
        onChange={(event) => change({ watch: event.target.value })}
      />
      <Select
        aria-label="Intent"
        className={cx('w-36 max-sm:flex-1', hidden)}
        placeholder="Any intent"
        options={[{ value: '40', label: 'With intent' }]}
        value={search.intent}
        onChange={(event) => change({ intent: event.target.value === '40' ? '40' : '' })}
      />
      <Select
        aria-label="Sentiment"
        className={cx('w-40 max-sm:flex-1', hidden)}
        placeholder="Any sentiment"
        options={[
          { value: 'positive', label: 'Positive' },
          { value: 'negative', label: 'Negative' },
        ]}
        value={search.mood}
        onChange={(event) => change({ mood: event.target.value as ScannerSearch['mood'] })}
      />
      <Select
        aria-label="Order"
        className={cx('w-40 max-sm:w-full', hidden)}
        options={[
          { value: 'newest', label: 'Newest first' },
          { value: 'intent', label: 'Intent first' },
        ]}
        value={search.sort}
        onChange={(event) => change({ sort: HitSort.parse(event.target.value) })}
      />
    </div>
  );
}

function Nothing({ watches, search, setSearch }: PostInboxProps) {
  if (search.search.trim() || search.intent || search.mood)
    return (
      <EmptyState
        icon={<ScanSearch />}
        title="No matching posts"
        action={<Button onClick={() => setSearch({ search: '', intent: '', mood: '' })}>Clear filters</Button>}
      />
    );
  if (search.view !== 'inbox')
    return (
      <EmptyState icon={<ScanSearch />} title="No posts here">
        {search.view === 'leads'
          ? 'Posts you create leads from appear here.'
          : search.view === 'replies'
            ? 'Posts with a drafted reply appear here.'
            : 'Choose another view to see posts.'}
      </EmptyState>
    );
  const isScanning = watches.some(
    (watch) => watch.state === 'scanning' && (!search.watch || watch.id === search.watch),
  );
  return (
    <EmptyState
      icon={<ScanSearch />}
      title={isScanning ? 'Scanning…' : 'Your inbox is empty'}
      action={!isScanning && <Button onClick={() => setSearch({ tab: 'watches' })}>See watches</Button>}
    >
      {isScanning
        ? 'Matching posts appear here as sources are read.'
        : 'New posts that match your watches appear here after the next scan.'}
    </EmptyState>
  );
}
