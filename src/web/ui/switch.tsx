import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange'> {
  /** Text beside it; without it pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  onCheckedChange?: (checked: boolean) => void;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, hint, className, onCheckedChange, ...rest }: SwitchProps) {
  const track = (
    <span className="relative inline-flex h-6 w-9 shrink-0 items-center">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        onChange={(event) => onCheckedChange?.(event.target.checked)}
        className="peer absolute inset-x-0 inset-y-0.5 m-0 h-5 w-9 appearance-none rounded-full border border-control bg-hover forced-colors:appearance-auto before:absolute before:-inset-1 pointer-coarse:before:-inset-3 checked:border-accent checked:bg-accent disabled:opacity-50"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute left-1 size-3 rounded-full bg-control transition-transform forced-colors:hidden peer-checked:translate-x-4 peer-checked:bg-on-solid"
      />
    </span>
  );
  if (!label) return <span className={cx('inline-flex', className)}>{track}</span>;
  return (
    <label className={cx('flex cursor-pointer items-start justify-between gap-4 text-sm', className)}>
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
      {track}
    </label>
  );
}
