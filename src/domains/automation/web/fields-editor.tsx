import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useCallback, useMemo, useState } from 'react';
import { type Filter, type FilterField, ME } from '../../../kernel/filter-terms.ts';
import { FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { OptionSource } from '../../../web/ui/use-options.ts';
import { facetsOf, useFilterChoices } from '../../crm/web/index.ts';
import type { RecordName } from '../contract/definition.ts';
import type { SetField } from '../contract/workflows.ts';
import { ValueField } from './value-field.tsx';
import type { Variable } from './variables.ts';

interface FieldsEditorProps {
  /** Kind of the record whose fields they are. */
  record: RecordName;
  fields: Readonly<Record<string, string>>;
  choices: readonly SetField[];
  variables: readonly Variable[];
  error: (field: string) => string | undefined;
  onChange: (fields: Record<string, string>) => void;
}

const NOTHING: OptionSource = [];
/** Focuses the added field. A constant, because a new function would be called on each render. */
const focusFirst = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('input, select, textarea')?.focus();

/** Which fields of a record are filled in, and with what. */
export function FieldsEditor({ record, fields, choices, variables, error, onChange }: FieldsEditorProps) {
  const known = useMemo(() => new Map(choices.map((field) => [field.key, field])), [choices]);
  const left = choices.filter(({ key }) => !(key in fields));
  // The database does not keep the order of keys: they stand as they are offered.
  const order = new Map(choices.map(({ key }, n) => [key, n]));
  const shown = Object.entries(fields).toSorted(
    ([one], [other]) => (order.get(one) ?? choices.length) - (order.get(other) ?? choices.length),
  );
  const [added, setAdded] = useState('');
  const asked = useMemo(
    () =>
      choices.map(({ key, label, kind, choices: from }): FilterField => ({
        field: key,
        label,
        kind,
        ...(from && { choices: from }),
      })),
    [choices],
  );
  // Names of the records that are chosen are read as those of a filter's.
  const chosen = useMemo(
    (): Filter => ({
      match: 'all',
      conditions: asked.flatMap(({ field, kind }) =>
        kind === 'reference' && fields[field] && !fields[field].includes('{{')
          ? [{ field, op: 'any_of', value: [fields[field]] }]
          : [],
      ),
    }),
    [asked, fields],
  );
  const { sourceOf, nameOf } = useFilterChoices(record, asked, chosen);
  const { data: facets } = useQuery({
    ...facetsOf(record),
    enabled: choices.some(({ kind, free, key }) => kind === 'select' && free && key in fields),
  });
  const sources = useMemo(
    () => new Map(asked.map((field) => [field.field, field.choices ? withoutMe(sourceOf(field)) : NOTHING])),
    [asked, sourceOf],
  );
  const calledOf = useCallback(
    (field: SetField, value: string) => {
      const found = asked.find((one) => one.field === field.key);
      return found && nameOf(found, value);
    },
    [asked, nameOf],
  );
  return (
    <div className="grid gap-3" role="group" aria-label="Fields">
      {shown.map(([key, value]) => {
        const field = known.get(key) ?? { key, label: key, kind: 'text' };
        return (
          <div key={key} ref={key === added ? focusFirst : undefined} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <ValueField
                field={field}
                value={value}
                variables={variables}
                source={sources.get(key) ?? NOTHING}
                nameOf={(one) => calledOf(field, one)}
                error={error(`fields.${key}`)}
                suggestions={field.choices ? facets?.[field.choices]?.flatMap((facet) => facet.value ?? []) : undefined}
                onChange={(next) => onChange({ ...fields, [key]: next })}
              />
            </div>
            <IconButton
              label={`Remove ${field.label}`}
              icon={<X />}
              className="mt-6"
              onClick={() => onChange(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== key)))}
            />
          </div>
        );
      })}
      {left.length > 0 && (
        <Select
          aria-label="Add field"
          value=""
          placeholder="Add field"
          options={left.map(({ key, label }) => ({ value: key, label }))}
          onChange={(event) => {
            if (!event.target.value) return;
            setAdded(event.target.value);
            onChange({ ...fields, [event.target.value]: '' });
          }}
        />
      )}
      {Object.keys(fields).length === 0 && error('fields') && <FieldError>{error('fields')}</FieldError>}
    </div>
  );
}

/** No one in particular runs a workflow. */
export function withoutMe(source: OptionSource): OptionSource {
  return typeof source === 'function' ? source : source.filter(({ value }) => value !== ME);
}
