/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { accounts, ledgers } from './contract.ts';

export default defineSmokeWalk({
  write: async (person) => {
    const ledger = await person.call(ledgers.create, {
      body: { kind: 'personal', name: 'Smoke ledger', currency: 'USD' },
    });
    return person.call(accounts.create, {
      body: { ledgerId: ledger.id, name: 'Smoke account', kind: 'checking', currency: 'USD', openingBalance: '12.50' },
    });
  },
  read: async (person) => {
    const { items } = await person.call(ledgers.list);
    const ledger = items.find(({ name }) => name === 'Smoke ledger');
    return ledger && person.call(accounts.list, { query: { ledgerId: ledger.id } });
  },
  shows: 'Smoke account',
});
