/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, EVERYBODY, MANAGERS, MEMBERS, OWNERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Registration
  ...rows(
    OWNERS,
    `
    GET /api/registration
    PUT /api/registration/business
    PUT /api/registration/drafts/{step}
    POST /api/registration/finish
    PUT,DELETE /api/registration/plan
    PUT /api/registration/steps/{step}
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET,PUT /api/installation/business
    GET,PUT /api/installation/policy
    POST /api/workspaces/clients
  `,
  ),
  // Settings
  ...rows(
    MEMBERS,
    `
    DELETE /api/settings/account
    GET /api/settings/account/owned
  `,
  ),
  // Team
  ...rows(
    MEMBERS,
    `
    POST /api/invitations/join
    POST /api/team/invitations
    POST /api/team/members/{id}/absences
    DELETE /api/team/members/{id}/absences/{absenceId}
    GET,PUT /api/team/members/{id}/availability
    GET /api/team/teams
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/team/members
    GET /api/team/members/{id}
    POST /api/team/members/{id}/deactivate
    POST /api/team/members/{id}/hand-over
    PUT /api/team/members/{id}/ownership
    POST /api/team/members/{id}/reactivate
    PUT /api/team/members/{id}/role
    DELETE /api/team/members/{id}/two-factor
    POST /api/team/teams
    PUT,DELETE /api/team/teams/{id}
  `,
  ),
  ...rows(
    MANAGERS,
    `
    GET /api/team/invitations
    DELETE /api/team/invitations/{id}
    POST /api/team/invitations/{id}/resend
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    POST /api/invitations/accept
    POST /api/invitations/read
  `,
  ),
  // Workspaces
  ...rows(
    ADMINS,
    `
    GET /api/workspaces/clients
    POST /api/workspaces/{id}/step-in
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/workspace-logo
    POST /api/workspaces/step-out
    POST /api/workspaces/{id}/switch
  `,
  ),
  ...rows(
    MANAGERS,
    `
    GET /api/workspaces/visits
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/team/invitations/{id}': 'invitations', '/api/team/teams/{id}': 'teams' };

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = {
  '/api/workspaces/': "administrators step into a client's workspace",
  '/api/team/members/': 'people, who are of no workspace; who is none of this one is not found (team.db.test.ts)',
  '/api/registration/': 'a step of the wizard, by name',
};
