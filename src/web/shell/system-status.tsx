import { useQuery } from '@tanstack/react-query';
import { API } from '../api/paths.ts';
import { useLiveState } from '../api/live-state.ts';
import { cx } from '../ui/cx.ts';

/** The part of `GET /api/system-status` that the sidebar reads. */
interface SystemStatus {
  healthy: boolean;
  checks: { name: string; healthy: boolean; detail?: string }[];
}

const TONES = { good: 'bg-success', bad: 'bg-danger', unknown: 'bg-control' } as const;

/** Whether the services behind the product work: "operational" only if the server said so, otherwise what is wrong. */
export function SystemStatusIndicator() {
  const { data, isError } = useQuery<SystemStatus>({ queryKey: [API.systemStatus] });
  const live = useLiveState();
  const { tone, text, detail } = describe(data, isError, live === 'waiting');
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 text-xs text-muted" data-tooltip={detail}>
      <span className={cx('size-2 shrink-0 rounded-full', TONES[tone])} aria-hidden="true" />
      <span className="truncate">{text}</span>
    </p>
  );
}

/** @param cutOff the live channel is down, so earlier answers may be outdated */
export function describe(
  status: SystemStatus | undefined,
  failed: boolean,
  cutOff: boolean,
): { tone: keyof typeof TONES; text: string; detail?: string } {
  if (cutOff)
    return { tone: 'unknown', text: 'Reconnecting…', detail: 'The connection to the server was lost. Reconnecting.' };
  if (failed)
    return { tone: 'unknown', text: 'API status unknown', detail: 'The server did not say how its services are.' };
  if (!status) return { tone: 'unknown', text: 'Checking APIs…' };
  if (status.healthy) return { tone: 'good', text: 'APIs Healthy' };
  const troubled = status.checks.filter(({ healthy }) => !healthy);
  return {
    tone: 'bad',
    text: troubled.length === 1 ? `${troubled[0]?.name} has a problem` : `${troubled.length} services have problems`,
    detail: troubled.map(({ name, detail }) => (detail ? `${name}: ${detail}` : name)).join('\n'),
  };
}
