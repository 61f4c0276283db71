/** Judging roll-ups: what one gives, and why one cannot be used. Pure. */
import { allConditions, ME } from '../../kernel/filter-terms.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { ROLLED_UP, type RollUp, ROLLUP_WORDS, type RollUpFunction, type RollUpTarget } from '../contract/rollups.ts';
import { formulaType, type FormulaDefinition } from './formula/fields.ts';

export const FUNCTION_WORDS: Readonly<Record<RollUpFunction, string>> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  earliest: 'Earliest date',
  latest: 'Latest date',
};

/** The type of field that each function works on; undefined for `count`, which needs none. */
export const targetType = (of: RollUpFunction): 'number' | 'day' | undefined =>
  of === 'count' ? undefined : of === 'earliest' || of === 'latest' ? 'day' : 'number';

/** The fields that a roll-up over this source can use, of the related records' own ones too. */
export function targetsOf(source: RollUp['source'], own: readonly FormulaDefinition[]): RollUpTarget[] {
  const custom = own.flatMap((field) => {
    const type = formulaType(field);
    return type === 'number' || type === 'day' ? [{ field: `custom.${field.key}`, label: field.label, type }] : [];
  });
  return [...ROLLUP_WORDS[source].targets, ...custom];
}

/** The error message and the part it belongs to; undefined if there is no error. */
export function rollUpProblem(
  object: RecordKind,
  { source, function: of, field, filter }: RollUp,
  own: readonly FormulaDefinition[],
): { field: string; message: string } | undefined {
  const words = ROLLUP_WORDS[source];
  if (!ROLLED_UP[object]?.includes(source))
    return { field: 'rollup.source', message: `These records have no ${words.title.toLowerCase()} to roll up.` };
  const type = targetType(of);
  if (type === undefined && field !== undefined) return { field: 'rollup.field', message: 'Counting takes no field.' };
  if (type !== undefined && !targetsOf(source, own).some((target) => target.field === field && target.type === type)) {
    return {
      field: 'rollup.field',
      message: `Choose a ${type === 'day' ? 'day' : 'number'} of the ${words.title.toLowerCase()}.`,
    };
  }
  if (!filter || filter.conditions.length === 0) return undefined;
  if (!words.kind) return { field: 'rollup.filter', message: `${words.title} cannot be filtered.` };
  for (const condition of allConditions(filter)) {
    if (condition.op === 'within')
      return {
        field: 'rollup.filter',
        message: 'Days that are counted from today would change the figure every night. Name a day instead.',
      };
    if (Array.isArray(condition.value) && (condition.value as unknown[]).includes(ME))
      return {
        field: 'rollup.filter',
        message: 'The figure is the same for everybody: name a person instead of “me”.',
      };
    if (words.unfit.includes(condition.field))
      return { field: 'rollup.filter', message: 'One of the conditions cannot be used in a roll-up.' };
  }
  return undefined;
}

/** The kind of value that it gives. */
export const rollUpResult = ({ function: of }: RollUp): 'number' | 'day' =>
  targetType(of) === 'day' ? 'day' : 'number';

/** Keys of the related records' own fields that it reads. */
export function keysRead({ field, filter }: RollUp): string[] {
  const fields = [
    ...(field === undefined ? [] : [field]),
    ...(filter ? allConditions(filter).map((condition) => condition.field) : []),
  ];
  return fields.flatMap((one) => (one.startsWith('custom.') ? [one.slice('custom.'.length)] : []));
}
