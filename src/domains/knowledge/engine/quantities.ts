/** Numbers, amounts, shares, dates, and times that a text states, by their value: “$1,200.00” and “1200 dollars” are one. */

export interface Quantity {
  kind: 'count' | 'duration' | 'months' | 'workdays' | 'money' | 'percent' | 'date' | 'time' | 'ordinal';
  /** Durations in minutes, months and years in months, times in minutes after midnight; 0 for dates. */
  value: number;
  /** Of an amount: `$`, `€`, `£`, or `¥`. Blank where it is not said. */
  currency: string;
  /** Of a date; a part that is not said is null. */
  date: { year: number | null; month: number | null; day: number | null } | null;
  start: number;
  end: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = String.raw`(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?`;
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  k: 1_000,
  million: 1_000_000,
  m: 1_000_000,
  billion: 1_000_000_000,
  bn: 1_000_000_000,
};
const CURRENCIES: Readonly<Record<string, string>> = {
  dollar: '$',
  usd: '$',
  euro: '€',
  eur: '€',
  pound: '£',
  gbp: '£',
};
/** Minutes of a unit. */
const DURATIONS: Readonly<Record<string, number>> = { second: 1 / 60, minute: 1, hour: 60, day: 1_440, week: 10_080 };

const SMALL_WORD = SMALL.slice(1).join('|');
const NUMBER_WORD = String.raw`(?:(?:${TENS.join('|')})(?:[-\s](?:${SMALL.slice(1, 10).join('|')}))?|${SMALL_WORD}|a dozen)`;
const AMOUNT = String.raw`(?<digits>\d[\d,]*(?:\.\d+)?)|(?<word>\b${NUMBER_WORD}\b)`;
const QUANTITY = new RegExp(
  String.raw`(?<symbol>[$€£¥])?\s?(?:${AMOUNT})(?:\s?(?<scale>hundred|thousand|million|billion|bn|[km](?![a-z])))?` +
    String.raw`(?:\s?(?<percent>%|percent\b|per cent\b)|[-\s](?<currency>dollar|euro|pound|usd|eur|gbp)s?\b` +
    String.raw`|[-\s](?<work>business|working|work)[-\s](?:day)s?\b|[-\s](?:calendar\s)?(?<unit>second|minute|hour|day|week|month|quarter|year)s?\b)?`,
  'giu',
);

const blank = { currency: '', date: null };

const ZONE = String.raw`Central|Eastern|Mountain|Pacific|Greenwich|Time\b|[A-Z]{2,4}\b`;

/** Text in which `a.m.` ends a sentence only where it does; as long as before. */
export const plainTimes = (text: string): string =>
  text
    .replace(new RegExp(String.raw`\b([ap])\.m\.(?=\s+(?!${ZONE})\p{Lu}|\n|$)`, 'gu'), '$1m. ')
    .replace(/\b([ap])\.m\./gi, '$1m  ');

const monthOf = (name: string) => MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;

function wordValue(word: string): number {
  if (/dozen/i.test(word)) return 12;
  return word
    .toLowerCase()
    .split(/[-\s]/)
    .reduce((sum, part) => {
      const tens = TENS.indexOf(part);
      return sum + (tens >= 0 ? (tens + 2) * 10 : Math.max(0, SMALL.indexOf(part)));
    }, 0);
}

interface Finder {
  pattern: RegExp;
  read(match: RegExpExecArray): Omit<Quantity, 'start' | 'end'> | undefined;
}

const date = (
  year: string | undefined,
  month: number | null,
  day: string | undefined,
): Omit<Quantity, 'start' | 'end'> => ({
  kind: 'date',
  value: 0,
  currency: '',
  date: { year: year ? Number(year) : null, month, day: day ? Number(day) : null },
});
const time = (hours: number, minutes: number): Omit<Quantity, 'start' | 'end'> => ({
  kind: 'time',
  value: hours * 60 + minutes,
  ...blank,
});

