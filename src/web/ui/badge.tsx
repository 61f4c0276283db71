import { cva, type VariantProps } from 'class-variance-authority';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const badge = cva(
  'inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-0.5 text-2xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-hover text-muted',
        accent: 'bg-accent-soft text-accent-ink',
        info: 'bg-info-soft text-info-ink',
        success: 'bg-success-soft text-success-ink',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-danger-soft text-danger-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

/** A short state or count. The text carries the meaning; the tone only helps. */
export function Badge({
  tone,
  className,
  children,
}: VariantProps<typeof badge> & { className?: string; children: ReactNode }) {
  return <span className={cx(badge({ tone }), className)}>{children}</span>;
}

/** A tag on a record; with `onRemove` it can be removed. */
export function Tag({
  children,
  onRemove,
  removeLabel,
  className,
}: {
  children: ReactNode;
  onRemove?: () => void;
  removeLabel?: string;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 max-w-full items-center rounded-sm border border-line bg-sunken px-1.5 text-xs text-ink',
        className,
      )}
    >
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? 'Remove'}
          onClick={onRemove}
          className="-mr-1.5 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
