import CalendarCheck from 'lucide-react/icons/calendar-check';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { addDays, dayAt } from '../../../../kernel/days.ts';
import { encodeFilter, ME } from '../../../../kernel/filter-terms.ts';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Kbd } from '../../../../web/ui/kbd.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Activity, activities, type MyDay } from '../../contract/activities.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { ActivityRow } from './activity-row.tsx';
import { QuickAdd } from './quick-add.tsx';
import { dayOf, deviceZone, longDayText } from './times.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { useNow } from './use-now.ts';
import { useOpened } from './use-opened.tsx';

/** `/activities/my-day`: what waits for me, and a line to add to it. */
export default function MyDayPage() {
  const { data, error, refetch } = useQuery(read(activities.myDay, { query: { zone: deviceZone() } }));
  const now = useNow(useCallback(() => void refetch(), [refetch]));
  const { open, edit, overlays } = useOpened();
  const list = useRef<HTMLDivElement>(null);
  useUndoKey();
  useListKeys(list, data, edit);
  return (
    <div className="page-frame max-w-3xl">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h1 tabIndex={-1} className="page-title">
            My day
          </h1>
          <p className="min-h-5 text-sm text-muted">
            {data ? longDayText(data.today) : ' '}
            {data && data.doneToday > 0 ? ` · ${data.doneToday} done` : ''}
          </p>
        </div>
        <nav aria-label="Activities" className="flex gap-2">
          <Link to="/activities" className={buttonClass()}>
            All activities
          </Link>
          <Link to="/activities" search={{ as: 'calendar' }} className={buttonClass()}>
            Calendar
          </Link>
        </nav>
      </header>
      <QuickAdd />
      <div ref={list} className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">
        {error && !data && <Failure error={error} what="Your day" onRetry={() => void refetch()} />}
        {!data && !error && <DaySkeleton />}
        {data && <Parts data={data} now={now} open={open} edit={edit} />}
      </div>
      <p className="mt-6 text-xs text-muted max-sm:hidden">
        <Kbd>J</Kbd> <Kbd>K</Kbd> move, <Kbd>X</Kbd> done, <Kbd>S</Kbd> postpone until tomorrow, <Kbd>E</Kbd> edit,{' '}
        <Kbd>Enter</Kbd> open, <Kbd>C</Kbd> add
      </p>
      {overlays}
    </div>
  );
}

type Handlers = { open: (id: string) => void; edit: (activity: Activity) => void };

function Parts({ data, now, open, edit }: { data: MyDay; now: Date } & Handlers) {
  const { overdue, todays, next, undated, capped } = data;
  if (overdue.length + todays.length + next.length + undated.length === 0) {
    return (
      <EmptyState icon={<CalendarCheck />} title={data.doneToday > 0 ? 'All done for today' : 'Nothing due'}>
        Add an activity above, or schedule one from a contact, company, or opportunity.
      </EmptyState>
    );
  }
  const handlers = { open, edit, now };
  const days = [...Map.groupBy(next, (activity) => dayOf(activity) ?? '')];
  return (
    <>
      {overdue.length > 0 && (
        <Part
          title="Overdue"
          tone="text-danger-ink"
          items={overdue}
          isCapped={capped.includes('overdue')}
          {...handlers}
        />
      )}
      <Part
        title="Today"
        items={todays}
        nothing="Nothing else today."
        isCapped={capped.includes('todays')}
        {...handlers}
      />
      {days.map(([day, items], index) => (
        <Part
          key={day}
          title={longDayText(day)}
          items={items}
          isCapped={capped.includes('next') && index === days.length - 1}
          {...handlers}
        />
      ))}
      {undated.length > 0 && (
        <Part title="No date" items={undated} isCapped={capped.includes('undated')} {...handlers} />
      )}
    </>
  );
}

interface PartProps extends Handlers {
  title: string;
  items: readonly Activity[];
  /** There are more than these. */
  isCapped: boolean;
  nothing?: string;
  tone?: string;
  now: Date;
}

/** All that is mine and open, by when it is due. */
const MINE = {
  filter: encodeFilter({
    match: 'all',
    conditions: [
      { field: 'owner', op: 'any_of', value: [ME] },
      { field: 'status', op: 'any_of', value: ['open'] },
    ],
  }),
  sort: 'dueAt',
};

function Part({ title, items, isCapped, nothing, tone, now, open, edit }: PartProps) {
  return (
    <section aria-label={title}>
      <h2 className={`mb-1.5 flex items-baseline gap-2 text-sm font-semibold ${tone ?? ''}`}>
        {title}
        <span className="tabular text-xs font-normal text-faint">
          {items.length}
          {isCapped && '+'}
        </span>
      </h2>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {items.map((activity) => (
            <ActivityRow
              key={activity.id}
              activity={activity}
              now={now}
              onOpen={() => open(activity.id)}
              onEdit={() => edit(activity)}
              className="first:rounded-t-lg last:rounded-b-lg focus-within:bg-hover"
            />
          ))}
        </ul>
      )}
      {isCapped && (
        <p className="mt-1.5 text-sm text-muted">
          Only the first activities are shown.{' '}
          <Link to="/activities" search={MINE} className="text-accent-ink underline">
            Show all my open activities
          </Link>
        </p>
      )}
    </section>
  );
}

function DaySkeleton() {
  return (
    <div className="grid animate-appear-late gap-6" aria-hidden="true">
      {[3, 4].map((rows) => (
        <div key={rows} className="grid gap-1.5">
          <Skeleton className="h-5 w-24" />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} className="h-13 rounded-lg" />
          ))}
        </div>
      ))}
    </div>
  );
}

const tomorrow = () => addDays(dayAt(new Date(), deviceZone()), 1);

/** J and K walk through the rows, X completes, S puts off, E changes, C goes to the line on top. */
function useListKeys(list: RefObject<HTMLDivElement | null>, data: MyDay | undefined, edit: Handlers['edit']): void {
  const acts = useActivityActs();
  const all = useMemo(() => (data ? [...data.overdue, ...data.todays, ...data.next, ...data.undated] : []), [data]);
  useShortcuts(
    useMemo(() => {
      const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-activity]') ?? [])];
      const here = () => rows().findIndex((row) => row.closest('li')?.contains(document.activeElement));
      const current = () => all.find((activity) => activity.id === rows()[here()]?.dataset['activity']);
      const step = (by: number) => {
        const [items, at] = [rows(), here()];
        items[Math.min(items.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus();
      };
      /** The row below takes the focus of the one that goes. */
      const leaving = async (act: (activity: Activity) => Promise<unknown>) => {
        const activity = current();
        if (!activity) return;
        const at = here();
        await act(activity);
        requestAnimationFrame(() => rows()[Math.min(at, rows().length - 1)]?.focus());
      };
      const group = 'My day';
      return [
        { keys: 'j', label: 'Next activity', group, run: () => step(1) },
        { keys: 'k', label: 'Previous activity', group, run: () => step(-1) },
        { keys: 'x', label: 'Mark as done', group, run: () => void leaving((activity) => acts.complete(activity)) },
        {
          keys: 's',
          label: 'Postpone until tomorrow',
          group,
          run: () => void leaving((activity) => acts.snooze(activity, { day: tomorrow() }, 'tomorrow')),
        },
        {
          keys: 'e',
          label: 'Edit activity',
          group,
          run: () => {
            const activity = current();
            if (activity) edit(activity);
          },
        },
        {
          keys: 'c',
          label: 'Add to my day',
          group,
          run: () => document.querySelector<HTMLElement>('[data-quick-add]')?.focus(),
        },
      ];
    }, [all, acts, edit, list]),
  );
}
