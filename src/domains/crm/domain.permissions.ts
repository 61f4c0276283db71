/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, EVERYBODY, MANAGERS, MEMBERS, recordTables, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Activities
  ...rows(
    MEMBERS,
    'activities:read',
    `
    GET /api/activities
    GET /api/activities/calendar
    GET /api/activities/export
    GET /api/activities/facets
    GET /api/activities/my-day
    GET /api/activities/sums
    GET /api/activities/{id}
    GET /api/activities/{id}/event.ics
    GET /api/activities/{id}/files
    GET /api/activities/{id}/files/{fileId}
    GET /api/activities/{id}/neighbours
    GET /api/activities/{id}/notes
    GET /api/activities/{id}/timeline
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    GET,POST /api/invitation
  `,
  ),
  ...rows(
    MEMBERS,
    'activities:write',
    `
    POST /api/activities
    POST /api/activities/bulk
    GET /api/activities/bulk/{batchId}
    POST /api/activities/bulk/{batchId}/undo
    POST /api/activities/series/{id}/occurrences
    PUT,DELETE /api/activities/{id}
    POST /api/activities/{id}/cancel
    POST /api/activities/{id}/complete
    POST /api/activities/{id}/files
    DELETE /api/activities/{id}/files/{fileId}
    POST /api/activities/{id}/invitations
    POST /api/activities/{id}/notes
    PUT,DELETE /api/activities/{id}/notes/{noteId}
    POST /api/activities/{id}/notes/{noteId}/restore
    POST /api/activities/{id}/reopen
    POST /api/activities/{id}/restore
    POST /api/activities/{id}/snooze
  `,
  ),
  // Business
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/business-licenses
    GET /api/business-licenses/{id}
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/business-licenses
    PUT,DELETE /api/business-licenses/{id}
    POST /api/business-licenses/{id}/renewals
    DELETE /api/business-licenses/{id}/renewals/{termId}
    POST /api/business-licenses/{id}/restore
  `,
  ),
  // Business licenses
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/business-licenses/{id}/files
    GET /api/business-licenses/{id}/files/{fileId}
    GET /api/business-licenses/{id}/notes
    GET /api/business-licenses/{id}/timeline
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/business-licenses/{id}/files
    DELETE /api/business-licenses/{id}/files/{fileId}
    POST /api/business-licenses/{id}/notes
    PUT,DELETE /api/business-licenses/{id}/notes/{noteId}
    POST /api/business-licenses/{id}/notes/{noteId}/restore
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
  // Companies
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/companies
    GET /api/companies/export
    GET /api/companies/facets
    POST /api/companies/merge/preview
    GET /api/companies/suggest
    GET /api/companies/sums
    GET /api/companies/{id}
    GET /api/companies/{id}/files
    GET /api/companies/{id}/files/{fileId}
    GET /api/companies/{id}/neighbours
    GET /api/companies/{id}/notes
    GET /api/companies/{id}/summary
    GET /api/companies/{id}/timeline
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/companies
    POST /api/companies/bulk
    GET /api/companies/bulk/{batchId}
    POST /api/companies/bulk/{batchId}/undo
    POST /api/companies/merge
    POST /api/companies/merges/{mergeId}/undo
    PUT,DELETE /api/companies/{id}
    POST /api/companies/{id}/files
    DELETE /api/companies/{id}/files/{fileId}
    POST /api/companies/{id}/notes
    PUT,DELETE /api/companies/{id}/notes/{noteId}
    POST /api/companies/{id}/notes/{noteId}/restore
    POST /api/companies/{id}/restore
  `,
  ),
  ...rows(
    ADMINS,
    'contacts:write',
    `
    POST /api/companies/purge
  `,
  ),
  // Contacts
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/business-context/contacts
    GET /api/contacts
    POST /api/contacts/duplicates
    GET /api/contacts/export
    GET /api/contacts/facets
    POST /api/contacts/merge/preview
    GET /api/contacts/sums
    GET /api/contacts/{id}
    GET /api/contacts/{id}/files
    GET /api/contacts/{id}/files/{fileId}
    GET /api/contacts/{id}/neighbours
    GET /api/contacts/{id}/notes
    GET /api/contacts/{id}/timeline
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/contacts
    POST /api/contacts/bulk
    GET /api/contacts/bulk/{batchId}
    POST /api/contacts/bulk/{batchId}/undo
    POST /api/contacts/merge
    POST /api/contacts/merges/{mergeId}/undo
    PUT,DELETE /api/contacts/{id}
    POST /api/contacts/{id}/files
    DELETE /api/contacts/{id}/files/{fileId}
    POST /api/contacts/{id}/notes
    PUT,DELETE /api/contacts/{id}/notes/{noteId}
    POST /api/contacts/{id}/notes/{noteId}/restore
    POST /api/contacts/{id}/restore
  `,
  ),
  ...rows(
    ADMINS,
    'contacts:write',
    `
    POST /api/contacts/purge
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
  // Duplicates
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/duplicates
    GET /api/duplicates/status
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/duplicates/merge-certain
    POST /api/duplicates/run
    POST /api/duplicates/{id}/dismiss
    POST /api/duplicates/{id}/reopen
  `,
  ),
  // Forecast
  ...rows(
    MEMBERS,
    'opportunities:read',
    `
    GET /api/exchange-rates
    GET /api/opportunities/forecast
    GET /api/sales-goals
  `,
  ),
  ...rows(
    MEMBERS,
    'opportunities:write',
    `
    PUT /api/sales-goals
  `,
  ),
  ...rows(
    MANAGERS,
    'opportunities:write',
    `
    POST /api/exchange-rates
    DELETE /api/exchange-rates/{id}
  `,
  ),
  // Imports
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/imports
    GET /api/imports/{id}
    POST /api/imports/{id}/preview
    GET /api/imports/{id}/rejects.csv
    GET /api/imports/{id}/rows
    GET /api/imports/{id}/unknown-owners
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/imports
    DELETE /api/imports/{id}
    POST /api/imports/{id}/cancel
    PUT /api/imports/{id}/mapping
    POST /api/imports/{id}/revert
    POST /api/imports/{id}/start
  `,
  ),
  // Lead forms
  ...rows(
    MEMBERS,
    'leads:read',
    `
    GET /api/leads/forms
  `,
  ),
  ...rows(
    ADMINS,
    'leads:write',
    `
    POST /api/leads/forms
    PUT,DELETE /api/leads/forms/{id}
    GET /api/leads/forms/{id}/submissions
    POST /api/leads/forms/{id}/submissions/{submissionId}/accept
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    GET /api/public/form-confirmations/{token}
    GET,POST /api/public/forms/{key}
    GET /api/public/forms/{key}/embed.js
  `,
  ),
  // Lead rules
  ...rows(
    MEMBERS,
    'leads:read',
    `
    GET /api/leads/assignment-rules
    GET /api/leads/score-rules
  `,
  ),
  ...rows(
    ADMINS,
    'leads:write',
    `
    POST /api/leads/assignment-rules
    POST /api/leads/assignment-rules/order
    PUT,DELETE /api/leads/assignment-rules/{id}
    POST /api/leads/score-rules
    POST /api/leads/score-rules/preview
    PUT,DELETE /api/leads/score-rules/{id}
  `,
  ),
  // Leads
  ...rows(
    MEMBERS,
    'leads:read',
    `
    GET /api/leads
    POST /api/leads/duplicates
    GET /api/leads/export
    GET /api/leads/facets
    POST /api/leads/merge/preview
    POST /api/leads/preview
    GET /api/leads/sums
    GET /api/leads/{id}
    GET /api/leads/{id}/files
    GET /api/leads/{id}/files/{fileId}
    GET /api/leads/{id}/neighbours
    GET /api/leads/{id}/notes
    GET /api/leads/{id}/readers
    GET /api/leads/{id}/timeline
  `,
  ),
  ...rows(
    MEMBERS,
    'leads:write',
    `
    POST /api/leads
    POST /api/leads/bulk
    GET /api/leads/bulk/{batchId}
    POST /api/leads/bulk/{batchId}/undo
    POST /api/leads/merge
    POST /api/leads/merges/{mergeId}/undo
    PUT,DELETE /api/leads/{id}
    POST /api/leads/{id}/convert
    POST /api/leads/{id}/convert/undo
    POST /api/leads/{id}/files
    DELETE /api/leads/{id}/files/{fileId}
    POST /api/leads/{id}/notes
    PUT,DELETE /api/leads/{id}/notes/{noteId}
    POST /api/leads/{id}/notes/{noteId}/restore
    PUT /api/leads/{id}/readers
    POST /api/leads/{id}/restore
  `,
  ),
  ...rows(
    ADMINS,
    'leads:write',
    `
    POST /api/leads/purge
  `,
  ),
  // Opportunities
  ...rows(
    MEMBERS,
    'opportunities:read',
    `
    GET /api/business-context/opportunities
    GET /api/opportunities
    GET /api/opportunities/board
    GET /api/opportunities/export
    GET /api/opportunities/facets
    GET /api/opportunities/products
    GET /api/opportunities/sums
    GET /api/opportunities/{id}
    GET /api/opportunities/{id}/files
    GET /api/opportunities/{id}/files/{fileId}
    GET /api/opportunities/{id}/neighbours
    GET /api/opportunities/{id}/notes
    GET /api/opportunities/{id}/readers
    GET /api/opportunities/{id}/stages
    GET /api/opportunities/{id}/timeline
  `,
  ),
  ...rows(
    MEMBERS,
    'opportunities:write',
    `
    POST /api/opportunities
    POST /api/opportunities/bulk
    GET /api/opportunities/bulk/{batchId}
    POST /api/opportunities/bulk/{batchId}/undo
    PUT,DELETE /api/opportunities/{id}
    POST /api/opportunities/{id}/files
    DELETE /api/opportunities/{id}/files/{fileId}
    POST /api/opportunities/{id}/move
    POST /api/opportunities/{id}/notes
    PUT,DELETE /api/opportunities/{id}/notes/{noteId}
    POST /api/opportunities/{id}/notes/{noteId}/restore
    PUT /api/opportunities/{id}/readers
    POST /api/opportunities/{id}/reopen
    POST /api/opportunities/{id}/restore
  `,
  ),
  ...rows(
    ADMINS,
    'opportunities:write',
    `
    POST /api/opportunities/purge
  `,
  ),
  // Pipelines
  ...rows(
    MEMBERS,
    'opportunities:read',
    `
    GET /api/close-reasons
    GET /api/pipelines
    GET /api/pipelines/{id}/counts
  `,
  ),
  ...rows(
    MANAGERS,
    'opportunities:write',
    `
    PUT /api/close-reasons
    POST /api/pipelines
    PUT /api/pipelines/order
    PUT,DELETE /api/pipelines/{id}
    POST /api/pipelines/{id}/archive
    POST /api/pipelines/{id}/unarchive
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
    MEMBERS,
    `
    GET,POST /api/report-shares
    DELETE /api/report-shares/{id}
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
};

/** By the address up to and including the parameter. */
export const tables = {
  ...recordTables('activities', 'companies', 'contacts', 'leads', 'opportunities', 'business-licenses'),
  '/api/activities/series/{id}': 'activity_series',
  '/api/business-licenses/{id}/renewals/{termId}': 'business_license_terms',
  '/api/channel-costs/{id}': 'channel_costs',
  '/api/duplicates/{id}': 'duplicate_pairs',
  '/api/exchange-rates/{id}': 'exchange_rates',
  '/api/imports/{id}': 'imports',
  '/api/leads/assignment-rules/{id}': 'lead_assignment_rules',
  '/api/leads/forms/{id}': 'lead_forms',
  '/api/leads/forms/{id}/submissions/{submissionId}': 'lead_submissions',
  '/api/leads/score-rules/{id}': 'lead_score_rules',
  '/api/pipelines/{id}': 'pipelines',
  '/api/report-shares/{id}': 'report_shares',
  '/api/saved-reports/{id}': 'saved_reports',
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = {
  '/api/reports/': 'a report, by name',
  '/api/calendar-feeds/': 'a kind of calendar, by name, or a file behind a secret',
  '/api/public/': 'a secret, or the public key of a form',
};
