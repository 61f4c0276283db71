/**
 * `WS /ws/finance?userId&sessionId`: the live finance channel. It says what stands when it opens, and after that whatever
 * is other than what this browser was last told; the browser may ask for a sync.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { type Connection, type Conversation, socket } from '../../../../server/realtime/sockets.ts';
import { FINANCE } from '../../paths.ts';
import { bankAccounts, bankHoldings, bankLiabilities, bankSecurities, bankTransactions } from './reads.ts';
import { lastSync, startSync } from './sync.ts';

/** Changes below these paths concern the channel. */
const CONCERNS = [FINANCE.plaid, FINANCE.bank, FINANCE.accounts, FINANCE.transactions, '/api/investment'];
const TRANSACTIONS = 50;

const Request = z.object({ type: z.literal('sync_request'), entity: z.enum(['investments', 'all']), params: z.record(z.string(), z.unknown()).optional() });

/** The arrays of a message, each by how it is read. */
const PARTS = {
  accounts: async () => (await bankAccounts()).items,
  transactions: async () => (await bankTransactions({ limit: TRANSACTIONS })).items,
  holdings: async () => (await bankHoldings()).items,
  securities: async () => (await bankSecurities()).items,
  liabilities: async () => (await bankLiabilities()).items,
} satisfies Record<string, () => Promise<unknown[]>>;

type Part = keyof typeof PARTS;

export const financeSockets = [
  socket({
    path: '/ws/finance',
    query: z.object({ userId: z.uuid(), sessionId: z.string().max(100) }),
    admit(caller, { userId, sessionId }) {
      if (caller.userId !== userId || caller.sessionId !== sessionId) throw new AppError('forbidden', 'This session belongs to somebody else.');
    },
    open: (connection) => converse(connection),
  }),
];

async function converse(connection: Connection): Promise<Conversation> {
  const told = new Map<Part | 'syncing', string>();
  /** Says what is other than what was said last; everything, the first time. */
  const tell = async (type: 'snapshot' | 'update'): Promise<void> => {
    const changed: Record<string, unknown> = {};
    for (const [part, read] of Object.entries(PARTS) as [Part, () => Promise<unknown[]>][]) {
      const items = await read();
      const text = JSON.stringify(items);
      if (told.get(part) === text) continue;
      told.set(part, text);
      changed[part] = items;
    }
    const { sync, lastSyncedAt } = await lastSync();
    const syncing = sync?.state === 'running';
    const state = JSON.stringify([syncing, lastSyncedAt, sync?.id]);
    if (Object.keys(changed).length === 0 && told.get('syncing') === state) return;
    told.set('syncing', state);
    connection.send({ type, ...changed, syncing, lastSyncedAt });
  };
  await tell('snapshot');
  return {
    async received(message) {
      const request = Request.safeParse(message);
      if (!request.success) {
        connection.send({ type: 'error', message: 'The channel understands sync_request with an entity: investments or all.', syncing: (await lastSync()).sync?.state === 'running' });
        return;
      }
      try {
        await startSync(request.data.entity);
        await tell('update');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        connection.send({ type: 'error', message: error.message, syncing: error.code === 'conflict' });
      }
    },
    async changed(paths) {
      if (paths.some((path) => path === '*' || CONCERNS.some((one) => path.startsWith(one) || one.startsWith(path)))) await tell('update');
    },
  };
}
