import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useAfterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ALL_MATCHING, formatTotal, isEmpty, NOTHING, type Selection, selectedCount, type Total } from './selection.ts';

/** Space below the last row in pixels, so that the bar covers no row. */
export const END_SPACE = 72;

interface BulkBarProps {
  selection: Selection;
  onSelectionChange: (selection: Selection) => void;
  /** Number of loaded rows, and of all matches. */
  loaded: number;
  total: Total | undefined;
  /** The bar floats above a row of sums. */
  raised?: boolean;
  /** The actions. */
  children: ReactNode;
}

/** Actions for the selected rows. Floats over the end of the list, so that nothing moves. */
export function BulkBar({ selection, onSelectionChange, loaded, total, raised = false, children }: BulkBarProps) {
  const some = !isEmpty(selection);
  const count = selectedCount(selection, total);
  // The tick comes first, the bar one frame later.
  const shown = useAfterPaint(some) && some;
  const more =
    selection.kind === 'some' && selection.ids.size >= loaded && total && (total.capped || total.count > loaded);
  return (
    <div
      className={cx(
        'pointer-events-none absolute inset-x-0 z-10 flex justify-center p-3',
        raised ? 'bottom-row' : 'bottom-0',
      )}
      data-noprint=""
    >
      <p role="status" className="sr-only">
        {some ? `${formatTotal(count)} selected` : ''}
      </p>
      {shown && (
        <div
          role="toolbar"
          aria-label="Selected rows"
          className="pointer-events-auto flex max-w-full animate-rise-in items-center gap-1 overflow-x-auto rounded-lg bg-raised p-1.5 shadow-pop"
        >
          <span className="tabular px-2 text-sm font-medium whitespace-nowrap">{formatTotal(count)} selected</span>
          {more && (
            <Button size="sm" variant="link" className="mr-1" onClick={() => onSelectionChange(ALL_MATCHING)}>
              Select all {formatTotal(total)}
            </Button>
          )}
          <span className="mx-1 h-5 w-px shrink-0 bg-line" aria-hidden="true" />
          {children}
          <IconButton
            label="Clear selection"
            size="sm"
            shortcut="Esc"
            icon={<X />}
            onClick={() => onSelectionChange(NOTHING)}
          />
        </div>
      )}
    </div>
  );
}
