import { sendFile } from '../../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { valuations } from '../../contract.ts';
import { propose } from './proposal.ts';
import { valuationReport } from './report.ts';
import {
  createValuation,
  getValuation,
  listValuations,
  listVersions,
  removeValuation,
  restoreValuation,
  updateValuation,
} from './service.ts';

export const valuationRoutes: readonly BoundRoute[] = [
  route(valuations.list, ({ query }) => listValuations(query.ledgerId)),
  route(valuations.propose, ({ query }) => propose(query)),
  route(valuations.create, ({ body }) => createValuation(body)),
  route(valuations.get, ({ params }) => getValuation(params.id)),
  route(valuations.update, ({ params, body }) => updateValuation(params.id, body)),
  route(valuations.remove, ({ params }) => removeValuation(params.id)),
  route(valuations.restore, ({ params }) => restoreValuation(params.id)),
  route(valuations.versions, ({ params }) => listVersions(params.id)),
  route(valuations.report, async ({ params, reply }) =>
    sendFile(reply, await valuationReport(params.id), 'application/pdf', 'valuation.pdf'),
  ),
];
