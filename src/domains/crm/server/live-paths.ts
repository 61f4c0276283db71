/** Which answers a change outdates; the live channel names them to the browsers. */
import { CRM } from '../paths.ts';

/** Lists, records and everything beneath them. */
export const CONTACTS_CHANGED = [CRM.contacts];
export const COMPANIES_CHANGED = [CRM.companies, CRM.contacts];
