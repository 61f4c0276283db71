import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays } from '../../../../../kernel/days.ts';
import { instantAt, wallAt } from '../../../../../kernel/wall-clock.ts';
import { cx } from '../../../../../web/ui/cx.ts';
import {
  DAY_MINUTES,
  minuteOf,
  type Placed,
  placeDay,
  SNAP,
  snapLength,
  wallOn,
} from '../../../engine/activities/calendar-layout.ts';
import { deviceZone, longDayText, timeText } from '../times.ts';
import { EntryButton } from './entry-button.tsx';
import { type DayViewProps, manyText, onDay, type Shown } from './entries.ts';
import { type Drag, useDrag } from '../../../../../web/ui/use-drag.ts';
import type { Move } from './use-move.ts';

interface TimeGridProps extends DayViewProps {
  /** An empty place was pressed: a wall time. */
  onCreate: (wall: string) => void;
  onMove: Move;
}

/** Pixels of an hour. */
const HOUR = 48;
/** Pixels of the column of hours, the 3.5rem of the grid. */
const HOURS_WIDTH = 56;
const DEFAULT_LENGTH = 30;
const FIRST_HOUR = 7.5;
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const pixels = (minutes: number) => (minutes / 60) * HOUR;
const minutesOf = (height: number) => (height / HOUR) * 60;

type Grip = { one: Shown; what: 'move' | 'resize' };

