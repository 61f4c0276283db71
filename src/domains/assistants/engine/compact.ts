/** Records as models read them: without what is blank, and never so long that it fills their memory. */

const MAX_TEXT = 1_500;
const MAX_ITEMS = 25;
/** Longest result, in characters of JSON. */
export const MAX_RESULT = 12_000;
/** Housekeeping that answers no question. */
const NOISE = new Set([
  'version',
  'createdBy',
  'updatedBy',
  'importId',
  'deletedAt',
  'prev',
  'fuzzy',
  'madeThrough',
  'reminders',
  'zone',
]);

/** Null, blank, and empty parts are left out; long texts and lists are cut and say so. */
export function compact(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)} … (${value.length} characters)` : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(compact);
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      if (NOISE.has(key)) return [];
      const short = compact(part);
      return isBlank(short) ? [] : [[key, short]];
    }),
  );
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** As JSON within {@link MAX_RESULT}; a list loses its last items first. */
export function compactJson(value: unknown, max = MAX_RESULT): string {
  const short = compact(value);
  const text = JSON.stringify(short) ?? 'null';
  if (text.length <= max) return text;
  const items = itemsOf(short);
  if (items && items.length > 1)
    return compactJson(
      { ...(short as object), items: items.slice(0, Math.floor(items.length / 2)), shortened: true },
      max,
    );
  return `${text.slice(0, max)} … (shortened)`;
}

function itemsOf(value: unknown): unknown[] | undefined {
  const items = typeof value === 'object' && value !== null ? (value as { items?: unknown }).items : undefined;
  return Array.isArray(items) ? items : undefined;
}
