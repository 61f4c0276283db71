import {
  type Condition,
  COUNTED_RANGES,
  type FilterField,
  NAMED_RANGES,
  type RelativeRange,
  valueShape,
} from '../../../kernel/filter-terms.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { OptionPicker } from '../../ui/option-picker.tsx';
import { Select } from '../../ui/select.tsx';
import type { OptionSource } from '../../ui/use-options.ts';
import { NAMED_RANGE_WORDS, optionName, type ValueNamer } from './labels.ts';

interface ValueEditorProps {
  field: FilterField;
  operator: Condition['op'];
  value: Condition['value'];
  onChange: (value: Condition['value']) => void;
  /** Options of fields without fixed ones. */
  source: OptionSource;
  nameOf: ValueNamer;
}

/** Up to this many fixed choices are checkboxes; more are searched. */
const TICK_LIST = 8;

const COUNTED_WORDS: Record<(typeof COUNTED_RANGES)[number], string> = {
  last_days: 'the last … days',
  next_days: 'the next … days',
  older_than_days: 'more than … days ago',
};

/** Input for the value that an operator needs. */
export function ValueEditor({ field, operator, value, onChange, source, nameOf }: ValueEditorProps) {
  const label = `Value for ${field.label}`;
  switch (valueShape(field.kind, operator)) {
    case 'none':
      return null;
    case 'text':
      return (
        <Input
          autoFocus
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number':
      return <NumberInput label={label} value={value} onChange={onChange} />;
    case 'day':
      return (
        <Input
          autoFocus
          type="date"
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number_pair': {
      const [from, to] = Array.isArray(value) ? value : [];
      return (
        <div className="flex items-center gap-2">
          <NumberInput label={`${label}, from`} value={from} onChange={(next) => onChange([next, to] as number[])} />
          <span className="text-sm text-muted">and</span>
          <NumberInput label={`${label}, to`} value={to} onChange={(next) => onChange([from, next] as number[])} />
        </div>
      );
    }
    case 'day_pair': {
      const [from = '', to = ''] = Array.isArray(value) ? value.map(String) : [];
      return (
        <div className="flex items-center gap-2">
          <Input
            type="date"
            aria-label={`${label}, from`}
            value={from}
            onChange={(event) => onChange([event.target.value, to])}
          />
          <span className="text-sm text-muted">and</span>
          <Input
            type="date"
            aria-label={`${label}, to`}
            value={to}
            onChange={(event) => onChange([from, event.target.value])}
          />
        </div>
      );
    }
    case 'range':
      return <RangeEditor label={label} value={value as RelativeRange | undefined} onChange={onChange} />;
    case 'list': {
      const chosen = Array.isArray(value) ? value.map(String) : [];
      if (field.options && field.options.length <= TICK_LIST) {
        return (
          <div role="group" aria-label={label} className="flex flex-col">
            {field.options.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                className="rounded-md px-1 py-0.5 hover:bg-hover"
                checked={chosen.includes(option.value)}
                onChange={(event) =>
                  onChange(
                    event.target.checked ? [...chosen, option.value] : chosen.filter((other) => other !== option.value),
                  )
                }
              />
            ))}
          </div>
        );
      }
      return (
        <OptionPicker
          label={label}
          source={field.options ?? source}
          value={chosen.map((part) => ({ value: part, label: optionName(field, part, nameOf) }))}
          onChange={(options) => onChange(options.map((option) => option.value))}
        />
      );
    }
  }
}

function NumberInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: unknown;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Input
      type="number"
      step="any"
      aria-label={label}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => onChange(Number.isNaN(event.target.valueAsNumber) ? undefined : event.target.valueAsNumber)}
    />
  );
}

function RangeEditor({
  label,
  value,
  onChange,
}: {
  label: string;
  value: RelativeRange | undefined;
  onChange: (value: RelativeRange) => void;
}) {
  const range = value?.range ?? 'last_days';
  const days = value && 'days' in value ? value.days : 30;
  const counted = COUNTED_RANGES.find((name) => name === range);
  const choose = (name: string) => {
    const count = COUNTED_RANGES.find((other) => other === name);
    const named = NAMED_RANGES.find((other) => other === name);
    if (count) onChange({ range: count, days });
    else if (named) onChange({ range: named });
  };
  return (
    <div className="flex items-center gap-2">
      <Select
        autoFocus
        aria-label={label}
        className="flex-1"
        value={range}
        options={[
          ...COUNTED_RANGES.map((name) => ({ value: name, label: COUNTED_WORDS[name] })),
          ...NAMED_RANGES.map((name) => ({ value: name, label: NAMED_RANGE_WORDS[name] })),
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      {counted && (
        <Input
          type="number"
          min={1}
          max={3660}
          aria-label="Days"
          className="w-24"
          value={days}
          onChange={(event) => {
            if (event.target.valueAsNumber >= 1)
              onChange({ range: counted, days: Math.min(3660, Math.round(event.target.valueAsNumber)) });
          }}
        />
      )}
    </div>
  );
}
