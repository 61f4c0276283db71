/**
 * Search parameters in the address: words stay words (`?q=ada&view=mine`), structures are JSON. A word that looks like
 * JSON is quoted, so that every value survives the round trip.
 */
import type { RawSearch } from './page.ts';

const LOOKS_LIKE_JSON = /^[[{"]/;

function encode(value: unknown): string {
  if (typeof value === 'string') return LOOKS_LIKE_JSON.test(value) ? JSON.stringify(value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

function decode(text: string): unknown {
  if (!LOOKS_LIKE_JSON.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** `{ q: 'ada', sort: [..] }` → `?q=ada&sort=[..]`; absent values and empty strings are left out. */
export function stringifySearch(search: RawSearch): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, encode(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

/**
 * The reverse of {@link stringifySearch}; text that is not valid JSON stays text. The last of repeated names counts.
 */
export function parseSearch(text: string): RawSearch {
  const search: RawSearch = {};
  for (const [name, value] of new URLSearchParams(text)) search[name] = decode(value);
  return search;
}
