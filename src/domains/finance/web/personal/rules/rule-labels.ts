/** Rules in words. */
import type { Rule } from '../../../contract/rules.ts';

type Condition = Rule['conditions'][number];

export const OPS: Readonly<Record<string, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  doesNotContain: 'does not contain',
  startsWith: 'starts with',
  matches: 'matches',
  oneOf: 'is one of',
  notOneOf: 'is none of',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  isApprox: 'is about',
  isBetween: 'is between',
};

interface Names {
  accountName: (id: string) => string;
  categoryName: (id: string | null) => string;
}

export function conditionWords({ field, op, value }: Condition, { accountName, categoryName }: Names): string {
  const name = field === 'accountId' ? 'account' : field === 'categoryId' ? 'category' : field;
  const word = (one: string): string =>
    field === 'accountId'
      ? accountName(one)
      : field === 'categoryId'
        ? categoryName(one)
        : field === 'direction'
          ? one === 'in'
            ? 'money in'
            : 'money out'
          : `“${one}”`;
  const shown = Array.isArray(value)
    ? value.map(word).join(op === 'isBetween' ? ' and ' : ', ')
    : typeof value === 'string'
      ? word(value)
      : 'a recurring day';
  return `${name} ${OPS[op] ?? op} ${shown}`;
}

export function actionWords(action: Rule['actions'][number], { categoryName }: Names): string {
  switch (action.kind) {
    case 'setCategory':
      return `set the category to ${categoryName(action.categoryId) || 'a deleted category'}`;
    case 'setPayee':
      return `set the payee to “${action.payee}”`;
    case 'setNotes':
      return `set the notes to “${action.notes}”`;
    case 'appendNotes':
      return `add “${action.text}” to the notes`;
    case 'addTag':
      return `add the tag “${action.tag}”`;
  }
}

export function ruleWords(rule: Pick<Rule, 'conditions' | 'actions' | 'combine'>, names: Names): string {
  const when = rule.conditions
    .map((condition) => conditionWords(condition, names))
    .join(rule.combine === 'all' ? ' and ' : ' or ');
  return `When ${when}: ${rule.actions.map((action) => actionWords(action, names)).join(', ')}.`;
}
