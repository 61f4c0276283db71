import { sendFile } from '../../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { liabilities } from '../../contract.ts';
import { liabilitySchedule, payoff, refinancing } from './plans.ts';
import './reminders.ts';
import { schedulePdf } from './schedule-pdf.ts';
import {
  createLiability,
  getLiability,
  listLiabilities,
  removeLiability,
  restoreLiability,
  updateLiability,
} from './service.ts';
import { toldLiabilities } from './bank-suggestions.ts';

export const liabilityRoutes: readonly BoundRoute[] = [
  route(liabilities.list, ({ query }) => listLiabilities(query)),
  route(liabilities.create, ({ body }) => createLiability(body)),
  route(liabilities.payoff, ({ query }) => payoff(query)),
  route(liabilities.told, ({ query }) => toldLiabilities(query.ledgerId)),
  route(liabilities.get, ({ params }) => getLiability(params.id)),
  route(liabilities.update, ({ params, body }) => updateLiability(params.id, body)),
  route(liabilities.remove, ({ params }) => removeLiability(params.id)),
  route(liabilities.restore, ({ params }) => restoreLiability(params.id)),
  route(liabilities.schedule, ({ params, query }) => liabilitySchedule(params.id, query)),
  route(liabilities.schedulePdf, async ({ params, query, reply }) =>
    sendFile(reply, await schedulePdf(params.id, query), 'application/pdf', 'payments.pdf'),
  ),
  route(liabilities.refinance, ({ params, query }) => refinancing(params.id, query)),
];
