import { useWatch } from 'react-hook-form';
import { parseQuery } from '../engine/query.ts';

/** The error in the typed query with its position, or help on queries. */
export function QueryCheck() {
  const text = String(useWatch({ name: 'query' }) ?? '');
  const parsed = text.trim() === '' ? undefined : parseQuery(text);
  if (!parsed || !('problem' in parsed))
    return (
      <p className="-mt-2 text-xs text-muted">
        A post must contain every word. Use <code>AND</code>, <code>OR</code>, <code>NOT</code>,{' '}
        <code>&quot;exact phrases&quot;</code>, <code>plumb*</code>, and parentheses.
      </p>
    );
  const { at, length, message } = parsed.problem;
  const end = Math.min(text.length, at + Math.max(length, 1));
  return (
    <div role="status" className="-mt-2 grid gap-1 text-xs">
      <p className="text-warning-ink">
        Position {at + 1}: {message}
      </p>
      <p className="overflow-x-auto rounded-sm bg-sunken px-2 py-1 font-mono whitespace-pre" aria-hidden="true">
        {text.slice(0, at)}
        <span className="rounded-sm bg-danger-soft text-danger-ink underline decoration-wavy">
          {text.slice(at, end) || ' '}
        </span>
        {text.slice(end)}
      </p>
    </div>
  );
}
