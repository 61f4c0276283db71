import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect } from 'react';
import { type ArrayPath, type FieldValues, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { fieldId, useLabels } from './form.tsx';
import { flattenErrors } from './server-errors.ts';

interface ValueListProps<Values extends FieldValues> {
  /** A list of `{ value, label }` in the form's values. */
  name: ArrayPath<Values>;
  /** Name of the list: "Email addresses". */
  legend: string;
  /** Name of one entry: "Email address". */
  itemLabel: string;
  type: 'email' | 'tel' | 'url';
  labels: readonly string[];
  autoComplete?: string;
  placeholder?: string;
  max?: number;
}

/** Several email addresses or phone numbers, each with a label. The first is the main one. */
export function ValueList<Values extends FieldValues = FieldValues>(props: ValueListProps<Values>) {
  const { name, legend, itemLabel, type, labels: kinds, autoComplete, placeholder, max = 20 } = props;
  const { register, control, setFocus } = useFormContext();
  const labels = useLabels();
  const { fields, append, remove, move } = useFieldArray({ name: name as string, control });
  const errors = flattenErrors(useFormState().errors);
  const errorOf = (path: string) => errors.find((error) => error.field === path)?.message;
  const whole = errorOf(name);

  useEffect(() => {
    labels.set(name, legend);
    fields.forEach((_, index) =>
      labels.set(`${name}.${index}.value`, fields.length > 1 ? `${itemLabel} ${index + 1}` : itemLabel),
    );
    return () => {
      for (const key of labels.keys()) if (key === name || key.startsWith(`${name}.`)) labels.delete(key);
    };
  }, [labels, name, legend, itemLabel, fields]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {fields.map((field, index) => {
        const path = `${name}.${index}.value`;
        const error = errorOf(path);
        const title = fields.length > 1 ? `${itemLabel} ${index + 1}` : itemLabel;
        return (
          <div key={field.id}>
            <div className="flex items-center gap-1.5">
              <Input
                {...register(path)}
                id={fieldId(path)}
                type={type}
                aria-label={title}
                autoComplete={autoComplete}
                placeholder={placeholder}
                className="flex-1"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${fieldId(path)}-error` : undefined}
              />
              <Select
                {...register(`${name}.${index}.label`)}
                aria-label={`Type of ${title.toLowerCase()}`}
                className="w-28"
                options={kinds.map((kind) => ({ value: kind, label: kind[0]!.toUpperCase() + kind.slice(1) }))}
              />
              <IconButton
                label={`Remove ${title.toLowerCase()}`}
                icon={<Trash2 />}
                onClick={() => {
                  remove(index);
                  if (index > 0) setFocus(`${name}.${index - 1}.value`);
                }}
              />
            </div>
            {error && <FieldError id={`${fieldId(path)}-error`}>{error}</FieldError>}
            {index > 0 && (
              <Button variant="link" size="sm" onClick={() => move(index, 0)}>
                Make this the main one
              </Button>
            )}
          </div>
        );
      })}
      {whole && <FieldError>{whole}</FieldError>}
      {fields.length < max && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus />}
            onClick={() => append({ value: '', label: kinds[0] }, { focusName: `${name}.${fields.length}.value` })}
          >
            Add {itemLabel.toLowerCase()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
