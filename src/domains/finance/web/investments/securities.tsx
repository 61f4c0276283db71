import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useCallback, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { securities, type Security } from '../../contract/securities.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useInvestmentsSearch, useRefresh } from './use-portfolio.ts';
import { dayText, SECURITY_LABELS } from './labels.ts';

const SecurityDialog = lazy(() => import('./security-dialog.tsx'));

/** All securities of the ledger, benchmarks and what is no longer held included. */
export default function Securities() {
  const { ledger, canEdit } = useFinance();
  const [search, setSearch] = useInvestmentsSearch();
  const [entering, setEntering] = useState(false);
  const refresh = useRefresh();
  const { items, loading, error, hasMore, loadingMore, more, retry } = usePages(securities.list, {
    query: { ledgerId: ledger.id, search: search.search || undefined },
  });
  const onSearch = useCallback((text: string) => setSearch({ search: text }, { replace: true }), [setSearch]);
  const remove = async (security: Security) => {
    if (
      !(await confirm({
        title: `Delete ${security.name}?`,
        description: 'Its prices are deleted too. You can’t undo this. Securities with activities can’t be deleted.',
        action: 'Delete',
      }))
    )
      return;
    try {
      await call(securities.remove, { params: { id: security.id } });
      await refresh();
    } catch (failure) {
      toast({
        type: 'error',
        title: `Couldn’t delete ${security.name}`,
        description: messageFor(failure, 'Try again.'),
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          value={search.search}
          onChange={onSearch}
          label="Search securities"
          placeholder="Name, ticker, ISIN"
        />
        {canEdit && (
          <Button className="ml-auto" icon={<Plus />} onClick={() => setEntering(true)}>
            New security
          </Button>
        )}
      </div>
      {error && items.length === 0 ? (
        <Failure error={error} what="Securities" onRetry={retry} />
      ) : loading ? (
        <Skeleton className="h-60 w-full" />
      ) : items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">
          {search.search ? 'No matching securities' : 'No securities yet. Add one here or with a purchase.'}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {items.map((one) => (
            <li key={one.id} data-testid="row" className="flex items-center gap-3 px-4 py-2 text-sm">
              <button type="button" className="min-w-0 flex-1 text-left" onClick={() => setSearch({ open: one.id })}>
                <span className="block truncate font-medium hover:underline">{one.name}</span>
                <span className="block truncate text-xs text-muted">
                  {[SECURITY_LABELS[one.kind], one.ticker, one.isin, one.sector, one.region]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
              <span className="tabular shrink-0 text-right">
                {one.price ? money(one.price.price, one.currency) : '—'}
                <span className="block text-xs text-muted">{one.price ? dayText(one.price.day) : 'no price'}</span>
              </span>
              {canEdit && (
                <IconButton size="sm" label={`Delete ${one.name}`} icon={<Trash2 />} onClick={() => void remove(one)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
      {entering && (
        <Suspense fallback={null}>
          <SecurityDialog onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </div>
  );
}
