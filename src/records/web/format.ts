/** How the CRM writes figures, days and numbers for people. */

import { counted, dateFormat } from '../../web/ui/format.ts';

export { counted, fileSize, money, wholeMoney } from '../../web/ui/format.ts';

/** A length of time: "8 seconds", "4 minutes", "1 hour 5 minutes". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return counted(whole, 'second');
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0
    ? counted(minutes / 60, 'hour')
    : `${counted(Math.floor(minutes / 60), 'hour')} ${counted(rest, 'minute')}`;
}

const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;
/** Country codes of two digits (ITU-T E.164); 7 has one, all others have three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * The country code apart. How the rest is grouped is each country's own plan, and a wrong grouping reads worse than
 * none.
 */
function withCodeApart(digits: string): string {
  const code = digits.startsWith('7') ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  return `+${digits.slice(0, code)} ${digits.slice(code)}`;
}

/** A number in E.164, spaced for reading. What is no such number stays as it is. */
export function phoneText({ value, ext }: { value: string; ext?: string | undefined }): string {
  const parts = NORTH_AMERICAN.exec(value);
  const spaced = parts
    ? `+1 ${parts[1]} ${parts[2]} ${parts[3]}`
    : /^\+[2-9]\d{6,14}$/.test(value)
      ? withCodeApart(value.slice(1))
      : value;
  return ext ? `${spaced} ext. ${ext}` : spaced;
}

/** Address to call a number: extensions are dialled after a pause (RFC 3966 leaves them to a parameter). */
export function telHref({ value, ext }: { value: string; ext?: string | undefined }): string {
  return ext ? `tel:${value};ext=${ext}` : `tel:${value}`;
}

const dayHeading = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The heading of a day in the reader's zone: "Today", "Yesterday", "Monday, 3 August 2026". */
export function dayTitle(instant: string, now: Date): string {
  const date = new Date(instant);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return dayHeading.format(date);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
