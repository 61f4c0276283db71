import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Text beside the box; without it pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Some but not all. */
  indeterminate?: boolean;
}

/** A native checkbox in the product's style; the target is at least 24 px with its padding. */
export function Checkbox({ label, hint, indeterminate = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const box = (
    <span
      className={cx(
        'relative inline-flex size-6 shrink-0 items-center justify-center pointer-coarse:size-8',
        !label && className,
      )}
    >
      <input
        {...rest}
        ref={ref}
        type="checkbox"
        className={cx(
          'ticks size-4 appearance-none rounded-sm border border-control bg-canvas checked:border-accent checked:bg-accent ' +
            'indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50 forced-colors:appearance-auto',
          // The whole 24 px square responds, not just the drawn box.
          'before:absolute before:inset-0 before:content-[""]',
        )}
      />
    </span>
  );
  if (!label) return box;
  return (
    <label className={cx('inline-flex cursor-pointer items-start gap-1.5 text-sm', className)}>
      {box}
      <span className="pt-0.5 leading-5 pointer-coarse:pt-1.5">
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
