import { useQuery } from '@tanstack/react-query';
import { API } from '../api/paths.ts';
import { useLiveState } from '../api/live-state.ts';
import { cx } from '../ui/cx.ts';

/** What `GET /api/system-status` answers, as far as the sidebar reads it. */
interface SystemStatus {
  healthy: boolean;
  checks: { name: string; healthy: boolean; detail?: string }[];
}

const TONES = { good: 'bg-success', bad: 'bg-danger', unknown: 'bg-control' } as const;

/** Whether the services behind the product work: says so only when the server said so, and what is wrong when it is. */
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

/** @param cutOff The live channel is down: what was read earlier may no longer be true. */
export function describe(
  status: SystemStatus | undefined,
  failed: boolean,
  cutOff: boolean,
): { tone: keyof typeof TONES; text: string; detail?: string } {
  if (cutOff)
    return {
      tone: 'unknown',
      text: 'Reconnecting…',
      detail: 'The connection to the server was lost and is being tried again.',
    };
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
