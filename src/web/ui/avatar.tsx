import { initials } from '../../kernel/text.ts';
import { cx } from './cx.ts';

const SIZES = { sm: 'size-6 text-2xs', md: 'size-8 text-xs', lg: 'size-12 text-lg' } as const;

/** Initials in a circle. Decorative: the name is beside it, or pass `label`. */
export function Avatar({
  name,
  size = 'md',
  label,
  className,
}: {
  name: string;
  size?: keyof typeof SIZES;
  label?: string;
  className?: string;
}) {
  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-ink select-none',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
