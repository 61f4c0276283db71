/** The installation: accounts, teams, settings, notices, support, administration, and the server itself. */
import { ADMINS, EVERYBODY, MANAGERS, MEMBERS, METRICS, OWNERS, rows } from './rows.ts';

export const HOUSE = {
  // Sign-in
  ...rows(
    EVERYBODY,
    `
    POST /api/auth/confirm-email
    POST /api/auth/forgot-password
    POST /api/auth/login
    POST /api/auth/logout
    POST /api/auth/register
    POST /api/auth/register-business
    POST /api/auth/registration-link
    POST /api/auth/registration-link/read
    POST /api/auth/reset-password
    GET /api/auth/setup-status
    GET /api/csrf-token
    POST /api/direct-login
  `,
  ),
  ...rows(
    MEMBERS,
    `
    POST /api/denials
    POST /api/sync-session
    GET /api/user
    GET /api/community/member/profile
  `,
  ),
  // Settings
  ...rows(
    MEMBERS,
    `
    DELETE /api/settings/account
    GET /api/settings/account/owned
    GET,POST /api/settings/api-keys
    DELETE /api/settings/api-keys/{id}
    GET,PUT /api/settings/appearance
    PUT,DELETE /api/settings/email
    POST /api/settings/email/confirmation
    GET,PUT /api/settings/notifications
    PUT /api/settings/password
    GET,PUT /api/settings/profile
    PUT /api/settings/proof
    GET,DELETE /api/settings/sessions
    DELETE /api/settings/sessions/{id}
    DELETE /api/settings/two-factor
    POST /api/settings/two-factor/setup
    GET /api/settings/two-factor/status
    POST /api/settings/two-factor/verify
    GET,PUT /api/watch-settings
  `,
  ),
  // Team
  ...rows(
    MEMBERS,
    `
    POST /api/invitations/join
    GET /api/members
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
  // Notifications
  ...rows(
    MEMBERS,
    `
    GET /api/notifications
    POST /api/notifications/mark
    POST /api/notifications/seen
    GET /api/notifications/summary
    DELETE /api/notifications/{id}
    POST /api/notifications/{id}/restore
  `,
  ),
  // Support
  ...rows(
    MEMBERS,
    `
    GET,POST /api/support/conversations
    GET,PUT /api/support/conversations/{id}
    GET,POST /api/support/conversations/{id}/messages
    POST /api/support/conversations/{id}/read
    GET /api/support/summary
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/support/inbox
    GET /api/support/people
    GET,POST /api/support/replies
    PUT,DELETE /api/support/replies/{id}
  `,
  ),
  // Jobs
  ...rows(
    MEMBERS,
    `
    GET /api/jobs
    GET /api/jobs/{id}
    POST /api/jobs/{id}/cancel
    POST /api/jobs/{id}/retry
  `,
  ),
  // Administration
  ...rows(
    ADMINS,
    `
    GET /api/admin/accounts
    GET /api/admin/failed-reactions
    POST /api/admin/failed-reactions/retry
    POST /api/admin/failed-reactions/leave-out
    GET /api/admin/jobs
    POST /api/admin/jobs/{id}/cancel
    POST /api/admin/jobs/{id}/retry
    GET /api/admin/mail-outbox
    GET /api/admin/mail-outbox/{id}
    GET /api/admin/recurring-jobs
    PUT /api/admin/recurring-jobs/{name}
    POST /api/admin/recurring-jobs/{name}/run
    GET /api/admin/system
  `,
  ),
  // Diagnostics
  ...rows(
    ADMINS,
    `
    GET,DELETE /api/admin/browser-reports
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    POST /api/browser-reports
    GET /api/debug/state
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/debug/paid-feature
  `,
  ),
  // Manual
  ...rows(
    MEMBERS,
    `
    GET /api/manual
    GET /api/manual/answer
    GET /api/manual/topics
  `,
  ),
  ...rows(MEMBERS, 'manual:read', 'GET /api/manual/search'),
  // Assistants and models
  ...rows(
    MEMBERS,
    `
    GET /api/assistants/status
    POST /api/assistants/ask
    GET /api/assistants/conversations
    GET,DELETE /api/assistants/conversations/{id}
    POST /api/assistants/proposals/{id}/confirm
    POST /api/assistants/proposals/{id}/decline
    POST /api/assistants/proposals/{id}/undo
    GET /api/assistants/runs/{id}
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/models/config
    PUT /api/models/choices/{purpose}
    GET /api/models/connections/{id}/models
    POST /api/models/prices
    PUT,DELETE /api/models/prices/{id}
    PUT /api/models/limits
    DELETE /api/models/limits/{id}
    GET /api/models/usage
    GET /api/models/calls
    POST /api/models/try
  `,
  ),
  // Live
  ...rows(
    MEMBERS,
    `
    GET /api/events
  `,
  ),
  // Health
  ...rows(
    EVERYBODY,
    `
    GET /api/health/dependencies
    GET /api/health/live
    GET /api/health/ready
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/system-status
  `,
  ),
  ...rows(
    METRICS,
    `
    GET /api/metrics
  `,
  ),
  // Reference
  ...rows(
    EVERYBODY,
    `
    GET /api/openapi.json
  `,
  ),
  // Dashboard
  ...rows(
    MEMBERS,
    `
    GET /api/dashboard
    GET,PUT,DELETE /api/dashboard/layout
    GET /api/recent-activities
  `,
  ),
  // Search in notes and comments
  ...rows(
    MEMBERS,
    `
    GET /api/notes-and-comments
  `,
  ),
  // Favorites
  ...rows(
    MEMBERS,
    `
    GET,POST,PUT /api/favorites
    DELETE /api/favorites/{id}
  `,
  ),
  // Views
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/views
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/views
    PUT,DELETE /api/views/{id}
  `,
  ),
  // Custom fields
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/custom-fields
    GET /api/custom-fields/preview
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/custom-fields
    PUT /api/custom-fields/{id}
  `,
  ),
  ...rows(
    ADMINS,
    'contacts:write',
    `
    DELETE /api/custom-fields/{id}
  `,
  ),
  // Reports
  ...rows(
    MEMBERS,
    'opportunities:read',
    `
    GET /api/reports/{report}
    GET /api/reports/{report}/csv
    GET /api/channel-costs
    GET /api/saved-reports
  `,
  ),
  ...rows(
    MEMBERS,
    'opportunities:write',
    `
    POST /api/saved-reports
    PUT,DELETE /api/saved-reports/{id}
  `,
  ),
  ...rows(
    MANAGERS,
    'opportunities:write',
    `
    POST /api/channel-costs
    PUT,DELETE /api/channel-costs/{id}
  `,
  ),
  // Calendar feeds
  ...rows(
    MEMBERS,
    `
    GET,POST /api/calendar-feeds
    DELETE /api/calendar-feeds/{kind}
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    GET /api/calendar-feeds/{file}
  `,
  ),
};
