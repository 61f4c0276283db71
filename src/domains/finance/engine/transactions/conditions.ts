/**
 * Conditions of categorisation rules. Text is compared as people do: without regard to case, accents and white space.
 */
import { RE2JS } from 're2js';
import { addDays } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, decimal, max, min } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { fallsOn, type Recurrence } from './recurrence.ts';
import type { Transaction } from './transaction.ts';

export type TextField = 'payee' | 'notes';
export type ChoiceField = 'accountId' | 'categoryId' | 'currency';

export type Condition =
  | { field: TextField; op: 'is' | 'isNot' | 'contains' | 'doesNotContain' | 'startsWith' | 'matches'; value: string }
  | { field: TextField | ChoiceField; op: 'oneOf' | 'notOneOf'; value: readonly string[] }
  | { field: ChoiceField; op: 'is' | 'isNot'; value: string }
  /** Signed, as the account sees it. */
  | { field: 'amount'; op: 'is' | 'isApprox' | 'gt' | 'gte' | 'lt' | 'lte'; value: string }
  | { field: 'amount'; op: 'isBetween'; value: readonly [string, string] }
  | { field: 'direction'; op: 'is'; value: 'in' | 'out' }
  /** A day, or a month (`2020-08`) or year (`2020`) as a whole. */
  | { field: 'day'; op: 'is' | 'isApprox' | 'gt' | 'gte' | 'lt' | 'lte'; value: string }
  | { field: 'day'; op: 'is' | 'isApprox'; value: Recurrence };

/** “About” for amounts: within 7.5 % of the value. */
const AMOUNT_TOLERANCE = '0.075';
/** “About” for days: two before or after. */
const DAY_TOLERANCE = 2;
const LONGEST_PATTERN = 200;
/** Patterns see no more of a text than this. */
const LONGEST_TEXT = 300;

const patterns = new Map<string, RE2JS>();
const MAX_PATTERNS = 1000;

/**
 * A pattern of a person's, without regard to case, in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax):
 * its time grows with the text alone, whatever the pattern, so it knows neither look-around nor back-references.
 *
 * @throws AppError `validation` for a pattern that is wrong, or too long
 */
export function compilePattern(source: string): RE2JS {
  const known = patterns.get(source);
  if (known) return known;
  if (source.length > LONGEST_PATTERN)
    throw new AppError('validation', `A pattern may have at most ${LONGEST_PATTERN} characters.`);
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(source, pattern);
    return pattern;
  } catch (cause) {
    throw new AppError(
      'validation',
      'The pattern is not a regular expression that can be used here: look-around and references back are not possible.',
      { cause },
    );
  }
}

/** Whether the transaction meets the condition. */
export function meets(transaction: Transaction, condition: Condition): boolean {
  switch (condition.field) {
    case 'amount':
      return amountMeets(transaction.amount, condition);
    case 'direction':
      return transaction.amount.lt(0n) === (condition.value === 'out');
    case 'day':
      return dayMeets(transaction.day, condition);
    default:
      return textMeets(transaction[condition.field], condition);
  }
}

type ConditionOn<F extends Condition['field']> = Extract<Condition, { field: F }>;

function textMeets(
  text: string | undefined,
  condition: Exclude<Condition, { field: 'amount' | 'day' | 'direction' }>,
): boolean {
  if (condition.op === 'matches')
    return text !== undefined && compilePattern(condition.value).test(text.slice(0, LONGEST_TEXT));
  const folded = fold(text ?? '');
  switch (condition.op) {
    case 'is':
      return folded === fold(condition.value);
    case 'isNot':
      return folded !== fold(condition.value);
    case 'contains':
      return folded.includes(fold(condition.value));
    case 'doesNotContain':
      return !folded.includes(fold(condition.value));
    case 'startsWith':
      return folded.startsWith(fold(condition.value));
    case 'oneOf':
      return condition.value.some((one) => fold(one) === folded);
    case 'notOneOf':
      return condition.value.every((one) => fold(one) !== folded);
  }
}

function amountMeets(amount: Decimal, condition: ConditionOn<'amount'>): boolean {
  if (condition.op === 'isBetween') {
    const [a, b] = condition.value;
    return amount.gte(min(a, b)) && amount.lte(max(a, b));
  }
  const value = decimal(condition.value);
  switch (condition.op) {
    case 'is':
      return amount.eq(value);
    case 'isApprox':
      return amount.minus(value).abs().lte(value.abs().times(AMOUNT_TOLERANCE));
    case 'gt':
      return amount.gt(value);
    case 'gte':
      return amount.gte(value);
    case 'lt':
      return amount.lt(value);
    case 'lte':
      return amount.lte(value);
  }
}

function dayMeets(day: string, { op, value }: ConditionOn<'day'>): boolean {
  if (typeof value !== 'string') return fallsOn(value, day, op === 'isApprox' ? DAY_TOLERANCE : 0);
  const part = day.slice(0, value.length);
  switch (op) {
    case 'is':
      return part === value;
    case 'isApprox':
      return value.length === 10
        ? day >= addDays(value, -DAY_TOLERANCE) && day <= addDays(value, DAY_TOLERANCE)
        : part === value;
    case 'gt':
      return part > value;
    case 'gte':
      return part >= value;
    case 'lt':
      return part < value;
    case 'lte':
      return part <= value;
  }
}
