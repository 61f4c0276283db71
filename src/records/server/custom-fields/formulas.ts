/**
 * Calculated fields: each write path asks for the calculation of its kind. A changed formula is applied to all by a job
 * (calculate-all.ts).
 */
import { LRUCache } from 'lru-cache';
import { dayAt } from '../../../kernel/days.ts';
import { log } from '../../../server/observability/log.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { type Calculation, compileFields, type FormulaDefinition } from '../../engine/formula/fields.ts';
import { TODAY } from '../../engine/formula/functions.ts';
import { customDefinitions, workspaceSettings } from '../workspace.ts';

const compiled = new LRUCache<string, Calculation>({ max: 500 });
const NOTHING: Calculation = { types: new Map(), daily: false, apply: (custom) => custom };

/** The calculation of a kind's fields as they are defined now, on the present day of the workspace. */
export async function calculationOf(kind: RecordKind): Promise<Calculation> {
  const definitions = await customDefinitions(kind);
  const calculation = definitions.some((definition) => definition.kind === 'formula')
    ? compileOnce(kind, definitions)
    : NOTHING;
  if (!calculation.daily) return calculation;
  const today = { [TODAY]: dayAt(new Date(), (await workspaceSettings()).timeZone) };
  return { ...calculation, apply: (custom, standard) => calculation.apply(custom, { ...standard, ...today }) };
}

function compileOnce(kind: RecordKind, definitions: readonly FormulaDefinition[]): Calculation {
  const name = JSON.stringify([
    kind,
    ...definitions.map(({ key, kind: of, formula, result }) => [key, of, formula, of === 'rollup' ? result : null]),
  ]);
  const known = compiled.get(name);
  if (known) return known;
  try {
    const calculation = compileFields(kind, definitions);
    compiled.set(name, calculation);
    return calculation;
  } catch (error) {
    // A definition is checked before it is kept; a write must not fail for one that an older version let through.
    log().error({ err: error, kind }, 'calculated fields cannot be used');
    return NOTHING;
  }
}
