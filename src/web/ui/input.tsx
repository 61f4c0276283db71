import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Shared styles of all inputs. The outline has 3:1 contrast with its surface. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-canvas px-2.5 text-ink text-[length:var(--control-text)] ' +
  'focus-visible:outline-offset-[-1px] disabled:bg-sunken disabled:text-muted aria-invalid:border-danger';

export interface InputProps extends ComponentProps<'input'> {
  /** Icon at the start of the field; decorative. */
  leading?: ReactNode;
  /** Content at the end, such as a clear or show-password button. */
  trailing?: ReactNode;
}

export function Input({ leading, trailing, className, ...rest }: InputProps) {
  if (!leading && !trailing)
    return <input {...rest} className={cx(controlClass, 'h-control read-only:bg-sunken', className)} />;
  return (
    <span className={cx('relative flex items-center', className)}>
      {leading && (
        <span className="pointer-events-none absolute left-2.5 flex text-faint" aria-hidden="true">
          {leading}
        </span>
      )}
      <input
        {...rest}
        className={cx(controlClass, 'h-control read-only:bg-sunken', leading && 'pl-8', trailing && 'pr-9')}
      />
      {trailing && <span className="absolute right-0.5 flex">{trailing}</span>}
    </span>
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} rows={rows} className={cx(controlClass, 'resize-y py-1.5 read-only:bg-sunken', className)} />
  );
}
