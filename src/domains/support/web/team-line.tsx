import { cx } from '../../../web/ui/cx.ts';
import type { SupportSummary } from '../contract.ts';

/** Whether someone is likely to answer soon, and how the answer comes. */
export function TeamLine({ summary, className }: { summary: SupportSummary | undefined; className?: string }) {
  if (!summary) return null;
  const way = summary.mailDelivers
    ? 'Replies appear here and by email, unless you turned emails off.'
    : 'Replies appear here and in your notifications.';
  return (
    <p className={cx('flex gap-2 text-xs text-muted', className)}>
      <span
        aria-hidden="true"
        className={cx('mt-1 size-2 shrink-0 rounded-full', summary.teamIsHere ? 'bg-success' : 'bg-control')}
      />
      <span>
        {summary.teamIsHere
          ? 'A team member is online.'
          : 'No one from the team is online. They will reply when they are back.'}{' '}
        {way}
      </span>
    </p>
  );
}
