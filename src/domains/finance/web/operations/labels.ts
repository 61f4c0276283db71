import type { Anomaly } from '../../contract/operations.ts';
import { counted, money } from '../../../../web/ui/format.ts';

export const ANOMALY_LABELS: Readonly<Record<Anomaly['kind'], string>> = {
  price_rise: 'Price increase',
  double_charge: 'Possible duplicate charge',
  unusual: 'Unusual amount',
};

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });
/** "Nov 26" for `2026-11`. */
export const monthText = (month: string): string => MONTH.format(Date.parse(`${month}-01T00:00:00Z`));

/** "2 years 3 months", "4.5 months". */
export function runwayText(months: string | null): string {
  if (months === null) return 'Not decreasing';
  const count = Number(months);
  if (count < 12)
    return `${count.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${count === 1 ? 'month' : 'months'}`;
  if (count > 120) return 'Over 10 years';
  const [years, rest] = [Math.floor(count / 12), Math.round(count % 12)];
  return `${years} ${years === 1 ? 'year' : 'years'}${rest > 0 ? ` ${rest} ${rest === 1 ? 'month' : 'months'}` : ''}`;
}

/** Why a charge should be looked at: "Up 23% from $12.99." */
export function anomalyText({ amount, currency, usual, most, reason }: Anomaly): string {
  if (usual === null) return reason;
  const before = money(usual, currency);
  return most
    ? `Usually about ${before}, at most ${money(most.amount, currency)} over ${counted(most.payments, 'payment')}.`
    : `Up ${changeText(amount, usual).replace('+', '')} from ${before}.`;
}

/** "+12%", "-3%"; "no change"; blank where there is nothing to compare with. */
export function changeText(now: string, before: string): string {
  const [a, b] = [Number(now), Number(before)];
  if (b === 0) return a === 0 ? '' : 'new';
  const percent = Math.round(((a - b) / b) * 100);
  return percent === 0 ? 'no change' : `${percent.toLocaleString(undefined, { signDisplay: 'always' })}%`;
}
