import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cloneElement } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none ' +
    'transition-colors duration-100 disabled:opacity-60 aria-disabled:opacity-60',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-solid forced-colors:border enabled:hover:bg-accent-hover',
        secondary: 'border border-control bg-canvas text-ink enabled:hover:bg-hover',
        ghost: 'text-ink enabled:hover:bg-hover aria-expanded:bg-hover',
        danger: 'bg-danger text-on-solid forced-colors:border enabled:hover:bg-danger-hover',
        link: 'rounded-sm text-accent-ink underline underline-offset-2 hover:no-underline',
      },
      size: {
        sm: 'h-control-sm px-2 text-xs',
        md: 'h-control px-3 text-sm',
        lg: 'h-10 px-4 text-base pointer-coarse:h-11',
      },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto min-h-6 px-0' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

/** Button styles for a link (`<Link className={buttonClass({ variant: 'primary' })}>`). */
export function buttonClass(options: VariantProps<typeof button> & { className?: string } = {}): string {
  const { className, ...variants } = options;
  // Links are never :enabled, so their hover colors need the plain pseudo-class.
  return cx(button(variants).replaceAll('enabled:hover:', 'hover:'), className);
}

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Icon before the text. */
  icon?: ReactElement<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** Work is in progress: shows a spinner instead of the icon and ignores clicks, but keeps the focus. */
  loading?: boolean;
  children?: ReactNode;
}

/** A button; `type="button"` by default, so that none submits a form by accident. */
export function Button({
  variant,
  size,
  icon,
  loading = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(button({ variant, size }), className)}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <Spinner /> : icon && cloneElement(icon, { size: 16, 'aria-hidden': true })}
      {children}
    </button>
  );
}
