/** Accounts and categories of the open ledger, with their names. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '../../../../web/api/request.ts';
import { type Account, accounts, type Category, categories, isValued } from '../../contract/accounts.ts';
import { useFinance } from '../frame/use-finance.ts';

const NO_ACCOUNTS: readonly Account[] = [];
const NO_CATEGORIES: readonly Category[] = [];

export function useAccounts() {
  const { ledger } = useFinance();
  const { data, error, isPending, refetch } = useQuery(read(accounts.list, { query: { ledgerId: ledger.id } }));
  const items = data?.items ?? NO_ACCOUNTS;
  const nameOf = useCallback((id: string) => items.find((account) => account.id === id)?.name ?? '', [items]);
  const open = useMemo(() => items.filter((account) => !account.archivedAt), [items]);
  /** Those that hold money: a house has no bank's file, and no bill comes out of it. */
  const ofMoney = useMemo(() => open.filter((account) => !isValued(account.kind)), [open]);
  return { items, open, ofMoney, nameOf, error, isPending, refetch };
}

export function useCategories() {
  const { ledger } = useFinance();
  const { data } = useQuery(read(categories.list, { query: { ledgerId: ledger.id } }));
  const items = data?.items ?? NO_CATEGORIES;
  const nameOf = useCallback(
    (id: string | null) => (id === null ? '' : (items.find((category) => category.id === id)?.name ?? '')),
    [items],
  );
  const options = useMemo(
    () =>
      items.map((category) => ({
        value: category.id,
        label: category.name,
        detail: category.kind === 'income' ? 'Income' : undefined,
      })),
    [items],
  );
  return { items, nameOf, options };
}
