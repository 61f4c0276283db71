import { useCallback, useMemo } from 'react';
import type { Filter, FilterField } from '../../../kernel/filter-terms.ts';
import { NO_FILTER } from '../../../kernel/filter-terms.ts';
import { FilterBar } from '../../../web/table/filter/filter-bar.tsx';
import { FieldError } from '../../../web/ui/field.tsx';
import { useFilterChoices } from '../../crm/web/index.ts';
import type { RecordName, When } from '../contract/definition.ts';
import { withoutMe } from './fields-editor.tsx';
import type { Variable } from './variables.ts';

interface WhenEditorProps {
  when: When;
  /** Kind of the record that runs are about; null for none. */
  record: RecordName | null;
  /** Fields of the record; undefined where runs are about none. */
  fields: readonly FilterField[] | undefined;
  variables: readonly Variable[];
  error?: string;
  onChange: (when: When) => void;
}

/** Choices and names as lists have them, without “Me”. */
function useWorkflowChoices(kind: RecordName, fields: readonly FilterField[], filter: Filter) {
  const { sourceOf, nameOf } = useFilterChoices(kind, fields, filter);
  return { sourceOf: useCallback((field: FilterField) => withoutMe(sourceOf(field)), [sourceOf]), nameOf };
}

const orNothing = (filter: Filter) => (filter.conditions.length > 0 ? filter : undefined);

/** Conditions on the record and on the run's data. */
export function WhenEditor({ when, record: kind, fields, variables, error, onChange }: WhenEditorProps) {
  const dataFields = useMemo(
    () => variables.filter(({ field }) => !field.startsWith('record.') && field !== 'today'),
    [variables],
  );
  const dataChoices = useWorkflowChoices(kind ?? 'contact', dataFields, when.data ?? NO_FILTER);
  const change = useCallback((part: Partial<When>) => onChange({ ...when, ...part }), [when, onChange]);
  return (
    <div className="grid gap-2">
      {fields && kind && (
        <RecordFilter
          kind={kind}
          filter={when.record ?? NO_FILTER}
          fields={fields}
          onChange={(record) => change({ record: orNothing(record) })}
        />
      )}
      <div className="grid gap-1">
        <span className="text-xs text-muted">Run data</span>
        <FilterBar
          fields={dataFields}
          filter={when.data ?? NO_FILTER}
          onFilterChange={(data) => change({ data: orNothing(data) })}
          {...dataChoices}
        />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** Conditions on the record, with the same fields and choices as its list. */
export function RecordFilter({
  kind,
  filter,
  fields,
  onChange,
}: {
  kind: RecordName;
  filter: Filter;
  fields: readonly FilterField[];
  onChange: (filter: Filter) => void;
}) {
  const choices = useWorkflowChoices(kind, fields, filter);
  return (
    <div className="grid gap-1">
      <span className="text-xs text-muted">Record</span>
      <FilterBar fields={fields} filter={filter} onFilterChange={onChange} {...choices} />
    </div>
  );
}
