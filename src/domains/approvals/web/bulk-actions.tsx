import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Button } from '../../../web/ui/button.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { Running } from './use-decisions.ts';

interface BulkActionsProps {
  count: number;
  onApprove: () => void;
  onReject: () => void;
  onSnooze: (until: string) => void;
  onClear: () => void;
}

/** Actions for the selected requests. */
export function BulkActions({ count, onApprove, onReject, onSnooze, onClear }: BulkActionsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected requests"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-2"
    >
      <span className="text-sm font-medium" aria-live="polite">
        {count} selected
      </span>
      <Button size="sm" variant="primary" icon={<Check />} onClick={onApprove}>
        Approve
      </Button>
      <Button size="sm" icon={<X />} onClick={onReject}>
        Reject
      </Button>
      <SnoozeMenu expiresAt={null} onSnooze={onSnooze} />
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** How far many decisions are. What is decided stays so when one stops. */
export function BulkProgress({ running: { through, count }, onStop }: { running: Running; onStop: () => void }) {
  return (
    <div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-raised px-3 py-2">
      <span className="tabular shrink-0 text-sm font-medium" aria-live="polite">
        {through} of {count}
      </span>
      <ProgressBar label="Deciding" value={through} max={count} valueText={`${through} of ${count}`} />
      <Button size="sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
