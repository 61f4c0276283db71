/**
 * The boolean queries of watches: words, "phrases", AND, OR, NOT, -word, prefix*, and parentheses. Words beside each
 * other mean AND, which binds tighter than OR. Operators are capital letters.
 */
import type { Mark } from '../contract.ts';
import { type Word, wordsOf } from './word-positions.ts';

export const MAX_QUERY = 500;
export const MAX_TERMS = 50;
const MAX_DEPTH = 20;

/** A word, a phrase, or a word's beginning. */
export interface Term {
  kind: 'term';
  words: readonly string[];
  isPrefix: boolean;
}
export type Query = Term | { kind: 'and' | 'or'; parts: readonly Query[] } | { kind: 'not'; part: Query };

/** A query's error and its position. */
export interface QueryProblem {
  /** Position of the first wrong character, from 0. */
  at: number;
  length: number;
  message: string;
}

class Wrong extends Error {
  readonly problem: QueryProblem;
  constructor(at: number, length: number, message: string) {
    super(message);
    this.problem = { at, length, message };
  }
}

interface Token {
  kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'word' | 'phrase';
  text: string;
  at: number;
  length: number;
}

const QUOTES = /["“”„]/;
const OPERATORS = new Set(['AND', 'OR', 'NOT']);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) at += 1;
    else if (char === '(' || char === ')') tokens.push({ kind: char, text: char, at: at++, length: 1 });
    else if (QUOTES.test(char)) {
      const rest = text.slice(at + 1);
      const end = rest.search(QUOTES);
      if (end < 0) throw new Wrong(at, text.length - at, 'This quotation mark is never closed.');
      tokens.push({ kind: 'phrase', text: rest.slice(0, end), at, length: end + 2 });
      at += end + 2;
    } else if (char === '-' && /[^\s)]/.test(text[at + 1] ?? ' ')) {
      tokens.push({ kind: 'NOT', text: '-', at: at++, length: 1 });
    } else {
      const word = /^[^\s()"“”„]+/.exec(text.slice(at))![0];
      tokens.push({
        kind: OPERATORS.has(word) ? (word as 'AND' | 'OR' | 'NOT') : 'word',
        text: word,
        at,
        length: word.length,
      });
      at += word.length;
    }
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #next = 0;
  #terms = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
    this.#length = text.length;
  }

  parse(): Query {
    if (this.#tokens.length === 0) throw new Wrong(0, 0, 'Enter at least one word to look for.');
    const query = this.#or(0);
    const rest = this.#peek();
    if (rest) throw new Wrong(rest.at, rest.length, 'This parenthesis closes nothing. Remove it.');
    if (matches(query, () => false))
      throw new Wrong(0, this.#length, 'This query only excludes. Add at least one word to look for.');
    return query;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #or(depth: number): Query {
    const parts = [this.#and(depth)];
    while (this.#peek()?.kind === 'OR') {
      this.#next += 1;
      parts.push(this.#and(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  #and(depth: number): Query {
    const parts = [this.#not(depth)];
    for (;;) {
      const token = this.#peek();
      if (!token || token.kind === 'OR' || token.kind === ')') break;
      if (token.kind === 'AND') this.#next += 1;
      parts.push(this.#not(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  #not(depth: number): Query {
    if (this.#peek()?.kind !== 'NOT') return this.#primary(depth);
    if (depth >= MAX_DEPTH) throw new Wrong(this.#peek()!.at, 1, `Nest at most ${MAX_DEPTH} levels.`);
    this.#next += 1;
    return { kind: 'not', part: this.#not(depth + 1) };
  }

  #primary(depth: number): Query {
    const token = this.#peek();
    const before = this.#tokens[this.#next - 1];
    if (!token || token.kind === 'AND' || token.kind === 'OR' || token.kind === ')') {
      if (before && before.kind !== '(' && before.kind !== 'word')
        throw new Wrong(before.at, before.length, `${before.text} needs a word or phrase after it.`);
      if (token?.kind === ')' && before?.kind === '(')
        throw new Wrong(before.at, token.at - before.at + 1, 'These parentheses are empty.');
      if (token?.kind === ')') throw new Wrong(token.at, 1, 'This parenthesis closes nothing. Remove it.');
      if (token) throw new Wrong(token.at, token.length, `${token.text} needs a word or phrase before it.`);
      throw new Wrong(before!.at, before!.length, 'This parenthesis is never closed.');
    }
    this.#next += 1;
    if (token.kind === '(') return this.#group(token, depth);
    return this.#term(token);
  }

  #group(open: Token, depth: number): Query {
    if (depth >= MAX_DEPTH) throw new Wrong(open.at, 1, `Nest at most ${MAX_DEPTH} levels.`);
    const inner = this.#or(depth + 1);
    if (this.#peek()?.kind !== ')') throw new Wrong(open.at, 1, 'This parenthesis is never closed.');
    this.#next += 1;
    return inner;
  }

  #term(token: Token): Term {
    const { at, length, text } = token;
    if (token.kind === 'word' && /^(and|or|not)$/i.test(text))
      throw new Wrong(
        at,
        length,
        `Write ${text.toUpperCase()} in capital letters, or “${text}” in quotation marks to look for the word.`,
      );
    const isPrefix = token.kind === 'word' && text.endsWith('*');
    const words = wordsOf(text).map((word) => word.text);
    if (words.length === 0) throw new Wrong(at, length, 'Nothing here can be looked for. Use letters or digits.');
    if (isPrefix && (words.length > 1 || words[0]!.length < 2))
      throw new Wrong(at, length, 'Write at least 2 letters before *.');
    if ((this.#terms += 1) > MAX_TERMS) throw new Wrong(at, length, `Use at most ${MAX_TERMS} words and phrases.`);
    return { kind: 'term', words, isPrefix };
  }
}

/** Reads a query. @returns its meaning, or what is wrong with it and where */
export function parseQuery(text: string): { query: Query } | { problem: QueryProblem } {
  if (text.length > MAX_QUERY)
    return {
      problem: { at: MAX_QUERY, length: text.length - MAX_QUERY, message: `Use at most ${MAX_QUERY} characters.` },
    };
  try {
    return { query: new Parser(text).parse() };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.problem };
    throw error;
  }
}

/** The problem in words that name the place: "Position 12: …". */
export const describeProblem = ({ at, message }: QueryProblem): string => `Position ${at + 1}: ${message}`;

function matches(query: Query, has: (term: Term) => boolean): boolean {
  switch (query.kind) {
    case 'term':
      return has(query);
    case 'not':
      return !matches(query.part, has);
    case 'and':
      return query.parts.every((part) => matches(part, has));
    case 'or':
      return query.parts.some((part) => matches(part, has));
  }
}

function placesOf({ words, isPrefix }: Term, text: readonly Word[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = 0; at + words.length <= text.length; at++) {
    const isHere = words.every((word, i) =>
      isPrefix ? text[at + i]!.text.startsWith(word) : text[at + i]!.text === word,
    );
    if (isHere) places.push({ start: text[at]!.start, end: text[at + words.length - 1]!.end });
  }
  return places;
}

const MAX_MARKS = 30;

/** A post's words, so that many queries can look at it. */
export interface PostWords {
  title: readonly Word[];
  text: readonly Word[];
}

export const wordsOfPost = (post: { title: string; text: string }): PostWords => ({
  title: wordsOf(post.title),
  text: wordsOf(post.text),
});

/**
 * Whether a post matches.
 * @returns the places of the words that were looked for; undefined when it does not match
 */
export function matchPost(query: Query, post: { title: string; text: string }): Mark[] | undefined {
  return matchWords(query, wordsOfPost(post));
}

/** The same for a post whose words are known. */
export function matchWords(query: Query, fields: PostWords): Mark[] | undefined {
  const marks: Mark[] = [];
  const known = new Map<Term, boolean>();
  const has = (term: Term): boolean => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const found = (['title', 'text'] as const).flatMap((field) =>
      placesOf(term, fields[field]).map((place): Mark => ({ ...place, field, kind: 'query' })),
    );
    marks.push(...found);
    known.set(term, found.length > 0);
    return found.length > 0;
  };
  if (!matches(query, has)) return undefined;
  return marks.toSorted((a, b) => a.field.localeCompare(b.field) || a.start - b.start).slice(0, MAX_MARKS);
}

const MAX_CROSSED = 8;

/**
 * Searches that together find at least what the query matches, for services that only know "all of these words". Each
 * is a list of terms; what a query excludes is left out.
 */
export function searchesOf(query: Query): Term[][] {
  const all = expand(query, false);
  const keys = all.map((terms) => new Set(terms.map(keyOf)));
  return all.filter((_terms, i) => !keys.some((other, j) => j !== i && isWider(other, keys[i]!, j < i)));
}

const keyOf = ({ words, isPrefix }: Term): string => words.join(' ') + (isPrefix ? '*' : '');

/** Whether a search with fewer words finds everything that another one does. */
const isWider = (one: ReadonlySet<string>, other: ReadonlySet<string>, isFirst: boolean): boolean =>
  (one.size < other.size || (one.size === other.size && isFirst)) && [...one].every((key) => other.has(key));

function expand(query: Query, isNegated: boolean): Term[][] {
  switch (query.kind) {
    case 'term':
      return isNegated ? [[]] : [[query]];
    case 'not':
      return expand(query.part, !isNegated);
    default: {
      const parts = query.parts.map((part) => expand(part, isNegated));
      const isAll = (query.kind === 'and') !== isNegated;
      return isAll ? parts.reduce(cross) : parts.flat();
    }
  }
}

/** Both have to hold. Where that makes too many searches, the shorter list alone finds more than enough. */
function cross(one: Term[][], other: Term[][]): Term[][] {
  if (one.length * other.length <= MAX_CROSSED) return one.flatMap((terms) => other.map((more) => [...terms, ...more]));
  const isNarrow = (list: Term[][]) => list.every((terms) => terms.length > 0);
  if (!isNarrow(one)) return other;
  if (!isNarrow(other)) return one;
  return one.length <= other.length ? one : other;
}
