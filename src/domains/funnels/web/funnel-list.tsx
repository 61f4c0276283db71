import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Filter from 'lucide-react/icons/filter';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type FunnelRow, funnels } from '../contract.ts';
import { percent } from '../../../web/ui/format.ts';
import { count } from './labels.ts';

const NewFunnelDialog = lazy(() => import('./new-funnel-dialog.tsx'));

interface FunnelListProps {
  search: string;
  onSearch: (change: { search: string }, options?: { replace?: boolean }) => void;
  onOpen: (id: string) => void;
}

/** Funnels with what they brought in the last 30 days. */
export function FunnelList({ search, onSearch, onOpen }: FunnelListProps) {
  const list = usePages(funnels.list, { query: { search: search || undefined } });
  const [adding, setAdding] = useState(false);
  const isEmpty = !list.loading && !list.error && list.items.length === 0;
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      New funnel
    </Button>
  );
  return (
    <div className="page-frame max-w-6xl">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 tabIndex={-1} className="page-title">
          Funnel builder
        </h1>
        {!(isEmpty && search === '') && add}
      </header>
      {!(isEmpty && search === '') && (
        <div className="mb-3 max-w-xs">
          <SearchBox
            label="Search funnels"
            fill
            placeholder="Search funnels"
            value={search}
            onChange={(value) => onSearch({ search: value }, { replace: true })}
          />
        </div>
      )}
      {list.error && <Failure error={list.error} what="Funnels" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-64 w-full" />}
      {isEmpty &&
        (search === '' ? (
          <EmptyState icon={<Filter />} title="No funnels yet" action={add}>
            Build pages that turn visitors into leads, and see where visitors leave.
          </EmptyState>
        ) : (
          <EmptyState
            title="No funnels match"
            action={<Button onClick={() => onSearch({ search: '' })}>Clear search</Button>}
          />
        ))}
      {list.items.length > 0 && (
        <ul aria-label="Funnels" className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((funnel) => (
            <FunnelItem key={funnel.id} funnel={funnel} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {list.items.length > 0 && <p className="mt-2 text-xs text-muted">Figures are of the last 30 days.</p>}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {adding && (
        <Suspense fallback={null}>
          <NewFunnelDialog onClose={() => setAdding(false)} onCreated={onOpen} />
        </Suspense>
      )}
    </div>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-16">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-sm font-medium tabular-nums">{value}</dd>
  </div>
);

function FunnelItem({ funnel, onOpen }: { funnel: FunnelRow; onOpen: (id: string) => void }) {
  const { id, name, color, steps, isPublished, hasChanges, visitors, leads, rate, updatedAt } = funnel;
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-52 flex-1 items-center gap-3">
        <span
          aria-hidden="true"
          className="size-9 shrink-0 rounded-md bg-accent"
          style={color ? { background: color } : undefined}
        />
        <div className="min-w-0">
          <button
            type="button"
            className="max-w-full truncate text-left text-sm font-medium hover:underline"
            onClick={() => onOpen(id)}
          >
            {name}
          </button>
          <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
            {isPublished ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>}
            {hasChanges && <span>Unpublished changes</span>}
            <span>
              {steps === 1 ? '1 step' : `${steps} steps`} · <RelativeTime value={updatedAt} />
            </span>
          </p>
        </div>
      </div>
      <div className="sm:order-last">
        <FunnelMenu funnel={funnel} onOpen={onOpen} />
      </div>
      <dl className="flex gap-6 max-sm:w-full" aria-label="Last 30 days">
        <Figure label="Visitors" value={count(visitors)} />
        <Figure label="Leads" value={count(leads)} />
        <Figure label="Conversion" value={percent(rate)} />
      </dl>
    </li>
  );
}

function FunnelMenu({
  funnel: { id, name, slug, isPublished },
  onOpen,
}: {
  funnel: FunnelRow;
  onOpen: (id: string) => void;
}) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: readKey(funnels.list) });
  const attempt = async (act: () => Promise<unknown>, failed: string) => {
    try {
      await act();
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  const copy = () =>
    attempt(async () => onOpen((await call(funnels.copy, { params: { id } })).id), 'Funnel not copied');
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete funnel?',
      description: `“${name}” goes with its pages, figures, and submissions. Leads stay. This can’t be undone.`,
      action: 'Delete funnel',
    });
    if (!isSure) return;
    await attempt(async () => {
      await call(funnels.remove, { params: { id } });
      toast({ type: 'success', title: `“${name}” deleted` });
    }, 'Funnel not deleted');
  };
  return (
    <Menu trigger={<IconButton label={`More for “${name}”`} icon={<Ellipsis />} />}>
      {isPublished && (
        <MenuItem icon={<ExternalLink />} asChild>
          <a href={`/p/f/${slug}`} target="_blank" rel="noreferrer">
            Open page
          </a>
        </MenuItem>
      )}
      <MenuItem icon={<Copy />} onSelect={() => void copy()}>
        Copy funnel
      </MenuItem>
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void remove()}>
        Delete funnel
      </MenuItem>
    </Menu>
  );
}
