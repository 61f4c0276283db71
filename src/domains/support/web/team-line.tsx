import { cx } from '../../../web/ui/cx.ts';
import type { SupportSummary } from '../contract.ts';

/** Whether somebody is likely to answer soon, and how the answer comes. */
export function TeamLine({ summary, className }: { summary: SupportSummary | undefined; className?: string }) {
  if (!summary) return null;
  const way = summary.mailDelivers
    ? 'You see the answer here, and get it by mail unless you have switched that off.'
    : 'You see the answer here, and the bell tells you.';
  return (
    <p className={cx('flex gap-2 text-xs text-muted', className)}>
      <span
        aria-hidden="true"
        className={cx('mt-1 size-2 shrink-0 rounded-full', summary.teamIsHere ? 'bg-success' : 'bg-control')}
      />
      <span>
        {summary.teamIsHere
          ? 'Somebody of the team is here.'
          : 'Nobody of the team is here just now. They will answer when they are back.'}{' '}
        {way}
      </span>
    </p>
  );
}
