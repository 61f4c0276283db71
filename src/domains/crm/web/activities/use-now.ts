import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The present moment, again each minute: "overdue" and "today" move on while a page stays open.
 * @param onMinute what else is to be done then
 */
export function useNow(onMinute?: () => void): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
      onMinute?.();
    }, MINUTE);
    return () => clearInterval(timer);
  }, [onMinute]);
  return now;
}
