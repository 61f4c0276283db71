/**
 * `WS /ws/finance?userId&sessionId`: the live finance channel. It says what stands when it opens, and after that
 * whatever is other than what this browser was last told; the browser may ask for a sync.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { type Connection, type Conversation, socket } from '../../../../server/realtime/sockets.ts';
import { portfolio } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { analytics } from '../investments/analytics.ts';
import { predictions } from '../investments/predictions.ts';
import { bankAccounts, bankHoldings, bankLiabilities, bankSecurities, bankTransactions } from './plaid-reads.ts';
import { lastSync, startSync } from './sync.ts';

const TRANSACTIONS = 50;

const Request = z.object({
  type: z.literal('sync_request'),
  entity: z.enum(['investments', 'all']),
  params: z.record(z.string(), z.unknown()).optional(),
});

const INVESTMENTS = [FINANCE.plaid, '/api/investment'];
const MOVEMENTS = [FINANCE.plaid, FINANCE.accounts, FINANCE.transactions];

/** The arrays of a message: how each is read, and the paths whose changes it shows. */
const PARTS = {
  accounts: { paths: MOVEMENTS, read: async () => (await bankAccounts()).items },
  transactions: { paths: MOVEMENTS, read: async () => (await bankTransactions({ limit: TRANSACTIONS })).items },
  holdings: { paths: INVESTMENTS, read: async () => (await bankHoldings()).items },
  securities: { paths: INVESTMENTS, read: async () => (await bankSecurities()).items },
  liabilities: { paths: MOVEMENTS, read: async () => (await bankLiabilities()).items },
  analytics: { paths: INVESTMENTS, read: () => orNothing(async () => analytics({})) },
  predictions: {
    paths: INVESTMENTS,
    read: () => orNothing(async () => predictions(portfolio.predictions.query.parse({}), AbortSignal.timeout(10_000))),
  },
} satisfies Record<string, { paths: readonly string[]; read: () => Promise<unknown[]> }>;

type Part = keyof typeof PARTS;

/** Slow parts do not delay the others: they get their own message. */
const [QUICK, SLOW]: readonly Part[][] = [
  ['accounts', 'transactions', 'holdings', 'securities', 'liabilities'],
  ['analytics', 'predictions'],
];

/**
 * An answer of the portfolio as the array that the channel carries; empty where there is nothing to tell of, or no time
 * to tell it.
 */
async function orNothing(
  answer: () => Promise<{ ledgerId: string | null; reason?: string | null }>,
): Promise<unknown[]> {
  try {
    const told = await answer();
    return told.ledgerId === null || told.reason ? [] : [told];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

const concerns = (changed: readonly string[], paths: readonly string[]): boolean =>
  changed.some((path) => path === '*' || paths.some((one) => path.startsWith(one) || one.startsWith(path)));

export const financeSockets = [
  socket({
    path: '/ws/finance',
    query: z.object({ userId: z.uuid(), sessionId: z.string().max(100) }),
    admit(caller, { userId, sessionId }) {
      if (caller.userId !== userId || caller.sessionId !== sessionId)
        throw new AppError('forbidden', 'This session belongs to someone else.');
    },
    open: (connection) => converse(connection),
  }),
];

async function converse(connection: Connection): Promise<Conversation> {
  const told = new Map<Part | 'syncing', string>();
  /** Sends the parts that changed since the last message; the first time, all of them. */
  const tell = async (
    type: 'snapshot' | 'update',
    outdated: readonly string[],
    parts: readonly Part[] = [...QUICK!, ...SLOW!],
  ): Promise<void> => {
    const changed: Record<string, unknown> = {};
    for (const part of parts) {
      if (!concerns(outdated, PARTS[part].paths)) continue;
      const items = await PARTS[part].read();
      const text = JSON.stringify(items);
      if (told.get(part) === text) continue;
      told.set(part, text);
      changed[part] = items;
    }
    const { sync, lastSyncedAt } = await lastSync();
    const syncing = sync?.state === 'running';
    const state = JSON.stringify([sync, lastSyncedAt]);
    if (Object.keys(changed).length === 0 && told.get('syncing') === state) return;
    told.set('syncing', state);
    connection.send({ type, ...changed, syncing, sync, lastSyncedAt });
  };
  await tell('snapshot', ['*']);
  return {
    async received(message) {
      const request = Request.safeParse(message);
      if (!request.success) {
        connection.send({
          type: 'error',
          message: 'The channel understands sync_request with an entity: investments or all.',
          syncing: (await lastSync()).sync?.state === 'running',
        });
        return;
      }
      try {
        await startSync(request.data.entity);
        await tell('update', []);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        connection.send({ type: 'error', message: error.message, syncing: error.code === 'conflict' });
      }
    },
    async changed(paths) {
      if (!concerns(paths, [...MOVEMENTS, ...INVESTMENTS, FINANCE.bank])) return;
      await tell('update', paths, QUICK);
      await tell('update', paths, SLOW);
    },
  };
}
