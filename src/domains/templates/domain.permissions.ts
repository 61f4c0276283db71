/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, EVERYBODY, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
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
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = {
  '/api/client-onboardings/': 'is kept in operations, for a client',
  '/api/templates/': 'is kept in operations, for all clients',
  '/api/template-installs/': 'is kept in operations, for a client',
  '/api/industry-templates/': 'public, by name',
  '/api/onboarding-checklist/steps/': 'a key within the own checklist',
};
