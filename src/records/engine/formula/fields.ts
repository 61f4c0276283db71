/** Standard fields that formulas of each kind can read. */
import type { RecordKind } from '../../contract/kinds.ts';
import type { CustomFieldKind } from '../../contract/views.ts';
import { fieldsOf } from '../../define-record.ts';
import { definitionOf } from '../../definitions.ts';
import { calculationOrder, compileFormula, type Compiled, type FieldTypes, type FieldValues } from './compile.ts';
import type { FormulaType } from './functions.ts';
import { fieldsIn, FormulaError, parseFormula } from './parse.ts';

export interface FormulaField {
  key: string;
  label: string;
  type: FormulaType;
}

const PERSON: readonly FormulaField[] = [
  { key: 'firstName', label: 'First name', type: 'text' },
  { key: 'lastName', label: 'Last name', type: 'text' },
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'company', label: 'Company', type: 'text' },
  { key: 'city', label: 'City', type: 'text' },
  { key: 'country', label: 'Country', type: 'text' },
  { key: 'source', label: 'Source', type: 'text' },
];

/** Of kinds whose fields are not said in a definition. */
const FURTHER: Partial<Record<RecordKind, readonly FormulaField[]>> = {
  contact: PERSON,
  lead: [...PERSON, { key: 'status', label: 'Status', type: 'text' }],
  opportunity: [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'amount', label: 'Amount', type: 'number' },
    { key: 'currency', label: 'Currency', type: 'text' },
    { key: 'probability', label: 'Probability', type: 'number' },
    { key: 'expectedClose', label: 'Expected close', type: 'day' },
    { key: 'source', label: 'Source', type: 'text' },
  ],
};

/** All fields that formulas of a kind can read besides its custom fields. */
export const formulaFields = (kind: RecordKind): readonly FormulaField[] => [
  ...fieldsOf(definitionOf(kind)).flatMap(({ name, label, formula }): FormulaField[] =>
    formula ? [{ key: name, label, type: 'text' }] : [],
  ),
  ...(FURTHER[kind] ?? []),
];

/** A custom field's type in formulas; undefined if formulas cannot read it, such as multiple choice. */
export function formulaType({
  kind,
  result,
}: {
  kind: CustomFieldKind;
  result?: FormulaType | null | undefined;
}): FormulaType | undefined {
  switch (kind) {
    case 'number':
    case 'day':
    case 'boolean':
      return kind;
    case 'multi':
      return undefined;
    case 'formula':
    case 'rollup':
      return result ?? undefined;
    default:
      return 'text';
  }
}

export interface FormulaDefinition {
  key: string;
  label: string;
  kind: CustomFieldKind;
  formula?: string | undefined;
  result?: FormulaType | null | undefined;
}

/** A formula that cannot be used, with the field that it belongs to. */
export class FieldFormulaError extends FormulaError {
  readonly key: string;

  constructor(key: string, message: string, at: number) {
    super(message, at);
    this.key = key;
  }
}

export interface Calculation {
  /** The kind of value of each calculated field. */
  types: ReadonlyMap<string, FormulaType>;
  /** Some of them are others with each day: `standard` brings the day that it is as `TODAY`. */
  daily: boolean;
  /** The record's custom values with the calculated ones as they are now. */
  apply: <Values extends Record<string, unknown>>(custom: Values, standard: FieldValues) => Values;
}

/**
 * All calculated fields of a kind, in the order in which they read each other.
 * @throws FieldFormulaError for one that cannot be used, or that reads itself over others
 */
export function compileFields(kind: RecordKind, definitions: readonly FormulaDefinition[]): Calculation {
  const standard = formulaFields(kind);
  const formulas = new Map(definitions.filter((one) => one.kind === 'formula').map((one) => [one.key, one]));
  const types = new Map<string, FormulaType>(standard.map(({ key, type }) => [key, type]));
  for (const one of definitions) {
    const type = one.kind === 'formula' ? undefined : formulaType(one);
    if (type) types.set(one.key, type);
  }
  const result = calculationOrder(
    new Map([...formulas].map(([key, { formula = '' }]) => [key, inField(key, () => fieldsIn(parseFormula(formula)))])),
  );
  if ('circle' in result) {
    const names = result.circle.map((key) => `“${formulas.get(key)!.label}”`);
    throw new FieldFormulaError(
      result.circle[0]!,
      `These fields would read each other in a circle: ${names.join(' → ')}.`,
      0,
    );
  }
  const compiled: [string, Compiled][] = result.order.map((key) => {
    const one = inField(key, () => compileFormula(formulas.get(key)!.formula ?? '', types as FieldTypes));
    types.set(key, one.type);
    return [key, one];
  });
  return {
    types: new Map(compiled.map(([key, { type }]) => [key, type])),
    daily: compiled.some(([, one]) => one.daily),
    apply: (custom, standardValues) => {
      if (compiled.length === 0) return custom;
      const values: Record<string, unknown> = { ...standardValues, ...custom };
      const next: Record<string, unknown> = { ...custom };
      for (const [key, { run }] of compiled) {
        const value = run(values);
        values[key] = value;
        if (value === null || value === '') delete next[key];
        else next[key] = typeof value === 'string' ? value.slice(0, 5000) : value;
      }
      return next as typeof custom;
    },
  };
}

function inField<T>(key: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof FormulaError ? new FieldFormulaError(key, error.message, error.at) : error;
  }
}
