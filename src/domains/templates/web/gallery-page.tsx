import { useQuery, useQueryClient } from '@tanstack/react-query';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { fold } from '../../../kernel/text.ts';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { library, templates, type TemplateSummary } from '../contract/templates.ts';
import { TEMPLATES } from '../paths.ts';
import { type GallerySearch, parseGallery, tidy } from './search.ts';
import { CARD_GRID, TemplateCard } from './template-card.tsx';
import { TemplateSheet } from './template-sheet.tsx';

const CaptureDialog = lazy(() => import('./capture-dialog.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

const TABS = [
  { value: 'all', label: 'All templates' },
  { value: 'own', label: 'Our own' },
  { value: 'shipped', label: 'From the product' },
  { value: 'archived', label: 'Archived' },
];

const matches = (template: TemplateSummary, words: string) =>
  fold(`${template.name} ${template.industry} ${template.summary}`).includes(fold(words));

/** `/mini-gauntlets`: whole workspaces to stamp out. */
export default function GalleryPage() {
  const [search, setRaw] = usePageSearch(parseGallery);
  const setSearch = useCallback(
    (change: Partial<GallerySearch>, options?: { replace?: boolean }) =>
      setRaw(tidy(change, { tab: 'all' }) as Partial<GallerySearch>, options),
    [setRaw],
  );
  const cache = useQueryClient();
  const [making, setMaking] = useState<'capture' | 'file' | null>(null);
  const own = usePages(templates.list, {
    query: { search: search.search.trim() || undefined, archived: search.tab === 'archived' ? '1' : undefined },
    enabled: search.tab !== 'shipped',
  });
  const shipped = useQuery({ ...read(library.list), enabled: search.tab === 'all' || search.tab === 'shipped' });
  const items = useMemo(
    () => [
      ...(search.tab === 'shipped' ? [] : own.items),
      ...(search.tab === 'all' || search.tab === 'shipped'
        ? (shipped.data?.items ?? []).filter((one) => matches(one, search.search.trim()))
        : []),
    ],
    [own.items, shipped.data, search.search, search.tab],
  );
  const loading =
    (search.tab !== 'shipped' && own.loading) ||
    ((search.tab === 'all' || search.tab === 'shipped') && shipped.isPending);
  const error = own.error ?? shipped.error;
  const done = (ref: string) => {
    setMaking(null);
    void cache.invalidateQueries({ queryKey: [TEMPLATES.own] });
    setSearch({ template: ref, tab: 'all', search: '' });
  };
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title">
            Mini Gauntlets
          </h1>
          <p className="text-sm text-muted">
            Workspace templates for clients: pipelines, fields, views, rules, forms, and automations.
          </p>
        </div>
        <Menu
          label="New template"
          trigger={
            <Button variant="primary" icon={<Plus />}>
              New template
            </Button>
          }
        >
          <MenuItem onSelect={() => setMaking('capture')}>From a workspace…</MenuItem>
          <MenuItem onSelect={() => setMaking('file')}>From a file…</MenuItem>
        </Menu>
      </header>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox
          value={search.search}
          onChange={(text) => setSearch({ search: text }, { replace: true })}
          label="Search templates"
          placeholder="Name, trade or words"
        />
        <Select
          aria-label="Which templates"
          className="w-48"
          options={TABS}
          value={search.tab}
          onChange={(event) => setSearch({ tab: event.target.value as GallerySearch['tab'] })}
        />
      </div>
      {error && items.length === 0 && (
        <Failure
          error={error}
          what="The templates"
          onRetry={() => {
            own.retry();
            void shipped.refetch();
          }}
        />
      )}
      {loading && (
        <div className={CARD_GRID} role="status" aria-busy="true" aria-label="Loading">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} className="h-44 w-full" />
          ))}
        </div>
      )}
      {!loading && !error && items.length === 0 && (
        <NothingHere
          search={search}
          onClear={() => setSearch({ search: '', tab: 'all' })}
          onCapture={() => setMaking('capture')}
        />
      )}
      {!loading && items.length > 0 && (
        <div className={CARD_GRID}>
          {items.map((one) => (
            <TemplateCard key={one.ref} template={one} onOpen={() => setSearch({ template: one.ref })} />
          ))}
        </div>
      )}
      <LoadMore hasMore={own.hasMore && search.tab !== 'shipped'} loading={own.loadingMore} onMore={own.more} />
      {search.template && (
        <TemplateSheet
          templateRef={search.template}
          onClose={() => setSearch({ template: '' })}
          onOpen={(ref) => setSearch({ template: ref })}
        />
      )}
      <Suspense fallback={null}>
        {making === 'capture' && <CaptureDialog onClose={() => setMaking(null)} onDone={done} />}
        {making === 'file' && <ImportDialog onClose={() => setMaking(null)} onDone={done} />}
      </Suspense>
    </div>
  );
}

function NothingHere({
  search,
  onClear,
  onCapture,
}: {
  search: GallerySearch;
  onClear: () => void;
  onCapture: () => void;
}) {
  if (search.search.trim())
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching templates"
        action={<Button onClick={onClear}>Show all templates</Button>}
      >
        Try fewer words.
      </EmptyState>
    );
  if (search.tab === 'archived')
    return (
      <EmptyState
        icon={<LayoutTemplate />}
        title="No archived templates"
        action={<Button onClick={onClear}>Show all templates</Button>}
      />
    );
  return (
    <EmptyState
      icon={<LayoutTemplate />}
      title="No custom templates yet"
      action={
        <Button variant="primary" onClick={onCapture}>
          Create from a workspace
        </Button>
      }
    >
      Set up one client, then reuse the setup for the next.
    </EmptyState>
  );
}
