import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { announce } from './announcer.tsx';

/** Shown in a tab whose workspace differs from the session's, which was chosen in another tab. */
export default function LeftNotice() {
  useEffect(() => announce('You switched to another workspace. This tab shows the previous one.'), []);
  return (
    <div
      data-testid="left-workspace"
      data-noprint
      className="pointer-events-none fixed inset-x-0 bottom-[max(var(--keyboard,0px),var(--shell-bar))] z-60 flex justify-center p-3"
    >
      <div className="pointer-events-auto flex max-w-full animate-pop-in items-center gap-2.5 rounded-lg border border-control bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-pop">
        <ArrowRightLeft size={16} aria-hidden="true" className="shrink-0 text-warning-ink" />
        <p className="min-w-0">
          <strong className="font-semibold">Another workspace is open.</strong>{' '}
          <span className="text-muted">
            You switched in another tab. This tab shows the previous workspace and is not updated.
          </span>
        </p>
        <Button size="sm" onClick={() => location.assign('/')}>
          Continue there
        </Button>
      </div>
    </div>
  );
}
