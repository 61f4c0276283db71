/** Pasted exports: CSV with a header, JSON, or JSON lines of other listening tools and networks. */
import { CsvParser, CsvSyntaxError } from '../../../kernel/csv.ts';
import { fold } from '../../../kernel/text.ts';
import { textOfHtml } from './html-text.ts';
import type { Post } from './post.ts';

export const MAX_EXPORT_POSTS = 5_000;

/** Names of columns that tools use, in the order of preference. */
const COLUMNS = {
  guid: ['id', 'post id', 'tweet id', 'comment id', 'mention id', 'guid', 'uri'],
  url: ['url', 'link', 'permalink', 'post url', 'mention url', 'tweet url', 'source url'],
  title: ['title', 'subject', 'headline', 'post title'],
  text: [
    'text',
    'content',
    'body',
    'message',
    'full text',
    'post',
    'post text',
    'selftext',
    'comment',
    'mention',
    'snippet',
    'description',
    'caption',
  ],
  author: [
    'author',
    'author name',
    'username',
    'user name',
    'user',
    'screen name',
    'handle',
    'account',
    'from',
    'name',
    'profile name',
  ],
  authorUrl: ['author url', 'profile url', 'user url', 'author link'],
  postedAt: [
    'date',
    'created at',
    'created utc',
    'created',
    'published at',
    'published',
    'posted at',
    'time',
    'timestamp',
    'post date',
    'date published',
  ],
  about: ['thread', 'thread id', 'conversation id', 'parent url', 'in reply to'],
} as const;
type Column = keyof typeof COLUMNS;

export interface ExportFile {
  posts: Post[];
  /** Rows that hold no text. */
  left: number;
}

/** @returns the posts, or why nothing could be read */
export function readExport(content: string): ExportFile | { problem: string } {
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') return { problem: 'Paste rows, or choose a file.' };
  const rows = /^[[{]/.test(text) ? jsonRows(text) : csvRows(text);
  if ('problem' in rows) return rows;
  if (rows.length > MAX_EXPORT_POSTS)
    return {
      problem: `Import at most ${MAX_EXPORT_POSTS.toLocaleString('en')} posts at once. This file has ${rows.length.toLocaleString('en')}.`,
    };
  const posts = rows.map(postOf).filter((post) => post !== undefined);
  return { posts, left: rows.length - posts.length };
}

type Row = ReadonlyMap<string, string>;
const columnName = (name: string) => fold(name.replace(/[_\-.]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'));

function csvRows(text: string): Row[] | { problem: string } {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!;
  const parser = new CsvParser(delimiter);
  let lines: string[][];
  try {
    lines = [...parser.push(text), ...parser.end()];
  } catch (error) {
    if (error instanceof CsvSyntaxError) return { problem: 'A quotation mark in this CSV is never closed.' };
    throw error;
  }
  const [header = [], ...rest] = lines;
  const names = header.map(columnName);
  if (![...COLUMNS.text, ...COLUMNS.title].some((name) => names.includes(name)))
    return { problem: 'The first row must name the columns. One of them must be “text” or “title”.' };
  return rest.map((cells) => new Map(names.map((name, i) => [name, cells[i] ?? ''])));
}

function jsonRows(text: string): Row[] | { problem: string } {
  let values: unknown[];
  try {
    values = listIn(JSON.parse(text));
  } catch {
    try {
      values = text
        .split(/\r?\n/)
        .filter((line) => line.trim())
        .map((line) => JSON.parse(line) as unknown);
    } catch {
      return { problem: 'This is neither JSON nor CSV with a header row.' };
    }
  }
  return values.flatMap((value) => (isObject(value) ? [flat(value)] : []));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Object.values(value).find((part): part is unknown[] => Array.isArray(part) && part.some(isObject)) ?? [value];
}

/** Values of one level below count too: `author.name` is "author name". */
function flat(value: Record<string, unknown>): Row {
  const row = new Map<string, string>();
  const put = (name: string, cell: unknown) => {
    if (typeof cell === 'string' || typeof cell === 'number') row.set(columnName(name), String(cell));
  };
  for (const [name, cell] of Object.entries(value))
    if (isObject(cell)) for (const [inner, deep] of Object.entries(cell)) put(`${name} ${inner}`, deep);
    else put(name, cell);
  return row;
}

function postOf(row: Row): Post | undefined {
  const cell = (column: Column): string => {
    for (const name of COLUMNS[column]) {
      const value = row.get(name)?.trim();
      if (value) return value;
    }
    return '';
  };
  const [title, text] = [textOfHtml(cell('title')), textOfHtml(cell('text'))];
  if (!title && !text) return undefined;
  return {
    guid: cell('guid') || cell('url'),
    url: cell('url'),
    title,
    text,
    author: cell('author'),
    authorUrl: cell('authorUrl'),
    postedAt: instantOf(cell('postedAt')),
    about: cell('about'),
  };
}

/** A date as text, or seconds or milliseconds since 1970. A date without a zone is in UTC. */
function instantOf(text: string): Date | undefined {
  if (!text) return undefined;
  const number = /^\d{9,13}(\.\d+)?$/.test(text) ? Number(text) : undefined;
  const hasZone = /(z|gmt|utc|[+-]\d\d:?\d\d)\s*$/i.test(text);
  const isPlainDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const date =
    number === undefined
      ? new Date(hasZone || isPlainDay ? text : `${text} UTC`)
      : new Date(number < 100_000_000_000 ? number * 1_000 : number);
  if (!Number.isNaN(date.getTime())) return date;
  const retry = new Date(text);
  return Number.isNaN(retry.getTime()) ? undefined : retry;
}
