/** Reads files of exchange rates: `day,from,to,rate`, or the table that the European Central Bank publishes. */
import { CsvParser } from '../../../../kernel/csv.ts';
import { isDay } from '../../../../kernel/days.ts';
import { isCurrency, parseDecimal } from '../../../../kernel/money/index.ts';

export interface RateLine {
  day: string;
  from: string;
  to: string;
  rate: string;
}

export interface RateLines {
  lines: RateLine[];
  /** Cells or rows that hold no rate. */
  skipped: number;
}

/** Currency of the rates of the European Central Bank: what one euro is worth. */
const ECB_BASE = 'EUR';

/** @returns the rates of the file; undefined when its first row names no columns that are known */
export function readRates(content: string): RateLines | undefined {
  const text = content.replace(/^\uFEFF/, '');
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const parser = new CsvParser(first.split(';').length > first.split(',').length ? ';' : ',');
  const [header = [], ...rows] = [...parser.push(text), ...parser.end()].map((row) => row.map((cell) => cell.trim()));
  const names = header.map((name) => name.toLowerCase());
  const place = (...wanted: string[]): number => names.findIndex((name) => wanted.includes(name));
  const [day, from, to, rate] = [
    place('day', 'date'),
    place('from', 'base'),
    place('to', 'currency', 'quote'),
    place('rate'),
  ];
  if (day < 0) return undefined;
  if (from >= 0 && to >= 0 && rate >= 0)
    return collect(rows.map((row) => [{ day: row[day], from: row[from], to: row[to], rate: row[rate] }]));
  const columns = header.flatMap((name, index) => (isCurrency(name) && name !== ECB_BASE ? [{ name, index }] : []));
  return columns.length === 0
    ? undefined
    : collect(
        rows.map((row) =>
          columns.map(({ name, index }) => ({ day: row[day], from: ECB_BASE, to: name, rate: row[index] })),
        ),
      );
}

type Cells = Partial<Record<keyof RateLine, string | undefined>>;

function collect(rows: readonly Cells[][]): RateLines {
  const lines = new Map<string, RateLine>();
  let skipped = 0;
  for (const cell of rows.flat()) {
    const { day = '', from = '', to = '', rate = '' } = cell;
    const value = parseDecimal(rate);
    // The bank writes N/A where a currency was not quoted: nothing is known, nothing is wrong.
    if (rate === '' || rate === 'N/A') continue;
    if (isDay(day) && isCurrency(from) && isCurrency(to) && from !== to && value?.gt(0n))
      lines.set(`${from}/${to}/${day}`, { day, from, to, rate: value.toFixed() });
    else skipped++;
  }
  return { lines: [...lines.values()], skipped };
}
