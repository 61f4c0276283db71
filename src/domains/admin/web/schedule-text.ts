const SPANS: readonly [seconds: number, one: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `every 900 s` → `every 15 minutes`; an expression of cron as it stands, with its zone. */
export function scheduleText(schedule: string): string {
  const every = /^every (\d+) s$/.exec(schedule);
  if (!every) return schedule;
  const seconds = Number(every[1]);
  const [size, one] = SPANS.find(([span]) => seconds % span === 0)!;
  const count = seconds / size;
  return count === 1 ? `every ${one}` : `every ${count} ${one}s`;
}
