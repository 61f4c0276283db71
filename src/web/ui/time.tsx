import { useEffect, useState } from 'react';
import { nextChange, relativeTime } from './relative-time.ts';

const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/**
 * An instant as "3 minutes ago", with the full date and time of the person's own zone as its title. Keeps itself current.
 * @param value ISO 8601, as the API answers it.
 */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const [now, setNow] = useState(() => new Date());
  const instant = new Date(value);
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), nextChange(new Date(value), now));
    return () => clearTimeout(timer);
  }, [value, now]);
  return <time dateTime={value} title={absolute.format(instant)} className={className}>{relativeTime(instant, now)}</time>;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar day without a zone (`2026-11-21`), written as the person's locale writes days. */
export function DayText({ value, className }: { value: string; className?: string }) {
  return <time dateTime={value} className={className}>{day.format(new Date(`${value}T00:00:00Z`))}</time>;
}
