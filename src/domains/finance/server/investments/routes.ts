import type { FastifyReply } from 'fastify';
import { sendFile } from '../../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { activityCalls, investmentImports, portfolio, securities } from '../../contract.ts';
import { inOpenPeriod } from '../ledgers/closed-periods.ts';
import {
  createActivity,
  getActivity,
  listActivities,
  removeActivity,
  restoreActivity,
  updateActivity,
} from './activities.ts';
import { analytics, rebalancing } from './analytics.ts';
import { holdingDetail, realisedGains } from './detail.ts';
import {
  listInvestmentImports,
  previewInvestmentFile,
  revertInvestmentImport,
  runInvestmentImport,
} from './imports.ts';
import { performance } from './performance.ts';
import { predictions } from './predictions.ts';
import {
  createSecurity,
  getSecurity,
  listPrices,
  listSecurities,
  removePrice,
  removeSecurity,
  setPrice,
  updateSecurity,
} from './securities.ts';
import { getSettings, updateAccount, updateSettings } from './settings.ts';
import { portfolioSummary } from './summary.ts';
import { summaryPdf } from './summary-pdf.ts';

/** Aborts when the caller goes away before the answer. */
function whileWanted(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

export const investmentRoutes: readonly BoundRoute[] = [
  route(portfolio.summaryPdf, async ({ query, reply }) =>
    sendFile(reply, await summaryPdf(query), 'application/pdf', 'portfolio.pdf'),
  ),
  route(portfolio.summary, ({ query }) => portfolioSummary(query)),
  route(portfolio.performance, ({ query }) => performance(query)),
  route(portfolio.analytics, ({ query }) => analytics(query)),
  route(portfolio.predictions, ({ query, reply }) => predictions(query, whileWanted(reply))),
  route(portfolio.holding, ({ params, query }) => holdingDetail(params.id, query)),
  route(portfolio.gains, ({ query }) => realisedGains(query)),
  route(portfolio.rebalancing, ({ query }) => rebalancing(query)),
  route(portfolio.settings, ({ query }) => getSettings(query.ledgerId)),
  route(portfolio.updateSettings, ({ params, body }) => updateSettings(params.id, body)),
  route(
    portfolio.updateAccount,
    inOpenPeriod(({ params, body }) => updateAccount(params.id, body)),
  ),
  route(securities.list, ({ query }) => listSecurities(query)),
  route(securities.create, ({ body }) => createSecurity(body)),
  route(securities.get, ({ params }) => getSecurity(params.id)),
  route(securities.update, ({ params, body }) => updateSecurity(params.id, body)),
  route(securities.remove, ({ params }) => removeSecurity(params.id)),
  route(securities.prices, ({ params, query }) => listPrices(params.id, query)),
  route(securities.setPrice, ({ params, body }) => setPrice(params.id, body)),
  route(securities.removePrice, ({ params }) => removePrice(params.id, params.day)),
  route(activityCalls.list, ({ query }) => listActivities(query)),
  route(
    activityCalls.create,
    inOpenPeriod(({ body }) => createActivity(body)),
  ),
  route(activityCalls.get, ({ params }) => getActivity(params.id)),
  route(
    activityCalls.update,
    inOpenPeriod(({ params, body }) => updateActivity(params.id, body)),
  ),
  route(
    activityCalls.remove,
    inOpenPeriod(({ params }) => removeActivity(params.id)),
  ),
  route(
    activityCalls.restore,
    inOpenPeriod(({ params }) => restoreActivity(params.id)),
  ),
  route(investmentImports.list, ({ query }) => listInvestmentImports(query)),
  route(investmentImports.preview, ({ body }) => previewInvestmentFile(body)),
  route(
    investmentImports.run,
    inOpenPeriod(({ body }) => runInvestmentImport(body)),
  ),
  route(
    investmentImports.revert,
    inOpenPeriod(({ params }) => revertInvestmentImport(params.id)),
  ),
];
