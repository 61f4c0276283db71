import X from 'lucide-react/icons/x';
import { FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { VariableField } from './variable-field.tsx';

interface FieldsEditorProps {
  fields: Readonly<Record<string, string>>;
  choices: readonly { key: string; label: string }[];
  variables: readonly string[];
  error?: string;
  onChange: (fields: Record<string, string>) => void;
}

/** Which fields of a record are filled in, and with what. */
export function FieldsEditor({ fields, choices, variables, error, onChange }: FieldsEditorProps) {
  const labels = new Map(choices.map(({ key, label }) => [key, label]));
  const left = choices.filter(({ key }) => !(key in fields));
  return (
    <div className="grid gap-3" role="group" aria-label="Fields">
      {Object.entries(fields).map(([key, value]) => (
        <div key={key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1"><VariableField label={labels.get(key) ?? key} value={value} variables={variables} rows={key === 'body' || key === 'about' ? 4 : undefined} onChange={(next) => onChange({ ...fields, [key]: next })} /></div>
          <IconButton label={`Leave ${labels.get(key) ?? key} out`} icon={<X />} className="mt-6" onClick={() => onChange(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== key)))} />
        </div>
      ))}
      {left.length > 0 && (
        <Select
          aria-label="Add a field" value="" placeholder="Add a field" options={left.map(({ key, label }) => ({ value: key, label }))}
          onChange={(event) => {
            if (event.target.value) onChange({ ...fields, [event.target.value]: '' });
          }}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
