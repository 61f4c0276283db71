import { requireManager } from '../../../records/server/access/managers.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { pixelReports } from '../contract/reports.ts';
import { pixelSites } from '../contract/sites.ts';
import { setLinked } from './people.ts';
import { readBreakdown, readOverview } from './reports.ts';
import { storeServerEvents } from './server-events.ts';
import {
  createGoal,
  createSite,
  forgetVisitor,
  listGoals,
  listSites,
  readSite,
  removeGoal,
  removeSite,
  updateGoal,
  updateSite,
} from './sites.ts';
import { listVisits, readJourney, readLive } from './visits.ts';

export const pixelRoutes: readonly BoundRoute[] = [
  route(pixelSites.list, async () => ({ items: await listSites() })),
  route(pixelSites.create, ({ body }) => createSite(body)),
  route(pixelSites.get, ({ params }) => readSite(params.id)),
  route(pixelSites.update, ({ params, body }) => updateSite(params.id, body)),
  route(pixelSites.remove, async ({ params, caller }) => {
    await requireManager(caller);
    await removeSite(params.id);
  }),
  route(pixelSites.goals, async ({ params }) => ({ items: await listGoals(params.siteId) })),
  route(pixelSites.createGoal, ({ params, body }) => createGoal(params.siteId, body)),
  route(pixelSites.updateGoal, ({ params, body }) => updateGoal(params, body)),
  route(pixelSites.removeGoal, ({ params }) => removeGoal(params)),
  route(pixelReports.overview, ({ params, query }) => readOverview(params.siteId, query)),
  route(pixelReports.breakdown, ({ params, query }) => readBreakdown(params.siteId, query)),
  route(pixelReports.live, ({ params }) => readLive(params.siteId)),
  route(pixelReports.visits, ({ params, query }) => listVisits(params.siteId, query)),
  route(pixelReports.journey, ({ params }) => readJourney(params.siteId, params.visitId)),
  route(pixelReports.forgetVisitor, ({ params }) => forgetVisitor(params.siteId, params.visitorId)),
  route(pixelReports.linkVisitor, ({ params, body }) => setLinked(params, body)),
  route(pixelReports.send, ({ body }) => storeServerEvents(body)),
];
