/** Cursors of simple lists, which are ordered by one or two columns and the id. */
import { AppError } from '../kernel/errors.ts';

export { UUID } from '../kernel/ids.ts';

/** Packs the last row's position into an opaque cursor. */
export function packCursor(...values: (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Unpacks the result of `packCursor`.
 * @param pattern required shape of each value, by position
 * @throws AppError `bad_request` for anything else
 */
export function unpackCursor(cursor: string | undefined, ...pattern: RegExp[]): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown;
    if (
      Array.isArray(values) &&
      values.length === pattern.length &&
      values.every((value, i) => pattern[i]!.test(String(value)))
    )
      return values.map(String);
  } catch {
    // Invalid JSON is refused below like everything else that does not fit.
  }
  throw new AppError('bad_request', 'This page cursor is not valid for this list. Start from the first page.', {
    field: 'cursor',
  });
}

export const FLAG = /^(true|false)$/;

/** Cuts a list that was read with one extra row into a page. */
export function pageFrom<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { items: Row[]; next: string | null } {
  const more = rows.length > limit;
  const items = more ? rows.slice(0, limit) : rows;
  return { items, next: more ? cursorOf(items.at(-1)!) : null };
}
