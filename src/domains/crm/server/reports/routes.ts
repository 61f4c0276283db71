import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { reports, savedReports } from '../../contract/reports.ts';
import { currentReport, reportCsv } from './report.ts';
import { createSaved, listSaved, removeSaved, updateSaved } from './saved.ts';
import './sending.ts';

export const reportRoutes: readonly BoundRoute[] = [
  route(reports.read, ({ params, query }) => currentReport(params.report, query)),
  route(reports.download, async ({ params, query, reply }) => {
    const report = await currentReport(params.report, query);
    return reply.header('content-type', 'text/csv; charset=utf-8').header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${report.report}-${report.period.to}.csv"`).send(`﻿${reportCsv(report)}`);
  }),
  route(savedReports.list, async () => ({ items: await listSaved() })),
  route(savedReports.create, ({ body }) => createSaved(body)),
  route(savedReports.update, ({ params, body }) => updateSaved(params.id, body)),
  route(savedReports.remove, ({ params }) => removeSaved(params.id)),
];
