/** The paths of the CRM's calls that are named before their schemas are loaded: live updates, navigation, prefetch. */
export const CRM = {
  contacts: '/api/contacts',
  companies: '/api/companies',
  reports: '/api/reports',
  savedReports: '/api/saved-reports',
  reportShares: '/api/report-shares',
  channelCosts: '/api/channel-costs',
  licenses: '/api/business-licenses',
  imports: '/api/imports',
  leads: '/api/leads',
  opportunities: '/api/opportunities',
  activities: '/api/activities',
  pipelines: '/api/pipelines',
  closeReasons: '/api/close-reasons',
  exchangeRates: '/api/exchange-rates',
  salesGoals: '/api/sales-goals',
  calendarFeeds: '/api/calendar-feeds',
  duplicates: '/api/duplicates',
  dashboard: '/api/dashboard',
  recentActivities: '/api/recent-activities',
} as const;

/** Where business licenses are worked on; a record stands beneath. */
export const LICENSES_PAGE = '/business-license-management';
