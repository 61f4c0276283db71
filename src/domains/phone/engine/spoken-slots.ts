/** Times of appointments as an agent says them, and as a caller chooses one. */
import { wallAt } from '../../../kernel/wall-clock.ts';
import { plainWords, SPOKEN_DIGITS } from './menu.ts';

/** `Tuesday, March 10 at 9:00 AM`, in the zone. @param at milliseconds */
export function slotWords(at: number, zone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone });
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return `${day.format(at)} at ${time.format(at).replace(/\s/g, ' ')}`;
}

/** The name of a zone as people say it: `Eastern Time`. */
export function zoneWords(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return name.startsWith('GMT+00') || name === 'GMT' ? 'Coordinated Universal Time' : name;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const HOURS = ['twelve', ...SPOKEN_DIGITS.slice(1), 'ten', 'eleven'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** What a caller said about the times that were offered. */
export type SlotChoice = { kind: 'start'; at: number } | { kind: 'later' } | { kind: 'none' } | { kind: 'unclear' };

/** Reads words or a key. Keys: the number of a time, 9 for another day, 0 to go on without. */
export function chosenSlot(starts: readonly number[], zone: string, heard: string, isKey: boolean): SlotChoice {
  const said = plainWords(heard);
  const byNumber = numberIn(said);
  if (isKey || byNumber !== undefined) {
    if (byNumber === 9) return { kind: 'later' };
    if (byNumber === 0) return { kind: 'none' };
    const at = byNumber === undefined ? undefined : starts[byNumber - 1];
    if (at !== undefined) return { kind: 'start', at };
    if (isKey) return { kind: 'unclear' };
  }
  const meant = meantBy(starts, zone, said);
  if (meant !== undefined) return { kind: 'start', at: meant };
  if (/\b(later|another|other|different|more|next)\b/.test(said)) return { kind: 'later' };
  if (/\b(no|none|never mind|nothing|cancel|stop)\b/.test(said)) return { kind: 'none' };
  return { kind: 'unclear' };
}

/** A number or place in the list, said alone: `2`, `two`, `option two`, `the second one`. */
function numberIn(said: string): number | undefined {
  const word = said.replace(/^(option|number|press|the) /, '').replace(/ (one|time|please)$/, '');
  if (/^\d$/.test(word)) return Number(word);
  const digit = SPOKEN_DIGITS.indexOf(word);
  if (digit >= 0) return digit;
  const place = ORDINALS.indexOf(word);
  return place < 0 ? undefined : place + 1;
}

/** The only start that fits the weekday, the day, and the time of day that were named. */
function meantBy(starts: readonly number[], zone: string, said: string): number | undefined {
  const weekday = WEEKDAYS.find((name) => said.includes(name));
  const time = timeIn(said);
  if (weekday === undefined && time === undefined) return undefined;
  const fitting = starts.filter((at) => {
    const wall = wallAt(new Date(at), zone);
    const hour = Number(wall.slice(11, 13));
    const isDay = weekday === undefined || WEEKDAYS[new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay()] === weekday;
    const isTime =
      time === undefined ||
      (hour % 12 === time.hour % 12 &&
        (time.minute === undefined || time.minute === Number(wall.slice(14, 16))) &&
        (time.half === undefined || (hour < 12 ? 'a' : 'p') === time.half));
    return isDay && isTime;
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** `9`, `9 30`, `nine a m`, `2 pm`. A number after the name of a month is a day. */
function timeIn(said: string): { hour: number; minute: number | undefined; half: 'a' | 'p' | undefined } | undefined {
  const words = said
    .split(' ')
    .map((word) => (HOURS.includes(word) ? String(HOURS.indexOf(word) || 12) : word === 'noon' ? '12' : word))
    .join(' ')
    .replace(/\b[a-z]{3,} \d{1,2}(?= at )/g, '');
  const found = /(?:^|\b)(1[0-2]|[1-9])(?: ([0-5]\d|thirty|fifteen))?(?: o ?clock)? ?([ap])? ?m?\b/.exec(words);
  if (!found) return undefined;
  const [, hour, minute, half] = found;
  const named =
    minute === 'thirty' ? 30 : minute === 'fifteen' ? 15 : minute === undefined ? undefined : Number(minute);
  return { hour: Number(hour), minute: named, half: half as 'a' | 'p' | undefined };
}

/** Whether a caller agrees; undefined where neither. */
export function agreement(heard: string, isKey: boolean): boolean | undefined {
  const said = plainWords(heard);
  if (said === '1') return true;
  if (said === '2' || said === 'two') return false;
  if (isKey) return undefined;
  if (/\b(no|nope|not|wrong|another|different|other)\b/.test(said)) return false;
  return /\b(yes|yeah|yep|yup|sure|ok|okay|correct|right|please|fine|great|perfect|book it|good|one)\b/.test(said)
    ? true
    : undefined;
}

/** A name without the words around it: `My name is Ada King.` */
export function spokenName(heard: string): string {
  return heard
    .trim()
    .replace(
      /^(?:(?:hi|hello|hey|yes|well|uh|um|it['’]?s|it is|this is|my name is|my name['’]?s|the name is|i am|i['’]m)[\s,.]+)+/i,
      '',
    )
    .replace(/[.!?,\s]+$/, '')
    .slice(0, 120);
}
