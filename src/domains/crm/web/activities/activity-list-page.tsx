import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Rss from 'lucide-react/icons/rss';
import Sun from 'lucide-react/icons/sun';
import Table from 'lucide-react/icons/table';
import { lazy, Suspense, useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Activity } from '../../contract/activities.ts';
import { RecordList, type ListMode } from '../../../../records/web/record-list.tsx';
import { activityKit } from './activity-kit.ts';
import { activityColumns, STANDARD_COLUMNS } from './columns.tsx';
import { whenText } from './times.ts';
import { linksOf, TypeIcon } from './labels.tsx';
import { prepareList } from '../../../../records/web/preload.ts';

const ActivityDialog = lazy(() => import('./activity-dialog.tsx'));
const CalendarMode = lazy(() => import('./calendar/calendar-mode.tsx'));
const FeedDialog = lazy(() => import('./feed-dialog.tsx'));

const MODES: readonly ListMode[] = [
  { id: '', label: 'Table', icon: <Table /> },
  {
    id: 'calendar',
    label: 'Calendar',
    icon: <CalendarDays />,
    render: ({ search }) => (
      <Suspense
        fallback={
          <div className="grid flex-1 gap-2 p-4">
            <Skeleton className="h-8 w-64" />
            <Skeleton className="h-96 w-full" />
          </div>
        }
      >
        <CalendarMode search={search} />
      </Suspense>
    ),
  },
];

export const prepare = prepareList(activityKit);

/** `/activities`: everything planned and done, as a table or a calendar. */
export default function ActivityListPage() {
  const [feed, setFeed] = useState(false);
  return (
    <>
      <RecordList
        kit={activityKit}
        columns={activityColumns}
        standardColumns={STANDARD_COLUMNS}
        card={card}
        firstUse={firstUse}
        modes={MODES}
        actions={
          <>
            <Link to="/activities/my-day" className={buttonClass()}>
              <Sun size={16} aria-hidden="true" />
              <span className="max-sm:sr-only">My day</span>
            </Link>
            <Button
              icon={<Rss />}
              aria-label="Calendar feed"
              data-tooltip="Calendar feed"
              onClick={() => setFeed(true)}
            />
          </>
        }
        renderNew={(close) => <ActivityDialog onClose={close} />}
      />
      {feed && (
        <Suspense fallback={null}>
          <FeedDialog onClose={() => setFeed(false)} />
        </Suspense>
      )}
    </>
  );
}

const card = (activity: Activity) => (
  <span className="flex min-w-0 flex-1 flex-col">
    <span className="flex items-center gap-1.5">
      <TypeIcon type={activity.type} />
      <span className="truncate font-medium">{activity.subject}</span>
    </span>
    <span className="truncate text-xs text-muted">
      {[
        whenText(activity, new Date()) ||
          (activity.doneAt ? whenText({ dueAt: activity.doneAt, day: null }, new Date()) : ''),
        activity.status === 'open' ? '' : activity.status,
        ...linksOf(activity).map(({ name }) => name),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
);

const firstUse = (create: () => void) => (
  <EmptyState
    icon={<CalendarCheck />}
    title="Schedule your first activity"
    action={
      <Button variant="primary" onClick={create}>
        New activity
      </Button>
    }
  >
    Tasks, calls, and meetings appear here and on the contacts and opportunities they are about. My day shows what is
    due.
  </EmptyState>
);
