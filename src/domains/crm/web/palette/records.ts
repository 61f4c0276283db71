import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { Activity } from '../../contract/activities.ts';
import type { CompanyPage } from '../../contract/companies.ts';
import type { ContactPage } from '../../contract/contacts.ts';
import type { LeadPage } from '../../contract/leads.ts';
import { CRM } from '../../paths.ts';
import { contactName } from '../contacts/contact-name.ts';

/** As many as the palette shows at a glance; the list page shows the rest. */
const HITS = 6;

/** Contacts of whom any field fits, own fields included. */
export async function searchContacts(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<ContactPage>('GET', CRM.contacts, { query: { search, sort: 'match', limit: HITS }, signal });
  return page.items.map((contact) => ({
    id: contact.id,
    title: contactName(contact),
    detail: [contact.company?.name, contact.emails[0]?.value].filter(Boolean).join(' · '),
    to: `/contacts/${contact.id}`,
  }));
}

/** Companies of which any field fits. */
export async function searchCompanies(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<CompanyPage>('GET', CRM.companies, { query: { search, sort: 'match', limit: HITS }, signal });
  return page.items.map((company) => ({
    id: company.id,
    title: company.name,
    detail: company.industry || company.city,
    to: `/companies/${company.id}`,
  }));
}

/** Leads of whom any field fits. */
export async function searchLeads(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<LeadPage>('GET', CRM.leads, { query: { search, limit: HITS }, signal });
  return page.items.map((lead) => ({
    id: lead.id,
    title: lead.name,
    detail: [lead.private && 'Private', lead.companyName !== lead.name && lead.companyName, lead.email]
      .filter(Boolean)
      .join(' · '),
    to: `/leads/${lead.id}`,
  }));
}

/** A whole day goes by its name, whatever zone it was planned in. */
export const dueText = ({ day, dueAt }: Pick<Activity, 'day' | 'dueAt'>): string | null =>
  day
    ? new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { timeZone: 'UTC' })
    : dueAt && new Date(dueAt).toLocaleDateString();

/** Activities whose subject, text, place, outcome or own fields fit. */
export async function searchActivities(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<{ items: Activity[] }>('GET', CRM.activities, { query: { search, limit: HITS }, signal });
  return page.items.map((one) => ({
    id: one.id,
    title: one.subject,
    detail: [one.contact?.name ?? one.company?.name, dueText(one)].filter(Boolean).join(' · '),
    to: `/activities/${one.id}`,
  }));
}
