/** The fields that contacts can be filtered by. */
import type { FilterField } from '../../../kernel/filter.ts';

const CONSENT_OPTIONS = [
  { value: 'granted', label: 'Granted' },
  { value: 'denied', label: 'Denied' },
  { value: 'unknown', label: 'Unknown' },
] as const;

export const CONTACT_FILTER_FIELDS: readonly FilterField[] = [
  { field: 'name', label: 'Name', kind: 'text' },
  { field: 'firstName', label: 'First name', kind: 'text' },
  { field: 'lastName', label: 'Last name', kind: 'text' },
  { field: 'title', label: 'Title', kind: 'text' },
  { field: 'company', label: 'Company', kind: 'reference', choices: 'companies' },
  { field: 'companyIndustry', label: 'Company industry', kind: 'text' },
  { field: 'hasOpenOpportunities', label: 'Has open opportunities', kind: 'boolean' },
  { field: 'companyName', label: 'Company name', kind: 'text' },
  { field: 'email', label: 'Email', kind: 'text' },
  { field: 'phone', label: 'Phone', kind: 'text' },
  { field: 'hasEmail', label: 'Has an email address', kind: 'boolean' },
  { field: 'hasPhone', label: 'Has a phone number', kind: 'boolean' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'source', label: 'Source', kind: 'select', choices: 'sources' },
  { field: 'city', label: 'City', kind: 'text', choices: 'cities' },
  { field: 'region', label: 'Region', kind: 'text' },
  { field: 'postalCode', label: 'Postal code', kind: 'text' },
  { field: 'country', label: 'Country', kind: 'select', choices: 'countries' },
  { field: 'about', label: 'About', kind: 'text' },
  { field: 'consentEmail', label: 'Email consent', kind: 'select', options: CONSENT_OPTIONS },
  { field: 'consentSms', label: 'SMS consent', kind: 'select', options: CONSENT_OPTIONS },
  { field: 'consentPhone', label: 'Call consent', kind: 'select', options: CONSENT_OPTIONS },
  { field: 'businessLicense', label: 'Business license', kind: 'reference', choices: 'businessLicenses' },
  { field: 'import', label: 'Import', kind: 'reference', choices: 'imports' },
  { field: 'lastActivityAt', label: 'Last activity', kind: 'instant' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