/** Days side by side with their hours. Entries are dragged, or moved with Alt and arrows (with Shift: made longer). */
export function TimeGrid({ days, today, shown, beyond, onOpen, onDay: openDay, onCreate, onMove }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useMinute();
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = FIRST_HOUR * HOUR;
  }, []);
  const first = days[0];
  useEffect(() => {
    const { current } = scroller;
    // Where a week is wider than the screen, it begins with today.
    const place = days.indexOf(today);
    if (current) current.scrollLeft = place > 0 ? (place * (current.scrollWidth - HOURS_WIDTH)) / days.length : 0;
    // Only another week moves it, not every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first, today]);
  const moveTo = ({ entry }: Shown, wall: string) =>
    void onMove(entry, { dueAt: instantAt(wall, deviceZone()), day: null, durationMinutes: entry.durationMinutes });
  const resize = ({ entry }: Shown, length: number) =>
    void onMove(entry, { dueAt: entry.dueAt, day: null, durationMinutes: length });
  const { drag, start, wasDragged } = useDrag<Grip>(({ item: { one, what }, dy, over }) => {
    if (what === 'resize') resize(one, snapLength((one.length ?? DEFAULT_LENGTH) + minutesOf(dy)));
    else if (over) moveTo(one, wallOn(over, minuteOf(one.start) + minutesOf(dy)));
  });
  const onKey = (event: KeyboardEvent, one: Shown) => {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const by = event.key === 'ArrowDown' ? SNAP : event.key === 'ArrowUp' ? -SNAP : 0;
    if (event.shiftKey) resize(one, snapLength((one.length ?? DEFAULT_LENGTH) + by));
    else if (by !== 0) moveTo(one, wallOn(one.from, minuteOf(one.start) + by));
    else moveTo(one, addDays(one.from, event.key === 'ArrowRight' ? 1 : -1) + one.start.slice(10));
  };
  const columns =
    days.length === 1
      ? 'grid-cols-[3.5rem_minmax(0,1fr)]'
      : 'grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] max-md:min-w-[44rem]';
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
      <div className={cx('sticky top-0 z-30 grid border-b border-line bg-canvas', columns)}>
        <span className="sticky left-0 z-10 bg-canvas" />
        {days.map((day) => (
          <div key={day} className="min-w-0 border-l border-line p-1">
            <button
              type="button"
              onClick={() => openDay(day)}
              aria-label={longDayText(day)}
              aria-current={day === today ? 'date' : undefined}
              className={cx(
                'mb-0.5 rounded-sm px-1 text-xs hover:bg-hover',
                day === today ? 'font-semibold text-accent-ink' : 'text-muted',
              )}
            >
              {weekday.format(new Date(`${day}T00:00:00Z`))}
            </button>
            {beyond[day] !== undefined && (
              <button
                type="button"
                onClick={() => openDay(day)}
                className="mb-0.5 ml-1 rounded-sm px-1 text-xs text-muted hover:bg-hover hover:text-ink"
              >
                {manyText(beyond[day], beyond[day])} more
              </button>
            )}
            <div className="grid gap-0.5">
              {onDay(shown, day)
                .filter(({ entry }) => entry.day !== null)
                .map((one) => (
                  <EntryButton key={one.key} entry={one.entry} compact onClick={() => onOpen(one.entry)} />
                ))}
            </div>
          </div>
        ))}
      </div>
      <div className={cx('relative grid', columns)} style={{ height: 24 * HOUR }}>
        <div aria-hidden="true" className="sticky left-0 z-20 bg-canvas">
          {Array.from({ length: 23 }, (_, index) => (
            <span
              key={index}
              className="tabular absolute right-1 -translate-y-1/2 text-2xs whitespace-nowrap text-faint"
              style={{ top: (index + 1) * HOUR }}
            >
              {hourText(index + 1)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={day}
            day={day}
            now={day === today ? now : null}
            drag={drag}
            placed={placeDay(onDay(shown, day).filter(({ entry }) => entry.day === null))}
            onCreate={onCreate}
            onOpen={(one) => {
              if (!wasDragged()) onOpen(one.entry);
            }}
            onKey={onKey}
            start={start}
          />
        ))}
      </div>
    </div>
  );
}

interface DayColumnProps {
  day: string;
  /** Minutes since midnight, on today. */
  now: number | null;
  drag: Drag<Grip> | null;
  placed: readonly Placed<Shown>[];
  onCreate: (wall: string) => void;
  onOpen: (one: Shown) => void;
  onKey: (event: KeyboardEvent, one: Shown) => void;
  start: ReturnType<typeof useDrag<Grip>>['start'];
}

function DayColumn({ day, now, drag, placed, onCreate, onOpen, onKey, start }: DayColumnProps) {
  const column = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={column}
      data-drop={day}
      className={cx(
        'relative border-l border-line bg-[repeating-linear-gradient(to_bottom,var(--line)_0,var(--line)_1px,transparent_1px,transparent_48px)]',
        drag?.item.what === 'move' && drag.over === day && 'bg-accent-soft',
      )}
      onClick={(event) => {
        if (event.target === column.current)
          onCreate(wallOn(day, minutesOf(event.clientY - column.current.getBoundingClientRect().top) - SNAP / 2));
      }}
    >
      {now !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-danger"
          style={{ top: pixels(now) }}
        />
      )}
      {placed.map(({ item: one, top, height, column: place, columns }) => {
        const held = drag?.item.one.key === one.key ? drag : null;
        const stretch = held?.item.what === 'resize' ? held.dy : 0;
        return (
          <div
            key={one.key}
            className={cx('absolute p-px', held && 'z-20 opacity-80')}
            style={{
              top: pixels(top),
              height: Math.max(18, pixels(height) + stretch),
              left: `${(place / columns) * 100}%`,
              width: `${100 / columns}%`,
              ...(held?.item.what === 'move' ? { transform: `translate(${held.dx}px, ${held.dy}px)` } : {}),
            }}
          >
            <EntryButton
              entry={one.entry}
              compact={height < 45}
              className="size-full cursor-grab items-start active:cursor-grabbing"
              aria-label={`${one.entry.subject}, ${timeText(one.entry.dueAt)}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
              onPointerDown={(event) => start(event, { one, what: 'move' })}
              onClick={() => onOpen(one)}
              onKeyDown={(event) => onKey(event, one)}
            />
            <span
              aria-hidden="true"
              className="absolute inset-x-1 bottom-0 h-1.5 cursor-ns-resize"
              onPointerDown={(event) => {
                event.stopPropagation();
                start(event, { one, what: 'resize' });
              }}
            />
          </div>
        );
      })}
    </div>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
/** `10 AM`, or `10:00` where a day has 24 hours: the column is narrow. */
const hourFormat = clock.resolvedOptions().hour12
  ? new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' })
  : clock;
const hourText = (hour: number) => hourFormat.format(new Date(Date.UTC(2026, 0, 1, hour)));

const minuteNow = () => minuteOf(wallAt(new Date(), deviceZone())) % DAY_MINUTES;

/** Minutes since midnight here, kept current. */
function useMinute(): number {
  const [minute, setMinute] = useState(minuteNow);
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
