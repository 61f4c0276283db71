import { cx } from './cx.ts';

/**
 * A gray placeholder for text. It appears after 150 ms, so that a fast answer shows no flicker; give it the size of the
 * final content.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-appear-late rounded-sm bg-hover', className)} />;
}
