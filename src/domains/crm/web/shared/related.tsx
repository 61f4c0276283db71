/** Opportunities of a contact or a company; their own page changes them. */
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Plus from 'lucide-react/icons/plus';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { opportunities } from '../../contract/opportunities.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../records/web/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { usePages } from '../../../../web/api/pages.ts';

/** The contact or company. */
export type RelatedTo = { contactId: string } | { companyId: string };

const NewOpportunityDialog = lazy(() => import('../opportunities/new-opportunity-dialog.tsx'));

const OUTCOMES = { open: 'info', won: 'success', lost: 'neutral' } as const;

interface OpportunitiesProps {
  of: RelatedTo;
  /** The record's name for a new opportunity; absent if none can be created here. */
  name?: string;
  level?: 2 | 3;
}

/** Nothing where the workspace does not have the app. */
export function Opportunities(props: OpportunitiesProps) {
  return useHasPage('/opportunities') && <OpportunitiesOf {...props} />;
}

function OpportunitiesOf({ of, name, level = 2 }: OpportunitiesProps) {
  const [creating, setCreating] = useState(false);
  const list = usePages(opportunities.list, { query: { ...of, limit: 50 } });
  return (
    <Related
      title="Opportunities"
      level={level}
      list={list}
      icon={<CircleDollarSign />}
      empty="No opportunities yet"
      action={
        name !== undefined && (
          <Button size="sm" icon={<Plus />} onClick={() => setCreating(true)}>
            New opportunity
          </Button>
        )
      }
      dialog={
        creating &&
        name !== undefined && (
          <Suspense fallback={null}>
            <NewOpportunityDialog
              onClose={() => setCreating(false)}
              {...('contactId' in of ? { contact: { id: of.contactId, name } } : { company: { name } })}
            />
          </Suspense>
        )
      }
    >
      {list.items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 basis-48">
            <Link
              to={`/opportunities/${one.id}`}
              className="block truncate font-medium hover:underline"
              title={one.name}
            >
              {one.name}
            </Link>
            <span className="block text-xs text-muted">
              {one.expectedClose ? (
                <>
                  Expected close <DayText value={one.expectedClose} />
                </>
              ) : (
                'No close date'
              )}
              , {one.probability}%
            </span>
          </span>
          <Badge tone={OUTCOMES[one.stage.outcome]}>{one.stage.name}</Badge>
          <span className="tabular font-medium">{money(one.amount, one.currency)}</span>
        </li>
      ))}
    </Related>
  );
}

interface RelatedProps {
  title: string;
  level: 2 | 3;
  list: Pick<ReturnType<typeof usePages>, 'items' | 'loading' | 'error' | 'hasMore' | 'loadingMore' | 'more' | 'retry'>;
  icon: Parameters<typeof EmptyState>[0]['icon'];
  empty: string;
  action?: ReactNode;
  dialog?: ReactNode;
  children: ReactNode;
}

function Related({ title, level, list, icon, empty, action, dialog, children }: RelatedProps) {
  const Heading = `h${level}` as const;
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-2">
        <Heading className="text-sm font-semibold">{title}</Heading>
        {action && <span data-noprint>{action}</span>}
      </div>
      {dialog}
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what={title} onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={icon} title={empty} className="py-6!" />
      )}
      {list.items.length > 0 && <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
