import { allConditions } from '../../../kernel/filter-terms.ts';
import { type RollUp, ROLLUP_WORDS } from '../../contract/rollups.ts';
import { FUNCTION_WORDS } from '../../engine/rollup.ts';

/** `Sum of amount, of opportunities on 2 conditions`. */
export function rollUpWords({ source, function: of, field, filter }: RollUp): string {
  const { title, targets } = ROLLUP_WORDS[source];
  const target = field && (targets.find((one) => one.field === field)?.label ?? field.replace(/^custom\./, ''));
  const conditions = filter ? allConditions(filter).length : 0;
  return `${of === 'count' ? 'Count' : `${FUNCTION_WORDS[of]}: ${target}, of`} ${title.toLowerCase()}${conditions === 0 ? '' : ` on ${conditions} ${conditions === 1 ? 'condition' : 'conditions'}`}`;
}
