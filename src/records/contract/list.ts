/** Shapes that every list of records shares. */
import * as z from 'zod';
import { Ref } from './field-values.ts';

/** How many sort keys a list takes. */
export const MAX_SORTS = 3;

/**
 * Instead of sort keys, where a list goes by name: one page of those whose names begin with the search, then of the
 * others.
 */
export const MATCH = 'match';

/**
 * Up to three sort keys, comma-separated, `-` before a key for descending: `company,-createdAt`, `custom.size`. Ties
 * are broken by id. `match`, see there.
 */
export const SortParam = z
  .string()
  .max(200)
  .regex(/^-?[\w.]+(,-?[\w.]+){0,2}$/, 'Name up to three sort keys, such as "company,-createdAt".')
  .describe(
    'Up to three keys with commas between, the most important first; a minus turns one round: `company,-createdAt`. The address of the list in the browser shows the keys of its columns.',
  );

/** The records before and after one in a list. */
export const Neighbors = z.object({ previous: Ref.nullable(), next: Ref.nullable() });
