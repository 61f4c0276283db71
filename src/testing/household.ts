/** A person's ledger with two accounts, for tests of personal finance. */
import {
  type Account,
  accounts,
  categories,
  type Category,
  type Ledger,
  ledgers,
  type Transaction,
  transactions,
} from '../domains/finance/contract.ts';
import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

export interface Household {
  user: TestClient & { userId: string };
  ledger: Ledger;
  account: Account;
  savings: Account;
  category: (name: string) => Category;
  add: (day: string, amount: string, payee?: string, categoryName?: string, account?: Account) => Promise<Transaction>;
}

/** Both accounts start 2026 with 100 dollars; `add` enters a transaction by its category's name. */
export async function openHousehold(system: TestSystem): Promise<Household> {
  const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency: 'USD' } });
  const open = (name: string, kind: Account['kind']) =>
    user.call(accounts.create, {
      body: { ledgerId: ledger.id, name, kind, currency: 'USD', openingBalance: '100', openingDay: '2026-01-01' },
    });
  const account = await open('Checking', 'checking');
  const savings = await open('Savings', 'savings');
  const list = (await user.call(categories.list, { query: { ledgerId: ledger.id } })).items;
  const category = (name: string) => list.find((one) => one.name === name)!;
  const add: Household['add'] = (day, amount, payee = '', categoryName, into = account) =>
    user.call(transactions.create, {
      body: {
        accountId: into.id,
        day,
        amount,
        payee,
        ...(categoryName ? { categoryId: category(categoryName).id } : {}),
      },
    });
  return { user, ledger, account, savings, category, add };
}
