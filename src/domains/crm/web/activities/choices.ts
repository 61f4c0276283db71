/** Whom and what an activity can be linked to, and who can attend, found by typing. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { fold } from '../../../../kernel/text.ts';
import { request } from '../../../../web/api/request.ts';
import type { Option, OptionSource } from '../../../../web/ui/use-options.ts';
import { contacts } from '../../contract/contacts.ts';
import { opportunities } from '../../contract/opportunities.ts';
import { leads } from '../../contract/leads.ts';
import { useCompanySearch, useOwners } from '../../../../records/web/choices.ts';
import { contactName } from '../contacts/contact-name.ts';

const matching = (options: readonly Option[], query: string) =>
  options.filter((option) => fold(option.label).includes(fold(query)));
const MOST = 20;

/** Contacts whose name, company or address holds the words typed. */
export async function searchContacts(query: string, signal: AbortSignal): Promise<Option[]> {
  const { items } = await request(contacts.list, { query: { search: query.trim() || undefined, limit: MOST }, signal });
  return items.map((contact) => ({
    value: contact.id,
    label: contactName(contact),
    detail: contact.company?.name ?? contact.emails[0]?.value,
  }));
}

export function useLinkChoices() {
  const searchCompanies = useCompanySearch();
  const owners = useOwners();
  const client = useQueryClient();
  const searchOpportunities = useCallback(
    async (query: string) => {
      const { items } = await client.fetchQuery({
        queryKey: [opportunities.list.path, { limit: 200 }],
        queryFn: ({ signal }) => request(opportunities.list, { query: { limit: 200 }, signal }),
      });
      return matching(
        items.map(({ id, name }) => ({ value: id, label: name })),
        query,
      ).slice(0, MOST);
    },
    [client],
  );
  const searchLeads = useCallback(
    async (query: string) => {
      const { items } = await client.fetchQuery({
        queryKey: [leads.list.path, { limit: 200 }],
        queryFn: ({ signal }) => request(leads.list, { query: { limit: 200 }, signal }),
      });
      return matching(
        items.map(({ id, name }) => ({ value: id, label: name })),
        query,
      ).slice(0, MOST);
    },
    [client],
  );
  const searchAttendees = useMemo<OptionSource>(
    () => async (query, signal) => {
      const people = matching(owners.options, query).map(({ value, label, detail }) => ({
        value: `user:${value}`,
        label,
        detail: detail ?? 'Team',
      }));
      const found = await searchContacts(query, signal);
      return [...people.slice(0, 5), ...found.map((contact) => ({ ...contact, value: `contact:${contact.value}` }))];
    },
    [owners.options],
  );
  return { searchCompanies, searchContacts, searchOpportunities, searchLeads, searchAttendees, owners };
}
