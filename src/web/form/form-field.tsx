import { type HTMLInputTypeAttribute, type ReactNode, useEffect } from 'react';
import { type FieldPath, type FieldValues, useController, useFormContext, useFormState } from 'react-hook-form';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, type FieldControlProps, FieldError } from '../ui/field.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { fieldId, useLabels } from './form.tsx';
import { flattenErrors } from './server-errors.ts';
import { plainDecimal } from './typed-decimal.ts';

interface CommonProps<Values extends FieldValues> {
  /** Path of the field in the form's values: `address.city`. */
  name: FieldPath<Values>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
}

export interface FormFieldProps<Values extends FieldValues> extends CommonProps<Values> {
  type?: HTMLInputTypeAttribute;
  /** Number of lines of a longer text. */
  rows?: number;
  /** Choices of a list; with `placeholder` it may stay empty. */
  options?: readonly SelectOption[];
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal';
  trailing?: ReactNode;
}

/** The first error of a field, and the registration of its label for the summary. */
function useFieldState(name: string, label: string): string | undefined {
  const labels = useLabels();
  const { errors } = useFormState({ name });
  useEffect(() => {
    labels.set(name, label);
    return () => void labels.delete(name);
  }, [labels, name, label]);
  return flattenErrors(errors).find((error) => error.field === name)?.message;
}

const WHOLE = { setValueAs: (text: unknown) => (text === '' || text === undefined ? undefined : Number(text)) };
/** Pasted numbers have thousands separators, and a decimal comma where the language has one. */
const DECIMAL = { setValueAs: (text: unknown) => (typeof text === 'string' ? plainDecimal(text) : text) };

/** A labeled form field: text, long text (`rows`), or a list (`options`). */
export function FormField<Values extends FieldValues = FieldValues>(props: FormFieldProps<Values>) {
  const {
    name,
    label,
    hint,
    required,
    optional,
    hideLabel,
    className,
    type = 'text',
    rows,
    options,
    placeholder,
    trailing,
    ...rest
  } = props;
  const { register } = useFormContext<Values>();
  const error = useFieldState(name, label);
  const registration = register(name, type === 'number' ? WHOLE : props.inputMode === 'decimal' ? DECIMAL : undefined);
  return (
    <Field
      id={fieldId(name)}
      label={label}
      hint={hint}
      error={error}
      required={required}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(control) => {
        if (options)
          return (
            <Select
              {...control}
              {...registration}
              options={options}
              placeholder={placeholder}
              autoFocus={rest.autoFocus}
            />
          );
        if (rows)
          return (
            <Textarea {...control} {...registration} rows={rows} placeholder={placeholder} autoFocus={rest.autoFocus} />
          );
        return (
          <Input {...control} {...registration} {...rest} type={type} placeholder={placeholder} trailing={trailing} />
        );
      }}
    </Field>
  );
}

export interface ControlledFieldProps<Values extends FieldValues> extends CommonProps<Values> {
  children: (
    field: { value: unknown; onChange: (value: unknown) => void; onBlur: () => void },
    control: FieldControlProps,
  ) => ReactNode;
}

/** A field with a custom control: a combobox, tags, a switch. */
export function ControlledField<Values extends FieldValues = FieldValues>({
  name,
  label,
  children,
  ...field
}: ControlledFieldProps<Values>) {
  const { field: controller } = useController<Values>({ name });
  const error = useFieldState(name, label);
  return (
    <Field {...field} id={fieldId(name)} label={label} error={error}>
      {(control) =>
        children({ value: controller.value, onChange: controller.onChange, onBlur: controller.onBlur }, control)
      }
    </Field>
  );
}

/** A checkbox with its sentence. */
export function CheckboxField<Values extends FieldValues = FieldValues>({
  name,
  label,
  hint,
  className,
}: CommonProps<Values>) {
  // The checkbox uses its ref itself, and a plain registration would neither set nor read it.
  const {
    field: { value, onChange, onBlur },
  } = useController<Values>({ name });
  const error = useFieldState(name, label);
  return (
    <div className={className}>
      <Checkbox
        name={name}
        checked={Boolean(value)}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        id={fieldId(name)}
        label={label}
        hint={hint}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${fieldId(name)}-error`}
      />
      {error && <FieldError id={`${fieldId(name)}-error`}>{error}</FieldError>}
    </div>
  );
}
