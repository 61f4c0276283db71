/** Formulas checked by their types and made into functions of a record's values. */
import { type FormulaType, type FormulaValue, FUNCTIONS, TODAY } from './functions.ts';
import { callsIn, fieldsIn, FormulaError, type Node, parseFormula } from './parse.ts';

/** The fields that a formula may read, by their keys. */
export type FieldTypes = ReadonlyMap<string, FormulaType>;
/** A record's values by field key; absent and null are blank. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface Compiled {
  type: FormulaType;
  /** Keys of the fields that it reads. */
  fields: readonly string[];
  /** Whether the result depends on the current day. */
  daily: boolean;
  /** Blank where a part is missing, or where a number is none (a division by zero). */
  run: (values: FieldValues) => FormulaValue;
}

interface Typed {
  /** Undefined: fits every type; a blank from `first()` with nothing in it. */
  type: FormulaType;
  run: (values: FieldValues) => FormulaValue;
}

const WORDS: Record<FormulaType, string> = { number: 'a number', text: 'a text', day: 'a day', boolean: 'a yes or no' };
const ARITHMETIC = new Set(['+', '-', '*', '/']);

/** @throws FormulaError with the place of what is wrong */
export function compileFormula(source: string, fields: FieldTypes): Compiled {
  const tree = parseFormula(source);
  const typed = check(tree, fields);
  return {
    type: typed.type,
    fields: fieldsIn(tree),
    daily: callsIn(tree).some((name) => Object.hasOwn(FUNCTIONS, name) && FUNCTIONS[name]!.reads === TODAY),
    run: typed.run,
  };
}

function check(node: Node, fields: FieldTypes): Typed {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'boolean':
      return { type: node.kind, run: () => node.value };
    case 'field': {
      const type = fields.get(node.key);
      if (!type) throw new FormulaError(`There is no field “${node.key}” that a formula could read.`, node.at);
      return { type, run: (values) => fitting(values[node.key], type) };
    }
    case 'negative': {
      const of = check(node.of, fields);
      if (of.type !== 'number')
        throw new FormulaError(`A minus stands before a number, not before ${WORDS[of.type]}.`, node.at);
      return {
        type: 'number',
        run: (values) => {
          const value = of.run(values);
          return value === null ? null : -(value as number);
        },
      };
    }
    case 'operator':
      return operator(node, check(node.left, fields), check(node.right, fields));
    case 'call':
      return call(
        node,
        node.args.map((arg) => check(arg, fields)),
      );
  }
}

/** A stored value as its field's type has it; anything else counts as blank. */
function fitting(value: unknown, type: FormulaType): FormulaValue {
  const kind = type === 'day' ? 'string' : type === 'text' ? 'string' : type;
  return typeof value === kind && value !== '' ? (value as FormulaValue) : null;
}

function operator(node: Extract<Node, { kind: 'operator' }>, left: Typed, right: Typed): Typed {
  const { operator: sign, at } = node;
  if (sign === '&') {
    if (left.type !== 'text' || right.type !== 'text')
      throw new FormulaError('“&” joins texts. Make a text of other values by text(…).', at);
    return {
      type: 'text',
      run: (values) => `${(left.run(values) as string | null) ?? ''}${(right.run(values) as string | null) ?? ''}`,
    };
  }
  if (ARITHMETIC.has(sign)) {
    if (left.type !== 'number' || right.type !== 'number')
      throw new FormulaError(
        `“${sign}” works on numbers${left.type === 'text' || right.type === 'text' ? '; texts are joined by “&”' : ''}.`,
        at,
      );
    return { type: 'number', run: (values) => arithmetic(sign, left.run(values), right.run(values)) };
  }
  if (left.type !== right.type)
    throw new FormulaError(`${capital(WORDS[left.type])} cannot be compared with ${WORDS[right.type]}.`, at);
  if (left.type === 'boolean' && sign !== '=' && sign !== '<>') throw new FormulaError('Yes and no have no order.', at);
  return { type: 'boolean', run: (values) => compare(sign, left.run(values), right.run(values)) };
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

function arithmetic(sign: string, left: FormulaValue, right: FormulaValue): FormulaValue {
  if (left === null || right === null) return null;
  const [a, b] = [left as number, right as number];
  const value = sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : a / b;
  // Binary fractions end where a person's do not: 0.1 + 0.2 is 0.3.
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : null;
}

/** Texts without regard to case. A blank equals a blank and is not in any order. */
function compare(sign: string, left: FormulaValue, right: FormulaValue): FormulaValue {
  const [a, b] = [left, right].map((value) => (typeof value === 'string' ? value.toLowerCase() : value)) as [
    FormulaValue,
    FormulaValue,
  ];
  if (sign === '=') return a === b;
  if (sign === '<>') return a !== b;
  if (a === null || b === null) return false;
  return sign === '<' ? a < b : sign === '<=' ? a <= b : sign === '>' ? a > b : a >= b;
}

function call({ name, at }: Extract<Node, { kind: 'call' }>, args: readonly Typed[]): Typed {
  const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!definition) throw new FormulaError(`There is no function “${name}”.`, at);
  const { takes, many = false, optional = 0, gives, blanks = false, run, reads, usage } = definition;
  if (args.length < takes.length - optional || (!many && args.length > takes.length))
    throw new FormulaError(`Write it as ${usage}.`, at);
  if (reads && gives !== 'same') return { type: gives, run: (values) => fitting(values[reads], gives) };
  let same: FormulaType | undefined;
  args.forEach((arg, i) => {
    const wanted = takes[Math.min(i, takes.length - 1)]!;
    if (wanted === 'any') return;
    if (wanted === 'same') same ??= arg.type;
    const expected = wanted === 'same' ? same! : wanted;
    if (arg.type !== expected)
      throw new FormulaError(
        `Part ${i + 1} of ${name}(…) must be ${WORDS[expected]}, not ${WORDS[arg.type]}: ${usage}.`,
        at,
      );
  });
  return {
    type: gives === 'same' ? same! : gives,
    run: (values) => {
      const given = args.map((arg) => arg.run(values));
      if (!blanks && given.includes(null)) return null;
      const value = run(...given);
      return typeof value === 'number' && !Number.isFinite(value) ? null : value;
    },
  };
}

/**
 * The order in which calculated fields must be made, so that each comes after those that it reads.
 * @returns the keys in order, or the keys of a circle
 */
export function calculationOrder(
  reads: ReadonlyMap<string, readonly string[]>,
): { order: string[] } | { circle: string[] } {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (key: string, path: string[]): string[] | undefined => {
    if (state.get(key) === 'done' || !reads.has(key)) return undefined;
    if (state.get(key) === 'open') return [...path.slice(path.indexOf(key)), key];
    state.set(key, 'open');
    for (const next of reads.get(key)!) {
      const circle = visit(next, [...path, key]);
      if (circle) return circle;
    }
    state.set(key, 'done');
    order.push(key);
    return undefined;
  };
  for (const key of reads.keys()) {
    const circle = visit(key, []);
    if (circle) return { circle };
  }
  return { order };
}
