import { cx } from '../ui/cx.ts';

/** The product's logo; decorative, because its name is beside it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0 text-accent', className ?? 'size-6')}>
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path
        d="M22.3 12.2A7.4 7.4 0 1 0 23.4 16H17"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
