import type { ReactNode } from 'react';
import { useId } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { cx } from './cx.ts';

/** Props of a control inside a Field, which connect it with label, hint, and error. */
export interface FieldControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Permanent help under the label. */
  hint?: ReactNode;
  /** The problem and its fix. */
  error?: string;
  required?: boolean;
  /** Marks a field that may stay empty, where most are required. */
  optional?: boolean;
  /** Keeps the label for screen readers but does not show it. */
  hideLabel?: boolean;
  /** Fixed id of the control, for links from an error summary; generated if absent. */
  id?: string;
  className?: string;
  children: (control: FieldControlProps) => ReactNode;
}

/** A connected label, control, hint, and error. */
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

/** The error under a field: icon and text, never color alone. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-danger-ink">
      <CircleAlert size={14} className="mt-px shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
