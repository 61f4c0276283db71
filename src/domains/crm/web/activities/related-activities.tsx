import CalendarCheck from 'lucide-react/icons/calendar-check';
import { useState } from 'react';
import { useHasPage } from '../../../../web/router/apps.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Activity, activities } from '../../contract/activities.ts';
import type { Links } from './activity-form.ts';
import { ActivityRow } from './activity-row.tsx';
import { LogActivity } from './log-activity.tsx';
import { useOpened } from './use-opened.tsx';

/** The record whose activities are shown. */
export type ActivitiesOwner =
  | { contactId: string }
  | { companyId: string }
  | { leadId: string }
  | { opportunityId: string };

interface ActivitiesOfProps {
  of: ActivitiesOwner;
  /** Links of a new activity. */
  links: Links;
  level?: 2 | 3;
}

/** A record's activities: open ones first, then the rest, with buttons to add one. */
export function ActivitiesOf(props: ActivitiesOfProps) {
  return useHasPage('/activities') ? (
    <Planned {...props} />
  ) : (
    <p className="text-sm text-muted">Activities are turned off for this workspace.</p>
  );
}

function Planned({ of, links, level = 2 }: ActivitiesOfProps) {
  const [now] = useState(() => new Date());
  const open = usePages(activities.list, { query: { ...of, status: 'open', sort: 'dueAt', limit: 50 } });
  const done = usePages(activities.list, { query: { ...of, status: 'done', sort: '-doneAt', limit: 20 } });
  const { open: show, edit, overlays } = useOpened();
  const Heading = `h${level}` as const;
  const here = Object.entries(of).map(
    ([key, id]) =>
      `/${{ contactId: 'contacts', companyId: 'companies', leadId: 'leads', opportunityId: 'opportunities' }[key]}/${id}`,
  )[0];
  const loading = open.loading || done.loading;
  const error = open.error ?? done.error;
  const row = (activity: Activity) => (
    <ActivityRow
      key={activity.id}
      activity={activity}
      now={now}
      hideLink={here}
      onOpen={() => show(activity.id)}
      onEdit={() => edit(activity)}
    />
  );
  return (
    <section aria-label="Activities">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Heading className="text-sm font-semibold">Activities</Heading>
        <span className="flex gap-2" data-noprint>
          <LogActivity links={links} />
        </span>
      </div>
      {loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {error && open.items.length === 0 && (
        <Failure
          error={error}
          what="Activities"
          onRetry={() => {
            open.retry();
            done.retry();
          }}
        />
      )}
      {!loading && !error && open.items.length + done.items.length === 0 && (
        <EmptyState icon={<CalendarCheck />} title="No activities yet" className="py-6!">
          Log a call or schedule the next step. It appears here and in the timeline.
        </EmptyState>
      )}
      {open.items.length > 0 && (
        <ul aria-label="Open" className="divide-y divide-line rounded-lg border border-line">
          {open.items.map(row)}
        </ul>
      )}
      <LoadMore hasMore={open.hasMore} loading={open.loadingMore} onMore={open.more} />
      {done.items.length > 0 && (
        <>
          <p className="mt-4 mb-1 text-xs font-medium text-muted">Done</p>
          <ul aria-label="Done" className="divide-y divide-line rounded-lg border border-line">
            {done.items.map(row)}
          </ul>
        </>
      )}
      <LoadMore hasMore={done.hasMore} loading={done.loadingMore} onMore={done.more} />
      {overlays}
    </section>
  );
}
