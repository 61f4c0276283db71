import { type ComponentProps, useState } from 'react';
import { ControlledField } from '../../../web/form/form-field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';

const UNITS = [
  [1_440, 'days'],
  [60, 'hours'],
  [1, 'minutes'],
] as const;

/** Minutes, entered as minutes, hours, or days. */
export function DurationField({ name, label }: { name: string; label: string }) {
  return (
    <ControlledField name={name} label={label}>
      {({ value, onChange, onBlur }, control) => (
        <DurationInput {...control} label={label} minutes={value as number} onMinutes={onChange} onBlur={onBlur} />
      )}
    </ControlledField>
  );
}

interface DurationInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string;
  minutes: number;
  onMinutes: (minutes: number | undefined) => void;
}

function DurationInput({ label, minutes, onMinutes, ...rest }: DurationInputProps) {
  const [unit, setUnit] = useState(() => UNITS.find(([size]) => minutes > 0 && minutes % size === 0)?.[0] ?? 60);
  const [text, setText] = useState(() => String(minutes / unit));
  const change = (next: string, size: number) => {
    setText(next);
    onMinutes(next.trim() === '' ? undefined : Number(next) * size);
  };
  return (
    <span className="flex gap-1.5">
      <Input
        {...rest}
        type="number"
        min={0}
        className="min-w-0 flex-1"
        value={text}
        onChange={(event) => change(event.target.value, unit)}
      />
      <Select
        aria-label={`Unit of ${label.toLowerCase()}`}
        className="w-26"
        value={String(unit)}
        options={UNITS.map(([size, name]) => ({ value: String(size), label: name }))}
        onChange={(event) => {
          setUnit(Number(event.target.value) as 1 | 60 | 1_440);
          change(text, Number(event.target.value));
        }}
      />
    </span>
  );
}

interface LimitInputProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: unknown;
  onValue: (limit: number | null) => void;
}

/** A whole number; empty is no limit. */
export function LimitInput({ value, onValue, placeholder = 'No limit', ...rest }: LimitInputProps) {
  return (
    <Input
      {...rest}
      type="number"
      min={1}
      placeholder={placeholder}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onValue(event.target.value === '' ? null : Number(event.target.value))}
    />
  );
}
