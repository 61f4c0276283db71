import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import WifiOff from 'lucide-react/icons/wifi-off';
import { connectivity } from '../api/connectivity.ts';
import { announce } from '../shell/announcer.tsx';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { useOffline } from './use-offline.ts';

/** Shows on every page that there is no connection, how old the content may be, and that nothing can be changed. */
export default function OfflineNotice() {
  const offline = useOffline();
  // Another page shows other reads.
  useLocation({ select: ({ href }) => href });
  const isOffline = offline !== null;
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (isOffline) announce('You are offline. Pages you opened stay readable, but changes can’t be saved.');
    else if (wasOffline) announce('You are back online.');
    setWasOffline(isOffline);
  }, [isOffline, wasOffline]);
  if (!offline) return null;
  return (
    <div
      data-testid="offline"
      data-noprint
      className="pointer-events-none fixed inset-x-0 bottom-[max(var(--keyboard,0px),var(--shell-bar))] z-40 flex justify-center p-3"
    >
      <div className="pointer-events-auto flex max-w-full animate-pop-in items-center gap-2.5 rounded-lg border border-control bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-pop">
        <WifiOff size={16} aria-hidden="true" className="shrink-0 text-warning-ink" />
        <p className="min-w-0">
          <strong className="font-semibold">Offline.</strong>{' '}
          <span className="text-muted">
            Last read <RelativeTime value={new Date(offline.readAt).toISOString()} />. Changes can’t be saved.
          </span>
        </p>
        <TryNow />
      </div>
    </div>
  );
}

function TryNow() {
  const [trying, setTrying] = useState(false);
  const attempt = async () => {
    setTrying(true);
    const reached = await connectivity.check();
    setTrying(false);
    if (!reached) announce('Still no connection.');
  };
  return (
    <Button size="sm" loading={trying} onClick={() => void attempt()}>
      Try now
    </Button>
  );
}
