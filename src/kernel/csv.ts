/**
 * CSV as it really comes: any delimiter, quoted fields with newlines and doubled quotes (RFC 4180), LF, CRLF or CR,
 * blank lines, a quote in the middle of a field, text after a closing quote. Nothing of it is an error; the row is what
 * the file's author most likely meant. Fed piece by piece, so that no file is ever whole in memory.
 */

/** A field longer than this is the sign of a quote that was never closed. */
export const MAX_FIELD = 1024 * 1024;

export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError';
}

const LF = 10;
const CR = 13;
const QUOTE = 34;

export class CsvParser {
  readonly #delimiter: number;
  /** What is not yet a whole row. */
  #rest = '';
  /** Everything of `#rest` before this was looked at, and has no row's end in it. */
  #scanned = 0;
  #inQuotes = false;
  /** Where in `#rest` a quote closed a field last: another one right after it is a doubled quote. */
  #closedAt = -2;
  #lastWasCr = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The rows that `text` completes. @throws CsvSyntaxError when a field never ends. */
  push(text: string): string[][] {
    let input = this.#rest + text;
    // The LF of a CRLF that was cut in two.
    if (this.#lastWasCr && input.charCodeAt(0) === LF) input = input.slice(1);
    if (input) this.#lastWasCr = false;
    const rows: string[][] = [];
    let start = 0;
    let closedAt = this.#closedAt;
    for (let at = this.#scanned; at < input.length; at++) {
      const code = input.charCodeAt(at);
      if (code === QUOTE) {
        if (this.#inQuotes) {
          this.#inQuotes = false;
          closedAt = at;
        } else if (at === start || input.charCodeAt(at - 1) === this.#delimiter || closedAt === at - 1)
          this.#inQuotes = true;
      } else if ((code === LF || code === CR) && !this.#inQuotes) {
        if (at > start) rows.push(splitRow(input.slice(start, at), this.#delimiter));
        if (code === CR) {
          if (at + 1 === input.length) this.#lastWasCr = true;
          else if (input.charCodeAt(at + 1) === LF) at++;
        }
        start = at + 1;
      }
    }
    this.#rest = input.slice(start);
    this.#scanned = this.#rest.length;
    this.#closedAt = closedAt - start;
    if (this.#rest.length > MAX_FIELD) throw new CsvSyntaxError('A quoted field never ends.');
    return rows;
  }

  /** The last row, when the file does not end with a line break. */
  end(): string[][] {
    const rest = this.#rest;
    this.#rest = '';
    this.#scanned = 0;
    this.#inQuotes = false;
    return rest ? [splitRow(rest, this.#delimiter)] : [];
  }
}

/** The fields of one row without its line break. */
function splitRow(row: string, delimiter: number): string[] {
  if (!row.includes('"')) return row.split(String.fromCharCode(delimiter));
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (row.charCodeAt(at) !== QUOTE) {
      const end = row.indexOf(String.fromCharCode(delimiter), at);
      if (end < 0) {
        fields.push(row.slice(at));
        return fields;
      }
      fields.push(row.slice(at, end));
      at = end + 1;
      continue;
    }
    let field = '';
    at++;
    for (;;) {
      const close = row.indexOf('"', at);
      if (close < 0) {
        fields.push(field + row.slice(at));
        return fields;
      }
      field += row.slice(at, close);
      at = close + 1;
      if (row.charCodeAt(at) !== QUOTE) break;
      field += '"';
      at++;
    }
    // Whatever stands between the closing quote and the delimiter belongs to the field.
    const end = row.indexOf(String.fromCharCode(delimiter), at);
    if (end < 0) {
      fields.push(field + row.slice(at));
      return fields;
    }
    fields.push(field + row.slice(at, end));
    at = end + 1;
  }
}

/**
 * Cells that a spreadsheet would run as a formula, by signs of full width in some countries, get an apostrophe before
 * them (OWASP "CSV injection"). So does what looks as if it had got one, so that taking one away gives back what was
 * written.
 */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/;
/** Plain numbers and phone numbers begin with the same signs and are harmless: they stay as they are. */
const HARMLESS = /^[+-]?[\d\s().,-]*\d[\d\s().,-]*$/;

/** One CSV field, quoted where it must be. */
export function csvField(value: string): string {
  const safe = FORMULA.test(value) && !HARMLESS.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before {@link csvField} put an apostrophe before it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** One CSV row with its line break. */
export function csvRow(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
