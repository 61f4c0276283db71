import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { read } from '../../../../../web/api/request.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { type KeyHint, useKeyHints } from '../../../../../web/shell/key-hints.ts';
import { cx } from '../../../../../web/ui/cx.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type BoardColumn as Column, type Card, CLOSED_DAYS } from '../../../contract/opportunities.ts';
import { type Pipeline, pipelines } from '../../../contract/pipelines.ts';
import { useOwners } from '../../../../../records/web/choices.ts';
import type { ListSearch } from '../../../../../records/web/list-search.ts';
import { BoardColumn } from './board-column.tsx';
import { CARD_PITCH, type Direction } from './board-card.tsx';
import { CloseDock } from './close-dock.tsx';
import { cardBefore, isSamePlace } from './moves.ts';
import { StageDialog } from './stage-dialog.tsx';
import { useBoard } from './use-board.ts';
import { useBoardEvents } from './use-board-events.ts';
import { type DropPlace, useDrag } from './use-drag.ts';

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const parse = (raw: RawSearch) => ({ pipeline: text(raw['pipeline']), closed: text(raw['closed']) });
const CLOSED_CHOICES = ['30', String(CLOSED_DAYS), '365', '3660'] as const;

const KEYS: readonly KeyHint[] = [
  { keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight', label: 'Move between cards', group: 'On the board' },
  { keys: 'Alt+ArrowLeft', label: 'Move card to previous stage', group: 'On the board' },
  { keys: 'Alt+ArrowRight', label: 'Move card to next stage', group: 'On the board' },
  { keys: 'Alt+ArrowUp', label: 'Move card up (Alt and ↓ moves it down)', group: 'On the board' },
  { keys: 'M', label: 'Open the move menu', group: 'On the board' },
];
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
};

/** The pipeline of the address, or the first one; and how to choose another. */
export function usePipelineChoice() {
  const [{ pipeline: id, closed }, setSearch] = usePageSearch(parse);
  const list = useQuery(read(pipelines.list));
  const items = list.data?.items ?? [];
  return {
    pipelines: items,
    pipeline: items.find((one) => one.id === id) ?? items[0],
    error: list.error,
    retry: () => void list.refetch(),
    loaded: list.isSuccess,
    closedDays: Number(CLOSED_CHOICES.find((days) => days === closed) ?? CLOSED_DAYS),
    choose: (next: string) => setSearch({ pipeline: next === items[0]?.id ? '' : next }),
    setClosedDays: (days: string) => setSearch({ closed: days === String(CLOSED_DAYS) ? '' : days }, { replace: true }),
  };
}

/**
 * The board: choose a pipeline, see what lies where, and move it.
 * @param firstUse what stands there while there is no pipeline
 */
export function BoardMode({ search, firstUse }: { search: ListSearch; firstUse: ReactNode }) {
  const choice = usePipelineChoice();
  if (choice.error && !choice.pipeline) return <Failure error={choice.error} what="Pipelines" onRetry={choice.retry} />;
  if (!choice.pipeline) return choice.loaded ? <div className="overflow-auto">{firstUse}</div> : <BoardSkeleton />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <Select
          aria-label="Pipeline"
          className="w-52 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
          options={choice.pipelines.map((one) => ({ value: one.id, label: one.name }))}
          value={choice.pipeline.id}
          onChange={(event) => choice.choose(event.target.value)}
        />
        <Select
          aria-label="Closed within"
          className="w-44 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
          value={String(choice.closedDays)}
          onChange={(event) => choice.setClosedDays(event.target.value)}
          options={[
            { value: '30', label: 'Closed: 30 days' },
            { value: String(CLOSED_DAYS), label: `Closed: ${CLOSED_DAYS} days` },
            { value: '365', label: 'Closed: 1 year' },
            { value: '3660', label: 'Closed: any time' },
          ]}
        />
        <p className="ml-auto text-xs text-muted max-lg:hidden pointer-coarse:hidden">
          Drag a card, or press <kbd>M</kbd> or <kbd>Alt</kbd> with an arrow on it
        </p>
      </div>
      <PipelineBoard
        key={choice.pipeline.id}
        pipeline={choice.pipeline}
        search={search}
        closedDays={choice.closedDays}
      />
    </div>
  );
}

