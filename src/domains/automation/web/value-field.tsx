import Braces from 'lucide-react/icons/braces';
import ListChecks from 'lucide-react/icons/list-checks';
import { useMemo, useState } from 'react';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field, type FieldControlProps } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { OptionSource } from '../../../web/ui/use-options.ts';
import type { SetField } from '../contract/workflows.ts';
import { daysAhead, inDays } from '../engine/template.ts';
import { VariableField } from './variable-field.tsx';
import type { Variable } from './variables.ts';

interface ValueFieldProps {
  field: SetField;
  value: string;
  onChange: (value: string) => void;
  variables: readonly Variable[];
  /** Choices of fields that do not carry their own. */
  source: OptionSource;
  /** The label of a choice. */
  nameOf: (value: string) => string | undefined;
  /** Values in use, for texts. */
  suggestions?: readonly string[];
  error?: string;
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
/** Through the API one may say `yes`, too. */
const yesNo = (value: string) => ({ yes: 'true', no: 'false' })[value.toLowerCase()] ?? value;
const isTemplate = (value: string) => value.includes('{{') && daysAhead(value) === undefined;
/** Texts take variables where one types; everything else has a control of its own, or a variable instead. */
const isTyped = ({ kind, free }: SetField) => kind === 'text' || kind === 'instant' || (kind === 'select' && free);

/** The value of one field: entered with the field's own control, or taken from a variable. */
export function ValueField(props: ValueFieldProps) {
  const { field, value, onChange, variables, suggestions, error } = props;
  const [taken, setTaken] = useState(isTemplate(value));
  const { label, hint, rows } = field;
  if (isTyped(field))
    return (
      <VariableField
        label={label}
        value={value}
        variables={variables}
        rows={rows}
        hint={hint}
        error={error}
        suggestions={suggestions}
        onChange={onChange}
      />
    );
  const turn = (next: boolean) => {
    setTaken(next);
    if (isTemplate(value) !== next && value !== '') onChange('');
  };
  // An undone or received value may be a variable, whatever was shown before.
  if (taken || isTemplate(value)) {
    return (
      <VariableField
        label={label}
        value={value}
        variables={variables}
        hint={hint}
        error={error}
        placeholder="{{…}}"
        onChange={onChange}
        beside={<IconButton label={`Choose ${label} instead`} icon={<ListChecks />} onClick={() => turn(false)} />}
      />
    );
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="flex items-start gap-1">
          <span className="min-w-0 flex-1">
            <Choice {...props} control={control} />
          </span>
          <IconButton label={`Use a variable for ${label}`} icon={<Braces />} onClick={() => turn(true)} />
        </span>
      )}
    </Field>
  );
}

function Choice({ field, value, onChange, source, nameOf, control }: ValueFieldProps & { control: FieldControlProps }) {
  const { label, kind, options, required } = field;
  switch (kind) {
    case 'number':
      return (
        <Input
          {...control}
          type="number"
          step="any"
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...control}
          value={yesNo(value)}
          placeholder="Choose"
          options={withGone(YES_NO, yesNo(value))}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'day':
      return <DayChoice control={control} label={label} value={value} onChange={onChange} />;
    case 'tags':
      return <SeveralChoice control={control} field={field} source={source} value={value} onChange={onChange} />;
    case 'reference':
      return (
        <Combobox
          {...control}
          label={label}
          source={source}
          value={value === '' ? null : { value, label: nameOf(value) ?? 'Loading…' }}
          placeholder="Choose"
          onChange={(option) => onChange(option?.value ?? '')}
        />
      );
    default:
      return (
        <Select
          {...control}
          value={value}
          placeholder={required ? 'Choose' : 'Blank'}
          options={withGone(options ?? [], value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** Choices that no longer exist stay visible. */
function withGone(options: readonly { value: string; label: string }[], value: string) {
  return value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `${value} (no longer available)` }];
}

/** A certain day, or one so many days after the run. */
function DayChoice({
  control,
  label,
  value,
  onChange,
}: {
  control: FieldControlProps;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const ahead = daysAhead(value);
  return (
    <span className="flex gap-1">
      <Select
        aria-label={`${label} format`}
        className="w-36 shrink-0"
        value={ahead === undefined ? 'day' : 'ahead'}
        options={[
          { value: 'day', label: 'On a date' },
          { value: 'ahead', label: 'Days from now' },
        ]}
        onChange={(event) => onChange(event.target.value === 'ahead' ? inDays(7) : '')}
      />
      {ahead === undefined ? (
        <Input {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          {...control}
          type="number"
          step={1}
          min={-36500}
          max={36500}
          value={ahead}
          onChange={(event) =>
            onChange(inDays(Number.isInteger(event.target.valueAsNumber) ? event.target.valueAsNumber : 0))
          }
        />
      )}
    </span>
  );
}

/** Choices of one's own may hold commas, tags may not. */
function SeveralChoice({
  control,
  field: { label, options, free },
  source,
  value,
  onChange,
}: {
  control: FieldControlProps;
  field: SetField;
  source: OptionSource;
  value: string;
  onChange: (value: string) => void;
}) {
  const chosen = options?.some((option) => option.value === value)
    ? [value]
    : value
        .split(/[;,]/)
        .map((part) => part.trim())
        .filter(Boolean);
  const known = useMemo(() => new Map(options?.map((option) => [option.value, option.label])), [options]);
  const nameOf = (one: string) => known.get(one) ?? (options ? `${one} (no longer available)` : one);
  return (
    <MultiCombobox
      {...control}
      label={label}
      source={options ?? source}
      value={chosen.map((one) => ({ value: one, label: nameOf(one) }))}
      {...(free && { create: (typed: string) => ({ value: typed, label: typed }) })}
      onChange={(next) => onChange(next.map((option) => option.value).join(options ? '; ' : ', '))}
    />
  );
}
