/** Custom fields as fields to filter by, for every kind of record. */
import type { FilterField } from '../../../kernel/filter.ts';
import type { CustomField } from './views.ts';

export type FilterableField = Pick<CustomField, 'key' | 'label' | 'kind'> & { options: readonly string[]; result?: CustomField['result'] | undefined };

/** The filter field of a custom field. */
export function customFilterField(definition: FilterableField): FilterField {
  const field = { field: `custom.${definition.key}`, label: definition.label };
  const options = definition.options.map((value) => ({ value, label: value }));
  switch (definition.kind) {
    case 'number': return { ...field, kind: 'number' };
    case 'day': return { ...field, kind: 'day' };
    case 'boolean': return { ...field, kind: 'boolean' };
    case 'select': return { ...field, kind: 'select', options };
    case 'multi': return { ...field, kind: 'tags', options };
    case 'formula': case 'rollup': return { ...field, kind: definition.result ?? 'text' };
    default: return { ...field, kind: 'text' };
  }
}
