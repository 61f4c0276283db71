import { useEffect, useState } from 'react';
import { dateFormat } from './format.ts';
import { nextChange, relativeTime } from './relative-time.ts';

const absolute = dateFormat({ dateStyle: 'full', timeStyle: 'short' });

/**
 * An instant as "3 minutes ago", with the full date and time in the person's zone as its title. Updates itself.
 * @param value ISO 8601, as in the API
 */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const [now, setNow] = useState(() => new Date());
  const instant = new Date(value);
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), nextChange(new Date(value), now));
    return () => clearTimeout(timer);
  }, [value, now]);
  // Formatted on hover: the browser's first full date takes longer than drawing a list's rows.
  const name = (event: { currentTarget: HTMLElement }) => {
    event.currentTarget.title = absolute.format(instant);
  };
  return (
    <time dateTime={value} onPointerEnter={name} className={className}>
      {relativeTime(instant, now)}
    </time>
  );
}

const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar day without a zone (`2026-11-21`), in the person's locale. */
export function DayText({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {day.format(new Date(`${value}T00:00:00Z`))}
    </time>
  );
}
