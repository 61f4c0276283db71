import { AppError } from '../../../../kernel/errors.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { bank, plaid } from '../../contract.ts';
import {
  connect,
  disconnect,
  finishSignIn,
  getConnection,
  listConnections,
  startLink,
  startSignIn,
} from './connections.ts';
import { listHeld, setLeftOut } from './held-back.ts';
import { isFromPlaid } from './plaid/webhook.ts';
import { listProviders, plaidSettings } from './providers.ts';
import {
  bankAccounts,
  bankHoldings,
  bankInvestmentAccounts,
  bankInvestmentTransactions,
  bankLiabilities,
  bankSecurities,
  bankTransactions,
} from './plaid-reads.ts';
import { connectionSyncJob, lastSync, startSync, syncItem } from './sync.ts';
import './notify-stopped.ts';

export const bankRoutes: readonly BoundRoute[] = [
  route(bank.providers, () => ({ items: listProviders() })),
  route(bank.connections, ({ query }) => listConnections(query.ledgerId)),
  route(bank.startLink, ({ body }) => startLink(body.ledgerId, body.provider)),
  route(bank.connect, async ({ body }) => {
    const id = await connect(body.ledgerId, body.provider, body.chosen);
    await enqueue(connectionSyncJob, { connectionId: id });
    return getConnection(id);
  }),
  route(bank.startSignIn, ({ params }) => startSignIn(params.id)),
  route(bank.finishSignIn, async ({ params }) => {
    await finishSignIn(params.id);
    await enqueue(connectionSyncJob, { connectionId: params.id });
    return getConnection(params.id);
  }),
  route(bank.disconnect, ({ params }) => disconnect(params.id)),
  route(bank.held, ({ query }) => listHeld(query)),
  route(bank.leaveOut, ({ body }) => setLeftOut(body.ids, true)),
  route(bank.takeBack, ({ body }) => setLeftOut(body.ids, false)),
  route(bank.lastSync, () => lastSync()),
  route(bank.webhook, async ({ body, request }) => {
    const settings = plaidSettings();
    const token = request.headers['plaid-verification'];
    if (
      !settings ||
      !(await isFromPlaid(settings, typeof token === 'string' ? token : undefined, request.rawBody ?? Buffer.alloc(0)))
    ) {
      throw new AppError('unauthenticated', 'This call was not signed by Plaid.');
    }
    return { accepted: body.item_id !== undefined && (await syncItem(body.item_id)) };
  }),
  route(plaid.syncAll, () => startSync('all')),
  route(plaid.syncInvestments, () => startSync('investments')),
  route(plaid.accounts, ({ query }) => bankAccounts(query.ledgerId)),
  route(plaid.transactions, ({ query }) => bankTransactions(query)),
  route(plaid.liabilities, ({ query }) => bankLiabilities(query.ledgerId)),
  route(plaid.investmentAccounts, ({ query }) => bankInvestmentAccounts(query.ledgerId)),
  route(plaid.holdings, ({ query }) => bankHoldings(query.ledgerId)),
  route(plaid.securities, ({ query }) => bankSecurities(query.ledgerId)),
  route(plaid.investmentTransactions, ({ query }) => bankInvestmentTransactions(query)),
];
