import { type ReactNode, useRef } from 'react';
import Braces from 'lucide-react/icons/braces';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import type { Variable } from './variables.ts';

interface VariableFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Variables that can be inserted. */
  variables: readonly Variable[];
  error?: string;
  hint?: string;
  rows?: number;
  placeholder?: string;
  /** Values that are offered as one types. */
  suggestions?: readonly string[];
  /** A button beside that of the variables. */
  beside?: ReactNode;
}

/** A text that may hold variables; those at hand can be picked. */
export function VariableField({
  label,
  value,
  onChange,
  variables,
  error,
  hint,
  rows,
  placeholder,
  suggestions,
  beside,
}: VariableFieldProps) {
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
          {rows ? (
            <Textarea
              {...props}
              ref={control}
              rows={rows}
              value={value}
              placeholder={placeholder}
              onChange={(event) => onChange(event.target.value)}
              className="flex-1"
            />
          ) : (
            <Input
              {...props}
              ref={control}
              list={suggestions?.length ? `${props.id}-list` : undefined}
              value={value}
              placeholder={placeholder}
              onChange={(event) => onChange(event.target.value)}
              className="flex-1"
            />
          )}
          {suggestions?.length ? (
            <datalist id={`${props.id}-list`}>
              {suggestions.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </datalist>
          ) : null}
          <Menu
            label={`Variables for ${label}`}
            trigger={<IconButton label={`Insert variable into ${label}`} icon={<Braces />} />}
            className="max-h-72 overflow-y-auto"
          >
            {variables.map(({ field, label: words }) => (
              <MenuItem key={field} onSelect={() => put(field)}>
                <span className="grid">
                  <span>{words}</span>
                  <code className="font-mono text-xs text-muted">{field}</code>
                </span>
              </MenuItem>
            ))}
          </Menu>
          {beside}
        </span>
      )}
    </Field>
  );
}
