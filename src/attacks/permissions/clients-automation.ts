/** Clients and data exchanged with them, templates, approvals, workflows, and webhooks. */
import { ADMINS, EVERYBODY, MEMBERS, rows } from './rows.ts';

export const CLIENTS_AUTOMATION = {
  // Clients
  ...rows(
    ADMINS,
    `
    GET /api/clients
    GET,PUT,DELETE /api/clients/{id}
    GET,PUT /api/clients/{id}/apps
    POST /api/clients/{id}/archive
    GET,POST /api/clients/{id}/exports
    DELETE /api/clients/{id}/exports/{exportId}
    GET /api/clients/{id}/exports/{exportId}/archive
    GET,POST /api/clients/{id}/invitations
    DELETE /api/clients/{id}/invitations/{invitationId}
    GET /api/clients/{id}/members
    POST /api/clients/{id}/restore
    GET /api/clients/{id}/visits
  `,
  ),
  // Client status
  ...rows(
    ADMINS,
    `
    GET /api/clients/{id}/incidents
    GET /api/clients/{id}/status
  `,
  ),
  // Client sync
  ...rows(
    ADMINS,
    `
    GET,POST /api/client-sync
    GET /api/client-sync/options
    GET,PUT,DELETE /api/client-sync/{id}
    GET /api/client-sync/{id}/conflicts
    POST /api/client-sync/{id}/conflicts/{conflictId}/decide
    POST /api/client-sync/{id}/pause
    POST /api/client-sync/{id}/resume
    GET,POST /api/client-sync/{id}/runs
    GET /api/client-sync/{id}/runs/{runId}/log
  `,
  ),
  // Templates
  ...rows(
    EVERYBODY,
    `
    GET /api/industry-templates
    GET /api/industry-templates/{slug}
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/template-installs
    GET /api/template-installs/{id}
    POST /api/template-installs/{id}/retry
    GET,POST /api/template-installs/{id}/undo
    GET /api/template-targets
    GET,POST /api/templates
    POST /api/templates/capture
    PUT /api/templates/{id}
    POST /api/templates/{id}/archive
    POST /api/templates/{id}/unarchive
    GET /api/templates/{id}/versions
    POST /api/templates/{id}/versions/{number}/restore
    GET /api/templates/{ref}
    POST /api/templates/{ref}/apply
    POST /api/templates/{ref}/duplicate
    GET /api/templates/{ref}/file
    GET /api/templates/{ref}/preview
  `,
  ),
  // Onboarding
  ...rows(
    ADMINS,
    `
    GET /api/client-onboardings
    GET /api/client-onboardings/counts
    GET,PUT /api/client-onboardings/{id}
    POST /api/client-onboardings/{id}/remind
    POST /api/client-onboardings/{id}/steps
    PUT,DELETE /api/client-onboardings/{id}/steps/{key}
    GET /api/onboarding-agents
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/onboarding-checklist
    PUT /api/onboarding-checklist/steps/{key}
  `,
  ),
  // Approvals
  ...rows(
    MEMBERS,
    'approvals:read',
    `
    GET /api/approvals
    GET /api/approvals/count
    GET /api/approvals/kinds
    GET /api/approvals/rules
    POST /api/approvals/rules/preview
    GET /api/approvals/{id}
    GET /api/approvals/{id}/history
  `,
  ),
  ...rows(
    MEMBERS,
    'approvals:write',
    `
    POST /api/approvals/bulk
    PUT /api/approvals/{id}
    POST /api/approvals/{id}/approve
    POST /api/approvals/{id}/reject
    POST /api/approvals/{id}/retry
    POST /api/approvals/{id}/snooze
    POST /api/approvals/{id}/undo
  `,
  ),
  ...rows(
    ADMINS,
    'approvals:write',
    `
    POST /api/approvals/rules
    PUT,DELETE /api/approvals/rules/{id}
  `,
  ),
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
