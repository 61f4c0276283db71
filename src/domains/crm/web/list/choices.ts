/** Choices for filters and edits: people, companies, tags and whatever else contacts hold, with their names. */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { allConditions, type Filter, type FilterField, ME } from '../../../../kernel/filter.ts';
import { fold } from '../../../../kernel/text.ts';
import { read, request } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import type { Option, OptionSource } from '../../../../web/ui/use-options.ts';
import { identity } from '../../../identity/contract.ts';
import { businessLicenses, companies } from '../../contract/companies.ts';
import { CONTACT_FILTER_FIELDS } from '../../contract/contact-filter.ts';
import { contacts } from '../../contract/contacts.ts';

const matching = (options: readonly Option[], query: string) => options.filter((option) => fold(option.label).includes(fold(query)));

/** Companies whose name holds the words typed; those found are kept by id, so that a chip can name them. */
export function useCompanySearch() {
  const client = useQueryClient();
  return useCallback(async (query: string, signal: AbortSignal): Promise<Option[]> => {
    const { items } = await request(companies.list, { query: { search: query.trim() || undefined, limit: 20 }, signal });
    for (const company of items) client.setQueryData(read(companies.get, { params: { id: company.id } }).queryKey, company);
    return items.map((company) => ({ value: company.id, label: company.name, detail: company.industry || undefined }));
  }, [client]);
}

/** People of the workspace as choices for an owner. */
export function useOwners() {
  const { data } = useQuery(read(identity.members));
  const user = useSessionUser();
  return useMemo(() => {
    const members = data?.items ?? [];
    const options = members.filter((member) => member.active).map((member): Option => ({ value: member.id, label: member.name, detail: member.email }));
    const mine = options.findIndex((option) => option.value === user?.id);
    if (mine > 0) options.unshift(...options.splice(mine, 1));
    const names = new Map(members.map((member) => [member.id, member.name]));
    return { options, nameOf: (id: string | null) => (id ? (names.get(id) ?? 'Former member') : '') };
  }, [data, user?.id]);
}

/** Tags in use that match what is typed, the most frequent first. */
export function useTagSearch() {
  const client = useQueryClient();
  return useCallback(async (query: string): Promise<Option[]> => {
    const { tags } = await client.ensureQueryData(read(contacts.facets));
    return matching(tags.map(({ value }) => ({ value, label: value })), query);
  }, [client]);
}

/** The ids that a filter lists in the fields with these choices. */
function listed(filter: Filter, choices: FilterField['choices']): string[] {
  const names = new Set(CONTACT_FILTER_FIELDS.filter((field) => field.choices === choices).map((field) => field.field));
  return [...new Set(allConditions(filter).flatMap(({ field, value }) => (names.has(field) && Array.isArray(value) ? value.map(String) : [])))];
}

/**
 * Where the filter builder gets its choices and names from. Choices are read when the builder asks for them, names when
 * the filter holds their ids.
 */
export function useFilterChoices(filter: Filter) {
  const client = useQueryClient();
  const owners = useOwners();
  const searchCompanies = useCompanySearch();
  useQueries({ queries: listed(filter, 'companies').map((id) => read(companies.get, { params: { id } })) });
  useQuery({ ...read(contacts.facets), enabled: listed(filter, 'imports').length > 0 });
  useQuery({ ...read(businessLicenses.list), enabled: listed(filter, 'businessLicenses').length > 0 });

  const sourceOf = useCallback((field: FilterField): OptionSource => {
    if (field.choices === 'owners') return [{ value: ME, label: 'Me' }, ...owners.options];
    if (field.choices === 'companies') return searchCompanies;
    return async (query) => {
      if (field.choices === 'businessLicenses') {
        const { items } = await client.ensureQueryData(read(businessLicenses.list));
        return matching(items.map((license) => ({ value: license.id, label: license.name, detail: license.number })), query);
      }
      const facets = await client.ensureQueryData(read(contacts.facets));
      if (field.choices === 'imports') return matching(facets.imports.map((entry) => ({ value: entry.id, label: entry.name })), query);
      const values = field.choices === 'tags' ? facets.tags : field.choices === 'sources' ? facets.sources : field.choices === 'countries' ? facets.countries : facets.cities;
      return matching(values.map(({ value, count }) => ({ value, label: value, detail: `${count.toLocaleString()} contacts` })), query);
    };
  }, [client, owners.options, searchCompanies]);

  const nameOf = useCallback((field: FilterField, value: string): string | undefined => {
    if (value === ME) return 'Me';
    if (field.choices === 'owners') return owners.nameOf(value) || undefined;
    if (field.choices === 'companies') return client.getQueryData(read(companies.get, { params: { id: value } }).queryKey)?.name ?? 'a company';
    if (field.choices === 'imports') return client.getQueryData(read(contacts.facets).queryKey)?.imports.find((entry) => entry.id === value)?.name ?? 'an import';
    if (field.choices === 'businessLicenses') return client.getQueryData(read(businessLicenses.list).queryKey)?.items.find((license) => license.id === value)?.name ?? 'a licence';
    return undefined;
  }, [client, owners]);

  return { sourceOf, nameOf };
}
