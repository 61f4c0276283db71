import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Button } from '../../../web/ui/button.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';

interface BulkActionsProps {
  count: number;
  onApprove: () => void;
  onReject: () => void;
  onSnooze: (until: string) => void;
  onClear: () => void;
}

/** What can be done with all that are selected. */
export function BulkActions({ count, onApprove, onReject, onSnooze, onClear }: BulkActionsProps) {
  return (
    <div role="toolbar" aria-label="Selected requests" className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-2">
      <span className="text-sm font-medium" aria-live="polite">{count} selected</span>
      <Button size="sm" variant="primary" icon={<Check />} onClick={onApprove}>Approve</Button>
      <Button size="sm" icon={<X />} onClick={onReject}>Reject</Button>
      <SnoozeMenu expiresAt={null} onSnooze={onSnooze} />
      <Button size="sm" variant="ghost" onClick={onClear}>Clear</Button>
    </div>
  );
}
