/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../attacks/permissions/rows.ts';

export const permissions = {
  // Activities
  ...rows(
    MEMBERS,
    'activities:read',
    `
    GET /api/activities/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    'activities:write',
    `
    POST /api/activities/{id}/comments
    PUT,DELETE /api/activities/{id}/comments/{commentId}
    PUT /api/activities/{id}/comments/{commentId}/reaction
    PUT /api/activities/{id}/comments/{commentId}/resolution
    POST /api/activities/{id}/comments/{commentId}/restore
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/activities/{id}/watch
  `,
  ),
  // Business licenses
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/business-licenses/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/business-licenses/{id}/watch
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/business-licenses/{id}/comments
    PUT,DELETE /api/business-licenses/{id}/comments/{commentId}
    PUT /api/business-licenses/{id}/comments/{commentId}/reaction
    PUT /api/business-licenses/{id}/comments/{commentId}/resolution
    POST /api/business-licenses/{id}/comments/{commentId}/restore
  `,
  ),
  // Companies
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/companies/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/companies/{id}/comments
    PUT,DELETE /api/companies/{id}/comments/{commentId}
    PUT /api/companies/{id}/comments/{commentId}/reaction
    PUT /api/companies/{id}/comments/{commentId}/resolution
    POST /api/companies/{id}/comments/{commentId}/restore
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/companies/{id}/watch
  `,
  ),
  // Contacts
  ...rows(
    MEMBERS,
    'contacts:read',
    `
    GET /api/contacts/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    'contacts:write',
    `
    POST /api/contacts/{id}/comments
    PUT,DELETE /api/contacts/{id}/comments/{commentId}
    PUT /api/contacts/{id}/comments/{commentId}/reaction
    PUT /api/contacts/{id}/comments/{commentId}/resolution
    POST /api/contacts/{id}/comments/{commentId}/restore
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/contacts/{id}/watch
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
  // Favourites
  ...rows(
    MEMBERS,
    `
    GET,POST,PUT /api/favorites
    DELETE /api/favorites/{id}
  `,
  ),
  // Leads
  ...rows(
    MEMBERS,
    'leads:read',
    `
    GET /api/leads/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    'leads:write',
    `
    POST /api/leads/{id}/comments
    PUT,DELETE /api/leads/{id}/comments/{commentId}
    PUT /api/leads/{id}/comments/{commentId}/reaction
    PUT /api/leads/{id}/comments/{commentId}/resolution
    POST /api/leads/{id}/comments/{commentId}/restore
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/leads/{id}/watch
  `,
  ),
  // Notes
  ...rows(
    MEMBERS,
    `
    GET /api/notes-and-comments
  `,
  ),
  // Opportunities
  ...rows(
    MEMBERS,
    'opportunities:read',
    `
    GET /api/opportunities/{id}/comments
  `,
  ),
  ...rows(
    MEMBERS,
    'opportunities:write',
    `
    POST /api/opportunities/{id}/comments
    PUT,DELETE /api/opportunities/{id}/comments/{commentId}
    PUT /api/opportunities/{id}/comments/{commentId}/reaction
    PUT /api/opportunities/{id}/comments/{commentId}/resolution
    POST /api/opportunities/{id}/comments/{commentId}/restore
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/opportunities/{id}/watch
  `,
  ),
  // Settings
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/watch-settings
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
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/custom-fields/{id}': 'custom_fields',
  '/api/favorites/{id}': 'contacts',
  '/api/views/{id}': 'saved_views',
};
