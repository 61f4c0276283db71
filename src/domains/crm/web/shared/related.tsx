/** Opportunities and activities of a contact or a company, as far as they are known; their own pages change them. */
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { activities, opportunities } from '../../contract/pipeline.ts';
import { Failure } from './failure.tsx';
import { money } from './format.ts';
import { LoadMore } from './load-more.tsx';
import { usePages } from './pages.ts';

/** Whose: a contact's or a company's. */
export type RelatedTo = { contactId: string } | { companyId: string };

const OUTCOMES = { open: 'info', won: 'success', lost: 'neutral' } as const;

export function Opportunities({ of, level = 2 }: { of: RelatedTo; level?: 2 | 3 }) {
  const list = usePages(opportunities.list, { query: { ...of, limit: 50 } });
  return (
    <Related title="Opportunities" level={level} list={list} icon={<CircleDollarSign />} empty="No opportunities yet">
      {list.items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block truncate font-medium" title={one.name}>{one.name}</span>
            <span className="block text-xs text-muted">
              {one.expectedClose ? <>Expected to close <DayText value={one.expectedClose} /></> : 'No closing day'}, {one.probability} %
            </span>
          </span>
          <Badge tone={OUTCOMES[one.stage.outcome]}>{one.stage.name}</Badge>
          <span className="tabular font-medium">{money(one.amount, one.currency)}</span>
        </li>
      ))}
    </Related>
  );
}

export function Activities({ of, level = 2 }: { of: RelatedTo; level?: 2 | 3 }) {
  // Instants of the API compare as text: all are ISO 8601 in UTC.
  const [now] = useState(() => new Date().toISOString());
  const list = usePages(activities.list, { query: { ...of, limit: 50 } });
  return (
    <Related title="Activities" level={level} list={list} icon={<CalendarCheck />} empty="No activities yet">
      {list.items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block truncate font-medium" title={one.subject}>{one.subject}</span>
            <span className="block text-xs text-muted capitalize">{one.type}</span>
          </span>
          {one.doneAt ? <Badge tone="success">Done</Badge> : one.dueAt && one.dueAt < now ? <Badge tone="warning">Overdue</Badge> : <Badge>Open</Badge>}
          {(one.doneAt ?? one.dueAt) && <RelativeTime value={(one.doneAt ?? one.dueAt)!} className="text-xs text-muted" />}
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
  children: ReactNode;
}

function Related({ title, level, list, icon, empty, children }: RelatedProps) {
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading className="mb-2 text-sm font-semibold">{title}</Heading>
      {list.loading && <div className="grid gap-2" aria-hidden="true"><Skeleton className="h-12 w-full" /><Skeleton className="h-12 w-full" /></div>}
      {list.error && list.items.length === 0 && <Failure error={list.error} what={title} onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && <EmptyState icon={icon} title={empty} className="py-6!" />}
      {list.items.length > 0 && <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
