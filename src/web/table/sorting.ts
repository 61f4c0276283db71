/** One level of a sort. */
export interface SortLevel {
  field: string;
  direction: 'asc' | 'desc';
}
/** Levels by priority; empty means the list's default order. */
export type Sorting = readonly SortLevel[];

/** `company,-createdAt`: by company, then newest first. Disallowed fields and repetitions are dropped. */
export function parseSorting(text: string, allowed: readonly string[]): Sorting {
  const levels: SortLevel[] = [];
  for (const part of text.split(',')) {
    const descending = part.startsWith('-');
    const field = descending ? part.slice(1) : part;
    if (allowed.includes(field) && !levels.some((level) => level.field === field))
      levels.push({ field, direction: descending ? 'desc' : 'asc' });
  }
  return levels;
}

export function formatSorting(sorting: Sorting): string {
  return sorting.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',');
}

/**
 * Effect of a click on a column: first direction, then the other, then off. `add` (Shift) keeps the other levels;
 * otherwise this field becomes the only one.
 */
export function toggleSort(sorting: Sorting, field: string, add: boolean, first: 'asc' | 'desc' = 'asc'): Sorting {
  const current = sorting.find((level) => level.field === field);
  const next = !current ? first : current.direction === first ? (first === 'asc' ? 'desc' : 'asc') : null;
  if (!add) return next ? [{ field, direction: next }] : [];
  if (!current) return [...sorting, { field, direction: first }];
  return next
    ? sorting.map((level) => (level.field === field ? { field, direction: next } : level))
    : sorting.filter((level) => level.field !== field);
}
