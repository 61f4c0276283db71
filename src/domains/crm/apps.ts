/** The CRM's apps. */
import { defineApp } from '../../kernel/apps.ts';
import { CRM, LICENSES_PAGE } from './paths.ts';

const WING = 'CRM';
const CONTACT_WHY = 'Its records are about contacts and companies.';

export const contactsApp = defineApp({
  id: 'contacts',
  name: 'Contacts',
  wing: WING,
  description: 'People and companies, imports, duplicates, and merging.',
  pages: ['/contacts', '/companies', '/duplicates'],
  calls: [CRM.contacts, CRM.companies, CRM.imports, CRM.duplicates],
  allows: [
    'Members read, change, import, and export contacts and companies.',
    'API keys with the scopes for contacts work.',
  ],
});
export const leadsApp = defineApp({
  id: 'leads',
  name: 'Leads',
  wing: WING,
  description: 'Prospects with scores, assignment rules, and web forms.',
  pages: ['/leads'],
  calls: [CRM.leads],
  needs: [{ app: 'contacts', why: 'A converted lead becomes a contact.' }],
  allows: ['Members read, change, import, and export leads.', 'Web forms accept entries from anyone.'],
});
export const opportunitiesApp = defineApp({
  id: 'opportunities',
  name: 'Opportunities',
  wing: WING,
  description: 'Deals in pipelines, with a board, line items, and a forecast.',
  pages: ['/opportunities'],
  calls: [CRM.opportunities, CRM.salesGoals, CRM.closeReasons],
  needs: [{ app: 'contacts', why: CONTACT_WHY }],
  allows: ['Members read, change, and export deals and their amounts.', 'Owners set goals.'],
});
export const activitiesApp = defineApp({
  id: 'activities',
  name: 'Activities',
  wing: WING,
  description: 'Tasks, calls, and meetings, with a calendar, reminders, and invitations.',
  pages: ['/activities'],
  calls: [CRM.activities, CRM.calendarFeeds],
  needs: [{ app: 'contacts', why: 'Activities are scheduled with contacts and companies.' }],
  allows: [
    'Members schedule and log activities and invite others by email.',
    'Other calendars can subscribe to a private address.',
  ],
});
export const licensesApp = defineApp({
  id: 'licenses',
  name: 'Business licenses',
  wing: WING,
  description: 'Licenses with terms, documents, and expiration reminders.',
  pages: [LICENSES_PAGE, '/brand-management'],
  calls: [CRM.licenses],
  allows: ['Members read and change licenses and their documents.'],
});
export const reportsApp = defineApp({
  id: 'reports',
  name: 'Analytics',
  wing: WING,
  description: 'Conversion, velocity, sources, cohorts, and forecast accuracy.',
  pages: ['/analytics'],
  calls: [CRM.reports, CRM.savedReports, CRM.reportShares, CRM.channelCosts],
  needs: [
    { app: 'opportunities', why: 'Most reports count deals.' },
    { app: 'leads', why: 'Conversion and sources start with leads.' },
  ],
  allows: ['Members see figures for the entire workspace and can schedule them by email.'],
});
