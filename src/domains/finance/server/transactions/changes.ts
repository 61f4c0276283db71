/** Differences between two states of a transaction, as its history shows them. */
import { decimal } from '../../../../kernel/money/index.ts';
import type { TransactionChange } from '../../contract.ts';
import type { TransactionRow } from './rows.ts';

type State = Pick<TransactionRow, 'day' | 'amount' | 'payee' | 'notes' | 'category_id' | 'tags'>;

/** @param names of categories by id */
export function changesBetween(
  before: State,
  after: State,
  names: ReadonlyMap<string, string>,
): TransactionChange['changes'] {
  const category = (id: string | null): string => (id === null ? '' : (names.get(id) ?? 'a deleted category'));
  const pairs: [field: string, before: string, after: string][] = [
    ['day', before.day, after.day],
    ['amount', decimal(before.amount).toFixed(), decimal(after.amount).toFixed()],
    ['payee', before.payee, after.payee],
    ['notes', before.notes, after.notes],
    ['category', category(before.category_id), category(after.category_id)],
    ['tags', before.tags.join(', '), after.tags.join(', ')],
  ];
  return pairs.flatMap(([field, was, is]) => (was === is ? [] : [{ field, before: was, after: is }]));
}

/** Parts as one line: "Groceries -40, Health -2.10". */
export function splitWords(
  parts: readonly { amount: string; categoryId?: string | null | undefined }[],
  names: ReadonlyMap<string, string>,
): string {
  return parts
    .map(
      (part) =>
        `${part.categoryId ? (names.get(part.categoryId) ?? 'a deleted category') : 'no category'} ${decimal(part.amount).toFixed()}`,
    )
    .join(', ');
}
