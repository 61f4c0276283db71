import type { ComponentProps, ReactElement } from 'react';
import { cloneElement } from 'react';
import { cx } from './cx.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The action: accessible name and tooltip. */
  label: string;
  icon: ReactElement<{ size?: number | string; 'aria-hidden'?: boolean }>;
  size?: 'sm' | 'md';
  /**
   * `danger`: it removes something and turns red on hover. A column of red icons would draw attention from the rows.
   */
  tone?: 'neutral' | 'danger';
  /** Keyboard shortcut shown in the tooltip, for example `Ctrl K`. */
  shortcut?: string;
  /** A toggle that is on. */
  pressed?: boolean;
}

/** A square button with only an icon; its name is the tooltip and is announced. */
export function IconButton({
  label,
  icon,
  size = 'md',
  tone = 'neutral',
  shortcut,
  pressed,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      data-tooltip={shortcut ? `${label}  ${shortcut}` : label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md transition-colors duration-100 disabled:opacity-50',
        'enabled:hover:bg-hover aria-expanded:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink',
        size === 'sm' ? 'size-control-sm' : 'size-control',
        'text-muted',
        tone === 'danger'
          ? 'enabled:hover:text-danger-ink enabled:focus-visible:text-danger-ink'
          : 'enabled:hover:text-ink',
        className,
      )}
    >
      {cloneElement(icon, { size: 16, 'aria-hidden': true })}
    </button>
  );
}
