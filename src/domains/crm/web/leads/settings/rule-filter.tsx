import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allConditions, type Filter } from '../../../../../kernel/filter-terms.ts';
import { read } from '../../../../../web/api/request.ts';
import { FilterBar } from '../../../../../web/table/filter/filter-bar.tsx';
import { conditionWords } from '../../../../../web/table/filter/labels.ts';
import { customFilterField } from '../../../../../records/contract/custom-filter.ts';
import { LEAD_FILTER_FIELDS } from '../../../contract/lead-filter.ts';
import { customFields } from '../../../../../records/contract/views.ts';
import { useFilterChoices } from '../../../../../records/web/choices.ts';

const NO_FIELDS: never[] = [];

/** Lead fields for rules: all except the score, which rules calculate. */
function useRuleFields() {
  const own = useQuery(read(customFields.list, { query: { object: 'lead' } })).data?.items ?? NO_FIELDS;
  return useMemo(
    () => [...LEAD_FILTER_FIELDS.filter(({ field }) => field !== 'score'), ...own.map(customFilterField)],
    [own],
  );
}

/** The conditions of a rule, edited as a list's filter is. */
export function RuleFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const fields = useRuleFields();
  const { sourceOf, nameOf } = useFilterChoices('lead', fields, filter);
  return <FilterBar fields={fields} filter={filter} onFilterChange={onChange} sourceOf={sourceOf} nameOf={nameOf} />;
}

/** The conditions in a sentence. */
export function FilterWords({ filter, none }: { filter: Filter; none: string }) {
  const fields = useRuleFields();
  const { nameOf } = useFilterChoices('lead', fields, filter);
  const known = useMemo(() => new Map(fields.map((field) => [field.field, field])), [fields]);
  const parts = allConditions(filter).map((condition) => {
    const words = conditionWords(condition, known, nameOf);
    return [words.field, words.operator, words.value].filter(Boolean).join(' ');
  });
  return <>{parts.length === 0 ? none : parts.join(filter.match === 'all' ? ' and ' : ' or ')}</>;
}
