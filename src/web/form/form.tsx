import { createContext, type ReactNode, use, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Banner } from '../ui/banner.tsx';
import { useFirstMistake } from './focus-first-error.ts';
import { belongsOnTop, flattenErrors } from './server-errors.ts';
import type { ContractForm } from './use-contract-form.ts';
import type * as z from 'zod';

const LabelsContext = createContext<Map<string, string>>(new Map());

/** The labels of the enclosing form, filled by its fields. */
export function useLabels(): Map<string, string> {
  return use(LabelsContext);
}

/** Id of a field's control, for links in the summary. */
export const fieldId = (name: string) => `field-${name.replaceAll('.', '-')}`;

interface FormProps<S extends z.ZodType<FieldValues, FieldValues>> {
  form: ContractForm<S>;
  /** Lets an outside button (in a dialog's footer) submit it: `<Button type="submit" form={id}>`. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The form element with its fields' context and, after a refused save, the summary of errors. */
export function Form<S extends z.ZodType<FieldValues, FieldValues>>({ form, id, className, children }: FormProps<S>) {
  const element = useRef<HTMLFormElement>(null);
  const { submitCount } = form.methods.formState;
  useFirstMistake(element, submitCount);
  return (
    <FormProvider {...(form.methods as unknown as UseFormReturn)}>
      <LabelsContext value={form.labels}>
        <form
          id={id}
          noValidate
          ref={element}
          onSubmit={(event) => void form.submit(event)}
          className={className}
          aria-busy={form.saving}
        >
          <ErrorSummary form={form} />
          {children}
        </form>
      </LabelsContext>
    </FormProvider>
  );
}

/** A single error is at its field; several, or one without a visible field, are listed at the top with links. */
function ErrorSummary<S extends z.ZodType<FieldValues, FieldValues>>({ form }: { form: ContractForm<S> }) {
  const { errors, isSubmitted } = form.methods.formState;
  const general = (errors.root as Record<string, { message?: string }> | undefined)?.['server']?.message;
  const fields = flattenErrors(errors);
  if (!isSubmitted || (!general && !belongsOnTop(fields, form.labels))) return null;
  return (
    <Banner tone="danger" className="mb-4">
      {general && <p>{general}</p>}
      {fields.length > 0 && (
        <>
          <p className="font-medium">
            {fields.length === 1 ? 'One field needs a change:' : `${fields.length} fields need a change:`}
          </p>
          <ul className="list-disc pl-4">
            {fields.map(({ field, message }) => (
              <li key={field}>
                <a
                  href={`#${fieldId(field)}`}
                  className="inline-block py-0.5 underline"
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(fieldId(field))?.focus();
                  }}
                >
                  {form.labels.get(field) ?? field}: {message}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
