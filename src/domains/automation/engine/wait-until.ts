/** Until when a step waits. Pure. */
import { addDays, dayAt, startOfDay } from '../../../kernel/days.ts';
import type { Wait } from '../contract/definition.ts';

const UNIT = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/**
 * The moment at which a wait that begins at `now` ends; undefined when the moment that it names cannot be read.
 * @param zone IANA zone of the workspace, on whose clocks times of day are meant
 * @param render fills in variables
 */
export function waitEnd(wait: Wait, now: Date, zone: string, render: (text: string) => string): Date | undefined {
  if (wait.kind === 'for') return new Date(now.getTime() + wait.amount * UNIT[wait.unit]);
  if (wait.kind === 'moment') {
    const time = Date.parse(render(wait.at));
    return Number.isNaN(time) ? undefined : new Date(time);
  }
  const today = dayAt(now, zone);
  for (let n = 0; n <= 7; n++) {
    const day = addDays(today, n);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    const moment = atTime(day, wait.time, zone);
    if (moment > now && (wait.days.length === 0 || wait.days.includes(weekday))) return moment;
  }
  return undefined;
}

/**
 * The instant at which it is `time` on `day` in the zone; in the hour that a change of clocks skips, the first moment
 * after it.
 */
function atTime(day: string, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const guess = Date.parse(startOfDay(day, zone)) + (hours * 60 + minutes) * 60_000;
  // On a day on which clocks change, the hours since midnight are not what the clock shows.
  const shown = clock(guess, zone);
  const off = hours * 60 + minutes - shown;
  return new Date(guess + (Math.abs(off) <= 120 ? off : 0) * 60_000);
}

function clock(time: number, zone: string): number {
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(time)
    .split(':')
    .map(Number);
  return hours * 60 + minutes;
}
