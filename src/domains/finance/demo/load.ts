/** Example data: personal finance, books, expenses, investments, and tax. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { loadBooks } from './load-books.ts';
import { loadExpenses } from './load-expenses.ts';
import { loadInvestments } from './load-investments.ts';
import { loadFinance } from './load-personal.ts';
import { loadTax } from './load-tax.ts';

export async function loadWorkspace({ workspace, people, today }: DemoWorkspaceContext): Promise<void> {
  const { key, kind, currency } = workspace;
  await loadFinance(key, currency, today);
  if (kind === 'operations') await loadBooks(key, currency, today);
  if (kind !== 'personal') await loadExpenses(key, people, currency, today);
  if (kind !== 'client') await loadInvestments(key, currency, today);
  if (kind === 'operations') await loadTax();
}
