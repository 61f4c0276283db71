import { files } from '../../../../server/files/index.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { log } from '../../../../server/observability/log.ts';
import { exchangeRates, forecasting, salesGoals } from '../../contract/forecast.ts';
import { opportunities, opportunityBulkCalls } from '../../contract/opportunities.ts';
import { recordCalls } from '../../../../records/contract/record-calls.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { requireNamedCompany } from '../contacts/references.ts';
import { mayManage, requireManager } from '../../../../records/server/access/managers.ts';
import { bulkRoutes } from '../../../../records/server/bulk/bulk.ts';
import { listRecords, neighboursOf } from '../../../../records/server/list/list.ts';
import { readerRoutes } from '../../../../records/server/access/readers.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { sumsRoute } from '../../../../records/server/list/column-totals.ts';
import { workspaceToday } from '../../../../records/server/workspace.ts';
import { readBoard } from './board.ts';
import { opportunityBulk } from './bulk.ts';
import { exportOpportunities } from './export.ts';
import { opportunityFacets } from './facets.ts';
import { currentForecast } from './forecast.ts';
import { listGoals, saveGoals } from './goals.ts';
import { stageHistory } from './history.ts';
import { opportunityKind } from './kind.ts';
import { findProducts } from './lines-and-people.ts';
import { listRates, removeRate, saveRate } from './rates.ts';
import { selectionOf } from './selection.ts';
import {
  createOpportunity,
  getOpportunity,
  moveOpportunity,
  purgeOpportunities,
  removeOpportunity,
  reopenOpportunity,
  restoreOpportunity,
  updateOpportunity,
} from './service.ts';

const forecastRoutes: readonly BoundRoute[] = [
  route(forecasting.forecast, ({ query }) => currentForecast(query)),
  route(salesGoals.list, async ({ query }) => ({
    items: await listGoals(query.from ?? (await workspaceToday()), query.months),
  })),
  route(salesGoals.save, ({ body, caller }) => saveGoals(body.goals, caller)),
  route(exchangeRates.list, async ({ caller }) => ({
    ...(await listRates()),
    editable: await mayManage(caller),
    today: await workspaceToday(),
  })),
  route(exchangeRates.save, async ({ body, caller }) => {
    await requireManager(caller);
    return saveRate(body);
  }),
  route(exchangeRates.remove, async ({ params, caller }) => {
    await requireManager(caller);
    await removeRate(params.id);
  }),
];

export const opportunityRoutes: readonly BoundRoute[] = [
  route(opportunities.list, ({ query }) =>
    listRecords(opportunityKind, {
      ...selectionOf(query),
      sort: query.sort,
      cursor: query.cursor,
      limit: query.limit,
      total: query.total === '1',
    }),
  ),
  route(opportunities.create, async ({ body, caller }) => {
    await requireNamedCompany(caller, body);
    return createOpportunity(body);
  }),
  route(opportunities.get, ({ params, query }) => getOpportunity(params.id, query.trash === '1')),
  route(opportunities.update, async ({ params, body, caller, request }) => {
    await requireNamedCompany(caller, body);
    return updateOpportunity(params.id, body, ifMatch(request));
  }),
  route(opportunities.move, async ({ params, body, caller }) => {
    if (body.set) await requireNamedCompany(caller, body.set);
    return moveOpportunity(params.id, body);
  }),
  route(opportunities.reopen, ({ params, body }) => reopenOpportunity(params.id, body.version)),
  route(opportunities.remove, ({ params }) => removeOpportunity(params.id)),
  route(opportunities.restore, ({ params }) => restoreOpportunity(params.id)),
  route(opportunities.purge, async ({ body }) => {
    const { purged, storageKeys } = await purgeOpportunities(body.ids);
    // The rows are gone; bytes that could not be removed are no longer reachable.
    for (const key of storageKeys)
      await files()
        .delete(key)
        .catch((error: unknown) => log().warn({ err: error }, 'file content was not removed'));
    return { purged };
  }),
  route(opportunities.neighbours, ({ params, query }) =>
    neighboursOf(opportunityKind, params.id, { ...selectionOf(query), sort: query.sort }),
  ),
  route(opportunities.board, ({ query }) => readBoard(query)),
  route(opportunities.history, ({ params }) => stageHistory(params.id)),
  route(opportunities.products, async ({ query }) => ({ items: await findProducts(query.search) })),
  route(opportunities.facets, () => opportunityFacets()),
  route(opportunities.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportOpportunities(query), 'text/csv; charset=utf-8', 'opportunities.csv'),
  ),
  route(opportunities.contextList, ({ query: { businessLicenseId, ...page } }) =>
    listRecords(opportunityKind, { ...selectionOf({ businessLicenseId }), ...page }),
  ),
  ...bulkRoutes(opportunityBulkCalls, opportunityBulk),
  sumsRoute('opportunity', opportunityKind),
  ...recordRoutes(recordCalls('opportunity'), opportunityKind),
  ...readerRoutes('opportunity'),
  ...forecastRoutes,
];
