import { useMemo } from 'react';
import type { Workflow } from '../contract/workflows.ts';

interface UpcomingProps {
  upcoming: Workflow['upcoming'];
  /** The zone on whose clocks the schedule is set. */
  zone: string;
}

/**
 * When a schedule comes next, on the workspace's clocks; beside them those of the schedule's zone where they show
 * another time.
 */
export function Upcoming({ upcoming, zone }: UpcomingProps) {
  const here = upcoming?.timeZone;
  const words = useMemo(
    () => here && { here: momentIn(here), there: clockIn(zone), same: clockIn(here) },
    [here, zone],
  );
  if (!upcoming || !words) return null;
  const elsewhere = upcoming.at.some((at) => words.there.format(new Date(at)) !== words.same.format(new Date(at)));
  return (
    <section aria-labelledby="upcoming" className="grid gap-1 text-sm">
      <h3 id="upcoming" className="font-medium">
        Next runs <span className="font-normal text-muted">({placeName(upcoming.timeZone)})</span>
      </h3>
      <ol className="grid gap-1" data-testid="upcoming">
        {upcoming.at.map((at) => (
          <li key={at}>
            <time dateTime={at}>{words.here.format(new Date(at))}</time>
            {elsewhere && (
              <span className="block text-xs text-muted">
                {words.there.format(new Date(at))} in {placeName(zone)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const placeName = (zone: string) => zone.replaceAll('_', ' ');
/** With the offset's name: it differs on both sides of a change of clocks. */
const momentIn = (timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone });
