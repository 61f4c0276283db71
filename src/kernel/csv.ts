/**
 * Tolerant CSV: any delimiter, quoted fields with newlines and doubled quotes (RFC 4180), LF, CRLF, or CR, blank lines,
 * a quote inside a field, text after a closing quote. None of it is an error; the row is what the file's author most
 * likely meant. Fed piece by piece, so no file is ever whole in memory.
 */

/** A longer field means that a quote was never closed. */
export const MAX_FIELD = 1024 * 1024;

export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError';
}

const LF = 10;
const CR = 13;
const QUOTE = 34;

export class CsvParser {
  readonly #delimiter: number;
  /** The incomplete row at the end. */
  #rest = '';
  /** `#rest` has no row end before this position. */
  #scanned = 0;
  #inQuotes = false;
  /** Position in `#rest` where a quote last closed a field. A quote right after it is a doubled quote. */
  #closedAt = -2;
  #lastWasCr = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Returns the rows that `text` completes. @throws CsvSyntaxError when a field never ends. */
  push(text: string): string[][] {
    let input = this.#rest + text;
    // Drops the LF of a CRLF that was split between two pieces.
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
    // Text between the closing quote and the delimiter belongs to the field.
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
 * A spreadsheet would run such a cell as a formula (full-width signs included, as some countries use), so it gets an
 * apostrophe (OWASP "CSV injection"). So does a cell that already looks guarded, so that removing one apostrophe
 * restores the original.
 */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/;
/** Plain numbers and phone numbers begin with the same signs and are harmless, so they stay as they are. */
const HARMLESS = /^[+-]?[\d\s().,-]*\d[\d\s().,-]*$/;

/** One CSV field, quoted where necessary. */
export function csvField(value: string): string {
  const safe = FORMULA.test(value) && !HARMLESS.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell without the apostrophe that {@link csvField} put before it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** One CSV row with its line break. */
export function csvRow(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
