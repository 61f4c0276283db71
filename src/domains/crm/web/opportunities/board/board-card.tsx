import Clock from 'lucide-react/icons/clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo } from 'react';
import { Link } from '../../../../../web/router/link.tsx';
import { Avatar } from '../../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { cx } from '../../../../../web/ui/cx.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import type { Card } from '../../../contract/opportunities.ts';
import type { Stage } from '../../../contract/pipelines.ts';
import { daysSince } from '../../../engine/opportunities/stage-duration.ts';
import { PrivateMark } from '../../../../../records/web/private-mark.tsx';
import { money } from '../../../../../records/web/format.ts';
import { StageDot } from '../stage-color.tsx';

/**
 * Height of a card, and of a card with the gap below it, in pixels: all are alike, so that only those in sight are
 * drawn.
 */
export const CARD_HEIGHT = 108;
export const CARD_PITCH = 116;

/** Where a card can be sent without dragging. */
export type Direction = 'up' | 'down' | 'top' | 'previous' | 'next';

interface BoardCardProps {
  card: Card;
  index: number;
  count: number;
  stages: readonly Stage[];
  owner: string;
  today: string;
  now: Date;
  lifted: boolean;
  /** The one card of the board that Tab reaches. */
  active: boolean;
  menuOpen: boolean;
  onMenu: (cardId: string | null) => void;
  onSend: (card: Card, direction: Direction) => void;
  onSendTo: (card: Card, stageId: string) => void;
}

export const BoardCard = memo(function BoardCard({
  card,
  index,
  count,
  stages,
  owner,
  today,
  now,
  lifted,
  active,
  menuOpen,
  onMenu,
  onSend,
  onSendTo,
}: BoardCardProps) {
  const closed = card.closedAt !== null;
  const overdue = !closed && card.expectedClose !== null && card.expectedClose < today;
  return (
    <article
      data-testid="row"
      data-card={card.id}
      data-index={index}
      style={{ transform: `translateY(${index * CARD_PITCH}px)`, height: CARD_HEIGHT }}
      className={cx(
        'absolute inset-x-2 top-0 flex cursor-grab flex-col rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-xs select-none hover:border-control pointer-coarse:touch-manipulation',
        lifted && 'opacity-40',
      )}
    >
      <div className="flex items-start gap-1">
        <Link
          to={`/opportunities/${card.id}`}
          draggable={false}
          tabIndex={active ? 0 : -1}
          data-card-link
          title={card.name}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown m"
          className="line-clamp-2 min-h-6 min-w-0 flex-1 leading-5 font-medium wrap-anywhere hover:underline"
        >
          {card.name}
        </Link>
        <Menu
          open={menuOpen}
          onOpenChange={(open) => onMenu(open ? card.id : null)}
          label={`Move ${card.name}`}
          trigger={
            <IconButton
              size="sm"
              label={`Move ${card.name}`}
              icon={<Ellipsis />}
              tabIndex={active ? 0 : -1}
              className="-mt-1 -mr-2 size-6! pointer-coarse:size-9!"
            />
          }
        >
          <MenuLabel>Move to</MenuLabel>
          {stages
            .filter((stage) => stage.id !== card.stageId)
            .map((stage) => (
              <MenuItem key={stage.id} onSelect={() => onSendTo(card, stage.id)}>
                <span className="flex items-center gap-2">
                  <StageDot color={stage.color} />
                  {stage.name}
                </span>
              </MenuItem>
            ))}
          {!closed && <MenuSeparator />}
          {!closed && (
            <MenuItem disabled={index === 0} onSelect={() => onSend(card, 'top')}>
              Move to top
            </MenuItem>
          )}
          {!closed && (
            <MenuItem disabled={index === 0} shortcut="Alt ↑" onSelect={() => onSend(card, 'up')}>
              Up
            </MenuItem>
          )}
          {!closed && (
            <MenuItem disabled={index === count - 1} shortcut="Alt ↓" onSelect={() => onSend(card, 'down')}>
              Down
            </MenuItem>
          )}
        </Menu>
      </div>
      <p className="truncate text-xs text-muted" title={card.customer}>
        {card.customer || 'No customer'}
      </p>
      <div className="mt-auto flex items-center gap-2">
        <span className="tabular min-w-0 truncate font-medium">{money(card.amount, card.currency)}</span>
        <span className="ml-auto flex shrink-0 items-center gap-1.5 text-xs text-muted">
          {card.private && <PrivateMark />}
          {card.rotting && (
            <Badge tone="warning">
              <Clock size={12} aria-hidden="true" />
              Stuck {daysSince(card.stageEnteredAt, now)} d
            </Badge>
          )}
          {!card.rotting && card.expectedClose && !closed && (
            <span className={cx(overdue && 'font-medium text-danger-ink')}>
              {overdue && <span className="sr-only">Overdue since </span>}
              <DayText value={card.expectedClose} />
            </span>
          )}
          {closed && <DayText value={card.closedAt!.slice(0, 10)} />}
          {owner && (
            <span data-tooltip={owner}>
              <Avatar name={owner} size="sm" label={`Owner: ${owner}`} />
            </span>
          )}
        </span>
      </div>
    </article>
  );
});
