import { cx } from '../../../web/ui/cx.ts';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { ThreadText } from '../contract.ts';

const STATES: Readonly<Record<string, string>> = {
  queued: 'Sending',
  held: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  kept: 'On the simulated handset',
  refused: 'Not sent',
  failed: 'Failed',
  unknown: 'Outcome unknown',
};
const BAD = new Set(['refused', 'failed', 'unknown']);

/** A text, ours at the right, with what became of it. */
export function TextBubble({ text: { direction, text, state, why, author, at } }: { text: ThreadText }) {
  const isOurs = direction === 'out';
  return (
    <article className={cx('flex max-w-[85%] flex-col sm:max-w-[70%]', isOurs ? 'items-end self-end' : 'self-start')}>
      <p
        className={cx(
          'rounded-lg px-3 py-2 text-sm break-words whitespace-pre-wrap',
          isOurs ? 'bg-accent-soft' : 'border border-line bg-surface',
        )}
      >
        {text}
      </p>
      <p className="mt-0.5 px-1 text-xs text-muted">
        {author && `${author} · `}
        <RelativeTime value={at} />
        {isOurs && (
          <span className={cx(BAD.has(state) && 'text-danger-ink')}>
            {` · ${STATES[state] ?? state}`}
            {why && `: ${why}`}
          </span>
        )}
      </p>
    </article>
  );
}
