/** Which answers a change outdates; the live channel names them to the browsers. */
import { CRM } from '../paths.ts';

/** Lists, records and everything beneath them. */
export const CONTACTS_CHANGED = [CRM.contacts, CRM.companies];
export const LICENSES_CHANGED = [CRM.licenses];
export const COMPANIES_CHANGED = [CRM.companies, CRM.contacts];
/** Every record that an activity can be about too: its timeline and its last activity. */
export const ACTIVITIES_CHANGED = [
  CRM.activities,
  CRM.dashboard,
  CRM.recentActivities,
  CRM.contacts,
  CRM.companies,
  CRM.leads,
  CRM.opportunities,
];
