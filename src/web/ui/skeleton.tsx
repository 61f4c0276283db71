import { cx } from './cx.ts';

/**
 * A grey bar in the place of text to come. It appears after 150 ms, so that a fast answer shows no flicker; give it the
 * size of what will stand there.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-appear-late rounded-sm bg-hover', className)} />;
}
