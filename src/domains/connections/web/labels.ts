import type { ConnectionDetails } from '../contract.ts';

/** How the state of a connection is shown. */
export const STATE_LABELS: Readonly<
  Record<ConnectionDetails['state'], { label: string; tone: 'success' | 'danger' | 'neutral' }>
> = {
  working: { label: 'Connected', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'neutral' },
};

/** "12 calls this month, 1 failed". */
export function usageText({ calls, failures }: ConnectionDetails['usage']): string {
  if (calls === 0) return 'No calls this month';
  const counted = `${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'} this month`;
  return failures === 0 ? counted : `${counted}, ${failures.toLocaleString()} failed`;
}
