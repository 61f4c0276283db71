/**
 * Formulas of calculated fields: `{price} * {seats}`, `if({tier} = "Gold", 0.2, 0)`. Read into a tree by hand: nothing
 * of a formula is ever run as code.
 *
 *   or        comparison: = <> < <= > >=
 *   comparison    & joins texts
 *   sum           + -
 *   product       * /
 *   sign          -
 *   value         number, "text", true, false, {field}, function(…), ( … )
 */

export type Node =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'field'; key: string; at: number }
  | { kind: 'call'; name: string; args: Node[]; at: number }
  | { kind: 'operator'; operator: Operator; left: Node; right: Node; at: number }
  | { kind: 'negative'; of: Node; at: number };

export const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', '&', '+', '-', '*', '/'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A formula's error with the position of the first wrong character, counted from 0. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

type Token = { kind: 'number' | 'text' | 'field' | 'name' | 'sign'; text: string; at: number };

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|\{([^{}]*)\}|([A-Za-z_]\w*)|(<>|<=|>=|[=<>&+\-*/(),]))/y;
/** Longer formulas, and deeper ones, are refused: no one reads them either. */
const MAX_CHARACTERS = 2_000;
const MAX_DEPTH = 40;

function tokens(source: string): Token[] {
  if (source.length > MAX_CHARACTERS)
    throw new FormulaError(`A formula has at most ${MAX_CHARACTERS} characters.`, MAX_CHARACTERS);
  const list: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    const at = from + (/^\s*/.exec(source.slice(from))?.[0].length ?? 0);
    if (!match) throw new FormulaError(`“${source[at]}” cannot stand here.`, at);
    const [, number, text, field, name, sign] = match;
    if (number !== undefined) list.push({ kind: 'number', text: number, at });
    else if (text !== undefined) list.push({ kind: 'text', text: text.replace(/\\(.)/g, '$1'), at });
    else if (field !== undefined) list.push({ kind: 'field', text: field.trim(), at });
    else if (name !== undefined) list.push({ kind: 'name', text: name.toLowerCase(), at });
    else list.push({ kind: 'sign', text: sign!, at });
  }
  return list;
}

/** The operators by how tightly they bind, the loosest first. */
const LEVELS: readonly (readonly string[])[] = [['=', '<>', '<', '<=', '>', '>='], ['&'], ['+', '-'], ['*', '/']];

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(source: string) {
    this.#tokens = tokens(source);
    this.#end = source.length;
  }

  whole(): Node {
    if (this.#tokens.length === 0) throw new FormulaError('Write a formula, such as {amount} * 2.', 0);
    const node = this.#level(0);
    const rest = this.#tokens[this.#next];
    if (rest) throw new FormulaError(`“${rest.text}” cannot stand here.`, rest.at);
    return node;
  }

  #level(level: number): Node {
    const operators = LEVELS[level];
    if (!operators) return this.#signed();
    let left = this.#level(level + 1);
    for (let token = this.#sign(operators); token; token = this.#sign(operators)) {
      left = { kind: 'operator', operator: token.text as Operator, left, right: this.#level(level + 1), at: token.at };
    }
    return left;
  }

  #signed(): Node {
    const minus = this.#sign(['-']);
    if (!minus) return this.#value();
    if (++this.#depth > MAX_DEPTH) throw new FormulaError('This formula is nested too deeply.', minus.at);
    const of = this.#signed();
    this.#depth--;
    return { kind: 'negative', of, at: minus.at };
  }

  #value(): Node {
    const token = this.#tokens[this.#next];
    if (!token) throw new FormulaError('Something is missing at the end.', this.#end);
    if (++this.#depth > MAX_DEPTH) throw new FormulaError('This formula is nested too deeply.', token.at);
    this.#next++;
    const node = this.#valueOf(token);
    this.#depth--;
    return node;
  }

  #valueOf(token: Token): Node {
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'text':
        return { kind: 'text', value: token.text };
      case 'field':
        return { kind: 'field', key: token.text, at: token.at };
      case 'name': {
        if (token.text === 'true' || token.text === 'false') return { kind: 'boolean', value: token.text === 'true' };
        return { kind: 'call', name: token.text, args: this.#arguments(token), at: token.at };
      }
      default: {
        if (token.text !== '(') throw new FormulaError(`“${token.text}” cannot stand here.`, token.at);
        const inner = this.#level(0);
        this.#expect(')');
        return inner;
      }
    }
  }

  #arguments(name: Token): Node[] {
    if (!this.#sign(['(']))
      throw new FormulaError(`“${name.text}” is no field. Write fields in braces: {${name.text}}.`, name.at);
    const args: Node[] = [];
    if (this.#sign([')'])) return args;
    do args.push(this.#level(0));
    while (this.#sign([',']));
    this.#expect(')');
    return args;
  }

  #sign(wanted: readonly string[]): Token | undefined {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'sign' || !wanted.includes(token.text)) return undefined;
    this.#next++;
    return token;
  }

  #expect(sign: string): void {
    if (!this.#sign([sign]))
      throw new FormulaError(`Here a “${sign}” is missing.`, this.#tokens[this.#next]?.at ?? this.#end);
  }
}

/** @throws FormulaError */
export function parseFormula(source: string): Node {
  return new Parser(source).whole();
}

/** The fields that a formula reads, each once. */
export function fieldsIn(node: Node): string[] {
  return namesIn(node, (one) => (one.kind === 'field' ? one.key : undefined));
}

/** The functions that a formula calls, each once. */
export function callsIn(node: Node): string[] {
  return namesIn(node, (one) => (one.kind === 'call' ? one.name : undefined));
}

function namesIn(node: Node, nameOf: (one: Node) => string | undefined): string[] {
  const found = new Set<string>();
  const walk = (one: Node) => {
    const name = nameOf(one);
    if (name !== undefined) found.add(name);
    if (one.kind === 'call') one.args.forEach(walk);
    else if (one.kind === 'negative') walk(one.of);
    else if (one.kind === 'operator') {
      walk(one.left);
      walk(one.right);
    }
  };
  walk(node);
  return [...found];
}
