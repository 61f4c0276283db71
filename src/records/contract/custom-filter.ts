/**
 * Custom fields as fields to filter by, for every kind of record; those of companies for what belongs to a company,
 * too.
 */
import type { FilterField } from '../../kernel/filter.ts';
import type { CustomField } from './views.ts';

export type FilterableField = Pick<CustomField, 'key' | 'label' | 'kind'> & {
  options: readonly string[];
  result?: CustomField['result'] | undefined;
};

/** The filter field of a custom field. */
export function customFilterField(definition: FilterableField): FilterField {
  const field = { field: `custom.${definition.key}`, label: definition.label };
  const options = definition.options.map((value) => ({ value, label: value }));
  switch (definition.kind) {
    case 'number':
      return { ...field, kind: 'number' };
    case 'day':
      return { ...field, kind: 'day' };
    case 'boolean':
      return { ...field, kind: 'boolean' };
    case 'select':
      return { ...field, kind: 'select', options };
    case 'multi':
      return { ...field, kind: 'tags', options };
    case 'formula':
    case 'rollup':
      return { ...field, kind: definition.result ?? 'text' };
    default:
      return { ...field, kind: 'text' };
  }
}

const OF_COMPANY = 'company.';

/** The filter field of a custom field of companies, on the list of what belongs to one. */
export function companyFilterField(definition: FilterableField): FilterField {
  const field = customFilterField(definition);
  return { ...field, field: OF_COMPANY + field.field, label: `${field.label} of the company` };
}

/**
 * The company's own field that a filter field names: `company.custom.size` → `custom.size`; undefined where it names
 * none.
 */
export const fieldOfCompany = (field: string): string | undefined =>
  field.startsWith(`${OF_COMPANY}custom.`) ? field.slice(OF_COMPANY.length) : undefined;
