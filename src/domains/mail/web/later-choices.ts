/** Times that people choose for sending later and for snoozing, in their own zone. */
export interface LaterChoice {
  label: string;
  /** The time, as it reads. */
  detail: string;
  /** Instant. */
  at: string;
}

const SHORT = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });

function at(now: Date, days: number, hour: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(hour, 0, 0, 0);
  return day;
}

export function laterChoices(now: Date): LaterChoice[] {
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const choices: [string, Date][] = [
    ['In 3 hours', new Date(now.getTime() + 3 * 3_600_000)],
    ...(now.getHours() < 17 ? ([['This evening', at(now, 0, 18)]] as [string, Date][]) : []),
    ['Tomorrow morning', at(now, 1, 8)],
    ...(untilMonday > 1 ? ([['Next Monday', at(now, untilMonday, 8)]] as [string, Date][]) : []),
    ['In a week', at(now, 7, 8)],
  ];
  return choices.map(([label, date]) => ({ label, detail: SHORT.format(date), at: date.toISOString() }));
}
