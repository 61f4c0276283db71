/** Categorisation rules: conditions, what follows from them, and an account of what each rule did. */
import type { Decimal } from '../../../../kernel/money/index.ts';
import { type Condition, meets } from './conditions.ts';
import { merchantKey } from './merchant.ts';
import { split, type SplitShare } from './splits.ts';
import type { Transaction } from './transaction.ts';

export type Action =
  | { kind: 'setCategory'; categoryId: string }
  | { kind: 'setPayee'; payee: string }
  | { kind: 'setNotes'; notes: string }
  | { kind: 'appendNotes'; text: string }
  | { kind: 'addTag'; tag: string }
  | { kind: 'split'; parts: readonly (SplitShare & { categoryId?: string; notes?: string })[] };

export interface Rule {
  id: string;
  /** Whether all conditions must be met, or one is enough. A rule without conditions is met by nothing. */
  combine: 'all' | 'any';
  conditions: readonly Condition[];
  actions: readonly Action[];
  /** Whether later rules are passed over once this one applied. */
  stop?: boolean;
}

export interface SplitPart {
  amount: Decimal;
  categoryId?: string;
  notes?: string;
}

export interface RuleOutcome {
  /** The transaction as the rules leave it. */
  transaction: Transaction;
  splits: SplitPart[];
  /** The undivided rest of a split; absent if there is none. */
  splitDifference?: Decimal;
  /** Rules that applied, in order, with what each changed: shown to people, so that nothing happens in silence. */
  applied: { ruleId: string; actions: readonly Action[] }[];
}

export function ruleApplies(transaction: Transaction, rule: Rule): boolean {
  if (rule.conditions.length === 0) return false;
  const test = (condition: Condition): boolean => meets(transaction, condition);
  return rule.combine === 'all' ? rule.conditions.every(test) : rule.conditions.some(test);
}

/** Runs the rules in order. Each sees what the ones before it changed; the last to set a field wins. */
export function applyRules(original: Transaction, rules: readonly Rule[]): RuleOutcome {
  const outcome: RuleOutcome = { transaction: { ...original }, splits: [], applied: [] };
  for (const rule of rules) {
    if (!ruleApplies(outcome.transaction, rule)) continue;
    for (const action of rule.actions) perform(outcome, action);
    outcome.applied.push({ ruleId: rule.id, actions: rule.actions });
    if (rule.stop) break;
  }
  return outcome;
}

function perform(outcome: RuleOutcome, action: Action): void {
  const { transaction } = outcome;
  switch (action.kind) {
    case 'setCategory':
      transaction.categoryId = action.categoryId;
      break;
    case 'setPayee':
      transaction.payee = action.payee;
      break;
    case 'setNotes':
      transaction.notes = action.notes;
      break;
    case 'appendNotes':
      transaction.notes = transaction.notes ? `${transaction.notes} ${action.text}` : action.text;
      break;
    case 'addTag':
      transaction.tags = [...new Set([...(transaction.tags ?? []), action.tag])];
      break;
    case 'split': {
      const { parts, difference } = split(transaction.amount, action.parts, transaction.currency);
      outcome.splits = action.parts.map((part, index) => ({
        amount: parts[index]!,
        ...(part.categoryId ? { categoryId: part.categoryId } : {}),
        ...(part.notes ? { notes: part.notes } : {}),
      }));
      if (difference.isZero()) delete outcome.splitDifference;
      else outcome.splitDifference = difference;
    }
  }
}

export interface CategorySuggestion {
  categoryId: string;
  /** Transactions of the same merchant in this category, and all of the merchant. */
  seen: number;
  of: number;
}

const ENOUGH_SHARE = 0.6;

/**
 * The category that a merchant's earlier transactions of the same direction are mostly in (60 % or more), for each
 * transaction without one. A proposal to show; nothing is set.
 */
export function suggestCategories(
  history: Iterable<Transaction>,
  open: Iterable<Transaction>,
): Map<string, CategorySuggestion> {
  const counts = new Map<string, Map<string, number>>();
  const keyOf = (one: Transaction): string => `${one.amount.lt(0n) ? 'out' : 'in'}|${merchantKey(one.payee ?? '')}`;
  for (const one of history) {
    if (!one.categoryId || !merchantKey(one.payee ?? '')) continue;
    const key = keyOf(one);
    const categories = counts.get(key) ?? new Map<string, number>();
    categories.set(one.categoryId, (categories.get(one.categoryId) ?? 0) + 1);
    counts.set(key, categories);
  }
  const suggestions = new Map<string, CategorySuggestion>();
  for (const one of open) {
    const categories = one.categoryId ? undefined : counts.get(keyOf(one));
    if (!categories) continue;
    const of = [...categories.values()].reduce((a, b) => a + b, 0);
    const [categoryId, seen] = [...categories].reduce((most, next) => (next[1] > most[1] ? next : most));
    if (seen / of >= ENOUGH_SHARE) suggestions.set(one.id, { categoryId, seen, of });
  }
  return suggestions;
}
