import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { activities, leads, opportunities } from '../../contract/pipeline.ts';
import { listActivities, listLeads, listOpportunities, listPipelines } from './lists.ts';

export const pipelineRoutes: readonly BoundRoute[] = [
  route(leads.list, ({ query }) => listLeads(query)),
  route(opportunities.list, ({ query }) => listOpportunities(query)),
  route(opportunities.contextList, ({ query }) => listOpportunities(query)),
  route(opportunities.pipelines, async () => ({ items: await listPipelines() })),
  route(activities.list, ({ query }) => listActivities(query)),
];
