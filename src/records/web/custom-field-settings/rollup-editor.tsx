import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { type FilterField, NO_FILTER } from '../../../kernel/filter-terms.ts';
import { messageFor } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { FilterBar } from '../../../web/table/filter/filter-bar.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { ACTIVITY_FILTER_FIELDS } from '../../../domains/crm/contract/activity-filter.ts';
import { CONTACT_FILTER_FIELDS } from '../../../domains/crm/contract/contact-filter.ts';
import { customFilterField } from '../../contract/custom-filter.ts';
import { KINDS } from '../../contract/kinds.ts';
import { OPPORTUNITY_FILTER_FIELDS } from '../../../domains/crm/contract/opportunity-filter.ts';
import { ROLLED_UP, type RollUp, ROLLUP_FUNCTIONS, ROLLUP_WORDS } from '../../contract/rollups.ts';
import { type CustomField, customFields } from '../../contract/views.ts';
import { FUNCTION_WORDS, rollUpProblem, targetsOf, targetType } from '../../engine/rollup.ts';
import { useFilterChoices } from '../choices.ts';
import type { FieldKind } from './field-labels.ts';

const FILTER_FIELDS = {
  contact: CONTACT_FILTER_FIELDS,
  opportunity: OPPORTUNITY_FILTER_FIELDS,
  activity: ACTIVITY_FILTER_FIELDS,
} as const satisfies Record<string, readonly FilterField[]>;
const NONE: never[] = [];

interface RollUpEditorProps {
  kind: FieldKind;
  value: RollUp;
  onChange: (value: RollUp) => void;
  /** The server's error for one of its parts. */
  problemOf: (part: string) => string | undefined;
}

/** Default roll-up for a kind. */
export const firstRollUp = (kind: FieldKind): RollUp => ({
  source: ROLLED_UP[kind]?.[0] ?? 'activities',
  function: 'count',
});

/** Editor of a roll-up: the function, the related records, and a preview for a few records. */
export function RollUpEditor({ kind, value, onChange, problemOf }: RollUpEditorProps) {
  const child = ROLLUP_WORDS[value.source].kind;
  const { data } = useQuery({
    ...read(customFields.list, { query: { object: child ?? 'activity' } }),
    enabled: child !== undefined,
  });
  const own = child ? (data?.items ?? NONE) : NONE;
  const targets = targetsOf(value.source, own).filter((target) => target.type === targetType(value.function));
  const change = (next: Partial<RollUp>) => {
    const { field, filter, ...rest } = { ...value, ...next };
    const fits =
      targetsOf(rest.source, rest.source === value.source ? own : NONE).find(
        (target) => target.type === targetType(rest.function) && target.field === field,
      ) ?? targetsOf(rest.source, NONE).find((target) => target.type === targetType(rest.function));
    onChange({
      ...rest,
      ...(rest.function !== 'count' && fits && { field: fits.field }),
      ...(filter && rest.source === value.source && { filter }),
    });
  };
  const functions = ROLLUP_FUNCTIONS.filter(
    (of) => of === 'count' || targetsOf(value.source, own).some((target) => target.type === targetType(of)),
  );
  const problem = rollUpProblem(kind, value, own);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Related records" error={problemOf('rollup.source')}>
          {(control) => (
            <Select
              {...control}
              value={value.source}
              options={(ROLLED_UP[kind] ?? []).map((source) => ({ value: source, label: ROLLUP_WORDS[source].title }))}
              onChange={(event) => change({ source: event.target.value as RollUp['source'] })}
            />
          )}
        </Field>
        <Field label="Calculation">
          {(control) => (
            <Select
              {...control}
              value={value.function}
              options={functions.map((of) => ({ value: of, label: FUNCTION_WORDS[of] }))}
              onChange={(event) => change({ function: event.target.value as RollUp['function'] })}
            />
          )}
        </Field>
        {value.function !== 'count' && (
          <Field
            label={targetType(value.function) === 'day' ? 'Date field' : 'Number field'}
            error={problemOf('rollup.field')}
          >
            {(control) => (
              <Select
                {...control}
                value={value.field ?? ''}
                options={targets.map(({ field, label }) => ({ value: field, label }))}
                onChange={(event) => change({ field: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {child && (
        <Conditions
          value={value}
          child={child}
          own={own}
          onChange={onChange}
          problem={problemOf('rollup.filter') ?? (problem?.field === 'rollup.filter' ? problem.message : undefined)}
        />
      )}
      {!problem && <Preview kind={kind} value={value} />}
    </>
  );
}

interface ConditionsProps {
  value: RollUp;
  child: keyof typeof FILTER_FIELDS;
  own: readonly CustomField[];
  onChange: (value: RollUp) => void;
  problem: string | undefined;
}

function Conditions({ value, child, own, onChange, problem }: ConditionsProps) {
  const { unfit } = ROLLUP_WORDS[value.source];
  const fields = useMemo(
    () => [...FILTER_FIELDS[child].filter(({ field }) => !unfit.includes(field)), ...own.map(customFilterField)],
    [child, own, unfit],
  );
  const filter = value.filter ?? NO_FILTER;
  const { sourceOf, nameOf } = useFilterChoices(child, fields, filter);
  const { filter: _, ...rest } = value;
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-medium">Only records</h3>
      <FilterBar
        fields={fields}
        filter={filter}
        onFilterChange={(next) => onChange(next.conditions.length > 0 ? { ...rest, filter: next } : rest)}
        sourceOf={sourceOf}
        nameOf={nameOf}
      />
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}

function Preview({ kind, value }: { kind: FieldKind; value: RollUp }) {
  const asked = useDeferredValue(JSON.stringify(value));
  const { data, error, isPending } = useQuery({
    ...read(customFields.preview, { query: { object: kind, rollup: asked } }),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-label="Preview"
      aria-live="polite"
      className="grid gap-1 rounded-lg border border-line bg-sunken px-3 py-2"
    >
      <h3 className="text-xs font-semibold text-muted">Results for the {KINDS[kind].many} updated most recently</h3>
      {isPending && <Skeleton className="h-5 w-full" />}
      {error && <p className="text-sm text-danger-ink">{messageFor(error, 'The preview could not be loaded.')}</p>}
      {data?.items.length === 0 && <p className="text-sm text-muted">There are no {KINDS[kind].many} yet.</p>}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 text-sm">
        {data?.items.map((item) => (
          <div key={item.id} className="contents">
            <dt className="truncate" title={item.name}>
              {item.name}
            </dt>
            <dd className="text-end tabular-nums">
              {typeof item.value === 'number' ? (
                item.value.toLocaleString()
              ) : item.value === null ? (
                <span className="text-faint">–</span>
              ) : (
                <DayText value={item.value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
