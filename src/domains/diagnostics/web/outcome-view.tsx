import { Badge } from '../../../web/ui/badge.tsx';
import type { Outcome } from './ask.ts';

function toneOf(status: number | null) {
  if (status === null || status >= 500) return 'danger';
  return status < 400 ? 'success' : 'warning';
}

/** Status, time and answer of a call. */
export function OutcomeView({ outcome: { status, milliseconds, answer } }: { outcome: Outcome }) {
  return (
    <div className="mt-2">
      <p className="flex items-center gap-2 text-xs text-muted">
        <Badge tone={toneOf(status)}>{status ?? 'No answer'}</Badge>
        <span className="tabular">{milliseconds} ms</span>
      </p>
      <pre className="mt-1.5 rounded-md border border-line bg-sunken p-2 font-mono text-xs whitespace-pre-wrap break-words">
        {answer}
      </pre>
    </div>
  );
}