function PipelineBoard({
  pipeline,
  search,
  closedDays,
}: {
  pipeline: Pipeline;
  search: ListSearch;
  closedDays: number;
}) {
  const { stages } = pipeline;
  const { board, error, retry, outdated, move, demand, closeDemand, more } = useBoard({
    pipelineId: pipeline.id,
    search: search.search,
    filter: search.filter,
    closedDays,
    stages,
  });
  const { nameOf } = useOwners();
  const [now] = useState(() => new Date());
  const [menuId, setMenuId] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const columns = useMemo(() => new Map(board?.columns.map((column) => [column.stageId, column])), [board]);
  const stageOf = useMemo(() => new Map(stages.map((stage) => [stage.id, stage])), [stages]);

  const place = useCallback(
    (card: Card, stageId: string, index: number) => {
      const column = columns.get(stageId);
      const afterId = cardBefore(column?.cards ?? [], index, card.id);
      const stays =
        card.stageId === stageId &&
        (stageOf.get(stageId)?.outcome !== 'open' || isSamePlace(column?.cards ?? [], afterId, card.id));
      // The move itself has already shown the error.
      if (!stays) void move(card, stageId, afterId).catch(() => undefined);
    },
    [columns, move, stageOf],
  );
  const {
    dragged,
    place: drop,
    press,
  } = useDrag({
    board: root,
    pitch: CARD_PITCH,
    onDrop: (card: Card, at: DropPlace) => place(card, at.stageId, at.index),
  });

  const onSendTo = useCallback((card: Card, stageId: string) => place(card, stageId, 0), [place]);
  useKeyHints(KEYS);
  const onSend = useCallback(
    (card: Card, direction: Direction) => {
      const index = columns.get(card.stageId)?.cards.findIndex((one) => one.id === card.id) ?? 0;
      const beside = stages[stages.findIndex((stage) => stage.id === card.stageId) + (direction === 'next' ? 1 : -1)];
      if (direction === 'previous' || direction === 'next') {
        if (beside) place(card, beside.id, 0);
      } else
        place(card, card.stageId, direction === 'top' ? 0 : direction === 'up' ? Math.max(0, index - 1) : index + 2);
      setFocused(card.id);
      focusCard(root, card.id);
    },
    [columns, place, root, stages],
  );

  const active =
    focused !== null && board?.columns.some((column) => column.cards.some((card) => card.id === focused))
      ? focused
      : (board?.columns.find((column) => column.cards.length > 0)?.cards[0]?.id ?? null);
  useBoardEvents(root, {
    cardOf: (id) => board?.columns.flatMap((column) => column.cards).find((card) => card.id === id),
    onFocus: setFocused,
    onPress: press,
    onKey: (event, card) => {
      const direction = event.altKey ? DIRECTIONS[event.key] : undefined;
      if (direction) onSend(card, direction);
      else if (event.key === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey) setMenuId(card.id);
      else {
        const next =
          event.altKey || event.ctrlKey || event.metaKey
            ? undefined
            : neighbour(board?.columns ?? [], card.id, event.key);
        if (!next) return false;
        setFocused(next.id);
        focusCard(root, next.id);
      }
      return true;
    },
  });

  if (error && !board) return <Failure error={error} what="Board" onRetry={retry} />;
  if (!board) return <BoardSkeleton />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={setRoot}
        role="group"
        aria-label={`Board of ${pipeline.name}`}
        aria-busy={outdated}
        // Columns that snap would undo each step by which the board scrolls along under a dragged card.
        className={cx(
          'flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain px-4 pb-4',
          !dragged && 'max-sm:snap-x max-sm:snap-mandatory',
        )}
      >
        {stages.map((stage) => {
          const column = columns.get(stage.id);
          return (
            column && (
              <BoardColumn
                key={stage.id}
                column={column}
                stage={stage}
                stages={stages}
                nameOf={nameOf}
                today={board.today}
                now={now}
                draggedId={dragged?.id ?? null}
                dropIndex={drop?.stageId === stage.id ? drop.index : null}
                activeId={column.cards.some((card) => card.id === active) ? active : null}
                onMore={more}
                menuId={column.cards.some((card) => card.id === menuId) ? menuId : null}
                onMenu={setMenuId}
                onSend={onSend}
                onSendTo={onSendTo}
              />
            )
          );
        })}
      </div>
      {dragged && <CloseDock stages={stages} overId={drop?.stageId ?? null} />}
      {demand && (
        <StageDialog
          name={demand.card.name}
          stage={demand.stage}
          fields={demand.missing}
          reason={demand.message}
          currency={demand.card.currency}
          recordId={demand.card.id}
          onClose={closeDemand}
          onSubmit={(set) => move(demand.card, demand.stage.id, demand.afterId, set)}
        />
      )}
    </div>
  );
}

/** The card that an arrow leads to. */
function neighbour(columns: readonly Column[], active: string, key: string): Card | undefined {
  const at = columns.findIndex((column) => column.cards.some((card) => card.id === active));
  const cards = columns[at]?.cards ?? [];
  const index = cards.findIndex((card) => card.id === active);
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return cards[index + 1];
    case 'ArrowUp':
    case 'k':
      return cards[index - 1];
    case 'Home':
      return cards[0];
    case 'ArrowRight':
    case 'ArrowLeft': {
      const others = key === 'ArrowRight' ? columns.slice(at + 1) : columns.slice(0, Math.max(0, at)).toReversed();
      const other = others.find((column) => column.cards.length > 0);
      return other?.cards[Math.min(index, other.cards.length - 1)];
    }
    default:
      return undefined;
  }
}

/** Once the card is drawn where it belongs. */
function focusCard(root: HTMLElement | null, id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const link = root?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-card-link]`);
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      // The link is narrower than its card, and a column that is cut off hides what it says.
      link?.closest('[data-stage]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }),
  );
}

function BoardSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 animate-appear-late gap-3 overflow-hidden px-4 py-3" aria-hidden="true">
      {[4, 3, 5, 2, 3].map((count, i) => (
        <div key={i} className="w-[17.5rem] shrink-0 rounded-lg border border-line bg-sunken p-2">
          <Skeleton className="mb-3 h-9 w-40" />
          {Array.from({ length: count }, (_, n) => (
            <Skeleton key={n} className="mb-2 h-[92px] w-full" />
          ))}
        </div>
      ))}
    </div>
  );
}
