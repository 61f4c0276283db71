import type { ReactNode } from 'react';
import { useId } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { cx } from './cx.ts';

/** What a control inside a Field must carry, so that label, hint and error belong to it. */
export interface FieldControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Help that is always there, under the label. */
  hint?: ReactNode;
  /** What is wrong and what to do about it. */
  error?: string;
  required?: boolean;
  /** Marks a field that may stay empty, where most must be filled. */
  optional?: boolean;
  /** Keeps the label for readers but does not draw it. */
  hideLabel?: boolean;
  /** Fixed id of the control, for links from an error summary; made up when absent. */
  id?: string;
  className?: string;
  children: (control: FieldControlProps) => ReactNode;
}

/** A label, a control, a hint and an error, wired together. */
export function Field({ label, hint, error, required, optional, hideLabel, id, className, children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The sentence under a field that is wrong: icon and words, never colour alone. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-danger-ink">
      <CircleAlert size={14} className="mt-px shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
