import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { meetings } from '../contract.ts';

/** Shows a dialog only where a speech service is connected; elsewhere it says what is missing. */
export function SpeechGate({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: (recordings: ResponseOf<typeof meetings.recordings>) => ReactNode;
}) {
  const { data, error, refetch } = useQuery(read(meetings.recordings));
  if (data?.connected) return children(data);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        data && (
          <Link to="/settings" search={{ tab: 'connections' }} className={buttonClass({ variant: 'primary' })}>
            Open Connections
          </Link>
        )
      }
    >
      {error && !data ? (
        <Failure error={error} what="This form" onRetry={() => void refetch()} />
      ) : data ? (
        <p className="text-sm">No speech service is connected, so audio and video can’t be transcribed yet.</p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}
