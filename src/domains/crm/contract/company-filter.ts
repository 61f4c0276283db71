/** The fields that companies can be filtered by. */
import type { FilterField } from '../../../kernel/filter.ts';
import { filterFieldsOf } from '../../../records/define-record.ts';
import { companyDefinition } from '../kinds/company.ts';

export const COMPANY_FILTER_FIELDS: readonly FilterField[] = [
  ...filterFieldsOf(companyDefinition),
  { field: 'owner', label: 'Owner', kind: 'reference', choices: 'owners' },
  { field: 'tags', label: 'Tags', kind: 'tags', choices: 'tags' },
  { field: 'hasContacts', label: 'Has contacts', kind: 'boolean' },
  { field: 'hasOpenOpportunities', label: 'Has open opportunities', kind: 'boolean' },
  { field: 'import', label: 'Import', kind: 'reference', choices: 'imports' },
  { field: 'lastActivityAt', label: 'Last activity', kind: 'instant' },
  { field: 'createdAt', label: 'Created', kind: 'instant' },
  { field: 'updatedAt', label: 'Updated', kind: 'instant' },
];
