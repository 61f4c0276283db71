import CalendarDays from 'lucide-react/icons/calendar-days';
import { cx } from '../../../../../web/ui/cx.ts';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { lengthText, longDayText, timeText } from '../times.ts';
import { TypeIcon } from '../labels.tsx';
import { type DayViewProps, manyText, onDay } from './entries.ts';

/** Day after day as a list: what is on, without the gaps. */
export function Agenda({ days, today, shown, beyond, onOpen, onDay: openDay }: DayViewProps) {
  const busy = days.flatMap((day) => {
    const here = onDay(shown, day);
    return here.length > 0 ? [{ day, here }] : [];
  });
  if (busy.length === 0)
    return (
      <EmptyState icon={<CalendarDays />} title="No activities in these four weeks">
        Go to another period, or schedule an activity.
      </EmptyState>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
        {busy.map(({ day, here }) => (
          <section key={day} aria-label={longDayText(day)}>
            <h2 className={cx('mb-1 text-sm font-semibold', day === today && 'text-accent-ink')}>
              {longDayText(day)}
              {day === today ? ', today' : ''}
            </h2>
            <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
              {here.map(({ key, entry }) => (
                <li key={key} data-testid="row">
                  <button
                    type="button"
                    onClick={() => onOpen(entry)}
                    className="flex w-full items-center gap-3 px-3 py-2 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
                  >
                    <span className="tabular w-16 shrink-0 whitespace-nowrap sm:w-20 text-xs text-muted">
                      {entry.day === null ? timeText(entry.dueAt) : 'All day'}
                    </span>
                    <TypeIcon type={entry.type} />
                    <span
                      className={cx('min-w-0 flex-1 truncate', entry.status !== 'open' && 'text-muted line-through')}
                      title={entry.subject}
                    >
                      {entry.subject}
                    </span>
                    {entry.contact && (
                      <span className="truncate text-xs text-muted max-sm:hidden">{entry.contact.name}</span>
                    )}
                    {entry.durationMinutes !== null && entry.day === null && (
                      <span className="tabular shrink-0 text-xs text-faint">{lengthText(entry.durationMinutes)}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {beyond[day] !== undefined && (
              <button
                type="button"
                onClick={() => openDay(day)}
                className="mt-1 rounded-sm px-1 text-xs text-muted hover:bg-hover hover:text-ink"
              >
                {manyText(beyond[day], beyond[day])} more
              </button>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
