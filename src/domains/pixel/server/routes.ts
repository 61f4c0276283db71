import { requireManager } from '../../../records/server/access/managers.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { pixelAudiences } from '../contract/audiences.ts';
import { pixelCosts } from '../contract/costs.ts';
import { pixelFunnels } from '../contract/funnel-reports.ts';
import { pixelReports } from '../contract/reports.ts';
import { pixelSites } from '../contract/sites.ts';
import {
  createAudience,
  listAudienceContacts,
  listAudiences,
  previewAudience,
  removeAudience,
  updateAudience,
} from './audiences.ts';
import { importCosts, listCosts, removeCost, saveCost } from './costs.ts';
import { createFunnel, listFunnels, readFunnelResult, removeFunnel, updateFunnel } from './funnel-reports.ts';
import { setLinked } from './people.ts';
import { readBreakdown, readOverview } from './reports.ts';
import { readRetention } from './retention.ts';
import { readReturns } from './returns.ts';
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
  route(pixelFunnels.list, async ({ params }) => ({ items: await listFunnels(params.siteId) })),
  route(pixelFunnels.create, ({ params, body }) => createFunnel(params.siteId, body)),
  route(pixelFunnels.update, ({ params, body }) => updateFunnel(params, body)),
  route(pixelFunnels.remove, ({ params }) => removeFunnel(params)),
  route(pixelFunnels.result, ({ params, query }) => readFunnelResult(params, query)),
  route(pixelFunnels.retention, ({ params, query }) => readRetention(params.siteId, query)),
  route(pixelCosts.list, async ({ params, query }) => ({ items: await listCosts(params.siteId, query) })),
  route(pixelCosts.save, ({ params, body }) => saveCost(params.siteId, body)),
  route(pixelCosts.remove, ({ params }) => removeCost(params)),
  route(pixelCosts.importFile, ({ params, body }) => importCosts(params.siteId, body)),
  route(pixelCosts.returns, ({ params, query }) => readReturns(params.siteId, query)),
  route(pixelAudiences.list, async ({ params }) => ({ items: await listAudiences(params.siteId) })),
  route(pixelAudiences.create, ({ params, body }) => createAudience(params.siteId, body)),
  route(pixelAudiences.update, ({ params, body }) => updateAudience(params, body)),
  route(pixelAudiences.remove, ({ params }) => removeAudience(params)),
  route(pixelAudiences.contacts, ({ params, query }) => listAudienceContacts(params, query)),
  route(pixelAudiences.preview, ({ params, body }) => previewAudience(params.siteId, body)),
  route(pixelReports.send, ({ body }) => storeServerEvents(body)),
];
