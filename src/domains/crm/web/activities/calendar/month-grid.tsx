import { addDays } from '../../../../../kernel/days.ts';
import { instantAt } from '../../../../../kernel/wall-clock.ts';
import { cx } from '../../../../../web/ui/cx.ts';
import { deviceZone, longDayText } from '../times.ts';
import { EntryButton } from './entry-button.tsx';
import { type DayViewProps, manyText, onDay, type Shown } from './entries.ts';
import { useDrag } from '../../../../../web/ui/use-drag.ts';
import type { Move } from './use-move.ts';

interface MonthGridProps extends DayViewProps {
  /** A day of the month that is meant; days of others are paler. */
  month: string;
  onCreate: (day: string) => void;
  onMove: Move;
}

/** Lines that a day has room for. */
export const MAX_IN_CELL = 4;
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });

/** A month of days; entries are dragged to another day, or moved there with Alt and the arrow keys. */
export function MonthGrid({
  days,
  month,
  today,
  shown,
  beyond,
  onOpen,
  onDay: openDay,
  onCreate,
  onMove,
}: MonthGridProps) {
  const moveTo = ({ entry, start: wall }: Shown, day: string) =>
    void onMove(entry, {
      dueAt: entry.day === null ? instantAt(day + wall.slice(10), deviceZone()) : entry.dueAt,
      day: entry.day === null ? null : day,
      durationMinutes: entry.durationMinutes,
    });
  const { drag, start, wasDragged } = useDrag<Shown>(({ item, over }) => {
    if (over && over !== item.from) moveTo(item, over);
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="grid grid-cols-7 border-b border-line text-center text-xs text-muted" aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day} className="py-1">
            {weekday.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ))}
      </div>
      <ul aria-label="Days" className="grid flex-1 auto-rows-[minmax(5.5rem,1fr)] grid-cols-7">
        {days.map((day) => {
          const here = onDay(shown, day);
          const count = here.length + (beyond[day] ?? 0);
          const more = count - MAX_IN_CELL;
          return (
            <li key={day} className="flex min-w-0 border-r border-b border-line">
              <div
                data-drop={day}
                onDoubleClick={() => onCreate(day)}
                className={cx(
                  'flex min-w-0 flex-1 flex-col gap-0.5 p-0.5 sm:p-1',
                  day.slice(0, 7) !== month.slice(0, 7) && 'bg-sunken',
                  drag?.over === day && 'bg-accent-soft',
                )}
              >
                <button
                  type="button"
                  onClick={() => openDay(day)}
                  aria-label={`${longDayText(day)}, ${manyText(count, beyond[day])} ${count === 1 ? 'activity' : 'activities'}`}
                  aria-current={day === today ? 'date' : undefined}
                  className={cx(
                    'tabular inline-flex size-6 items-center justify-center self-start rounded-full text-xs hover:bg-hover',
                    day === today && 'bg-accent font-semibold text-on-solid hover:bg-accent-hover',
                  )}
                >
                  {Number(day.slice(8))}
                </button>
                {here.slice(0, more > 0 ? MAX_IN_CELL - 1 : MAX_IN_CELL).map((one) => (
                  <EntryButton
                    key={one.key}
                    entry={one.entry}
                    compact
                    className={cx('max-sm:[&_.tabular]:hidden', drag?.item.key === one.key && 'opacity-50')}
                    aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
                    onPointerDown={(event) => start(event, one)}
                    onDoubleClick={(event) => event.stopPropagation()}
                    onClick={() => {
                      if (!wasDragged()) onOpen(one.entry);
                    }}
                    onKeyDown={(event) => {
                      const by = event.altKey
                        ? { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
                        : undefined;
                      if (by === undefined) return;
                      event.preventDefault();
                      moveTo(one, addDays(one.from, by));
                    }}
                  />
                ))}
                {more > 0 && (
                  <button
                    type="button"
                    onClick={() => openDay(day)}
                    className="rounded-sm px-1 text-left text-xs leading-5 text-muted hover:bg-hover hover:text-ink"
                  >
                    {manyText(more + 1, beyond[day])} more
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
