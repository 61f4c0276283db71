import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { counted, money } from '../../../web/ui/format.ts';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Broadcast, broadcasts } from '../contract/broadcasts.ts';
import { TEXTING } from '../paths.ts';
import { audienceName, STATE_LABELS } from './broadcast-labels.ts';

const ACTIONS = {
  pause: { endpoint: broadcasts.pause, failure: 'Broadcast not paused' },
  resume: { endpoint: broadcasts.resume, failure: 'Broadcast not resumed' },
  stop: { endpoint: broadcasts.stop, failure: 'Broadcast not stopped' },
} as const;

/** A broadcast with its progress, its figures, and what can be done with it. */
export function BroadcastCard({ broadcast }: { broadcast: Broadcast }) {
  const { id, name, text, audience, state, isPreparing, problem, cost, currency, author, createdAt, figures } =
    broadcast;
  const client = useQueryClient();
  const [busy, setBusy] = useState<keyof typeof ACTIONS>();
  const act = async (action: keyof typeof ACTIONS) => {
    setBusy(action);
    try {
      await call(ACTIONS[action].endpoint, { params: { id } });
    } catch (error) {
      toast({ type: 'error', title: ACTIONS[action].failure, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [TEXTING.broadcasts] });
    setBusy(undefined);
  };
  const stop = async () => {
    const left = figures.waiting + figures.later;
    const isSure = await confirm({
      title: `Stop “${name}”?`,
      description: isPreparing
        ? 'No more texts are sent. You cannot resume it.'
        : `${counted(left, 'text')} will never be sent. You cannot resume it.`,
      action: 'Stop broadcast',
      tone: 'danger',
    });
    if (isSure) await act('stop');
  };
  const isActive = state === 'sending' || state === 'paused';
  const done = figures.total - figures.waiting - figures.later;
  return (
    <Card aria-label={name} data-testid="broadcast" className="grid gap-3 p-4">
      <header className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
            <span className="min-w-0 break-words">{name}</span>
            <Badge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</Badge>
          </h3>
          <p className="text-xs text-muted">
            {audienceName(audience)} · {author ? `${author} · ` : ''}
            <RelativeTime value={createdAt} />
          </p>
        </div>
        {isActive && (
          <div className="flex gap-2">
            {state === 'sending' ? (
              <Button size="sm" icon={<Pause />} loading={busy === 'pause'} onClick={() => void act('pause')}>
                Pause
              </Button>
            ) : (
              <Button size="sm" icon={<Play />} loading={busy === 'resume'} onClick={() => void act('resume')}>
                Resume
              </Button>
            )}
            <Button size="sm" icon={<Square />} loading={busy === 'stop'} onClick={() => void stop()}>
              Stop
            </Button>
          </div>
        )}
      </header>
      {problem && <Banner tone="warning">The broadcast was paused: {problem}</Banner>}
      <p className="line-clamp-2 text-sm break-words whitespace-pre-wrap text-muted">{text}</p>
      {isActive &&
        (isPreparing ? (
          <ProgressBar label={`${name}: finding recipients`} />
        ) : (
          <ProgressBar
            label={`${name}: progress`}
            value={done}
            max={figures.total}
            valueText={`${done.toLocaleString()} of ${counted(figures.total, 'contact')}`}
          />
        ))}
      {isPreparing && isActive ? (
        <p className="text-sm text-muted">Finding recipients…</p>
      ) : (
        <Figures figures={figures} />
      )}
      {cost !== null && figures.segments > 0 && (
        <p className="text-sm text-muted">
          {counted(figures.segments, 'segment')}: about {money(cost, currency)}
        </p>
      )}
      {figures.reasons.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">
            Why {counted(figures.skipped + figures.failed, 'contact')} got nothing
          </summary>
          <ul className="grid gap-1 pt-2">
            {figures.reasons.map(({ kind, why, count }) => (
              <li key={`${kind} ${why}`} className="text-muted">
                <span className="font-medium text-ink">{count.toLocaleString()}</span>{' '}
                {kind === 'failed' ? 'failed' : 'skipped'}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function Figures({ figures }: { figures: Broadcast['figures'] }) {
  const { waiting, later, sent, delivered, kept, failed, skipped } = figures;
  const shown = [
    { label: 'Sent', value: sent, isAlways: kept === 0 },
    { label: 'Delivered', value: delivered, isAlways: kept === 0 },
    { label: 'On the simulated handset', value: kept },
    { label: 'Waiting', value: waiting },
    { label: 'After quiet hours', value: later },
    { label: 'Failed', value: failed, isAlways: true },
    { label: 'Skipped', value: skipped, isAlways: true },
  ].filter(({ value, isAlways }) => isAlways || value > 0);
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {shown.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="tabular text-base font-semibold">{value.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}
