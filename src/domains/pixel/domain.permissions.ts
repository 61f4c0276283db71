/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/pixel/sites
    GET,PATCH /api/pixel/sites/{id}
    GET,POST /api/pixel/sites/{siteId}/goals
    PATCH,DELETE /api/pixel/sites/{siteId}/goals/{id}
    GET /api/pixel/sites/{siteId}/overview
    GET,POST /api/pixel/sites/{siteId}/funnels
    PATCH,DELETE /api/pixel/sites/{siteId}/funnels/{id}
    GET /api/pixel/sites/{siteId}/funnels/{id}/result
    GET /api/pixel/sites/{siteId}/retention
    GET,POST /api/pixel/sites/{siteId}/audiences
    PATCH,DELETE /api/pixel/sites/{siteId}/audiences/{id}
    GET /api/pixel/sites/{siteId}/audiences/{id}/contacts
    POST /api/pixel/sites/{siteId}/audience-preview
    GET,PUT /api/pixel/sites/{siteId}/costs
    DELETE /api/pixel/sites/{siteId}/costs/{id}
    POST /api/pixel/sites/{siteId}/costs/import
    GET /api/pixel/sites/{siteId}/returns
    GET /api/pixel/sites/{siteId}/breakdown
    GET /api/pixel/sites/{siteId}/live
    GET /api/pixel/sites/{siteId}/visits
    GET /api/pixel/sites/{siteId}/visits/{visitId}
    DELETE /api/pixel/sites/{siteId}/visitors/{visitorId}
    PUT /api/pixel/sites/{siteId}/visitors/{visitorId}/person
  `,
  ),
  ...rows(MEMBERS, 'events:write', 'POST /api/pixel/events'),
  ...rows(MANAGERS, 'DELETE /api/pixel/sites/{id}'),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/pixel/sites/{id}': 'pixel_sites',
  '/api/pixel/sites/{siteId}': 'pixel_sites',
  '/api/pixel/sites/{siteId}/goals/{id}': 'pixel_goals',
  '/api/pixel/sites/{siteId}/funnels/{id}': 'pixel_funnels',
  '/api/pixel/sites/{siteId}/audiences/{id}': 'pixel_audiences',
  '/api/pixel/sites/{siteId}/costs/{id}': 'pixel_costs',
  '/api/pixel/sites/{siteId}/visits/{visitId}': 'pixel_visits',
  '/api/pixel/sites/{siteId}/visitors/{visitorId}': 'pixel_visits',
};
