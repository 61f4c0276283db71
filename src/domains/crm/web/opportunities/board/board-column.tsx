import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useRowWindow } from '../../../../../web/table/use-row-window.ts';
import { cx } from '../../../../../web/ui/cx.ts';
import type { BoardColumn as Column, Card } from '../../../contract/opportunities.ts';
import type { Stage } from '../../../contract/pipelines.ts';
import { money, wholeMoney } from '../../../../../records/web/format.ts';
import { StageDot } from '../stage-color.tsx';
import { BoardCard, CARD_HEIGHT, CARD_PITCH, type Direction } from './board-card.tsx';

/** Cards below the window when more are asked for. */
const LOAD_AHEAD = 20;

interface BoardColumnProps {
  column: Column;
  stage: Stage;
  stages: readonly Stage[];
  nameOf: (id: string | null) => string;
  today: string;
  now: Date;
  draggedId: string | null;
  /** Where a card would fall in this column; null while none hangs over it. */
  dropIndex: number | null;
  activeId: string | null;
  menuId: string | null;
  onMenu: (cardId: string | null) => void;
  onMore: () => void;
  onSend: (card: Card, direction: Direction) => void;
  onSendTo: (card: Card, stageId: string) => void;
}

/** A stage with what lies in it. Only the cards in sight are in the document, however many there are. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { column, stage, stages, nameOf, today, now, draggedId, dropIndex, activeId, menuId, onMore, ...acts } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { cards } = column;
  const window = useRowWindow(scroller, cards.length, CARD_PITCH, 0);
  const hasMore = cards.length < column.count;
  useEffect(() => {
    if (hasMore && window.end + LOAD_AHEAD > cards.length) onMore();
  }, [hasMore, window.end, cards.length, onMore]);

  const shown = cards.slice(window.start, window.end).map((card, i) => ({ card, index: window.start + i }));
  // The card that Tab reaches stays in the document while it is out of sight.
  const activeIndex = activeId === null ? -1 : cards.findIndex((card) => card.id === activeId);
  if (activeIndex >= 0 && (activeIndex < window.start || activeIndex >= window.end))
    shown.push({ card: cards[activeIndex]!, index: activeIndex });

  return (
    <section
      data-stage={stage.id}
      aria-label={`${stage.name}, ${column.count.toLocaleString()} opportunities`}
      className={cx(
        'flex w-[17.5rem] shrink-0 flex-col rounded-lg border bg-sunken max-sm:w-[85vw] max-sm:snap-center',
        dropIndex === null ? 'border-line' : 'border-accent',
      )}
    >
      <ColumnHead column={column} stage={stage} />
      <div ref={scroller} data-cards className="relative min-h-24 flex-1 overflow-y-auto overscroll-y-contain pb-2">
        <div
          role="list"
          aria-label={stage.name}
          className="relative"
          style={{ height: cards.length * CARD_PITCH + (dropIndex === null ? 0 : CARD_PITCH) }}
        >
          {shown.map(({ card, index }) => (
            <div role="listitem" key={card.id} aria-setsize={column.count} aria-posinset={index + 1}>
              <BoardCard
                card={card}
                index={dropIndex !== null && index >= dropIndex && card.id !== draggedId ? index + 1 : index}
                count={column.count}
                stages={stages}
                owner={nameOf(card.ownerId)}
                today={today}
                now={now}
                lifted={card.id === draggedId}
                active={card.id === activeId}
                menuOpen={card.id === menuId}
                {...acts}
              />
            </div>
          ))}
        </div>
        {dropIndex !== null && (
          <div
            aria-hidden="true"
            style={{
              transform: `translateY(${Math.min(dropIndex, cards.length) * CARD_PITCH}px)`,
              height: CARD_HEIGHT,
            }}
            className="pointer-events-none absolute inset-x-2 top-0 rounded-lg border-2 border-dashed border-accent bg-accent-soft"
          />
        )}
        {cards.length === 0 && dropIndex === null && (
          <p className="px-3 py-6 text-center text-xs text-muted">
            {stage.outcome === 'open' ? 'No opportunities' : `None ${stage.outcome} recently`}
          </p>
        )}
      </div>
    </section>
  );
});

function ColumnHead({ column, stage }: { column: Column; stage: Stage }) {
  const { sum, weighted, amounts } = column;
  const others = amounts.map((one) => money(one.amount, one.currency)).join(' + ');
  return (
    <header className="px-3 pt-2.5 pb-2">
      <div className="flex items-center gap-2">
        <StageDot color={stage.color} />
        <h2 className="min-w-0 truncate text-sm font-semibold" title={stage.name}>
          {stage.name}
        </h2>
        <span className="tabular rounded-sm bg-hover px-1.5 text-2xs font-medium text-muted">
          {column.count.toLocaleString()}
        </span>
      </div>
      <p className="tabular mt-0.5 truncate text-xs text-muted" title={others || undefined}>
        <span className="font-medium text-ink">{wholeMoney(sum.amount, sum.currency)}</span>
        {stage.outcome === 'open' && <> · {wholeMoney(weighted.amount, weighted.currency)} weighted</>}
        <Missing currencies={sum.missing} />
      </p>
    </header>
  );
}

/** Amounts that are in no sum, said where the sum stands. */
export function Missing({ currencies }: { currencies: readonly string[] }): ReactNode {
  if (currencies.length === 0) return null;
  return (
    <span
      className="text-warning-ink"
      title={`No exchange rate for ${currencies.join(', ')}. These amounts are not included in the total.`}
    >
      {' '}
      · without {currencies.join(', ')}
    </span>
  );
}
