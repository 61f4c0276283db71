/** Choices for filters and edits: people, companies, tags and whatever else records hold, with their names. */
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { allConditions, type Filter, type FilterField, ME } from '../../kernel/filter-terms.ts';
import { fold } from '../../kernel/text.ts';
import { read, request } from '../../web/api/request.ts';
import { send } from '../../web/api/send.ts';
import { useSessionUser } from '../../web/api/session.ts';
import type { Option, OptionSource } from '../../web/ui/use-options.ts';
import { identity } from '../../domains/identity/contract.ts';
import { companies } from '../../domains/crm/contract/companies.ts';
import { businessLicenses } from '../../domains/crm/contract/licenses.ts';
import { contacts } from '../../domains/crm/contract/contacts.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { licenseName } from '../../domains/crm/web/licenses/license-options.ts';
import { contactName } from '../../domains/crm/web/contacts/contact-name.ts';

const matching = (options: readonly Option[], query: string) =>
  options.filter((option) => fold(option.label).includes(fold(query)));

/** Companies whose name holds the words typed; those found are kept by id, so that a chip can name them. */
export function useCompanySearch() {
  const client = useQueryClient();
  return useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await request(companies.suggest, {
        query: { search: query.trim() || undefined, limit: 20 },
        signal,
      });
      for (const company of items) client.setQueryData([COMPANY_NAME, company.id], company.name);
      return items.map((company) => ({
        value: company.id,
        label: company.name,
        detail: company.industry || undefined,
      }));
    },
    [client],
  );
}

/** People of the workspace as choices for an owner. */
export function useOwners() {
  const { data } = useQuery(read(identity.members));
  const user = useSessionUser();
  return useMemo(() => {
    const members = data?.items ?? [];
    const options = members
      .filter((member) => member.active)
      .map((member): Option => ({ value: member.id, label: member.name, detail: member.email }));
    const mine = options.findIndex((option) => option.value === user?.id);
    if (mine > 0) options.unshift(...options.splice(mine, 1));
    const names = new Map(members.map((member) => [member.id, member.name]));
    // Until the members are there, no one knows who has left.
    const unknown = data ? 'Former member' : '';
    return { options, nameOf: (id: string | null) => (id ? (names.get(id) ?? unknown) : '') };
  }, [data, user?.id]);
}

/** Contacts that match what is typed. */
export function useContactSearch() {
  const client = useQueryClient();
  return useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await request(contacts.list, {
        query: { search: query.trim() || undefined, limit: 20 },
        signal,
      });
      for (const contact of items) client.setQueryData([CONTACT_NAME, contact.id], contactName(contact));
      return items.map((contact) => ({
        value: contact.id,
        label: contactName(contact),
        detail: contact.company?.name ?? contact.emails[0]?.value,
      }));
    },
    [client],
  );
}

const CONTACT_NAME = 'contact-name';
const COMPANY_NAME = 'company-name';

/** One choice of a facet: a value and how many have it, or a record. */
interface Facet {
  value?: string;
  count?: number;
  id?: string;
  name?: string;
}
type Facets = Record<string, readonly Facet[] | undefined>;

/** Values in use in a kind's list. */
export function facetsOf(kind: RecordKind) {
  const path = `${KINDS[kind].path}/facets`;
  return queryOptions({ queryKey: [path], queryFn: ({ signal }) => send<Facets>('GET', path, { signal }) });
}

/** Tags in use that match what is typed, the most frequent first. */
export function useTagSearch(kind: RecordKind) {
  const client = useQueryClient();
  return useCallback(
    async (query: string): Promise<Option[]> => {
      const { tags = [] } = await client.ensureQueryData(facetsOf(kind));
      return matching(
        tags.map(({ value = '' }) => ({ value, label: value })),
        query,
      );
    },
    [client, kind],
  );
}

/** The ids that a filter lists in the fields with these choices. */
function listed(filter: Filter, fields: readonly FilterField[], choices: string): string[] {
  const names = new Set(fields.filter((field) => field.choices === choices).map((field) => field.field));
  return [
    ...new Set(
      allConditions(filter).flatMap(({ field, value }) =>
        names.has(field) && Array.isArray(value) ? value.map(String) : [],
      ),
    ),
  ];
}

/**
 * Where the filter builder gets its choices and names from. Choices are read when the builder asks for them, names when
 * the filter holds their ids.
 */
export function useFilterChoices(kind: RecordKind, fields: readonly FilterField[], filter: Filter) {
  const client = useQueryClient();
  const owners = useOwners();
  const searchCompanies = useCompanySearch();
  const searchContacts = useContactSearch();
  useQueries({
    queries: listed(filter, fields, 'companies').map((id) => ({
      queryKey: [COMPANY_NAME, id],
      queryFn: async () => (await request(companies.get, { params: { id } })).name,
    })),
  });
  useQueries({
    queries: listed(filter, fields, 'contacts').map((id) => ({
      queryKey: [CONTACT_NAME, id],
      queryFn: async () => contactName(await request(contacts.get, { params: { id } })),
    })),
  });
  const named = fields.some(
    (field) =>
      field.choices &&
      !['owners', 'companies', 'contacts', 'businessLicenses'].includes(field.choices) &&
      field.kind === 'reference' &&
      listed(filter, fields, field.choices).length > 0,
  );
  useQuery({ ...facetsOf(kind), enabled: named });
  useQuery({ ...read(businessLicenses.list), enabled: listed(filter, fields, 'businessLicenses').length > 0 });

  const sourceOf = useCallback(
    (field: FilterField): OptionSource => {
      if (field.choices === 'owners') return [{ value: ME, label: 'Me' }, ...owners.options];
      if (field.choices === 'companies') return searchCompanies;
      if (field.choices === 'contacts') return searchContacts;
      return async (query) => {
        if (field.choices === 'businessLicenses') {
          const { items } = await client.ensureQueryData(read(businessLicenses.list));
          return matching(
            items.map((license) => ({ value: license.id, label: license.name, detail: license.number })),
            query,
          );
        }
        const facets = await client.ensureQueryData(facetsOf(kind));
        const { many } = KINDS[kind];
        return matching(
          (facets[field.choices ?? ''] ?? []).map(({ value, count, id, name }) => ({
            value: id ?? value ?? '',
            label: name ?? value ?? '',
            detail: count === undefined ? undefined : `${count.toLocaleString()} ${many}`,
          })),
          query,
        );
      };
    },
    [client, kind, owners.options, searchCompanies, searchContacts],
  );

  const nameOf = useCallback(
    (field: FilterField, value: string): string | undefined => {
      if (value === ME) return 'Me';
      switch (field.choices) {
        case undefined:
          return undefined;
        case 'owners':
          return owners.nameOf(value) || undefined;
        case 'companies':
          return client.getQueryData<string>([COMPANY_NAME, value]) ?? 'a company';
        case 'contacts':
          return client.getQueryData<string>([CONTACT_NAME, value]) ?? 'a contact';
        case 'businessLicenses':
          return licenseName(client.getQueryData(read(businessLicenses.list).queryKey)?.items, value);
        default: {
          if (field.kind !== 'reference') return undefined;
          return (
            client.getQueryData(facetsOf(kind).queryKey)?.[field.choices]?.find((entry) => entry.id === value)?.name ??
            field.label.toLowerCase()
          );
        }
      }
    },
    [client, kind, owners],
  );

  return { sourceOf, nameOf };
}
