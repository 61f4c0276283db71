import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '../../../web/ui/button.tsx';
import { Field, FieldError } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Step } from '../contract/definition.ts';
import { VariableField } from './variable-field.tsx';
import type { Variable } from './variables.ts';

type Headers = Extract<Step, { kind: 'webhook' }>['headers'];

const MAX = 20;

/** Headers of a call to another system, such as its key. */
export function HeadersField({
  headers,
  variables,
  error,
  onChange,
}: {
  headers: Headers;
  variables: readonly Variable[];
  error: (field: string) => string | undefined;
  onChange: (headers: Headers) => void;
}) {
  const change = (at: number, part: Partial<Headers[number]>) =>
    onChange(headers.map((header, n) => (n === at ? { ...header, ...part } : header)));
  return (
    <div role="group" aria-label="Headers" className="grid gap-2">
      <span className="text-sm font-medium">Headers</span>
      {headers.map(({ name, value }, n) => (
        <fieldset key={n} className="grid gap-2 rounded-md border border-line p-3">
          <legend className="px-1 text-xs text-muted">{name || `Header ${n + 1}`}</legend>
          <div className="flex items-end gap-1">
            <Field label="Name" className="flex-1">
              {(control) => (
                <Input
                  {...control}
                  maxLength={76}
                  placeholder="Authorization"
                  autoComplete="off"
                  value={name}
                  onChange={(event) => change(n, { name: event.target.value.trim() })}
                />
              )}
            </Field>
            <IconButton
              label={`Remove ${name || `header ${n + 1}`}`}
              icon={<X />}
              onClick={() => onChange(headers.filter((_, at) => at !== n))}
            />
          </div>
          <VariableField
            label="Value"
            value={value}
            variables={variables}
            onChange={(next) => change(n, { value: next })}
          />
          {error(`headers.${n}`) && <FieldError>{error(`headers.${n}`)}</FieldError>}
        </fieldset>
      ))}
      {headers.length < MAX && (
        <Button
          size="sm"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => onChange([...headers, { name: '', value: '' }])}
        >
          Add header
        </Button>
      )}
    </div>
  );
}
