/** Reads a file with test questions: CSV with named columns, or one JSON object a line. */
import { AppError } from '../../../kernel/errors.ts';
import { CsvParser } from '../../../kernel/csv.ts';
import { guessDelimiter } from '../../../kernel/dialect.ts';

/** More rows than a set may have questions, so that a file with many faults is still shown. */
const MAX_ROWS = 1_000;
const FACT_END = ';';

export interface FileRow {
  /** From 1; in CSV, the row of the names is 1. */
  line: number;
  question: string;
  expected: { document: string; words: string }[];
  mustSay: string[];
  mustNotSay: string[];
  /** Why the row could not be read. */
  problems: string[];
}

const COLUMNS: Readonly<Record<string, 'question' | 'document' | 'words' | 'mustSay' | 'mustNotSay'>> = {
  question: 'question',
  document: 'document',
  expecteddocument: 'document',
  file: 'document',
  title: 'document',
  words: 'words',
  expectedwords: 'words',
  quote: 'words',
  passage: 'words',
  mustsay: 'mustSay',
  mustnotsay: 'mustNotSay',
};
const columnOf = (name: string) => COLUMNS[name.toLowerCase().replace(/[^a-z]/g, '')];

/** @throws AppError `validation`, on `text`, for a file that holds no such rows */
export function parseQuestionFile(format: 'csv' | 'jsonl', text: string): FileRow[] {
  const rows = format === 'csv' ? parseCsv(text) : parseJsonLines(text);
  if (rows.length === 0) throw new AppError('validation', 'The file holds no questions.', { field: 'text' });
  if (rows.length > MAX_ROWS)
    throw new AppError('validation', `Use a file of at most ${MAX_ROWS.toLocaleString('en')} questions.`, {
      field: 'text',
    });
  return rows;
}

const factsIn = (text: string) =>
  text
    .split(FACT_END)
    .map((fact) => fact.trim())
    .filter(Boolean);

function parseCsv(text: string): FileRow[] {
  const parser = new CsvParser(guessDelimiter(text.slice(0, 65_536), text.length <= 65_536));
  const [names = [], ...rows] = [...parser.push(text.endsWith('\n') ? text : `${text}\n`)];
  const columns = names.map((name) => columnOf(name.replace(/^\uFEFF/, '')));
  if (!columns.includes('question'))
    throw new AppError(
      'validation',
      'The first row must name the columns: question, document, words, must say, must not say. “question” is missing.',
      { field: 'text' },
    );
  return rows.flatMap((row, at) => {
    if (row.every((value) => value.trim() === '')) return [];
    const value = (column: (typeof columns)[number]) => (row[columns.indexOf(column)] ?? '').trim();
    const [document, words] = [value('document'), value('words')];
    return [
      {
        line: at + 2,
        question: value('question'),
        expected: document || words ? [{ document, words }] : [],
        mustSay: factsIn(value('mustSay')),
        mustNotSay: factsIn(value('mustNotSay')),
        problems: [],
      },
    ];
  });
}

function parseJsonLines(text: string): FileRow[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [parseJsonRow(line, at + 1)]));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const textsOf = (value: unknown) =>
  typeof value === 'string' ? factsIn(value) : Array.isArray(value) ? value.map(textOf).filter(Boolean) : [];

function parseJsonRow(json: string, line: number): FileRow {
  const row: FileRow = { line, question: '', expected: [], mustSay: [], mustNotSay: [], problems: [] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ...row, problems: ['This line is not JSON.'] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ...row, problems: ['This line is not a JSON object.'] };
  const fields = new Map(Object.entries(value).map(([name, content]) => [columnOf(name) ?? name, content]));
  const many = fields.get('expected');
  const places = Array.isArray(many) ? many : [Object.fromEntries(fields)];
  return {
    ...row,
    question: textOf(fields.get('question')),
    expected: places
      .map((one) => {
        const place = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
        return { document: textOf(place['document']), words: textOf(place['words']) };
      })
      .filter(({ document, words }) => document !== '' || words !== ''),
    mustSay: textsOf(fields.get('mustSay')),
    mustNotSay: textsOf(fields.get('mustNotSay')),
  };
}
