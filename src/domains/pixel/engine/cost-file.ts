/** Reads costs of channels from a CSV file. */
import { CsvParser, withoutGuard } from '../../../kernel/csv.ts';
import { CHANNELS } from '../contract/channels.ts';

export interface CostRow {
  /** `2026-11` */
  month: string;
  channel: (typeof CHANNELS)[number];
  campaign: string;
  /** Decimal text. */
  amount: string;
}

export interface CostFile {
  rows: CostRow[];
  /** What stands in the way, by line. */
  problems: string[];
}

const COLUMNS = ['month', 'channel', 'campaign', 'amount'] as const;
const MAX_PROBLEMS = 5;
const channels = new Map(CHANNELS.map((channel) => [channel.toLowerCase(), channel]));

/** The delimiter of the first line: spreadsheets of some countries write semicolons. */
const delimiterOf = (text: string) => {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return ['\t', ';'].find((one) => first.includes(one)) ?? ',';
};

/** Text of an amount without a currency sign and separators of thousands; undefined where it is none. */
function amountOf(text: string): string | undefined {
  const plain = text.replaceAll(/[\s$€£]/g, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '');
  return /^\d{1,12}(\.\d{1,4})?$/.test(plain) ? plain : undefined;
}

/** Rows of one month, channel, and campaign are added up only by the caller's upsert: a second one is a problem. */
export function readCostFile(text: string): CostFile {
  const parser = new CsvParser(delimiterOf(text.trimStart()));
  let lines: string[][];
  try {
    lines = [...parser.push(text.replace(/^\uFEFF/, '').trimStart()), ...parser.end()];
  } catch {
    return { rows: [], problems: ['A quoted field never ends.'] };
  }
  const header = (lines[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const places = COLUMNS.map((column) => header.indexOf(column));
  const missing = COLUMNS.filter((column, place) => places[place]! < 0 && column !== 'campaign');
  if (missing.length > 0)
    return { rows: [], problems: [`The first line must name the columns. Missing: ${missing.join(', ')}.`] };
  const rows: CostRow[] = [];
  const problems: string[] = [];
  const seen = new Map<string, number>();
  for (const [place, line] of lines.slice(1).entries()) {
    const number = place + 2;
    if (line.every((cell) => cell.trim() === '')) continue;
    const [month, channel, campaign, amount] = places.map((at) => withoutGuard((line[at] ?? '').trim()));
    const known = channels.get(channel!.toLowerCase());
    const read = amountOf(amount!);
    const day = /^(20\d\d-(?:0[1-9]|1[0-2]))(?:-\d\d)?$/.exec(month!)?.[1];
    const key = `${day} ${known} ${campaign!.toLowerCase()}`;
    if (day === undefined) problems.push(`Line ${number}: “${month}” is not a month such as 2026-11.`);
    else if (known === undefined) problems.push(`Line ${number}: “${channel}” is not a channel.`);
    else if (campaign!.length > 120) problems.push(`Line ${number}: the campaign has more than 120 characters.`);
    else if (read === undefined) problems.push(`Line ${number}: “${amount}” is not an amount such as 1200.50.`);
    else if (seen.has(key)) problems.push(`Line ${number} repeats line ${seen.get(key)}.`);
    else rows.push({ month: day, channel: known, campaign: campaign!, amount: read });
    seen.set(key, seen.get(key) ?? number);
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (rows.length === 0 && problems.length === 0) problems.push('The file has no rows below its first line.');
  return { rows, problems };
}
