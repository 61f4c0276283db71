/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, EVERYBODY, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Automation
  ...rows(
    ADMINS,
    'automation:read',
    `
    GET /api/workflow-catalogue
    GET /api/workflow-catalogue/events
    GET /api/workflow-runs
    GET /api/workflow-runs/{id}
    GET /api/workflows
    GET /api/workflows/{id}
    POST /api/workflows/{id}/dry-run
    GET /api/workflows/{id}/versions
  `,
  ),
  ...rows(
    ADMINS,
    'automation:write',
    `
    POST /api/workflow-runs/{id}/cancel
    POST /api/workflow-runs/{id}/replay
    POST /api/workflows
    PUT,DELETE /api/workflows/{id}
    POST /api/workflows/{id}/hook
    POST /api/workflows/{id}/publish
    POST /api/workflows/{id}/restore
    POST /api/workflows/{id}/start
    POST /api/workflows/{id}/state
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    POST /api/hooks/{token}
  `,
  ),
  // Webhooks
  ...rows(
    ADMINS,
    'automation:read',
    `
    GET /api/webhook-endpoints
    GET /api/webhook-endpoints/{id}
    GET /api/webhook-endpoints/{id}/messages
    GET /api/webhook-messages/{id}
  `,
  ),
  ...rows(
    ADMINS,
    'automation:write',
    `
    POST /api/webhook-endpoints
    PUT,DELETE /api/webhook-endpoints/{id}
    POST /api/webhook-endpoints/{id}/replay
    POST /api/webhook-endpoints/{id}/rotate
    GET /api/webhook-endpoints/{id}/secret
    POST /api/webhook-endpoints/{id}/test
    POST /api/webhook-messages/{id}/replay
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/webhook-endpoints/{id}': 'webhook_endpoints',
  '/api/webhook-messages/{id}': 'webhook_messages',
  '/api/workflow-runs/{id}': 'workflow_runs',
  '/api/workflows/{id}': 'workflows',
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/hooks/': 'a secret' };
