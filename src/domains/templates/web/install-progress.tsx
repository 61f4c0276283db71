import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type Install, installs } from '../contract/installs.ts';
import { PlanList } from './plan-list.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { INSTALL_STATES, isBusy, STAMP_STATES } from './labels.ts';

/** A stamping as it goes on, and what came of it. Moves by itself: the live channel names its path. */
export function InstallProgress({ id }: { id: string }) {
  const {
    data: install,
    error,
    refetch,
  } = useQuery({
    ...read(installs.get, { params: { id } }),
    refetchInterval: (query) => (query.state.data && isBusy(query.state.data.state) ? 2_000 : false),
  });
  const [undoing, setUndoing] = useState(false);
  if (!install)
    return error ? (
      <Failure error={error} what="This installation" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  const retry = async () => {
    try {
      await call(installs.retry, { params: { id } });
      await refetch();
    } catch (failure) {
      toast({ type: 'error', title: 'It could not go on', description: messageFor(failure, 'Try again.') });
    }
  };
  const word = INSTALL_STATES[install.state];
  return (
    <div className="grid gap-4" data-testid="install">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={word.tone}>{word.text}</Badge>
        <span className="text-sm text-muted">{summary(install)}</span>
        {(install.state === 'done' || install.state === 'failed') && install.made + install.kept > 0 && (
          <Button size="sm" className="ml-auto" onClick={() => setUndoing(true)}>
            Undo…
          </Button>
        )}
      </div>
      {isBusy(install.state) && (
        <ProgressBar
          label={install.state === 'undoing' ? 'Undoing' : 'Stamping'}
          value={install.done}
          max={install.of}
          valueText={`${install.done} of ${install.of} parts`}
        />
      )}
      {install.state === 'failed' && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" onClick={() => void retry()}>
              Try again
            </Button>
          }
        >
          {install.error} What is done stays done; it goes on from there.
        </Banner>
      )}
      {install.failed > 0 && install.state === 'done' && (
        <Banner tone="warning">
          {install.failed === 1 ? 'One thing was' : `${install.failed} things were`} left out. Change what is in the way
          and apply the template again: it adds what is missing.
        </Banner>
      )}
      {install.stamps.length > 0 && (
        <PlanList items={install.stamps.map((stamp) => ({ ...stamp, state: STAMP_STATES[stamp.state] }))} />
      )}
      {undoing && <UndoDialog install={install} onClose={() => setUndoing(false)} onStarted={() => void refetch()} />}
    </div>
  );
}

function summary({ state, made, present, failed, removed, kept, workspaceName }: Install): string {
  const counts =
    state === 'undone' || state === 'undoing'
      ? ([
          [removed, 'removed'],
          [kept, 'kept'],
        ] as const)
      : ([
          [made, 'made'],
          [present, 'there before'],
          [failed, 'left out'],
        ] as const);
  const words = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return [workspaceName, ...words].join(' · ');
}
