/** Schemas of filters, for contracts and the server. Their meaning is in `filter-terms.ts`. */
import * as z from 'zod';
import {
  allConditions,
  type Condition as ConditionTerms,
  type ConditionGroup as GroupTerms,
  COUNTED_RANGES,
  type Filter as FilterTerms,
  type Match as MatchTerms,
  MAX_CONDITIONS,
  NAMED_RANGES,
  OPERATORS,
  type Operator,
  type RelativeRange as RangeTerms,
} from './filter-terms.ts';

export * from './filter-terms.ts';

export type RelativeRange = RangeTerms;
export const RelativeRange: z.ZodType<RangeTerms, RangeTerms> = z.union([
  z.strictObject({ range: z.enum(NAMED_RANGES) }),
  z.strictObject({ range: z.enum(COUNTED_RANGES), days: z.number().int().min(1).max(3660) }),
]);

const MAX_LIST = 200;
const MAX_TEXT = 200;

const FilterText = z
  .string()
  .max(MAX_TEXT)
  .refine((text) => !text.includes('\0'), 'This contains a character that can’t be stored.');
const OPERATOR_NAMES = [...new Set(Object.values(OPERATORS).flat())] as [Operator, ...Operator[]];

export type Condition = ConditionTerms;
export const Condition: z.ZodType<ConditionTerms, ConditionTerms> = z.strictObject({
  field: z.string().min(1).max(100),
  op: z.enum(OPERATOR_NAMES),
  value: z
    .union([
      FilterText,
      z.number(),
      RelativeRange,
      z.array(z.number()).length(2),
      z.array(FilterText).min(1).max(MAX_LIST),
    ])
    .optional(),
});

export type Match = MatchTerms;
export const Match = z.enum(['all', 'any']);

export type ConditionGroup = GroupTerms;
export const ConditionGroup: z.ZodType<GroupTerms, GroupTerms> = z.strictObject({
  match: Match,
  conditions: z.array(Condition).min(1).max(MAX_CONDITIONS),
});

export type Filter = FilterTerms;
export const Filter: z.ZodType<FilterTerms, FilterTerms> = z
  .strictObject({ match: Match, conditions: z.array(z.union([Condition, ConditionGroup])).max(MAX_CONDITIONS) })
  .refine(
    (filter) => allConditions(filter).length <= MAX_CONDITIONS,
    `A filter holds at most ${MAX_CONDITIONS} conditions.`,
  );

/** The query parameter `filter`: a filter as JSON text. */
export const FilterParam = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'The filter is not readable JSON.' });
      return z.NEVER;
    }
  })
  .pipe(Filter)
  .describe(
    'Conditions as JSON, `{"match":"all","conditions":[{"field":"lastName","op":"is","value":"Ali"}]}`; `match` is `all` or `any`, a condition may itself be such a group. ' +
      `At most ${MAX_CONDITIONS} conditions. Operators by kind of field: ${Object.entries(OPERATORS)
        .map(([kind, operators]) => `${kind}: ${operators.join(' ')}`)
        .join('; ')}. ` +
      'The address of the list in the browser shows the filter that was made there.',
  );
