import Check from 'lucide-react/icons/check';
import Repeat from 'lucide-react/icons/repeat';
import type { ComponentProps } from 'react';
import { cx } from '../../../../../web/ui/cx.ts';
import type { ActivityType, CalendarEntry } from '../../../contract/activities.ts';
import { timeText } from '../times.ts';
import { TypeIcon } from '../labels.tsx';

/** Looks by type; the icon says it too. */
const TONES: Record<ActivityType, string> = {
  task: 'border-l-accent bg-accent-soft text-accent-ink',
  call: 'border-l-success bg-success-soft text-success-ink',
  meeting: 'border-l-info bg-info-soft text-info-ink',
  mail: 'border-l-warning bg-warning-soft text-warning-ink',
  note: 'border-l-control bg-hover text-ink',
};

interface EntryButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  entry: CalendarEntry;
  /** One line: icon, time, subject. */
  compact?: boolean;
}

/** One entry of the calendar. What it opens is the caller's. */
export function EntryButton({ entry, compact = false, className, ...rest }: EntryButtonProps) {
  const time = entry.day === null ? timeText(entry.dueAt) : '';
  const done = entry.status !== 'open';
  return (
    <button
      {...rest}
      type="button"
      data-entry={entry.subject}
      title={[time, entry.subject, entry.contact?.name].filter(Boolean).join(' · ')}
      className={cx(
        'chip min-w-0 overflow-hidden rounded-sm border-l-2 px-1 text-left text-xs leading-5 focus-visible:z-10 hover:brightness-95 dark:hover:brightness-125',
        TONES[entry.type],
        done && 'line-through opacity-75',
        compact ? 'flex w-full items-center gap-1' : 'flex flex-col',
        className,
      )}
    >
      <span className="flex max-w-full min-w-0 items-center gap-1">
        {done && entry.status === 'done' ? (
          <Check size={12} role="img" aria-label="Done" className="shrink-0" />
        ) : (
          <TypeIcon type={entry.type} size={12} className="shrink-0" />
        )}
        {compact && time && <span className="tabular shrink-0">{time}</span>}
        <span className="truncate font-medium">{entry.subject}</span>
        {entry.seriesId && <Repeat size={10} role="img" aria-label="Repeats" className="shrink-0" />}
      </span>
      {!compact && time && (
        <span className="tabular max-w-full truncate">
          {time}
          {entry.contact ? ` · ${entry.contact.name}` : ''}
        </span>
      )}
    </button>
  );
}
