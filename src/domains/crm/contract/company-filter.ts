/** The fields that companies can be filtered by. */
import type { FilterField } from '../../../kernel/filter.ts';

export const COMPANY_FILTER_FIELDS: readonly FilterField[] = [
  { field: 'name', label: 'Name', kind: 'text' },
  { field: 'industry', label: 'Industry', kind: 'select', choices: 'industries' },
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'website', label: 'Website', kind: 'text' },
  { field: 'phone', label: 'Phone', kind: 'text' },
  { field: 'city', label: 'City', kind: 'text', choices: 'cities' },
  { field: 'region', label: 'Region', kind: 'text' },
  { field: 'postalCode', label: 'Postal code', kind: 'text' },
  { field: 'country', label: 'Country', kind: 'select', choices: 'countries' },
  { field: 'about', label: 'About', kind: 'text' },
  { field: 'hasContacts', label: 'Has contacts', kind: 'boolean' },
  { field: 'hasOpenOpportunities', label: 'Has open opportunities', kind: 'boolean' },
  { field: 'import', label: 'Import', kind: 'reference', choices: 'imports' },
  { field: 'lastActivityAt', label: 'Last activity', kind: 'instant' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
