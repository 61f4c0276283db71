import { useEffect, useState } from 'react';
import { dateFormat } from './format.ts';
import { nextChange, relativeTime } from './relative-time.ts';

const absolute = dateFormat({ dateStyle: 'full', timeStyle: 'short' });

/**
 * An instant as "3 minutes ago", with the full date and time of the person's own zone as its title. Keeps itself
 * current.
 * @param value ISO 8601, as the API answers it.
 */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const [now, setNow] = useState(() => new Date());
  const instant = new Date(value);
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), nextChange(new Date(value), now));
    return () => clearTimeout(timer);
  }, [value, now]);
  // Worded when somebody points at it: the browser's first full date takes longer than a list's rows to draw.
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

/** A calendar day without a zone (`2026-11-21`), written as the person's locale writes days. */
export function DayText({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {day.format(new Date(`${value}T00:00:00Z`))}
    </time>
  );
}