/** The more specific first: what one has read, the next ones leave alone. */
const FINDERS: readonly Finder[] = [
  { pattern: /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g, read: ([, year, month, day]) => date(year, Number(month), day) },
  { pattern: /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, read: ([, month, day, year]) => date(year, Number(month), day) },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!\d|:)(?:,?\s+(\d{4})\b)?`, 'gi'),
    read: ([, month, day, year]) => date(year, monthOf(month!), day),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${MONTH})(?:,?\s+(\d{4})\b)?`, 'gi'),
    read: ([, day, month, year]) => date(year, monthOf(month!), day),
  },
  {
    // In lower case, “may” and “march” are other words.
    pattern: new RegExp(String.raw`\b(${MONTH})(?:\s+(?:of\s+)?(\d{4})\b)?`, 'g'),
    read: ([, month, year]) => date(year, monthOf(month!), undefined),
  },
  {
    pattern: /\b(\d{1,2})(?:[:.](\d{2}))?\s*([ap])m\b/gi,
    read: ([, hours, minutes, half]) =>
      time((Number(hours) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0), Number(minutes ?? 0)),
  },
  { pattern: /\b([01]?\d|2[0-3]):([0-5]\d)\b/g, read: ([, hours, minutes]) => time(Number(hours), Number(minutes)) },
  { pattern: /\b(noon|midnight)\b/gi, read: ([word]) => time(word.toLowerCase() === 'noon' ? 12 : 0, 0) },
  {
    pattern: new RegExp(String.raw`\b(?:(\d{1,3})(?:st|nd|rd|th)|(${ORDINALS.join('|')}))\b`, 'gi'),
    read: ([, digits, word]) => ({
      kind: 'ordinal',
      value: digits ? Number(digits) : ORDINALS.indexOf(word!.toLowerCase()) + 1,
      ...blank,
    }),
  },
  { pattern: QUANTITY, read: readQuantity },
];

function readQuantity(match: RegExpExecArray): Omit<Quantity, 'start' | 'end'> | undefined {
  const { symbol, digits, word, scale, percent, currency, work, unit } = match.groups!;
  const base = digits ? Number(digits.replaceAll(',', '')) : wordValue(word!);
  const value = base * (SCALES[scale?.toLowerCase() ?? ''] ?? 1);
  if (percent) return { kind: 'percent', value, ...blank };
  if (symbol || currency)
    return { kind: 'money', value, currency: symbol ?? CURRENCIES[currency!.toLowerCase()]!, date: null };
  if (work) return { kind: 'workdays', value, ...blank };
  const minutes = DURATIONS[unit?.toLowerCase() ?? ''];
  if (minutes) return { kind: 'duration', value: value * minutes, ...blank };
  if (unit)
    return { kind: 'months', value: value * ({ month: 1, quarter: 3, year: 12 }[unit.toLowerCase()] ?? 1), ...blank };
  // “One” alone is a pronoun more often than a number.
  if (word?.toLowerCase() === 'one' && !scale) return undefined;
  return { kind: 'count', value, ...blank };
}

/** What a text states, in its order. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = [];
  let rest = plainTimes(text);
  for (const { pattern, read } of FINDERS)
    rest = rest.replace(pattern, (...parts) => {
      const whole = parts[0] as string;
      const groups = parts.at(-1) as unknown;
      const at = parts.findLast((part) => typeof part === 'number') as number;
      const match = Object.assign(parts.slice(0, parts.lastIndexOf(at)), { groups }) as unknown as RegExpExecArray;
      const quantity = read(match);
      if (!quantity) return whole;
      const lead = whole.length - whole.trimStart().length;
      found.push({ ...quantity, start: at + lead, end: at + whole.length });
      return ' '.repeat(whole.length);
    });
  return found.sort((a, z) => a.start - z.start);
}

const isClose = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/** Whether what a passage states proves what a sentence states. What the sentence leaves open may be anything. */
export function proves(stated: Quantity, claimed: Quantity): boolean {
  if (claimed.kind === 'date') {
    const [has, wants] = [stated.date, claimed.date!];
    if (!has) return false;
    return (['year', 'month', 'day'] as const).every((part) => wants[part] === null || wants[part] === has[part]);
  }
  if (!isClose(stated.value, claimed.value)) return false;
  const kinds = [stated.kind, claimed.kind].sort().join(' ');
  if (kinds === 'count money') return true;
  if (stated.kind !== claimed.kind) return false;
  return stated.currency === claimed.currency || claimed.kind !== 'money';
}
