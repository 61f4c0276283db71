import { cx } from '../../../web/ui/cx.ts';
import { SCROLLABLE } from '../../../web/ui/scroll-by-keys.ts';
import { clockWords, latencyWords } from './labels.ts';

interface Turn {
  by: 'agent' | 'caller' | 'note';
  text: string;
  isCut: boolean;
  atMs?: number;
  latencyMs?: number | null;
}

/** Scrolls the list, and not the page. */
const showInList = (turn: HTMLLIElement | null) => {
  if (turn?.parentElement) turn.parentElement.scrollTop = turn.parentElement.scrollHeight;
};

/** The transcript, scrolled to the newest turn. */
export function TranscriptTurns({
  turns,
  agentName,
  callerName,
  label,
}: {
  turns: readonly Turn[];
  agentName: string;
  callerName: string;
  label: string;
}) {
  return (
    <div role="log" aria-label={label}>
      <ol
        {...SCROLLABLE}
        aria-label={label}
        className="grid max-h-96 gap-2 overflow-y-auto overscroll-contain py-1 focus-visible:outline-offset-[-2px]"
      >
        {turns.map((turn, index) => (
          <li
            // Turns are only added at the end.
            key={index}
            ref={index === turns.length - 1 ? showInList : undefined}
            data-testid="turn"
            className={cx(
              'max-w-[90%] rounded-lg px-3 py-2 break-words',
              turn.by === 'agent' && 'justify-self-start bg-sunken',
              turn.by === 'caller' && 'justify-self-end bg-accent-soft',
              turn.by === 'note' && 'max-w-full text-muted italic',
            )}
          >
            {turn.by !== 'note' && (
              <p className="text-xs text-muted">
                <span className="font-medium text-ink">{turn.by === 'agent' ? agentName : callerName}</span>
                {turn.atMs !== undefined && <span className="tabular"> {clockWords(turn.atMs)}</span>}
                {typeof turn.latencyMs === 'number' && <span> · answered in {latencyWords(turn.latencyMs)}</span>}
              </p>
            )}
            <p className="whitespace-pre-wrap">
              {turn.text}
              {turn.isCut && <span className="text-muted">{turn.text && ' … '}(interrupted)</span>}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
