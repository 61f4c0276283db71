/** The paths of the CRM's calls that are named before their schemas are loaded: live updates, navigation, prefetch. */
export const CRM = {
  contacts: '/api/contacts',
  companies: '/api/companies',
  views: '/api/views',
  customFields: '/api/custom-fields',
  imports: '/api/imports',
  leads: '/api/leads',
  opportunities: '/api/opportunities',
  activities: '/api/activities',
} as const;
