import type { QueryClient } from '@tanstack/react-query';
import { FINANCE } from '../../paths.ts';

/** Has whatever rests on balances read again, for who has just changed one and looks at it. */
export function refreshBalances(client: QueryClient): Promise<unknown> {
  return Promise.all([FINANCE.accounts, FINANCE.transactions, FINANCE.reports].map((path) => client.invalidateQueries({ predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith(path) })));
}
