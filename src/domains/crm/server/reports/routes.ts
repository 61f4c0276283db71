import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { channelCosts } from '../../contract/channel-costs.ts';
import { reports, reportShares, savedReports } from '../../contract/reports.ts';
import { mayManage, requireManager } from '../../../../records/server/access/managers.ts';
import { workspaceToday } from '../../../../records/server/workspace.ts';
import { createCost, listCosts, removeCost, updateCost } from './costs.ts';
import { currentReport, reportCsv } from './report.ts';
import { createSaved, listSaved, removeSaved, updateSaved } from './saved.ts';
import { createShare, listShares, revokeShare } from './shares.ts';
import './email-reports.ts';
import './share-page.ts';

export const reportRoutes: readonly BoundRoute[] = [
  route(reports.read, ({ params, query }) => currentReport(params.report, query)),
  route(reports.download, async ({ params, query, reply }) => {
    const report = await currentReport(params.report, query);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${report.report}-${report.period.to}.csv"`)
      .send(`﻿${reportCsv(report)}`);
  }),
  route(channelCosts.list, async ({ caller }) => ({
    items: await listCosts(),
    editable: await mayManage(caller),
    today: await workspaceToday(),
  })),
  route(channelCosts.create, async ({ body, caller }) => {
    await requireManager(caller);
    return createCost(body);
  }),
  route(channelCosts.update, async ({ params, body, caller }) => {
    await requireManager(caller);
    return updateCost(params.id, body);
  }),
  route(channelCosts.remove, async ({ params, caller }) => {
    await requireManager(caller);
    return removeCost(params.id);
  }),
  route(savedReports.list, async () => ({ items: await listSaved() })),
  route(savedReports.create, ({ body }) => createSaved(body)),
  route(savedReports.update, ({ params, body }) => updateSaved(params.id, body)),
  route(reportShares.list, ({ caller }) => listShares(caller)),
  route(reportShares.create, ({ body, caller }) => createShare(body, caller)),
  route(reportShares.revoke, ({ params, caller }) => revokeShare(params.id, caller)),
  route(savedReports.remove, ({ params }) => removeSaved(params.id)),
];
