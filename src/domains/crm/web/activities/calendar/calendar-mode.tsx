import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { addDays, dayAt, isDay, startOfDay } from '../../../../../kernel/days.ts';
import { encodeFilter } from '../../../../../kernel/filter-terms.ts';
import { messageFor } from '../../../../../web/api/error.ts';
import { request } from '../../../../../web/api/request.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { type KeyHint, useKeyHints } from '../../../../../web/shell/key-hints.ts';
import { type Shortcut, useShortcuts } from '../../../../../web/shell/shortcuts.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { useMediaQuery } from '../../../../../web/table/use-environment.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { cx } from '../../../../../web/ui/cx.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { activities, type CalendarEntry } from '../../../contract/activities.ts';
import { CALENDAR_VIEWS, type CalendarView, daysOfView, stepView } from '../../../engine/activities/calendar-layout.ts';
import type { ListSearch } from '../../../../../records/web/list-search.ts';
import { daysText, deviceZone, longDayText } from '../times.ts';
import { useOpened } from '../use-opened.tsx';
import { Agenda } from './agenda.tsx';
import { shownEntries } from './entries.ts';
import { MonthGrid, MAX_IN_CELL } from './month-grid.tsx';
import { TimeGrid } from './time-grid.tsx';
import { activityOf, useMove } from './use-move.ts';

const ActivityDialog = lazy(() => import('../activity-dialog.tsx'));

const WORDS: Record<CalendarView, string> = { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' };
/** Entries of a day that a view has room for; a day by itself shows all. */
const ROOM: Record<CalendarView, number | undefined> = { month: MAX_IN_CELL, week: 40, day: undefined, agenda: 20 };
const KEYS: Record<CalendarView, string> = { month: 'm', week: 'w', day: 'd', agenda: 'a' };
const monthText = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

interface CalendarSearch {
  cal: CalendarView | undefined;
  /** A day within what is shown; absent: today. */
  at: string | undefined;
}
const parse = (raw: RawSearch): CalendarSearch => ({
  cal: CALENDAR_VIEWS.find((view) => view === raw['cal']),
  at: typeof raw['at'] === 'string' && isDay(raw['at']) ? raw['at'] : undefined,
});

const MOVES: readonly KeyHint[] = [
  { keys: 'Alt+ArrowLeft', label: 'Move the selected activity back a day', group: 'Calendar' },
  { keys: 'Alt+ArrowRight', label: 'Move it forward a day', group: 'Calendar' },
  { keys: 'Alt+ArrowUp', label: 'Earlier, or back a week in month view', group: 'Calendar' },
  { keys: 'Alt+ArrowDown', label: 'Later, or forward a week in month view', group: 'Calendar' },
];

/** Activities as a calendar, under the search and the filters of the list. */
export default function CalendarMode({ search }: { search: ListSearch }) {
  const [{ cal, at }, setSearch] = usePageSearch(parse);
  const isNarrow = useMediaQuery('(max-width: 640px)');
  const view = cal ?? (isNarrow ? 'agenda' : 'week');
  const [today] = useState(() => dayAt(new Date(), deviceZone()));
  const day = at ?? today;
  const days = useMemo(() => daysOfView(view, day), [view, day]);
  const zone = deviceZone();
  const query = {
    from: startOfDay(days[0]!, zone),
    until: startOfDay(addDays(days.at(-1)!, 1), zone),
    search: search.search || undefined,
    filter: encodeFilter(search.filter),
    zone,
    perDay: ROOM[view],
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [activities.calendar.path, query],
    queryFn: ({ signal }) => request(activities.calendar, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const { moved, move } = useMove();
  const shown = useMemo(() => shownEntries(data?.items ?? [], moved), [data, moved]);
  const { open, overlays } = useOpened();
  const [begin, setBegin] = useState<{ date: string; time: string } | null>(null);

  const go = (change: Partial<CalendarSearch>) => setSearch(change, { replace: true });
  useKeyHints(MOVES);
  useShortcuts(
    useMemo<Shortcut[]>(
      () => [
        ...CALENDAR_VIEWS.map((one): Shortcut => ({
          keys: KEYS[one],
          label: WORDS[one],
          group: 'Calendar',
          run: () => setSearch({ cal: one }, { replace: true }),
        })),
        { keys: 't', label: 'Today', group: 'Calendar', run: () => setSearch({ at: undefined }, { replace: true }) },
        {
          keys: '[',
          label: 'Back',
          group: 'Calendar',
          run: () => setSearch({ at: stepView(view, day, -1) }, { replace: true }),
        },
        {
          keys: ']',
          label: 'Forward',
          group: 'Calendar',
          run: () => setSearch({ at: stepView(view, day, 1) }, { replace: true }),
        },
      ],
      [setSearch, view, day],
    ),
  );

  const openEntry = (entry: CalendarEntry) => {
    if (entry.id) open(entry.id);
    else
      activityOf(entry).then(
        (activity) => open(activity.id),
        (failure: unknown) =>
          toast({ type: 'error', title: 'Couldn’t open the activity', description: messageFor(failure, 'Try again.') }),
      );
  };
  const parts = {
    days,
    today,
    shown,
    beyond: data?.more ?? {},
    onOpen: openEntry,
    onMove: move,
    onDay: (one: string) => go({ cal: 'day', at: one }),
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Button size="sm" onClick={() => go({ at: undefined })}>
          Today
        </Button>
        <IconButton size="sm" label="Back" icon={<ChevronLeft />} onClick={() => go({ at: stepView(view, day, -1) })} />
        <IconButton
          size="sm"
          label="Forward"
          icon={<ChevronRight />}
          onClick={() => go({ at: stepView(view, day, 1) })}
        />
        <h2 aria-live="polite" className="min-w-0 text-sm font-semibold">
          {view === 'day'
            ? longDayText(day)
            : view === 'month'
              ? monthText.format(new Date(`${day}T00:00:00Z`))
              : daysText(days[0]!, days.at(-1)!)}
        </h2>
        {data?.capped && (
          <span className="text-xs text-warning-ink">
            Only the first 2,000 activities are shown. Narrow the filter.
          </span>
        )}
        <div role="group" aria-label="Calendar view" className="ml-auto flex gap-1">
          {CALENDAR_VIEWS.map((one) => (
            <Button
              key={one}
              size="sm"
              variant="ghost"
              aria-pressed={one === view}
              className={cx(one === view && 'bg-accent-soft text-accent-ink')}
              onClick={() => go({ cal: one })}
            >
              {WORDS[one]}
            </Button>
          ))}
        </div>
      </div>
      {error && !data ? (
        <Failure error={error} what="Calendar" onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="grid flex-1 gap-2 p-4" aria-hidden="true">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      ) : view === 'agenda' ? (
        <Agenda {...parts} />
      ) : view === 'month' ? (
        <MonthGrid {...parts} month={day} onCreate={(date) => setBegin({ date, time: '' })} />
      ) : (
        <TimeGrid
          key={view}
          {...parts}
          onCreate={(wall) => setBegin({ date: wall.slice(0, 10), time: wall.slice(11) })}
        />
      )}
      {overlays}
      {begin && (
        <Suspense fallback={null}>
          <ActivityDialog
            type="meeting"
            begin={{ ...begin, duration: begin.time ? '30' : '' }}
            onClose={() => setBegin(null)}
            onSaved={(saved) => open(saved.id)}
          />
        </Suspense>
      )}
    </div>
  );
}
