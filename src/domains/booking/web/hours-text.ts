/** Hours as people type them: `09:00-12:00, 13:00-17:00`, and a line for each day with other hours. */
import type { BookingHours } from '../contract.ts';

type Ranges = BookingHours['weekly']['mon'];

export const rangesText = (ranges: Ranges): string => ranges.map(([from, until]) => `${from}-${until}`).join(', ');

/** What cannot be read stays as it is, so that the check of the entry names it. */
export function readRanges(text: string): Ranges {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.toLowerCase() !== 'off')
    .map((part) => {
      const [from = '', until = ''] = part.split(/\s*[-–]\s*/);
      return [from.padStart(5, '0'), until.padStart(5, '0')];
    });
}

export const overridesText = (overrides: BookingHours['overrides']): string =>
  Object.entries(overrides)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, ranges]) => `${day}: ${ranges.length > 0 ? rangesText(ranges) : 'off'}`)
    .join('\n');

export function readOverrides(text: string): BookingHours['overrides'] {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, 10), readRanges(line.slice(10).replace(/^[\s:]+/, ''))]),
  );
}
