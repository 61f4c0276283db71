/** The fields that leads can be filtered, scored and assigned by. */
import type { FilterField } from '../../../kernel/filter.ts';

export const LEAD_STATUS_LABELS = {
  new: 'New',
  working: 'Working',
  qualified: 'Qualified',
  unqualified: 'Unqualified',
  converted: 'Converted',
} as const;

export const LEAD_FILTER_FIELDS: readonly FilterField[] = [
  { field: 'name', label: 'Name', kind: 'text' },
  { field: 'companyName', label: 'Company', kind: 'text' },
  {
    field: 'status',
    label: 'Status',
    kind: 'select',
    options: Object.entries(LEAD_STATUS_LABELS).map(([value, label]) => ({ value, label })),
  },
  { field: 'score', label: 'Score', kind: 'number' },
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'source', label: 'Source', kind: 'select', choices: 'sources' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'title', label: 'Title', kind: 'text' },
  { field: 'email', label: 'Email', kind: 'text' },
  { field: 'phone', label: 'Phone', kind: 'text' },
  { field: 'website', label: 'Website', kind: 'text' },
  { field: 'city', label: 'City', kind: 'text', choices: 'cities' },
  { field: 'country', label: 'Country', kind: 'select', choices: 'countries' },
  { field: 'about', label: 'About', kind: 'text' },
  { field: 'form', label: 'Web form', kind: 'reference', choices: 'forms' },
  { field: 'campaign', label: 'Campaign (utm_campaign)', kind: 'text' },
  { field: 'contact', label: 'Converted to contact', kind: 'reference', choices: 'contacts' },
  { field: 'company', label: 'Converted to contact at', kind: 'reference', choices: 'companies' },
  { field: 'businessLicense', label: 'Business license', kind: 'reference', choices: 'businessLicenses' },
  { field: 'private', label: 'Private', kind: 'boolean' },
  { field: 'import', label: 'Import', kind: 'reference', choices: 'imports' },
  { field: 'statusSince', label: 'In status since', kind: 'instant' },
  { field: 'lastActivityAt', label: 'Last activity', kind: 'instant' },
  { field: 'convertedAt', label: 'Converted', kind: 'instant' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
