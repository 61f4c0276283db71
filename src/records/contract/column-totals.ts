/** Sums of the columns of a list: of all that it shows, not of the rows that are loaded. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { FilterParam } from '../../kernel/filter.ts';
import { text } from './field-values.ts';
import { KINDS } from './kinds.ts';

/** Records that are summed at most: more would take longer than a list may hold up the database. */
export const MOST_SUMMED = 50_000;

export const SumsQuery = z.object({
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted ones instead of living ones. */
  trash: z.enum(['1']).optional(),
  /** Columns, comma-separated: fields of the kind and `custom.<key>`. What cannot be summed is left out. */
  columns: z.string().min(1).max(1_000),
});
export type SumsQuery = z.infer<typeof SumsQuery>;

export const Sums = z.object({
  /** False where more records match than are summed; there are no sums then. */
  complete: z.boolean(),
  items: z.array(
    z.object({
      column: z.string(),
      /**
       * ISO 4217, of columns that hold money: one sum for each, the one of most records first. Null: a plain number.
       */
      currency: z.string().nullable(),
      /** Exact decimal text. */
      sum: z.string(),
      /** Records that have a value. */
      count: z.number().int(),
    }),
  ),
});
export type Sums = z.infer<typeof Sums>;

/** The kinds that have lists of columns. */
export type SummedKind = 'contact' | 'company' | 'lead' | 'opportunity' | 'activity';

export function sumsCall(kind: SummedKind) {
  const { path, title, many, scope } = KINDS[kind];
  return endpoint({
    tag: title,
    access: 'user',
    scope: `${scope}:read`,
    method: 'GET',
    path: `${path}/sums`,
    summary: `Sums of columns over ${many}`,
    description: `Of all that match, exactly; of more than ${MOST_SUMMED.toLocaleString('en')} records none.`,
    query: SumsQuery,
    response: Sums,
    errors: ['validation'],
  });
}
