import { useRef } from 'react';
import Braces from 'lucide-react/icons/braces';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';

interface VariableFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Paths that can be put in. */
  variables: readonly string[];
  error?: string;
  hint?: string;
  rows?: number;
  placeholder?: string;
}

/** A text that may hold variables; those at hand can be picked. */
export function VariableField({ label, value, onChange, variables, error, hint, rows, placeholder }: VariableFieldProps) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const put = (path: string) => {
    const at = control.current?.selectionStart ?? value.length;
    const end = control.current?.selectionEnd ?? at;
    onChange(`${value.slice(0, at)}{{${path}}}${value.slice(end)}`);
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(props) => (
        <span className="flex items-start gap-1">
          {rows
            ? <Textarea {...props} ref={control} rows={rows} value={value} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} className="flex-1" />
            : <Input {...props} ref={control} value={value} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} className="flex-1" />}
          <Menu label={`Variables for ${label}`} trigger={<IconButton label={`Insert a variable into ${label}`} icon={<Braces />} />} className="max-h-72 overflow-y-auto">
            {variables.map((path) => <MenuItem key={path} onSelect={() => put(path)}><code className="font-mono text-xs">{path}</code></MenuItem>)}
          </Menu>
        </span>
      )}
    </Field>
  );
}
