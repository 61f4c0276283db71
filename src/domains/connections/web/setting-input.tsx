import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { SettingField } from '../contract.ts';
import type { SettingValue } from './setting-values.ts';

interface SettingInputProps {
  field: SettingField;
  value: SettingValue | undefined;
  /** Whether a secret is set already, so that blank means unchanged. */
  kept: boolean;
  error: string | undefined;
  onChange: (value: SettingValue) => void;
}

/** The control for one setting of a provider. */
export function SettingInput({ field, value, kept, error, onChange }: SettingInputProps) {
  const { label, kind, required, options, hint } = field;
  if (kind === 'flag')
    return (
      <Checkbox
        label={label}
        hint={hint}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  const text = value === undefined ? '' : String(value);
  return (
    <Field
      label={label}
      required={required && !kept}
      optional={!required && !kept}
      hint={hint || undefined}
      error={error}
    >
      {(control) =>
        kind === 'choice' ? (
          <Select
            {...control}
            value={text}
            options={options.map((option) => ({ value: option, label: option }))}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            type={kind === 'secret' ? 'password' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            autoComplete={kind === 'secret' ? 'new-password' : 'off'}
            spellCheck={false}
            placeholder={kept ? 'Saved. Leave blank to keep it.' : undefined}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
