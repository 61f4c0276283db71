/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { EVERYBODY, MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/funnels
    GET /api/funnel-templates
    GET,POST /api/funnel-images
    DELETE /api/funnel-images/{id}
    GET,PUT,DELETE /api/funnels/{id}
    POST /api/funnels/{id}/copy
    GET /api/funnels/{id}/problems
    POST /api/funnels/{id}/publish
    POST /api/funnels/{id}/unpublish
    GET /api/funnels/{id}/versions
    GET /api/funnels/{id}/versions/{versionId}
    POST /api/funnels/{id}/versions/{versionId}/restore
    GET /api/funnels/{id}/figures
    GET /api/funnels/{id}/submissions
    POST /api/funnels/{id}/submissions/{submissionId}/accept
    GET /api/funnels/{id}/orders
    POST /api/funnels/{id}/preview-links
  `,
  ),
  ...rows(MANAGERS, `POST /api/funnels/{id}/orders/{orderId}/refund`),
  ...rows(EVERYBODY, `GET /api/funnels/{id}/preview`),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/funnel-images/{id}': 'funnel_images',
  '/api/funnels/{id}': 'funnels',
  '/api/funnels/{id}/versions/{versionId}': 'funnel_versions',
  '/api/funnels/{id}/submissions/{submissionId}': 'funnel_submissions',
  '/api/funnels/{id}/orders/{orderId}': 'funnel_orders',
};
