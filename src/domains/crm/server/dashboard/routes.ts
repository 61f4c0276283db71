import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { dashboard } from '../../contract/dashboard.ts';
import { readLayout, resetLayout, saveLayout } from './layout.ts';
import { recentActivities } from './queries.ts';
import { readDashboard } from './service.ts';

export const dashboardRoutes: readonly BoundRoute[] = [
  route(dashboard.get, () => readDashboard()),
  route(dashboard.recent, async ({ query }) => ({ items: await recentActivities(query.limit) })),
  route(dashboard.layout, () => readLayout()),
  route(dashboard.arrange, ({ body }) => saveLayout(body)),
  route(dashboard.reset, () => resetLayout()),
];
